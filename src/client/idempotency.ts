import type { Result } from '../contract/errors.ts';
import { environment } from '../environment.ts';

/**
 * An act that may have to be sent again: until the gateway has answered it, the same input leaves
 * under the same idempotency key, so that nothing is done twice.
 * @param prepare makes the body, the same for the same input but for its bot token, which is good
 * for one try only.
 */
export function idempotent<Input, Body>(prepare: (input: Input) => Promise<Body> | Body) {
  let open: { input: string; key: string } | undefined;
  return async <Answer>(
    input: Input,
    send: (body: Body, idempotencyKey: string) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> => {
    const text = JSON.stringify(input);
    if (open?.input !== text) open = { input: text, key: environment().newId() };
    const { key } = open;
    const outcome = await send(await prepare(input), key);
    open = undefined;
    return outcome;
  };
}
