import type { ShownNumber } from '../../contract/engines.ts';
import { isSameId, parseId } from '../../contract/primitives.ts';
import type { EngineOrder, PrizeDelivery, Receipt, ReceiptItem } from '../../contract/receipts.ts';
import { fromCentavos } from '../../rules/money.ts';
import { currentCode } from '../../rules/rewards/prize-delivery.ts';
import type { Queries } from '../db/database.ts';
import { findOwnDeliveries, type WonDelivery } from '../deliveries/queries.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findEngineOrders } from '../rewards/engine-order-queries.ts';
import { findLuckyNumbers, findLuckyNumbersOfReceipts } from '../rewards/lucky-number-queries.ts';
import { engineOrderAnswers, isRewarded, luckyNumberAnswer } from '../rewards/run-engines.ts';
import type { OfficeFacts } from '../tax-office/queries.ts';
import { findModerations, type Moderation } from './moderation-queries.ts';
import { findReceipt, findReceiptsOf, type ReceiptRecord } from './queries.ts';
import { getOrCreateReceiptLinkKey, signedFilePath } from './receipt-files-and-links.ts';

export interface OwnerContext {
  consumerId: number;
  campaignId: number;
  origin: string;
  now: Date;
}

export async function readReceipts(queries: Queries, owner: OwnerContext): Promise<Receipt[]> {
  return receiptAnswers(queries, await findReceiptsOf(queries, owner.consumerId), owner);
}

export async function readReceiptDetails(
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
  const receiptId = parseId(id);
  const receipt = receiptId === null ? null : await findReceipt(queries, receiptId);
  return receipt?.consumerId === consumerId ? receipt : null;
}

export async function readOwnLuckyNumbers(
  queries: Queries,
  { consumerId, requested }: { consumerId: number; requested: string | null },
): Promise<ShownNumber[] | Refusal> {
  if (requested !== null && requested !== String(consumerId)) return refuse('NOT_FOUND');
  return (await findLuckyNumbers(queries, consumerId)).map(luckyNumberAnswer);
}

async function receiptAnswers(
  queries: Queries,
  receipts: readonly ReceiptRecord[],
  { consumerId, campaignId, origin, now }: OwnerContext,
): Promise<Receipt[]> {
  const key = await getOrCreateReceiptLinkKey(queries);
  const ids = receipts.map(({ id }) => id);
  const [ownDeliveries, orders, numbers, moderations] = await Promise.all([
    findOwnDeliveries(queries, consumerId),
    byReceipt(findEngineOrders(queries, ids)),
    byReceipt(findLuckyNumbersOfReceipts(queries, ids)),
    byReceipt(findModerations(queries, ids)),
  ]);
  const deliveries = Map.groupBy(ownDeliveries, ({ receiptId }) => receiptId);
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

/** Moderators' notes beside any other status are not meant for the sender. */
function ownerModeration({ status, rejectionReason, rejectionCode }: Moderation) {
  return status === 'REJECTED'
    ? { rejectionReason, rejectionCode }
    : { rejectionReason: null, rejectionCode: null };
}

export function itemAnswers({ items }: Pick<OfficeFacts, 'items'>): ReceiptItem[] {
  return items.map(({ total, ...item }) => ({
    ...item,
    total: total === null ? null : fromCentavos(total),
  }));
}

async function byReceipt<Row extends { receiptId: number }>(
  rows: Promise<readonly Row[]>,
): Promise<Map<number, Row[]>> {
  return Map.groupBy(await rows, ({ receiptId }) => receiptId);
}

export function deliveryAnswer(delivery: WonDelivery): PrizeDelivery {
  const { kind, win, status, campaignPrizeId } = delivery;
  const number = kind === 'DRAW' ? win : null;
  return { campaignPrizeId, number, status, trackingCode: currentCode(delivery) };
}
