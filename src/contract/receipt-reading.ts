import { array, number, object, string, type } from 'superstruct';
import { send } from './endpoint.ts';
import { maybe } from './primitives.ts';
import { ReceiptItem, TaxOfficeState, uploadTimeoutMs } from './receipts.ts';

/** After this time the page shows its form, and the gateway stops reading; the call may go on. */
export const readingTimeoutMs = 20_000;

/** Unreadable parts are null; `totalAmount` in decimal reais, `purchaseTime` `HH:MM:SS`. */
export const executeOcrEndpoint = send('POST', {
  path: '/api/ocr/execute',
  access: 'consumer',
  timeoutMs: uploadTimeoutMs,
  body: object({ imageBase64: string() }),
  answer: type({
    data: type({
      coupon: maybe(
        type({
          number: maybe(string()),
          issueDate: maybe(string()),
          purchaseTime: maybe(string()),
          totalAmount: maybe(number()),
          company: maybe(type({ cnpj: maybe(string()) })),
          items: maybe(array(ReceiptItem)),
          taxOffice: maybe(TaxOfficeState),
        }),
      ),
    }),
  }),
});
