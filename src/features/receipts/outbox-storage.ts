import {
  array,
  enums,
  type Infer,
  instance,
  is,
  literal,
  nullable,
  number,
  omit,
  optional,
  record,
  string,
  type,
} from 'superstruct';
import { ReceiptBody } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';

/** What is sent of a receipt beside its picture, its sender and the token of the bot check. */
const ReceiptContent = omit(ReceiptBody, ['customerDocument', 'imageBase64', 'recaptchaToken']);
export type ReceiptContent = Infer<typeof ReceiptContent>;

/** A filled-in receipt as this device keeps it until the gateway has it. */
const StoredReceipt = type({
  version: literal(1),
  id: string(),
  /** Subject of its person's tokens. */
  owner: string(),
  keptAt: number(),
  idempotencyKey: string(),
  content: ReceiptContent,
  /** What was typed, by the names of the form's fields. */
  values: record(string(), string()),
  /** Bytes rather than a Blob, which Safari does not always keep. */
  file: type({
    name: string(),
    type: enums(['image/jpeg', 'image/png', 'application/pdf']),
    bytes: instance(ArrayBuffer),
  }),
  /** Recognises the file as it was chosen, which is not what is sent of it. */
  fileMark: optional(string()),
  /** Why the gateway did not take it; null as long as it did not say. */
  refusal: nullable(
    type({
      status: number(),
      code: string(),
      message: string(),
      fields: array(type({ field: string(), message: string() })),
    }),
  ),
});
export type QueuedReceipt = Infer<typeof StoredReceipt>;

export async function listStoredReceipts(owner: string): Promise<QueuedReceipt[]> {
  const records = await (await environment().records()).all();
  return records
    .filter((each) => is(each, StoredReceipt))
    .filter((receipt) => receipt.owner === owner)
    .sort((one, other) => one.keptAt - other.keptAt);
}

/** Takes the place of the one with the same id. Throws when there is no room for it. */
export async function storeReceipt(receipt: QueuedReceipt): Promise<void> {
  await (await environment().records()).put(receipt.id, receipt);
}

export async function removeStoredReceipt(id: string): Promise<void> {
  await (await environment().records()).remove(id);
}
