import { boolean, nonempty, nullable, object, optional, string, type } from 'superstruct';
import { post, send } from './endpoint.ts';
import { Unread } from './primitives.ts';

/**
 * Signs out: ends the session that a refresh token belongs to, with every token that it gave. A
 * token that is unknown, or whose session has ended already, is answered the same.
 */
export const endSession = send('POST', {
  path: '/api/session/end',
  access: 'public',
  body: object({ refreshToken: string() }),
  answer: Unread,
});

/**
 * A signed-in person goes on from a frame, whose storage the browser keeps apart, at the campaign's
 * site: the frame asks for a code, the site exchanges it. Refused with NOT_ALLOWED_NOW where the
 * identity service cannot do that; the person signs in again then.
 */
export const createOneTimeCode = post({
  path: '/api/handoff',
  access: 'consumer',
  /** Good once, for 60 seconds. */
  answer: type({ code: nonempty(string()) }),
});

/** Whom a code would let in; it stays good. A POST, so that the code stands in no address. */
export const readOneTimeCode = send('POST', {
  path: '/api/handoff/person',
  access: 'public',
  body: object({ code: string() }),
  /** E-mail addresses with most of their name left out; null: the caller is not signed in. */
  answer: type({ email: string(), signedInAs: nullable(string()) }),
});

/**
 * A code that is wrong, spent or too old is refused with UNAUTHENTICATED; with CONFIRM_FIRST, and
 * not spent, one that does not come from the page that asked for it, unless the person said yes or
 * is the one who is signed in here.
 */
export const exchangeOneTimeCode = send('POST', {
  path: '/api/handoff/session',
  access: 'public',
  body: object({
    code: string(),
    /** Origin of the page that led here, as the browser tells it. */
    from: optional(string()),
    isConfirmed: optional(boolean()),
  }),
  /** What the identity service's SDK signs in with (`signInWithCustomToken`). */
  answer: type({ customToken: string() }),
});
