import { replacementFileTypes } from '../../rules/files.ts';
import { canReplaceImage } from '../../rules/receipt-status.ts';
import type { Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError, fieldErrors } from '../http/api-error.ts';
import { scheduleFileDeletion } from './file-deletion.ts';
import {
  insertModeration,
  type ReceiptFile,
  type ReceiptRecord,
  replaceReceiptFile,
} from './queries.ts';
import { findOwnReceipt } from './read.ts';
import { noteSameFile } from './review-queries.ts';
import { readReceiptFile, storeReceiptFile } from './store-file.ts';

export interface PreparedImage {
  receipt: ReceiptRecord;
  file: ReceiptFile;
}

/** Takes a picture, no PDF, while moderation asks for one; also after the campaign's end. */
export async function prepareImage(
  gateway: Gateway,
  call: { id: string; consumerId: number; imageBase64: string },
): Promise<PreparedImage | ApiError> {
  const receipt = await findOwnReceipt(gateway.database, call.id, call.consumerId);
  if (!receipt) return apiError('NOT_FOUND');
  if (!canReplaceImage(receipt)) return apiError('NOT_ALLOWED_NOW');
  const file = await readReceiptFile(gateway.pictures, call, replacementFileTypes);
  if (typeof file === 'string') return fieldErrors([{ field: 'imageBase64', violation: file }]);
  return { receipt, file: await storeReceiptFile(gateway.storage, file) };
}

export async function swapImage(
  queries: Queries,
  { receipt: { id, campaignId, consumerId, fileKey }, file }: PreparedImage,
  now: Date,
): Promise<ApiError | null> {
  if (!(await replaceReceiptFile(queries, { id, consumerId, file }))) {
    return apiError('NOT_ALLOWED_NOW');
  }
  await noteSameFile(queries, { id, campaignId, fileSha256: file.fileSha256 });
  const status = 'IMAGE_REPLACED';
  await insertModeration(queries, { receiptId: id, status, rejection: null, now });
  await scheduleFileDeletion(queries, { fileKey }, now);
  return null;
}
