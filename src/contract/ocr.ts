import { object, string, type } from 'superstruct';
import { send } from './endpoint.ts';
import { maybe } from './primitives.ts';

/** Parts that the server cannot read in the picture are null. */
export const executeOcr = send('POST', {
  path: '/api/ocr/execute',
  access: 'consumer',
  timeoutMs: 20_000,
  body: object({ imageBase64: string() }),
  answer: type({
    data: type({
      coupon: maybe(
        type({
          number: maybe(string()),
          issueDate: maybe(string()),
          company: maybe(type({ cnpj: maybe(string()) })),
        }),
      ),
    }),
  }),
});
