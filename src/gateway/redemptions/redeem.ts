import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Address } from '../../contract/consumer.ts';
import type { EnginePrize } from '../../contract/engines.ts';
import type { Redemption } from '../../contract/points.ts';
import { findById } from '../../contract/primitives.ts';
import {
  beyondStock,
  brokenMultiples,
  type CategoryRule,
  canMoveRedemption,
  type RedeemPrize,
  type RedemptionRefusal,
  type RedemptionStatus,
  redemptionRefusal,
  type Selection,
  selectedPoints,
  selectedQuantity,
} from '../../rules/rewards/redeem.ts';
import {
  categoryMultipleMessage,
  outOfStockMessage,
  redemptionRefusalMessage,
} from '../../rules/sentences/messages.ts';
import { lockStock, type PrizeStock } from '../campaign/phase-and-stock.ts';
import type { Queries } from '../db/database.ts';
import { findWalletStatus, lockConsumer, lockOwner } from '../db/queries/consumers.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { type ApiError, apiError, fieldErrors, notAllowedNow } from '../refusal.ts';
import { insertRedemptionPoints, sumPoints } from '../wallets/queries.ts';
import {
  insertRedemption,
  lockRedemption,
  type RedemptionRecord,
  reserveStock,
  returnStock,
  setRedemptionStatus,
} from './queries.ts';

/** Also works after the campaign's end. */
export async function redeemPrizes(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { consumerId, items, now }: { consumerId: number; items: RedeemItems; now: Date },
): Promise<Redemption | ApiError> {
  const campaignId = Number(snapshot.campaign.id);
  const choices = wantedPrizes(snapshot, items);
  if (!choices) return fieldErrors([{ field: 'items', violation: 'OPTION' }]);
  const { address, walletStatus: status } = await lockConsumer(queries, consumerId);
  const balance = await sumPoints(queries, consumerId);
  const prizeIds = choices.map(({ campaignPrizeId }) => Number(campaignPrizeId));
  const stock = await lockStock(queries, { campaignId, prizeIds });
  const prizes = choices.map((prize) => offeredPrize(prize, snapshot, stock));
  const selection = selectionOf(items);
  const rules = snapshot.campaign.engines.flatMap(({ details }) => details.checkoutRules);
  const refusal = redemptionRefusal(prizes, selection, { rules, wallet: { balance, status } });
  if (refusal) return redemptionError(refusal, { prizes, selection, rules });
  if (!address) return fieldErrors([{ field: 'address', violation: 'REQUIRED' }]);
  return writeRedemption(queries, address, {
    campaignId,
    consumerId,
    totalPoints: selectedPoints(prizes, selection),
    items: redeemedItems(prizes, selection),
    status: 'NEW_ORDER',
    createdAt: now,
  });
}

export function redemptionAnswer(redemption: RedemptionRecord): Redemption {
  return {
    id: redemption.id,
    createdAt: redemption.createdAt.toISOString(),
    totalPoints: redemption.totalPoints,
    items: redemption.items.map(({ prize, quantity, totalPoints }) => ({
      prize,
      quantity,
      totalPoints,
    })),
    storeIntegrationOrder: { status: redemption.status },
  };
}

async function writeRedemption(
  queries: Queries,
  address: Address,
  redemption: Omit<RedemptionRecord, 'id'>,
): Promise<Redemption> {
  const { campaignId, consumerId, totalPoints, items, createdAt: now } = redemption;
  for (const item of items) await reserveStock(queries, campaignId, item);
  const id = await insertRedemption(queries, { ...redemption, address });
  const pointsEntry = { campaignId, consumerId, redemptionId: id, points: -totalPoints, now };
  await insertRedemptionPoints(queries, pointsEntry);
  const entry = { type: 'POINTS_SPENT' as const, redemption: id, points: totalPoints };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  const event = { kind: 'ORDER_PLACED' as const, prize: describeItems(items) };
  await queueEmail(queries, { campaignId, consumerId, event, now });
  return redemptionAnswer({ ...redemption, id });
}

interface Redeeming {
  prizes: readonly OfferedPrize[];
  selection: Selection;
  rules: readonly CategoryRule[];
}

function redemptionError(
  refusal: RedemptionRefusal,
  { prizes, selection, rules }: Redeeming,
): ApiError {
  if (refusal === 'OUT_OF_STOCK') {
    return notAllowedNow(outOfStockMessage(beyondStock(prizes, selection)));
  }
  if (refusal === 'CATEGORY_MULTIPLE') {
    const messages = brokenMultiples(prizes, selection, rules).map(({ category, multiple }) =>
      categoryMultipleMessage(category, multiple),
    );
    return apiError('INVALID_REQUEST', { message: messages.join('. ') });
  }
  const isWrong = refusal === 'NOTHING_SELECTED' || refusal === 'INVALID_QUANTITY';
  const message = redemptionRefusalMessage(refusal);
  return isWrong
    ? apiError('INVALID_REQUEST', { message, fields: [{ field: 'items', message }] })
    : notAllowedNow(message);
}

