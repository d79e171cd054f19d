import { canMoveRedemption, type RedemptionStatus } from '../../rules/redeem.ts';
import { lockStock, takeStock } from '../campaign/prizes.ts';
import type { Queries } from '../db/database.ts';
import { lockOwner } from '../db/queries/consumers.ts';
import { queueEmail } from '../emails/queue.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { appendToLedger } from '../ledger/entries.ts';
import { insertRedemptionPoints } from '../wallets/queries.ts';
import { lockRedemption, moveRedemption, type RedemptionRecord } from './queries.ts';

/** Cancelling returns points and stock, once. */
export async function moveRedemptionTo(
  queries: Queries,
  { id, to, now }: { id: number; to: RedemptionStatus; now: Date },
): Promise<{ from: RedemptionStatus; to: RedemptionStatus } | ApiError> {
  const isThere = await lockOwner(queries, 'redemptions', id);
  const redemption = await lockRedemption(queries, id);
  if (!isThere || !redemption) return apiError('NOT_FOUND');
  const { status: from } = redemption;
  if (!canMoveRedemption(from, to)) {
    return apiError('NOT_ALLOWED_NOW', { message: `Um resgate ${from} não pode passar a ${to}.` });
  }
  await moveRedemption(queries, { id, to });
  if (to === 'SHIPPED') await tellBuyer(queries, redemption, now);
  if (to === 'CANCELED') await giveBack(queries, redemption, now);
  return { from, to };
}

async function tellBuyer(
  queries: Queries,
  { id, campaignId, consumerId, items }: RedemptionRecord,
  now: Date,
): Promise<void> {
  const prize = items.map(({ prize: { description } }) => description).join(', ');
  await queueEmail(queries, {
    campaignId,
    consumerId,
    event: { kind: 'PRIZE_SENT', prize, trackingCode: null, carrier: null },
    dedupeKey: `prize-sent/redemption-${id}`,
    now,
  });
}

async function giveBack(
  queries: Queries,
  { id: redemptionId, campaignId, consumerId, totalPoints: points, items }: RedemptionRecord,
  now: Date,
): Promise<void> {
  const prizeIds = items.map(({ campaignPrizeId }) => campaignPrizeId);
  await lockStock(queries, { campaignId, prizeIds });
  for (const { campaignPrizeId, quantity } of items) {
    await takeStock(queries, campaignId, { campaignPrizeId, quantity: -quantity });
  }
  await insertRedemptionPoints(queries, { campaignId, consumerId, redemptionId, points, now });
  const entry = { type: 'POINTS_RETURNED' as const, redemption: redemptionId, points };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
}
