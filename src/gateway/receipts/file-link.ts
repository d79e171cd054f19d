import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { pathOf } from '../../contract/endpoint.ts';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret } from '../db/queries/secrets.ts';

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
  const expires = filesAvailableUntil(now).getTime() / 1000;
  const { campaignId, receiptId: couponId } = name;
  const path = pathOf(receiptFileRoute, { campaignId, couponId });
  return `${path}?expires=${expires}&signature=${sign(key, name, expires)}`;
}

export function filesAvailableUntil(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1000) + lifetimeMinutes * 60) * 1000);
}

export function isSigned(
  key: string,
  name: ReceiptName,
  query: URLSearchParams,
  now: Date,
): boolean {
  const expires = Number(query.get('expires'));
  const received = Buffer.from(query.get('signature') ?? '');
  const expected = Buffer.from(sign(key, name, expires));
  const alike = received.length === expected.length && timingSafeEqual(received, expected);
  return alike && now.getTime() < expires * 1000;
}

function sign(key: string, { campaignId, receiptId }: ReceiptName, expires: number): string {
  return createHmac('sha256', key)
    .update(`receipt-file/${campaignId}/${receiptId}/${expires}`)
    .digest('base64url');
}
