import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { EnginePrize } from '../../contract/engines.ts';
import { findById } from '../../contract/primitives.ts';
import type { Redemption } from '../../contract/wallets.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import {
  categoryMultipleMessage,
  outOfStockMessage,
  redemptionBlockerMessage,
} from '../../rules/messages/messages.ts';
import {
  beyondStock,
  brokenMultiples,
  type CategoryRule,
  type RedeemPrize,
  type RedemptionBlocker,
  redemptionBlocker,
  type Selection,
  selectedPoints,
  selectedQuantity,
} from '../../rules/rewards/redeem.ts';
import { lockStock, type PrizeStock, reserveStock } from '../campaign/prize-stock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { insertRedemptionPoints, sumPoints } from '../wallets/queries.ts';
import { insertRedemption, type NewRedemption, type RedemptionRecord } from './queries.ts';

/** Also works after the campaign's end. */
export async function redeem(
  queries: Transaction,
  snapshot: CampaignSnapshot,
  { consumerId, items, now }: { consumerId: number; items: RedeemItems; now: Date },
): Promise<Redemption | Refusal> {
  const campaignId = campaignIdOf(snapshot.campaign);
  const choices = wantedPrizes(snapshot, items);
  if (!choices) return refuseFields([{ field: 'items', violation: 'OPTION' }]);
  const { address, walletStatus: status } = await lockConsumer(queries, consumerId);
  const balance = await sumPoints(queries, consumerId);
  const prizeIds = choices.map(({ campaignPrizeId }) => Number(campaignPrizeId));
  const stock = await lockStock(queries, { campaignId, prizeIds });
  const prizes = choices.map((prize) => offeredPrize(prize, snapshot, stock));
  const selection = selectionOf(items);
  const rules = snapshot.campaign.engines.flatMap(({ details }) => details.checkoutRules);
  const blocker = redemptionBlocker(prizes, selection, { rules, wallet: { balance, status } });
  if (blocker) return refuseRedemption(blocker, { prizes, selection, rules });
  if (!address) return refuseFields([{ field: 'address', violation: 'REQUIRED' }]);
  return writeRedemption(queries, {
    campaignId,
    consumerId,
    totalPoints: selectedPoints(prizes, selection),
    items: redeemedItems(prizes, selection),
    address,
    status: 'NEW_ORDER',
    createdAt: now,
  });
}

export function redemptionAnswer(redemption: NewRedemption & { id: number }): Redemption {
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

async function writeRedemption(queries: Queries, redemption: NewRedemption): Promise<Redemption> {
  const { campaignId, consumerId, totalPoints, items, createdAt: now } = redemption;
  for (const item of items) await reserveStock(queries, campaignId, item);
  const id = await insertRedemption(queries, redemption);
  const pointsEntry = { campaignId, consumerId, redemptionId: id, points: -totalPoints, now };
  await insertRedemptionPoints(queries, pointsEntry);
  const event: EmailEvent = { kind: 'ORDER_PLACED', prize: describeItems(items) };
  await queueEmail(queries, { campaignId, consumerId, event, now });
  const entry: LedgerEntry = { type: 'POINTS_SPENT', redemption: id, points: totalPoints };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return redemptionAnswer({ ...redemption, id });
}

interface Redeeming {
  prizes: readonly OfferedPrize[];
  selection: Selection;
  rules: readonly CategoryRule[];
}

function refuseRedemption(
  blocker: RedemptionBlocker,
  { prizes, selection, rules }: Redeeming,
): Refusal {
  if (blocker === 'OUT_OF_STOCK') {
    return notAllowedNow(outOfStockMessage(beyondStock(prizes, selection)));
  }
  if (blocker === 'CATEGORY_MULTIPLE') {
    const messages = brokenMultiples(prizes, selection, rules).map(({ category, multiple }) =>
      categoryMultipleMessage(category, multiple),
    );
    return refuse('INVALID_REQUEST', { message: messages.join('. ') });
  }
  const isWrong = blocker === 'NOTHING_SELECTED' || blocker === 'INVALID_QUANTITY';
  const message = redemptionBlockerMessage(blocker);
  return isWrong
    ? refuse('INVALID_REQUEST', { message, fields: [{ field: 'items', message }] })
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

export function describeItems(items: RedemptionRecord['items']): string {
  return items.map(({ prize, quantity }) => `${quantity} ${prize.description}`).join(', ');
}
