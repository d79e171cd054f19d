import { object, string } from 'superstruct';
import { send } from './endpoint.ts';
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
