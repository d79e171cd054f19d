import type { Address } from '../../contract/consumer.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import {
  canMoveRedemption,
  type RedemptionStatus,
  statusesBeforeShipment,
} from '../../rules/rewards/redeem.ts';
import { lockStock, returnStock } from '../campaign/prize-stock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { findWalletStatus, lockOwnerOf } from '../db/queries/consumers.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { changedSince, isRefusal, notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { insertRedemptionPoints, sumPoints } from '../wallets/queries.ts';
import {
  lockRedemption,
  type RedemptionRecord,
  setRedemptionStatus,
  setReturned,
  takeProfileAddress,
} from './queries.ts';
import { describeItems } from './redeem.ts';

/** Cancelling returns points and stock, once. What came back may be shipped again. */
export async function moveRedemption(
  queries: Transaction,
  {
    id,
    to,
    trackingCode = null,
    expected,
    now,
  }: {
    id: number;
    to: RedemptionStatus;
    trackingCode?: string | null;
    expected?: readonly RedemptionStatus[] | null;
    now: Date;
  },
): Promise<{ from: RedemptionStatus; to: RedemptionStatus } | Refusal> {
  const redemption = await lockRedemptionOfOwner(queries, id);
  if (!redemption) return refuse('NOT_FOUND');
  const { status: from } = redemption;
  if (expected && !expected.includes(from)) return changedSince(from);
  const isUndone = from === 'COMPLETED' && to === 'SHIPPED';
  const problem = isUndone
    ? undoingProblem(redemption, expected)
    : (moveProblem(redemption, to, trackingCode) ??
      (await shippingProblem(queries, redemption, to)));
  if (problem) return notAllowedNow(problem);
  const code = trackingCode ?? (isUndone ? redemption.trackingCode : null);
  await setRedemptionStatus(queries, { id, to, trackingCode: code });
  if (!isUndone) await emailConsumer(queries, { ...redemption, status: to, trackingCode }, now);
  if (to === 'CANCELED') await returnPointsAndStock(queries, redemption, now);
  return { from, to };
}

const formerCodeMessage =
  'Este código é de antes de uma correção ou de uma volta: se vale, redemptions move … shipped --code.';

/** Passes through all earlier statuses at once, as a list of codes comes when the parcels have left. */
export async function shipRedemption(
  queries: Queries,
  { id, trackingCode, now }: { id: number; trackingCode: string; now: Date },
): Promise<{ from: RedemptionStatus; to: RedemptionStatus } | Refusal> {
  const redemption = await lockRedemptionOfOwner(queries, id);
  if (!redemption) return refuse('NOT_FOUND');
  const { status: from, returnedAt, trackingCode: oldCode, formerCodes } = redemption;
  if (returnedAt && trackingCode === oldCode) {
    return notAllowedNow('O pacote com este código voltou: a nova remessa tem outro.');
  }
  if (from === 'SHIPPED' && formerCodes.includes(trackingCode))
    return notAllowedNow(formerCodeMessage);
  const stepsBefore = statusesBeforeShipment.includes(from)
    ? statusesBeforeShipment.slice(statusesBeforeShipment.indexOf(from) + 1)
    : [];
  for (const to of stepsBefore) {
    const moved = await moveRedemption(queries, { id, to, now });
    if (isRefusal(moved)) return moved;
  }
  const shipped = await moveRedemption(queries, { id, to: 'SHIPPED', trackingCode, now });
  return isRefusal(shipped) ? shipped : { from, to: 'SHIPPED' };
}

/** Beside the status, as the store has none for an order that came back or was not collected. */
export async function recordReturn(
  queries: Queries,
  { id, now }: { id: number; now: Date },
): Promise<RedemptionRecord | Refusal> {
  const redemption = await lockRedemptionOfOwner(queries, id);
  if (!redemption) return refuse('NOT_FOUND');
  const { status, returnedAt, campaignId, consumerId, items } = redemption;
  const isUncollected = status === 'AWAITING_WITHDRAW';
  if (status !== 'SHIPPED' && !isUncollected)
    return notAllowedNow(`Um resgate ${status} não foi enviado.`);
  if (returnedAt) return notAllowedNow('A volta deste resgate já está registrada.');
  await setReturned(queries, id, now);
  if (!isUncollected) {
    const prize = describeItems(items);
    const event: EmailEvent = { kind: 'ORDER_CHANGED', prize, status: 'RETURNED' };
    await queueEmail(queries, { campaignId, consumerId, event, now });
  }
  return { ...redemption, returnedAt: now };
}

/** Takes the profile's address of today, before the parcel leaves or after it came back. */
export async function readdressRedemption(
  queries: Queries,
  id: number,
): Promise<Address | Refusal> {
  const redemption = await lockRedemptionOfOwner(queries, id);
  if (!redemption) return refuse('NOT_FOUND');
  const { status, returnedAt } = redemption;
  if (!returnedAt && !canMoveRedemption(status, 'CANCELED')) {
    return notAllowedNow(`Um resgate ${status} não muda mais de endereço.`);
  }
  const address = await takeProfileAddress(queries, id);
  return address ?? notAllowedNow('O cadastro da pessoa não tem endereço.');
}

async function lockRedemptionOfOwner(
  queries: Queries,
  id: number,
): Promise<RedemptionRecord | null> {
  const hasOwner = await lockOwnerOf(queries, 'redemptions', id);
  return hasOwner ? lockRedemption(queries, id) : null;
}

/** Lists of codes, and moves of several, also name orders that have arrived: undoing one takes --status. */
function undoingProblem(
  { trackingCode }: RedemptionRecord,
  expected: readonly RedemptionStatus[] | null | undefined,
): string | null {
  const problem = 'Um resgate COMPLETED não pode passar a SHIPPED.';
  if (!trackingCode) return problem;
  return expected ? null : `${problem} Se foi concluído por engano: --status completed.`;
}

function moveProblem(
  { status: from, returnedAt, trackingCode: code }: RedemptionRecord,
  to: RedemptionStatus,
  newCode: string | null,
): string | null {
  if (returnedAt && to === 'CANCELED') return null;
  if (from !== 'SHIPPED' || to !== 'SHIPPED') {
    return canMoveRedemption(from, to) ? null : `Um resgate ${from} não pode passar a ${to}.`;
  }
  if (returnedAt || (newCode && newCode !== code)) return null;
  return 'Este resgate já foi enviado: --code corrige o código, e redemptions returned registra a volta.';
}

/** The code of a parcel that has left can always be corrected. */
async function shippingProblem(
  queries: Queries,
  { consumerId, status, returnedAt }: RedemptionRecord,
  to: RedemptionStatus,
): Promise<string | null> {
  if (to === 'CANCELED' || to === 'COMPLETED') return null;
  if (status === 'SHIPPED' && !returnedAt) return null;
  if ((await findWalletStatus(queries, consumerId)) !== 'ACTIVE') {
    return `A carteira da pessoa está bloqueada: wallets unblock ${consumerId} libera o resgate. Se ela excluiu seus dados, cancele-o ou conclua-o.`;
  }
  return (await sumPoints(queries, consumerId)) < 0
    ? 'Pontos usados neste resgate foram estornados: se o pacote ainda não saiu, cancele o resgate, que os devolve.'
    : null;
}

async function emailConsumer(
  queries: Queries,
  redemption: RedemptionRecord,
  now: Date,
): Promise<void> {
  const { campaignId, consumerId, status, trackingCode } = redemption;
  const prize = describeItems(redemption.items);
  if (status === 'SHIPPED') {
    const event: EmailEvent = { kind: 'ORDER_SENT', prize, trackingCode };
    await queueEmail(queries, { campaignId, consumerId, event, now });
  }
  if (status === 'AWAITING_WITHDRAW' || status === 'CANCELED') {
    const event: EmailEvent = { kind: 'ORDER_CHANGED', prize, status };
    await queueEmail(queries, { campaignId, consumerId, event, now });
  }
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
  const entry: LedgerEntry = { type: 'POINTS_RETURNED', redemption: redemptionId, points };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
}
