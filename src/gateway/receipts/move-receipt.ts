import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { shopOf } from '../../rules/receipts/fiscal-number.ts';
import {
  parseRejectionReason,
  type RejectionReason,
} from '../../rules/receipts/moderation-reasons.ts';
import {
  canMoveReceipt,
  creditedStatuses,
  deniedStatuses,
  isUnjudged,
  judgedStatuses,
  publishedStatus,
  type ReceiptStatus,
} from '../../rules/receipts/receipt-status.ts';
import type { OfficeDoubt } from '../../rules/receipts/review-reasons-and-doubts.ts';
import { enginesUntilClose } from '../../rules/rewards/engines-and-reward-status.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { engineKeyOf, findSnapshot, lockCampaignIfOpen } from '../db/queries/campaigns.ts';
import { lockConsumerUnlessErased, lockOwnerOf } from '../db/queries/consumers.ts';
import { lockAndFindDrawsClosedToNumbers, voidingProblem } from '../draws/draw-state.ts';
import { type EmailToQueue, queueEmail, receivedEmailKey } from '../emails/queue-email.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { isRefusal, notAllowedNow, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { makeFundReservationFinal, releaseFundReservation } from '../rewards/cashback.ts';
import { type EarningReceipt, isPendingOrder } from '../rewards/engine.ts';
import {
  endEngineOrders,
  endPendingOrders,
  findEngineOrders,
} from '../rewards/engine-order-queries.ts';
import { findWonPrizeId } from '../rewards/instant-prize-queries.ts';
import { takeBackInstantPrize } from '../rewards/instant-prizes.ts';
import { voidLuckyNumbers } from '../rewards/lucky-number-queries.ts';
import { voidedEntries } from '../rewards/lucky-numbers.ts';
import { runEngines, writeRewards } from '../rewards/run-engines.ts';
import {
  creditCashback,
  creditPoints,
  reverseCashback,
  reversePoints,
} from '../wallets/queries.ts';
import { insertModeration, setReceiptStatus } from './moderation-queries.ts';
import { findReceiptContents, lockReceipt, type ReceiptRecord } from './queries.ts';

export interface ReceiptMove {
  receiptId: number;
  to: ReceiptStatus;
  /** Sees the receipt with its row locked. @returns why it must stay as it is */
  problemOf?: (receipt: ReceiptRecord) => string | null;
  /** A code of `rejectionReasons`, or the moderator's own words. */
  reason?: string | undefined;
  now: Date;
}

type DatedMove = Pick<ReceiptMove, 'receiptId' | 'now'>;

interface MovedReceipt {
  from: ReceiptStatus;
  to: ReceiptStatus;
  campaignId: number;
  consumerId: number;
  rejection: RejectionReason | null;
  /** What the tax office had doubted until this move. */
  endedDoubts: readonly OfficeDoubt[];
  entries: LedgerEntry[];
}

/** Moves, emails and writes the ledger, so it is the last step of its transaction. */
export async function moveReceipt(
  queries: Transaction,
  move: ReceiptMove,
): Promise<Pick<MovedReceipt, 'from' | 'to' | 'consumerId' | 'endedDoubts'> | Refusal> {
  const { receiptId, to, now } = move;
  if (deniedStatuses.includes(to)) {
    const problem = await voidingProblem(queries, { receiptId, now });
    if (problem) return notAllowedNow(problem);
  }
  const moved = await applyMove(queries, move);
  if (isRefusal(moved)) return moved;
  const { from, campaignId, consumerId, endedDoubts, entries } = moved;
  await queueMoveEmails(queries, { campaignId, consumerId, now }, { ...moved, receiptId });
  await appendToLedger(queries, campaignId, { now, entries });
  return { from, to, consumerId, endedDoubts };
}

const ordersEndAs: Partial<Record<ReceiptStatus, 'CANCELLED' | 'NOT_ELIGIBLE'>> = {
  REJECTED: 'CANCELLED',
  NOT_ELIGIBLE: 'NOT_ELIGIBLE',
};

/**
 * An approval runs the pending orders. A rejection takes rewards back, spent ones too,
 * so that a wallet may go below zero. The caller rolls back what a `Refusal` leaves written.
 */
