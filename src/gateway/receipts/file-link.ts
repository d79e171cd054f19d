import { createHmac, randomBytes } from 'node:crypto';
import { pathOf } from '../../contract/endpoint.ts';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret, isSameSecret } from '../db/queries/secrets.ts';

const lifetimeMinutes = 5;

export const receiptFileRoute = '/api/campaign/:campaignId/coupon/:couponId/file';

export function receiptFileKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'receipt-files', () => randomBytes(32).toString('base64url'));
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
  return new Date((Math.floor(now.getTime() / 1000) + lifetimeMinutes * 60) * 1000);
}

export function isValidLink(
  key: string,
  name: ReceiptName,
  query: URLSearchParams,
  now: Date,
): boolean {
  const expires = Number(query.get('expires'));
  const isOurs = isSameSecret(query.get('signature') ?? '', sign(key, name, expires));
  return isOurs && now.getTime() < expires * 1000;
}

function sign(key: string, { campaignId, receiptId }: ReceiptName, expires: number): string {
  return createHmac('sha256', key)
    .update(`receipt-file/${campaignId}/${receiptId}/${expires}`)
    .digest('base64url');
}
