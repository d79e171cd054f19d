import { environment } from '../environment.ts';
import type { Outcome } from './outcome.ts';

/**
 * An act that may have to be sent again: until the gateway has answered it, the same input leaves
 * as the same body under the same idempotency key, so that nothing is done twice.
 * @param prepare makes the body, once per act; a bot token in it is good for one act only.
 */
export function repeatable<Input, Body>(prepare: (input: Input) => Promise<Body> | Body) {
  let open: { input: string; body: Body; key: string } | undefined;
  return async <Answer>(
    input: Input,
    send: (body: Body, idempotencyKey: string) => Promise<Outcome<Answer>>,
  ): Promise<Outcome<Answer>> => {
    const text = JSON.stringify(input);
    if (open?.input !== text) {
      open = { input: text, body: await prepare(input), key: environment().newId() };
    }
    const outcome = await send(open.body, open.key);
    open = undefined;
    return outcome;
  };
}
