import { array, number, object, string, type } from 'superstruct';
import { send } from './endpoint.ts';
import { maybe } from './primitives.ts';
import { ReceiptItem, TaxOfficeState } from './receipts.ts';

/**
 * Parts that the server cannot read in the picture, nor ask the tax office for, are null.
 * `totalAmount` is in decimal reais, `purchaseTime` is `HH:MM:SS` as it is printed.
 */
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
