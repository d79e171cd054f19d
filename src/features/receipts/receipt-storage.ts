import {
  array,
  define,
  enums,
  type Infer,
  instance,
  is,
  literal,
  nullable,
  number,
  optional,
  record,
  string,
  type,
} from 'superstruct';
import { recordsInTime } from '../../client/call.ts';
import { draftOf } from '../../client/storage.ts';
import { OwnReceipt } from '../../contract/errors.ts';
import type { ReceiptBody } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import { isFramedPath } from '../../paths.ts';
import type { ReceiptUpload } from '../../readers/read-receipt.ts';
import { ownerKey } from '../../storage-keys.ts';
import { base64Of, fnv1a } from './file/reading.ts';
import { photoLifetimeMs } from './photo-first/anonymous-photo.tsx';

/** The values typed for an unsaved receipt; stored-file.ts stores its file. */
export const receiptDraft = draftOf('nova-nota');

export const draftedFingerprint = draftOf('nova-nota.arquivo');

const submissionDraft = draftOf('nova-nota.envio');

export const correctionDraft = draftOf('nova-nota.correcao');

export function draftCorrection({
  id,
  values,
  fileMark = '',
}: Pick<StoredReceipt, 'id' | 'values' | 'fileMark'>): void {
  receiptDraft.set(JSON.stringify(values));
  correctionDraft.set(id);
  draftedFingerprint.set(fileMark);
}

/** The same content gets the same key, even after a reload; any change gets another one. */
function submissionKey(content: string): string {
  const id = submissionDraft.get() ?? environment().newId();
  submissionDraft.set(id);
  return `${id}-${fnv1a(content)}`;
}

export function deleteReceiptDraft(): void {
  receiptDraft.remove();
  draftedFingerprint.remove();
  submissionDraft.remove();
  correctionDraft.remove();
}

/**
 * A receipt in the outbox needs no draft: a page loaded while it waits would offer it again.
 * @returns a function that puts the draft back, unless the tab is another user's by then
 */
export function setDraftAside(owner: string): () => void {
  const drafts = [receiptDraft, draftedFingerprint, submissionDraft, correctionDraft];
  const texts = drafts.map((draft) => draft.get());
  deleteReceiptDraft();
  return () => {
    if (environment().drafts.get(ownerKey) !== owner) return;
    for (const [position, draft] of drafts.entries()) {
      const text = draft.get() ?? texts[position];
      if (text) draft.set(text);
    }
  };
}

/** The body of the call without picture, sender and token of the bot check. */
export type ReceiptContent = Omit<
  Infer<typeof ReceiptBody>,
  'customerDocument' | 'imageBase64' | 'recaptchaToken'
>;

/** Another version of the site may have stored other members: the gateway judges them. */
const StoredContent = define<ReceiptContent>('StoredContent', (value) => is(value, ShownContent));

const ShownContent = type({ identifier: string(), purchaseDate: string(), totalAmount: number() });

/** Bytes rather than a Blob, which Safari sometimes loses. */
const StoredFile = type({
  name: string(),
  type: enums(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: instance(ArrayBuffer),
});

export function fileFrom({ name, type, bytes }: Infer<typeof StoredFile>): File {
  return new File([bytes], name, { type });
}

const StoredReceiptShape = type({
  version: literal(1),
  id: string(),
  /** The claim `sub` of its user's tokens. */
  owner: string(),
  keptAt: number(),
  idempotencyKey: string(),
  content: StoredContent,
  values: record(string(), string()),
  file: StoredFile,
  /** The fingerprint, under its former name, of the chosen file; the one in `file` is smaller. */
  fileMark: optional(string()),
  refusal: nullable(
    type({
      status: number(),
      code: string(),
      message: string(),
      fields: array(type({ field: string(), message: string() })),
      duplicateOf: optional(OwnReceipt),
    }),
  ),
});
export type StoredReceipt = Infer<typeof StoredReceiptShape>;

export interface FilledReceipt extends Pick<StoredReceipt, 'id' | 'owner' | 'content' | 'values'> {
  file: ReceiptUpload & { file: File };
}

export async function receiptToStore({
  file: { file, upload, fileType },
  ...filled
}: FilledReceipt): Promise<StoredReceipt> {
  return {
    ...filled,
    version: 1,
    keptAt: environment().now().getTime(),
    idempotencyKey: submissionKey(JSON.stringify([filled.content, await base64Of(upload)])),
    file: { name: file.name, type: fileType, bytes: await upload.arrayBuffer() },
    fileMark: draftedFingerprint.get() ?? undefined,
    refusal: null,
  };
}

export async function listStoredReceipts(owner: string): Promise<StoredReceipt[]> {
  const records = await (await recordsInTime()).all();
  return records
    .filter((record) => is(record, StoredReceiptShape))
    .filter((receipt) => receipt.owner === owner)
    .sort((a, b) => a.keptAt - b.keptAt);
}

/** An anonymous photo, whose `owner` is null, or a user's file. `kind` is 'photo' for PDFs as well: records of earlier versions say so. */
const UnsentFile = type({
  version: literal(1),
  kind: literal('photo'),
  id: string(),
  owner: nullable(string()),
  keptAt: number(),
  file: StoredFile,
  /** The QR code seen in the camera's live picture; `total` in centavos. */
  code: nullable(
    type({ key: string(), purchaseDate: nullable(string()), total: nullable(number()) }),
  ),
});
export type UnsentFile = Infer<typeof UnsentFile>;

export function unsentFile(file: Omit<UnsentFile, 'version' | 'kind' | 'keptAt'>): UnsentFile {
  return { version: 1, kind: 'photo', keptAt: environment().now().getTime(), ...file };
}

/** In a frame without storage, whose user signs up or in there without leaving the page. */
let fileInPage: UnsentFile | null = null;

export function isOnlyInPage({ id }: UnsentFile): boolean {
  return id === fileInPage?.id;
}

export async function listUnsentFiles(): Promise<UnsentFile[]> {
  return fileInPage ? [fileInPage] : listFilesOnDevice();
}

/** Newest first. Deletes from the device those that are older than a day. */
export async function listFilesOnDevice(): Promise<UnsentFile[]> {
  const records = await (await recordsInTime()).all();
  const files = records.filter((record) => is(record, UnsentFile));
  const oldest = environment().now().getTime() - photoLifetimeMs;
  const outdated = files.filter(({ keptAt }) => keptAt < oldest);
  await Promise.all(outdated.map(({ id }) => deleteRecord(id)));
  return files.filter(({ keptAt }) => keptAt >= oldest).sort((a, b) => b.keptAt - a.keptAt);
}

export async function storeUnsentFile(file: UnsentFile): Promise<void> {
  try {
    await storeRecord(file);
    fileInPage = null;
  } catch (failure) {
    if (!isFramedPath(window.location.pathname)) throw failure;
    fileInPage = file;
  }
}

/** Deletes it in both places: a device that failed once may still hold an earlier copy. */
export async function deleteUnsentFile(id: string): Promise<void> {
  const isInPage = fileInPage?.id === id;
  if (isInPage) fileInPage = null;
  await deleteRecord(id).catch((failure) => {
    if (!isInPage) throw failure;
  });
}

/** Takes the place of the one with the same id. Throws when there is no room for it. */
export async function storeRecord(record: StoredReceipt | UnsentFile): Promise<void> {
  await (await recordsInTime()).put(record.id, record);
}

export async function deleteRecord(id: string): Promise<void> {
  await (await recordsInTime()).remove(id);
}