export async function applyMove(
  queries: Transaction,
  { receiptId, to, problemOf, reason, now }: ReceiptMove,
): Promise<MovedReceipt | Refusal> {
  const hasOwner = await lockOwnerOf(queries, 'receipts', receiptId);
  const receipt = await lockReceipt(queries, receiptId);
  if (!hasOwner || !receipt) return refuse('NOT_FOUND');
  const { status: from, campaignId, consumerId } = receipt;
  const rejection = parseRejectionReason(reason ?? '');
  const problem = problemOf?.(receipt);
  if (problem) return notAllowedNow(problem);
  const refusal = checkMove(from, to, rejection);
  if (refusal) return refusal;
  const isApproval = creditedStatuses.includes(to);
  const enginesToRun = isApproval ? await findEnginesToRun(queries, receipt, now) : null;
  if (isRefusal(enginesToRun)) return enginesToRun;
  await setReceiptStatus(queries, { id: receiptId, to });
  await insertModeration(queries, { receiptId, status: to, rejection, now });
  const rewards = enginesToRun
    ? await giveRewards(queries, receipt, { ...enginesToRun, now })
    : await takeBackRewardsIfDenied(queries, receipt, { to, now });
  if (isRefusal(rewards)) return rewards;
  const entries = [...publishedMove(receiptId, from, to), ...rewards];
  const endedDoubts = judgedStatuses.includes(to) ? receipt.openDoubts : [];
  return { from, to, campaignId, consumerId, rejection, endedDoubts, entries };
}

function publishedMove(receipt: number, from: ReceiptStatus, to: ReceiptStatus): LedgerEntry[] {
  const [before, after] = [publishedStatus(from), publishedStatus(to)];
  return before === after ? [] : [{ type: 'RECEIPT_MODERATED', receipt, from: before, to: after }];
}

function checkMove(
  from: ReceiptStatus,
  to: ReceiptStatus,
  rejection: RejectionReason | null,
): Refusal | null {
  if (!canMoveReceipt(from, to)) {
    return notAllowedNow(`Uma nota ${from} não pode passar a ${to}.`);
  }
  if (to === 'REJECTED' && !rejection) {
    return refuseFields([{ field: 'rejectionReason', violation: 'REQUIRED' }]);
  }
  return null;
}

const closedMessage = 'A promoção já foi encerrada: esta nota não pode mais receber números.';

const erasedMessage = 'A pessoa excluiu seus dados: esta nota só pode ser recusada.';

const fundReservedMessage =
  'O que resta do cashback está reservado para notas ainda não julgadas: julgue-as antes desta.';

interface EnginesToRun {
  hasPendingOrders: boolean;
  /** Pending orders of other draws are past their hour, and end. */
  idsToRun: ReadonlySet<number>;
}

async function findEnginesToRun(
  queries: Queries,
  { id, campaignId }: ReceiptRecord,
  now: Date,
): Promise<EnginesToRun | Refusal> {
  const allOrders = await findEngineOrders(queries, [id]);
  const orders = allOrders.filter(isPendingOrder);
  if (orders.length === 0) return { hasPendingOrders: false, idsToRun: new Set() };
  const untilClose = orders.filter(({ engineType }) => enginesUntilClose.includes(engineType));
  const isClosed = untilClose.length > 0 && !(await lockCampaignIfOpen(queries, campaignId));
  const engineIds = untilClose.map(({ engineId }) => engineId);
  const closedToNumbers =
    untilClose.length > 0
      ? await lockAndFindDrawsClosedToNumbers(queries, { campaignId, engineIds, now })
      : new Set<number>();
  if (isClosed && engineIds.some((engineId) => !closedToNumbers.has(engineId))) {
    return notAllowedNow(closedMessage);
  }
  const idsToRun = orders
    .map(({ engineId }) => engineId)
    .filter((engineId) => !closedToNumbers.has(engineId));
  return { hasPendingOrders: true, idsToRun: new Set(idsToRun) };
}

/** Where numbers or a prize are pending, the campaign is locked, so its rules stay. @returns ledger entries */
async function runPendingOrders(
  queries: Queries,
  stored: ReceiptRecord,
  { idsToRun, now }: { idsToRun: ReadonlySet<number>; now: Date },
): Promise<LedgerEntry[] | Refusal> {
  const { id, campaignId, consumerId } = stored;
  const { campaign } = await findSnapshot(queries, campaignId);
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return notAllowedNow(erasedMessage);
  const { lines } = await findReceiptContents(queries, id);
  const receipt: EarningReceipt = {
    ...stored,
    shop: shopOf(stored),
    consumer,
    lines,
    isProven: true,
    isJudged: true,
    now,
  };
  const results = await runEngines(
    queries,
    campaign.engines.filter((engine) => idsToRun.has(engineKeyOf(campaign, engine).engineId)),
    receipt,
  );
  if (results.orders.some(isPendingOrder)) return notAllowedNow(fundReservedMessage);
  await writeRewards(queries, receipt, results);
  await endPendingOrders(queries, { receiptId: id, idsToRun });
  return results.entries;
}

