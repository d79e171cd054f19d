import { nonempty, object, string, type } from 'superstruct';
import { act, write } from './endpoint.ts';

/**
 * A signed-in person goes on from a frame, whose storage the browser keeps apart, at the campaign's
 * site: the frame asks for a code, the site exchanges it. Refused with NOT_ALLOWED_NOW where the
 * identity service cannot do that; the person signs in again then.
 */
export const startHandoff = act({
  path: '/api/handoff',
  access: 'consumer',
  /** Good once, for 60 seconds. */
  answer: type({ code: nonempty(string()) }),
});

/** A code that is wrong, spent or too old is refused with UNAUTHENTICATED. */
export const finishHandoff = write('POST', {
  path: '/api/handoff/session',
  access: 'public',
  body: object({ code: string() }),
  /** What the identity service's SDK signs in with (`signInWithCustomToken`). */
  answer: type({ customToken: string() }),
});
