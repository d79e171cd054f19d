import { randomBytes } from 'node:crypto';
import type { Receipt } from '../../contract/receipts.ts';
import type { Queries } from '../db/database.ts';
import { findReceipt, findReceipts, type ReceiptRecord } from '../db/queries/receipts.ts';
import { getOrCreateSecret } from '../db/queries/secrets.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { receiptAnswers } from './receipt-answer.ts';
import { signedFilePath } from './receipt-file-address.ts';

/** For whom, when, and from which origin the addresses of files start. */
export interface Reader {
  consumerId: number;
  campaignId: number | string;
  origin: string;
  now: Date;
}

/** All receipts of a consumer, oldest first. */
export async function readReceipts(queries: Queries, reader: Reader): Promise<Receipt[]> {
  return answers(queries, await findReceipts(queries, reader.consumerId), reader);
}

/** One receipt of a consumer; somebody else's is not found. */
export async function readReceipt(
  queries: Queries,
  id: string,
  reader: Reader,
): Promise<Receipt | ApiError> {
  const receipt = await findOwnReceipt(queries, id, reader.consumerId);
  const [answer] = receipt ? await answers(queries, [receipt], reader) : [];
  return answer ?? apiError('NOT_FOUND');
}

/** @param id as it stands in an address */
export async function findOwnReceipt(
  queries: Queries,
  id: string,
  consumerId: number,
): Promise<ReceiptRecord | null> {
  const receipt = await findReceiptById(queries, id);
  return receipt?.consumerId === consumerId ? receipt : null;
}

/** @param id as it stands in an address; what is no number is no receipt. */
export async function findReceiptById(queries: Queries, id: string): Promise<ReceiptRecord | null> {
  return /^\d{1,15}$/.test(id) ? findReceipt(queries, Number(id)) : null;
}

/** The key that signs the addresses of files, one for all processes. */
export function receiptFileKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'receipt-files', () => randomBytes(32).toString('base64url'));
}

async function answers(
  queries: Queries,
  receipts: readonly ReceiptRecord[],
  { campaignId, origin, now }: Reader,
): Promise<Receipt[]> {
  const key = await receiptFileKey(queries);
  return receiptAnswers(
    queries,
    receipts,
    ({ id }) => `${origin}${signedFilePath(key, { campaignId, receiptId: id }, now)}`,
  );
}
