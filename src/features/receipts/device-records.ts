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

/** The body of the call without picture, sender and token of the bot check. */
const ReceiptContent = omit(ReceiptBody, ['customerDocument', 'imageBase64', 'recaptchaToken']);
export type ReceiptContent = Infer<typeof ReceiptContent>;

/** Bytes rather than a Blob, which Safari sometimes loses. */
const StoredFile = type({
  name: string(),
  type: enums(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: instance(ArrayBuffer),
});

const StoredReceipt = type({
  version: literal(1),
  id: string(),
  /** The claim `sub` of its person's tokens. */
  owner: string(),
  keptAt: number(),
  idempotencyKey: string(),
  content: ReceiptContent,
  values: record(string(), string()),
  file: StoredFile,
  /** Identifies the chosen file; the one in `file` is a smaller copy. */
  fileMark: optional(string()),
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

const StoredPhoto = type({
  version: literal(1),
  kind: literal('photo'),
  id: string(),
  /** The claim `sub` of its person's tokens; null until they sign in. */
  owner: nullable(string()),
  keptAt: number(),
  file: StoredFile,
  /** The QR code seen in the camera's live picture; `total` in centavos. */
  code: nullable(
    type({ key: string(), purchaseDate: nullable(string()), total: nullable(number()) }),
  ),
});
export type StoredPhoto = Infer<typeof StoredPhoto>;

/** A day: enough to sign up, and short for a device that several people use. */
const photoLifetimeMs = 86_400_000;

/** Newest first; older ones than a day are erased. */
export async function listPhotos(): Promise<StoredPhoto[]> {
  const store = await environment().records();
  const photos = (await store.all()).filter((each) => is(each, StoredPhoto));
  const oldest = environment().now().getTime() - photoLifetimeMs;
  const outdated = photos.filter(({ keptAt }) => keptAt < oldest);
  await Promise.all(outdated.map(({ id }) => store.remove(id)));
  return photos
    .filter(({ keptAt }) => keptAt >= oldest)
    .sort((one, other) => other.keptAt - one.keptAt);
}

/** Takes the place of the one with the same id. Throws when there is no room for it. */
export async function storePhoto(photo: StoredPhoto): Promise<void> {
  await (await environment().records()).put(photo.id, photo);
}
