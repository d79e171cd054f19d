import type { AnswerOf } from '../../contract/endpoint.ts';
import type { replaceReceiptImage } from '../../contract/receipts.ts';
import { replacementFileTypes } from '../../rules/receipts/file-type-and-size.ts';
import { canReplaceImage } from '../../rules/receipts/receipt-status.ts';
import type { Queries } from '../db/database.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError, fieldErrors, isApiError } from '../http/api-error.ts';
import type { RouteCall } from '../http/route.ts';
import { cancelFileDeletion, fileKeptUntil, scheduleFileDeletion } from './file-deletion.ts';
import { insertModeration, markSameFile, replaceReceiptFile } from './moderation-queries.ts';
import { findOwnReceipt, type OwnerContext, readOwnReceipt } from './own-receipts.ts';
import type { ReceiptRecord } from './queries.ts';
import { readReceiptFile, type StoredFile, storeReceiptFile } from './store-file.ts';

type ReplaceCall = Pick<
  RouteCall<{ imageBase64: string }, AnswerOf<typeof replaceReceiptImage>, 'consumer'>,
  'body' | 'now' | 'idempotent'
>;

/** Accepts a picture, but no PDF, while moderation asks for one; also after the campaign's end. */
export async function storeNewImage(
  gateway: Gateway,
  id: string,
  { body, now, idempotent }: ReplaceCall,
  owner: OwnerContext,
): Promise<AnswerOf<typeof replaceReceiptImage> | ApiError> {
  const prepared = await prepareImage(gateway, { ...body, id, consumerId: owner.consumerId, now });
  if (isApiError(prepared)) return prepared;
  return idempotent(async (queries) => {
    const error = await swapImage(queries, prepared, now);
    return error ?? readOwnReceipt(queries, id, owner);
  });
}

interface PreparedImage {
  receipt: ReceiptRecord;
  file: StoredFile;
}

async function prepareImage(
  gateway: Gateway,
  call: { id: string; consumerId: number; imageBase64: string; now: Date },
): Promise<PreparedImage | ApiError> {
  const receipt = await findOwnReceipt(gateway.database, call.id, call.consumerId);
  if (!receipt) return apiError('NOT_FOUND');
  if (!canReplaceImage(receipt)) return apiError('NOT_ALLOWED_NOW');
  const file = await readReceiptFile(gateway.pictures, call, replacementFileTypes);
  if (typeof file === 'string') return fieldErrors([{ field: 'imageBase64', violation: file }]);
  const storedFile = await storeReceiptFile(gateway, file, call);
  return isApiError(storedFile) ? storedFile : { receipt, file: storedFile };
}

async function swapImage(
  queries: Queries,
  { receipt: { id, campaignId, consumerId, fileKey }, file }: PreparedImage,
  now: Date,
): Promise<ApiError | null> {
  // Throws if the sender was erased during the upload.
  await lockConsumer(queries, consumerId);
  if (!(await replaceReceiptFile(queries, { id, consumerId, file }))) {
    return apiError('NOT_ALLOWED_NOW');
  }
  await markSameFile(queries, { id, campaignId, fileSha256: file.fileSha256 });
  const status = 'IMAGE_REPLACED';
  await insertModeration(queries, { receiptId: id, status, rejection: null, now });
  await cancelFileDeletion(queries, file);
  await scheduleFileDeletion(queries, [fileKey], fileKeptUntil(now));
  return null;
}