async function giveRewards(
  queries: Queries,
  receipt: ReceiptRecord,
  { hasPendingOrders, idsToRun, now }: EnginesToRun & { now: Date },
): Promise<LedgerEntry[] | Refusal> {
  const move = { receiptId: receipt.id, now };
  // Before the engines run: what they reserve now is not provisional.
  if (isUnjudged(receipt.status)) await makeFundReservationFinal(queries, receipt.id);
  if (!hasPendingOrders) return creditRewards(queries, move);
  const earned = await runPendingOrders(queries, receipt, { idsToRun, now });
  return isRefusal(earned) ? earned : [...earned, ...(await creditRewards(queries, move))];
}

async function creditRewards(queries: Queries, move: DatedMove): Promise<LedgerEntry[]> {
  const { receiptId } = move;
  const centavos = await creditCashback(queries, move);
  const points = await creditPoints(queries, move);
  const entries: LedgerEntry[] = [];
  if (centavos > 0) entries.push({ type: 'CASHBACK_CREDITED', receipt: receiptId, centavos });
  if (points > 0) entries.push({ type: 'POINTS_CREDITED', receipt: receiptId, points });
  return entries;
}

/** Numbers stay listed as void; the instant prize and the cashback go to later receipts. */
async function takeBackRewardsIfDenied(
  queries: Queries,
  { id: receiptId, status: from }: ReceiptRecord,
  { to, now }: Pick<ReceiptMove, 'to' | 'now'>,
): Promise<LedgerEntry[]> {
  const endedAs = ordersEndAs[to];
  if (!endedAs) return [];
  const move = { receiptId, now };
  await endEngineOrders(queries, { receiptId, status: endedAs });
  const voided = await voidLuckyNumbers(queries, move);
  const freedEntries = await takeBackInstantPrize(queries, move);
  await releaseFundReservation(queries, receiptId, {
    isProvisional: isUnjudged(from),
  });
  const centavos = await reverseCashback(queries, move);
  const points = await reversePoints(queries, move);
  const entries = [...voidedEntries(voided), ...freedEntries];
  if (centavos > 0) entries.push({ type: 'CASHBACK_REVERSED', receipt: receiptId, centavos });
  if (points > 0) entries.push({ type: 'POINTS_REVERSED', receipt: receiptId, points });
  return entries;
}

type Recipient = Pick<EmailToQueue, 'campaignId' | 'consumerId' | 'now'>;

async function queueMoveEmails(
  queries: Queries,
  recipient: Recipient,
  { receiptId, to, rejection }: Pick<MovedReceipt, 'to' | 'rejection'> & { receiptId: number },
): Promise<void> {
  if (to === 'REQUESTED_NEW_IMAGE') {
    await queueEmail(queries, { ...recipient, event: { kind: 'PICTURE_WANTED', receiptId } });
  }
  if (deniedStatuses.includes(to)) {
    // As on the receipt's page, where the sender reads no note beside another status.
    const shownReason = to === 'REJECTED' ? rejection : null;
    await queueEmail(queries, {
      ...recipient,
      event: {
        kind: 'RECEIPT_REFUSED',
        receiptId,
        reason: shownReason?.sentence ?? null,
        code: shownReason?.code ?? null,
      },
      dedupeKey: `receipt-refused/${receiptId}`,
    });
  }
  if (creditedStatuses.includes(to)) await queueApproval(queries, recipient, receiptId);
}

/** Sent once, although a receipt may pass through several approved statuses. */
async function queueApproval(
  queries: Queries,
  recipient: Recipient,
  receiptId: number,
): Promise<void> {
  await queueEmail(queries, {
    ...recipient,
    event: { kind: 'RECEIPT_APPROVED', receiptId },
    dedupeKey: `receipt-approved/${receiptId}`,
    replaces: receivedEmailKey(receiptId),
  });
  const prizeId = await findWonPrizeId(queries, receiptId);
  if (prizeId === null) return;
  await queueEmail(queries, {
    ...recipient,
    event: { kind: 'INSTANT_PRIZE_WON', receiptId, prizeId },
    dedupeKey: `instant-prize-won/${receiptId}`,
  });
}
