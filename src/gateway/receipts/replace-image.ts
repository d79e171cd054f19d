import type { AnswerOf } from '../../contract/endpoint.ts';
import type { replaceReceiptImageEndpoint } from '../../contract/receipts.ts';
import { replacementFileTypes } from '../../rules/receipts/file-limits.ts';
import { canReplaceImage } from '../../rules/receipts/receipt-status.ts';
import { findOne, lockUntilCommit, type Queries } from '../db/database.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import type { RouteCall } from '../http/route.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { sanitiseUpload } from '../uploads/decode-and-sanitise.ts';
import { lockOfficeQuestions, queueOfficeQuestion, wakeOfficeAsker } from './ask-tax-offices.ts';
import { cancelFileDeletion, fileKeptUntil, scheduleFileDeletion } from './file-deletion.ts';
import { insertModeration } from './moderation-queries.ts';
import { findOwnReceipt, type OwnerContext, readReceiptDetails } from './own-receipts.ts';
import { fileLockName, type ReceiptFile, type ReceiptRecord } from './queries.ts';
import { type StoredFile, storeReceiptFile } from './receipt-files-and-links.ts';

type ReplaceCall = Pick<
  RouteCall<{ imageBase64: string }, AnswerOf<typeof replaceReceiptImageEndpoint>, 'consumer'>,
  'body' | 'parameters' | 'now' | 'idempotent'
>;

/** Accepts a picture, but no PDF, while moderation asks for one; also after the campaign's end. */
export async function replaceReceiptImage(
  gateway: Gateway,
  { body, parameters: { couponId: id = '' }, now, idempotent }: ReplaceCall,
  owner: OwnerContext,
): Promise<AnswerOf<typeof replaceReceiptImageEndpoint> | Refusal> {
  const { consumerId } = owner;
  const prepared = await prepareReplacement(gateway, { ...body, id, consumerId, now });
  if (isRefusal(prepared)) return prepared;
  const { id: receiptId, identifier } = prepared.receipt;
  const replaced = await idempotent(async (queries) => {
    await lockOfficeQuestions(gateway, queries, identifier);
    const refusal = await writeReplacement(queries, prepared, now);
    if (refusal) return refusal;
    // The new picture may show another code.
    await queueOfficeQuestion(gateway, queries, { receiptId, askAgain: true });
    return readReceiptDetails(queries, id, owner);
  });
  if (!isRefusal(replaced)) wakeOfficeAsker(gateway, identifier);
  return replaced;
}

interface PreparedReplacement {
  receipt: ReceiptRecord;
  file: StoredFile;
}

async function prepareReplacement(
  gateway: Gateway,
  call: { id: string; consumerId: number; imageBase64: string; now: Date },
): Promise<PreparedReplacement | Refusal> {
  const receipt = await findOwnReceipt(gateway.database, call.id, call.consumerId);
  if (!receipt) return refuse('NOT_FOUND');
  if (!canReplaceImage(receipt)) return refuse('NOT_ALLOWED_NOW');
  const { file, violation } = await sanitiseUpload(
    gateway.pictureQueue,
    call,
    replacementFileTypes,
  );
  if (violation) return refuseFields([{ field: 'imageBase64', violation }]);
  const storedFile = await storeReceiptFile(gateway, file, call);
  return isRefusal(storedFile) ? storedFile : { receipt, file: storedFile };
}

async function writeReplacement(
  queries: Queries,
  { receipt: { id, campaignId, consumerId }, file }: PreparedReplacement,
  now: Date,
): Promise<Refusal | null> {
  // Throws if the sender was erased during the upload.
  await lockConsumer(queries, consumerId);
  const formerKey = await replaceReceiptFile(queries, { id, consumerId, file });
  if (formerKey === null) return refuse('NOT_ALLOWED_NOW');
  await markSameFile(queries, { id, campaignId, fileSha256: file.fileSha256 });
  const status = 'IMAGE_REPLACED';
  await insertModeration(queries, { receiptId: id, status, rejection: null, now });
  await cancelFileDeletion(queries, file);
  await scheduleFileDeletion(queries, [formerKey], fileKeptUntil(now));
  return null;
}

/** @returns the key of the file that it replaced; null when no picture is awaited */
async function replaceReceiptFile(
  queries: Queries,
  { id, consumerId, file }: { id: number; consumerId: number; file: ReceiptFile },
): Promise<string | null> {
  const row = await findOne<{ former: string }>(
    queries,
    `update receipts
     set status = 'IMAGE_REPLACED', allow_image_replacement = false,
         file_key = $3, file_type = $4, file_sha256 = $5
     from (select file_key as former from receipts where id = $1 for no key update) as before
     where receipts.id = $1 and receipts.consumer_id = $2
       and receipts.status = 'REQUESTED_NEW_IMAGE'
       and receipts.allow_image_replacement
     returning former`,
    [id, consumerId, file.fileKey, file.fileType, file.fileSha256],
  );
  return row?.former ?? null;
}

/** A replacement may be the picture of another receipt. Call it after the new file is set. */
async function markSameFile(
  queries: Queries,
  { id, campaignId, fileSha256 }: Pick<ReceiptRecord, 'id' | 'campaignId' | 'fileSha256'>,
): Promise<void> {
  await lockUntilCommit(queries, fileLockName(campaignId, fileSha256));
  await queries.query(
    `update receipts set review_reasons = array_append(review_reasons, 'SAME_FILE')
     where id = $1 and not 'SAME_FILE' = any (review_reasons) and exists (
       select from receipts as other
       where other.campaign_id = $2 and other.file_sha256 = $3 and other.id <> $1
     )`,
    [id, campaignId, fileSha256],
  );
}
