import { boolean, nonempty, nullable, object, optional, string, type } from 'superstruct';
import { post, send } from './endpoint.ts';
import { Unread } from './primitives.ts';

/** An unknown token and an ended session get the same answer. */
export const endSessionEndpoint = send('POST', {
  path: '/api/session/end',
  access: 'public',
  body: object({ refreshToken: string() }),
  answer: Unread,
});

/** For a frame, whose storage is kept apart. NOT_ALLOWED_NOW: the user signs in again. */
export const createOneTimeCodeEndpoint = post({
  path: '/api/handoff',
  access: 'consumer',
  /** Good once, for 60 seconds. */
  answer: type({ code: nonempty(string()) }),
});

/** Names the code's account, and does not spend it. A POST keeps the code out of addresses. */
export const readOneTimeCodeEndpoint = send('POST', {
  path: '/api/handoff/person',
  access: 'public',
  body: object({ code: string() }),
  /** Emails are masked; null when the caller is not signed in. */
  answer: type({ email: string(), signedInAs: nullable(string()) }),
});

/** UNAUTHENTICATED: wrong, spent or old. CONFIRM_FIRST: from another page, and unspent. */
export const exchangeOneTimeCodeEndpoint = send('POST', {
  path: '/api/handoff/session',
  access: 'public',
  body: object({
    code: string(),
    from: optional(string()),
    isConfirmed: optional(boolean()),
  }),
  /** For the SDK's `signInWithCustomToken`. */
  answer: type({ customToken: string() }),
});