type RedeemItems = readonly { prizeId: number | string; quantity: number }[];

type OfferedPrize = RedeemPrize & { campaignPrizeId: number };

function wantedPrizes({ campaign }: CampaignSnapshot, items: RedeemItems): EnginePrize[] | null {
  const offeredPrizes = campaign.engines
    .filter(({ type }) => type === 'COLLECT_TO_WIN')
    .flatMap(({ details }) => details.prizes);
  const wantedIds = new Set(items.map(({ prizeId }) => String(prizeId)));
  const matchingPrizes = offeredPrizes.filter(({ id }) => wantedIds.has(String(id)));
  return matchingPrizes.length === wantedIds.size ? matchingPrizes : null;
}

function offeredPrize(
  { id, points, description, ...prize }: EnginePrize,
  { prizes }: CampaignSnapshot,
  stock: readonly PrizeStock[],
): OfferedPrize {
  const campaignPrizeId = Number(prize.campaignPrizeId);
  const stockLeft = stock.find((entry) => entry.campaignPrizeId === campaignPrizeId);
  const { category } = findById(prizes, campaignPrizeId) ?? {};
  return { id, campaignPrizeId, points, description, category, stock: stockLeft?.quantity ?? 0 };
}

function selectionOf(items: RedeemItems): Selection {
  const selection: Record<string, number> = {};
  for (const { prizeId, quantity } of items) {
    selection[String(prizeId)] = (selection[String(prizeId)] ?? 0) + quantity;
  }
  return selection;
}

function redeemedItems(prizes: readonly OfferedPrize[], selection: Selection) {
  return prizes
    .map((offered) => {
      const { id, campaignPrizeId, description, points } = offered;
      const quantity = selectedQuantity(offered, selection);
      const prize = { id, description };
      return { prize, campaignPrizeId, quantity, totalPoints: quantity * points };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** Cancelling returns points and stock, once. */
export async function moveRedemptionTo(
  queries: Queries,
  {
    id,
    to,
    trackingCode = null,
    now,
  }: { id: number; to: RedemptionStatus; trackingCode?: string | null; now: Date },
): Promise<{ from: RedemptionStatus; to: RedemptionStatus } | ApiError> {
  const isThere = await lockOwner(queries, 'redemptions', id);
  const redemption = await lockRedemption(queries, id);
  if (!isThere || !redemption) return apiError('NOT_FOUND');
  const { status: from } = redemption;
  if (!canMoveRedemption(from, to)) {
    return notAllowedNow(`Um resgate ${from} não pode passar a ${to}.`);
  }
  const heldSentence = await whyHeld(queries, redemption, to);
  if (heldSentence) return notAllowedNow(heldSentence);
  await setRedemptionStatus(queries, { id, to });
  await emailBuyer(queries, { ...redemption, status: to, trackingCode }, now);
  if (to === 'CANCELED') await returnPointsAndStock(queries, redemption, now);
  return { from, to };
}

async function whyHeld(
  queries: Queries,
  { consumerId }: RedemptionRecord,
  to: RedemptionStatus,
): Promise<string | null> {
  if (to === 'CANCELED' || to === 'COMPLETED') return null;
  if ((await findWalletStatus(queries, consumerId)) !== 'ACTIVE') {
    return `A carteira da pessoa está bloqueada: wallets unblock ${consumerId} libera o resgate.`;
  }
  return (await sumPoints(queries, consumerId)) < 0
    ? 'Pontos usados neste resgate foram estornados: cancele o resgate, que os devolve.'
    : null;
}

async function emailBuyer(
  queries: Queries,
  order: RedemptionRecord & { trackingCode: string | null },
  now: Date,
): Promise<void> {
  const { campaignId, consumerId, status, trackingCode } = order;
  const prize = describeItems(order.items);
  if (status === 'SHIPPED') {
    const event = { kind: 'PRIZE_SENT', prize, trackingCode, carrier: null } as const;
    await queueEmail(queries, { campaignId, consumerId, event, now });
  }
  if (status === 'AWAITING_WITHDRAW' || status === 'CANCELED') {
    const event = { kind: 'ORDER_CHANGED', prize, status } as const;
    await queueEmail(queries, { campaignId, consumerId, event, now });
  }
}

export function describeItems(items: RedemptionRecord['items']): string {
  return items.map(({ prize, quantity }) => `${quantity} ${prize.description}`).join(', ');
}

async function returnPointsAndStock(
  queries: Queries,
  { id: redemptionId, campaignId, consumerId, totalPoints: points, items }: RedemptionRecord,
  now: Date,
): Promise<void> {
  const prizeIds = items.map(({ campaignPrizeId }) => campaignPrizeId);
  await lockStock(queries, { campaignId, prizeIds });
  await returnStock(queries, campaignId, items);
  await insertRedemptionPoints(queries, { campaignId, consumerId, redemptionId, points, now });
  const entry = { type: 'POINTS_RETURNED' as const, redemption: redemptionId, points };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
}
