import { createHmac, randomBytes } from 'node:crypto';
import { pathOf } from '../../contract/endpoint.ts';
import { isSameId } from '../../contract/primitives.ts';
import type { EngineOrder, Receipt } from '../../contract/receipts.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { Queries } from '../db/database.ts';
import { getOrCreateSecret, isSameSecret, receiptFileKeyName } from '../db/queries/secrets.ts';
import { deliveryAnswer, findOwnDeliveries, type WonDelivery } from '../deliveries/queries.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { engineOrderAnswers, isRewarded } from '../rewards/engine.ts';
import { findLuckyNumbersOfReceipts } from '../rewards/lucky-number-queries.ts';
import { findEngineOrders } from '../rewards/queries.ts';
import {
  findModerations,
  findReceipt,
  findReceipts,
  type Moderation,
  type ReceiptRecord,
} from './queries.ts';

export interface OwnerContext {
  consumerId: number;
  campaignId: number;
  origin: string;
  now: Date;
}

export async function readReceipts(queries: Queries, owner: OwnerContext): Promise<Receipt[]> {
  return receiptAnswers(queries, await findReceipts(queries, owner.consumerId), owner);
}

export async function readOwnReceipt(
  queries: Queries,
  id: string,
  owner: OwnerContext,
): Promise<Receipt | Refusal> {
  const receipt = await findOwnReceipt(queries, id, owner.consumerId);
  const [answer] = receipt ? await receiptAnswers(queries, [receipt], owner) : [];
  return answer ?? refuse('NOT_FOUND');
}

export async function findOwnReceipt(
  queries: Queries,
  id: string,
  consumerId: number,
): Promise<ReceiptRecord | null> {
  const receiptId = receiptIdOf(id);
  const receipt = receiptId === null ? null : await findReceipt(queries, receiptId);
  return receipt?.consumerId === consumerId ? receipt : null;
}

/** Null for what can be no id, so that no statement is asked about it. */
function receiptIdOf(couponId: string): number | null {
  return /^\d{1,15}$/.test(couponId) ? Number(couponId) : null;
}

async function receiptAnswers(
  queries: Queries,
  receipts: readonly ReceiptRecord[],
  { consumerId, campaignId, origin, now }: OwnerContext,
): Promise<Receipt[]> {
  const key = await receiptFileKey(queries);
  const ids = receipts.map(({ id }) => id);
  const [ownDeliveries, orders, numbers, moderations] = await Promise.all([
    findOwnDeliveries(queries, consumerId),
    byReceipt(findEngineOrders(queries, ids)),
    byReceipt(findLuckyNumbersOfReceipts(queries, ids)),
    byReceipt(findModerations(queries, ids)),
  ]);
  const deliveries = Map.groupBy(ownDeliveries, ({ fromReceipt }) => fromReceipt);
  return receipts.map((receipt) => {
    const { id, identifier, purchaseDate, status, allowImageReplacement } = receipt;
    const engineOrders = withDeliveries(
      engineOrderAnswers(orders.get(id) ?? [], numbers.get(id) ?? []),
      deliveries.get(id) ?? [],
    );
    return {
      id,
      identifier,
      purchaseDate,
      createdAt: receipt.createdAt.toISOString(),
      totalAmount: fromCentavos(receipt.totalCentavos),
      status,
      imageUrl: `${origin}${signedFilePath(key, { campaignId, receiptId: id }, now)}`,
      allowImageReplacement,
      rewarded: isRewarded(engineOrders),
      taxOffice: receipt.taxOffice,
      moderationList: (moderations.get(id) ?? []).map(ownerModeration),
      engineOrders,
    };
  });
}

function withDeliveries(
  orders: readonly EngineOrder[],
  receiptDeliveries: readonly WonDelivery[],
): EngineOrder[] {
  return orders.map((order) => {
    const deliveries = receiptDeliveries
      .filter(({ engineId }) => isSameId(engineId, order.campaignEngineId))
      .filter(isShown)
      .map(deliveryAnswer);
    return deliveries.length > 0 ? { ...order, details: { ...order.details, deliveries } } : order;
  });
}

/** The promotion notifies the winners of a draw, so this list must not do so before. */
function isShown({ status }: WonDelivery): boolean {
  return status !== 'WAITING' && status !== 'TO_NOTIFY';
}

/** Moderators' notes beside any other verdict are not meant for the sender. */
function ownerModeration({ status, rejectionReason, rejectionCode }: Moderation) {
  return status === 'REJECTED'
    ? { rejectionReason, rejectionCode }
    : { rejectionReason: null, rejectionCode: null };
}

async function byReceipt<Row extends { receiptId: number }>(
  rows: Promise<readonly Row[]>,
): Promise<Map<number, Row[]>> {
  return Map.groupBy(await rows, ({ receiptId }) => receiptId);
}

const linkLifetimeMinutes = 5;

export function fileNameOf({ id, fileType }: Pick<ReceiptRecord, 'id' | 'fileType'>): string {
  return `nota-${id}.${fileType.replace(/^.*\//, '')}`;
}

export const receiptFileRoute = '/api/campaign/:campaignId/coupon/:couponId/file';

export function receiptFileKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, receiptFileKeyName, () =>
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
  const receiptId = receiptIdOf(couponId);
  if (receiptId === null) return null;
  const key = await receiptFileKey(database);
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
