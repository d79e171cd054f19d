import { createHmac, randomBytes } from 'node:crypto';
import { pathOf } from '../../contract/endpoint.ts';
import { parseId } from '../../contract/primitives.ts';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret, isSameSecret, receiptLinkKeyName } from '../db/queries/secrets.ts';
import type { Gateway } from '../gateway.ts';
import { limitAccount, uncountAccount } from '../http/rate-limit.ts';
import type { Refusal } from '../refusal.ts';
import type { SanitisedFile } from '../uploads/decode-and-sanitise.ts';
import { fileKeptUntil, folderOf, scheduleFileDeletion } from './file-deletion.ts';
import { findReceipt, type ReceiptFile, type ReceiptRecord } from './queries.ts';

export interface StoredFile extends ReceiptFile {
  /** Deleted then, unless a receipt names it. */
  keptUntil: Date;
}

/** A gigabyte or two: without a limit, one account could fill the disk within a day. */
const filesADay = { account: { calls: 200, seconds: 86_400 } };
const counter = 'stored files';

/** Stored under its hash, so that a repeated call is harmless. */
export async function storeReceiptFile(
  gateway: Gateway,
  { bytes, type, sha256 }: SanitisedFile,
  { consumerId, now }: { consumerId: number; now: Date },
): Promise<StoredFile | Refusal> {
  const refusal = await limitAccount(gateway, counter, consumerId, filesADay);
  if (refusal) return refusal;
  const { database, storage, campaignId } = gateway;
  const fileKey = `${folderOf(campaignId)}${sha256}`;
  const keptUntil = fileKeptUntil(now);
  // Waits until a deletion under way has ended: it would take the new file as well.
  await database.withLock(fileKey, (queries) =>
    scheduleFileDeletion(queries, [fileKey], keptUntil),
  );
  try {
    await storage.put(fileKey, bytes);
  } catch (error) {
    await uncountAccount(gateway, counter, consumerId);
    throw error;
  }
  return { fileKey, fileType: type, fileSha256: sha256, keptUntil };
}

const linkLifetimeMinutes = 5;

export function fileNameOf({ id, fileType }: Pick<ReceiptRecord, 'id' | 'fileType'>): string {
  return `nota-${id}.${fileType.replace(/^.*\//, '')}`;
}

export const receiptFileRoute = '/api/campaign/:campaignId/coupon/:couponId/file';

export function getOrCreateReceiptLinkKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, receiptLinkKeyName, () =>
    randomBytes(32).toString('base64url'),
  );
}

interface ReceiptName {
  campaignId: number | string;
  receiptId: number;
}

/** A link that opens the file for five minutes without signing in. */
export function signedFilePath(key: string, name: ReceiptName, now: Date): string {
  const expires = linkExpiry(now).getTime() / 1000;
  const { campaignId, receiptId: couponId } = name;
  const path = pathOf(receiptFileRoute, { campaignId, couponId });
  return `${path}?expires=${expires}&signature=${sign(key, name, expires)}`;
}

export function linkExpiry(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1000) + linkLifetimeMinutes * 60) * 1000);
}

/** Null unless the link is ours and valid now, and the file is still there. */
export async function openReceiptFile(
  { database, storage, now }: Pick<Gateway, 'database' | 'storage' | 'now'>,
  { campaignId, couponId }: { campaignId: string; couponId: string },
  query: URLSearchParams,
): Promise<{ receipt: ReceiptRecord; file: ReadableStream<Uint8Array<ArrayBuffer>> } | null> {
  const receiptId = parseId(couponId);
  if (receiptId === null) return null;
  const key = await getOrCreateReceiptLinkKey(database);
  if (!isValidLink(key, { campaignId, receiptId }, query, now())) return null;
  const receipt = await findReceipt(database, receiptId);
  // Without a key, as after an erasure, a bucket would answer the list of its files.
  const file = receipt?.fileKey ? await storage.open(receipt.fileKey) : null;
  return receipt && file && { receipt, file };
}

function isValidLink(key: string, name: ReceiptName, query: URLSearchParams, now: Date): boolean {
  const expires = Number(query.get('expires'));
  const isOurs = isSameSecret(query.get('signature') ?? '', sign(key, name, expires));
  return isOurs && now.getTime() < expires * 1000;
}

function sign(key: string, { campaignId, receiptId }: ReceiptName, expires: number): string {
  return createHmac('sha256', key)
    .update(`receipt-file/${campaignId}/${receiptId}/${expires}`)
    .digest('base64url');
}
