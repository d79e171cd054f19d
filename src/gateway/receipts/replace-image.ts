import type { AnswerOf } from '../../contract/endpoint.ts';
import type { replaceReceiptImage } from '../../contract/receipts.ts';
import { replacementFileTypes } from '../../rules/receipts/file-type-and-size.ts';
import { canReplaceImage } from '../../rules/receipts/receipt-status.ts';
import type { Queries } from '../db/database.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import type { RouteCall } from '../http/route.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { asksOffices } from '../tax-office/offices.ts';
import { sanitiseUpload } from '../uploads/sanitise-upload.ts';
import { cancelFileDeletion, fileKeptUntil, scheduleFileDeletion } from './file-deletion.ts';
import { insertModeration, markSameFile, replaceReceiptFile } from './moderation-queries.ts';
import { findOwnReceipt, type OwnerContext, readOwnReceipt } from './own-receipts.ts';
import type { ReceiptRecord } from './queries.ts';
import { type StoredFile, storeReceiptFile } from './receipt-files.ts';
import { askOfficeInBackground, lockOfficeQuestions, queueQuestion } from './tax-office-answers.ts';

type ReplaceCall = Pick<
  RouteCall<{ imageBase64: string }, AnswerOf<typeof replaceReceiptImage>, 'consumer'>,
  'body' | 'parameters' | 'address' | 'now' | 'idempotent'
>;

/** Accepts a picture, but no PDF, while moderation asks for one; also after the campaign's end. */
export async function storeReplacement(
  gateway: Gateway,
  { body, parameters: { couponId: id = '' }, address, now, idempotent }: ReplaceCall,
  owner: OwnerContext,
): Promise<AnswerOf<typeof replaceReceiptImage> | Refusal> {
  const { consumerId } = owner;
  const prepared = await prepareReplacement(gateway, { ...body, id, consumerId, address, now });
  if (isRefusal(prepared)) return prepared;
  const asks = asksOffices(gateway.settings);
  const result = await idempotent(async (queries) => {
    const { receipt } = prepared;
    if (asks) await lockOfficeQuestions(queries, receipt.identifier);
    const refusal = await writeReplacement(queries, prepared, now);
    if (refusal) return refusal;
    // The new picture may show another code.
    if (asks) await queueQuestion(gateway, queries, { receiptId: receipt.id, evenIfAsked: true });
    return readOwnReceipt(queries, id, owner);
  });
  if (asks && !isRefusal(result)) askOfficeInBackground(gateway, prepared.receipt.identifier);
  return result;
}

interface PreparedReplacement {
  receipt: ReceiptRecord;
  file: StoredFile;
}

async function prepareReplacement(
  gateway: Gateway,
  call: { id: string; consumerId: number; address: string; imageBase64: string; now: Date },
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
