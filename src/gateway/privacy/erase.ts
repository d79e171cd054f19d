import type { Campaign } from '../../contract/campaign.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { eraseMeEndpoint } from '../../contract/personal-data.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { erasureBlockerMessage } from '../../rules/messages/messages.ts';
import {
  type DeadlineBlocker,
  deadlineBlocker,
  type ErasureBlocker,
  erasureBlocker,
  type HeldReward,
  heldRewards,
  heldUntil,
  type OpenMatters,
  type Participation,
} from '../../rules/people/erasure.ts';
import {
  creditedStatuses,
  isUnjudged,
  type ReceiptStatus,
  receiptStatuses,
} from '../../rules/receipts/receipt-status.ts';
import { handedOutStatuses, isDeliveryOpen } from '../../rules/rewards/prize-delivery.ts';
import { eraseAttributions } from '../attribution/queries.ts';
import { withdrawConsents } from '../consumers/consents.ts';
import { eraseMentions, removeErasedUser } from '../consumers/queries.ts';
import type { Database, Queries, Transaction } from '../db/database.ts';
import { requestRebuild } from '../db/queries/campaigns.ts';
import { type ConsumerRecord, lockConsumerUnlessErased } from '../db/queries/consumers.ts';
import { deleteUser } from '../db/queries/identity.ts';
import { documentMac } from '../db/queries/secrets.ts';
import { findWins, lockLuckyNumbersShared } from '../draws/draw-queries.ts';
import { eraseEmails } from '../emails/queries.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import type { Gateway } from '../gateway.ts';
import type { RouteCall } from '../http/route.ts';
import { bearerOf } from '../http/session.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { scheduleFilesOf } from '../receipts/file-deletion.ts';
import { applyMove } from '../receipts/move-receipt.ts';
import { lockReceiptsOf, type ReceiptRecord } from '../receipts/queries.ts';
import { findRedemptions } from '../redemptions/queries.ts';
import { isRefusal, notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { findEngineOrders } from '../rewards/engine-order-queries.ts';
import { voidedEntries } from '../rewards/lucky-numbers.ts';
import { findIncidentsOf } from '../support/queries.ts';
import { findCashbackEntries } from '../wallets/queries.ts';
import { erasureLine } from './erasure-list.ts';
import {
  type Erasure,
  type ErasureCause,
  endHolds,
  eraseModeratorsWords,
  eraseProfile,
  eraseRowsAbout,
  eraseStoredResponses,
  findErasure,
  findPrizeStatuses,
  insertErasure,
  recordUserRemoved,
  voidAllLuckyNumbers,
} from './queries.ts';

export async function eraseMe(
  gateway: Gateway,
  {
    consumer,
    request,
    now,
    idempotent,
  }: RouteCall<unknown, AnswerOf<typeof eraseMeEndpoint>, 'consumer'>,
): Promise<AnswerOf<typeof eraseMeEndpoint> | Refusal> {
  const erased = await idempotent((queries) =>
    eraseConsumer(queries, gateway.snapshot.campaign, {
      consumerId: consumer.id,
      requestedBy: 'CONSUMER',
      now,
    }),
  );
  if (isRefusal(erased)) return erased;
  gateway.runInBackground('account removal', async () => {
    await gateway.identity.removeUser(bearerOf(request), (remove) =>
      removeErasedUser(gateway.database, consumer.identityId, remove),
    );
    await recordUserRemoved(gateway.database, consumer.id);
  });
  gateway.runInBackground('file removal', gateway.deleteFiles);
  gateway.runInBackground('erasure list', gateway.writeErasureList);
  return erased;
}

const leftReason = 'Dados excluídos a pedido do titular';

/** Repeats an erasure in a restored backup: a payment under way does not stop it, and no email is sent. */
interface RepeatedErasure {
  heldBefore: readonly HeldReward[];
}

/**
 * LGPD, Lei 13.709/2018, art. 18, VI. Records that the promotion must account for stay under a
 * pseudonym, and a winner's name and document for as long as the law requires. Idempotent.
 * Refused for an unknown consumer, and while money or a prize is on its way to the person.
 */
export async function eraseConsumer(
  queries: Transaction,
  campaign: Campaign,
  request: {
    consumerId: number;
    requestedBy: 'CONSUMER' | 'OPERATOR';
    cause?: ErasureCause;
    repeats?: RepeatedErasure | null;
    now: Date;
  },
): Promise<AnswerOf<typeof eraseMeEndpoint> | Refusal> {
  const { consumerId, requestedBy, cause = 'REQUEST', repeats = null, now } = request;
  // Waits for a draw that is being made: it may make this person a winner, whose data are kept.
  await lockLuckyNumbersShared(queries);
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) {
    const erasure = await findErasure(queries, consumerId);
    return erasure ? erasureAnswer(erasure) : refuse('NOT_FOUND');
  }
  const receipts = await lockReceiptsOf(queries, consumerId);
  const participation = await readParticipation(queries, { consumerId, receipts, now });
  const refusal = repeats ? null : checkOpenMatters(participation, requestedBy, cause);
  if (refusal) return refusal;

  // Before the receipts are denied, as the reason that we give for that has to stay.
  await eraseModeratorsWords(queries, consumerId);
  const hasDrawnPrize = participation.drawnPrizes > 0;
  const leaving = { consumerId, hasDrawnPrize, cause, now };
  const entries = await takeOutOfPromotion(queries, receipts, leaving);
  const heldBefore = repeats?.heldBefore ?? [];
  const erasure = dataToHold(campaign, consumer, [...heldBefore, ...heldRewards(participation)]);
  await writeErasure(queries, consumer, {
    ...erasure,
    cause,
    remembersDocument: receipts.length > 0 && cause !== 'DEADLINE',
    requestedBy,
    now,
  });
  const keptStatuses = statusesWhoseFilesStay(erasure, heldBefore);
  const keepsSentPrizes = erasure.held !== null;
  await scheduleFilesOf(queries, { consumerId, keptStatuses, keepsSentPrizes });
  await eraseRecords(queries, consumer, now);
  if (!repeats && cause !== 'DEADLINE') await queueLastEmail(queries, consumer, now);
  await eraseProfile(queries, { consumerId, now });
  const { campaignId } = consumer;
  if (hasDrawnPrize) await requestRebuild(queries, campaignId);
  await appendToLedger(queries, campaignId, { now, entries });
  return erasureAnswer({ ...erasure, erasedAt: now });
}

const operatorsErasureBlockers: Readonly<Record<ErasureBlocker, string>> = {
  WITHDRAWAL: 'A pessoa tem um saque em andamento: os dados são necessários para o pagamento.',
  REDEMPTION: 'A pessoa tem um resgate em andamento: os dados são necessários para a entrega.',
};

const deadlineBlockers: Readonly<Record<DeadlineBlocker, string>> = {
  RECEIPT: 'Uma nota ainda não foi julgada.',
  PRIZE:
    'Um prêmio ainda não foi entregue nem dado por encerrado (winners list mostra o seu estado, winners move o encerra; o de uma nota em dúvida espera receipts keep), ou foi enviado há menos de 30 dias e pode voltar.',
  CONVERSATION: 'Uma conversa do atendimento ainda espera resposta.',
};

function checkOpenMatters(
  participation: Participation & OpenMatters,
  requestedBy: 'CONSUMER' | 'OPERATOR',
  cause: ErasureCause,
): Refusal | null {
  const blocker = erasureBlocker(participation);
  if (blocker) {
    return notAllowedNow(
      requestedBy === 'CONSUMER'
        ? erasureBlockerMessage(blocker)
        : operatorsErasureBlockers[blocker],
    );
  }
  const openMatter = cause === 'DEADLINE' ? deadlineBlocker(participation) : null;
  return openMatter && notAllowedNow(deadlineBlockers[openMatter]);
}

async function writeErasure(
  queries: Queries,
  { id: consumerId, campaignId, document, identityId }: ConsumerRecord,
  {
    remembersDocument,
    now,
    ...erasure
  }: Omit<Erasure, 'erasedAt'> & {
    /** So that no new account with the document can send the same receipts again. */
    remembersDocument: boolean;
    cause: ErasureCause;
    requestedBy: 'CONSUMER' | 'OPERATOR';
    now: Date;
  },
): Promise<void> {
  const isUserRemoved = await deleteUser(queries, identityId);
  await insertErasure(queries, {
    ...erasure,
    consumerId,
    campaignId,
    // Without receipts, the document becomes free again: its real owner may still sign up.
    documentMac: remembersDocument ? await documentMac(queries, document) : null,
    identityId: isUserRemoved ? null : identityId,
    unlistedLine: await erasureLine(queries, {
      campaignId,
      consumerId,
      now,
      held: erasure.held?.rewards ?? [],
      cause: erasure.cause,
    }),
  });
}

function dataToHold(
  { endsAt }: Campaign,
  { name, document }: ConsumerRecord,
  rewardsOfPerson: readonly HeldReward[],
): Omit<Erasure, 'erasedAt'> {
  const rewards = [...new Set(rewardsOfPerson)];
  if (rewards.length === 0) return { held: null, heldUntil: null };
  return { held: { rewards, name, document }, heldUntil: heldUntil(endsAt) };
}

/** In a restored backup, receipts may be unjudged that were credited after it was made. */
function statusesWhoseFilesStay(
  { held }: Pick<Erasure, 'held'>,
  heldBefore: readonly HeldReward[],
): readonly ReceiptStatus[] {
  if (heldBefore.length > 0) return receiptStatuses;
  return held ? creditedStatuses : [];
}

async function readParticipation(
  queries: Queries,
  {
    consumerId,
    receipts,
    now,
  }: { consumerId: number; receipts: readonly ReceiptRecord[]; now: Date },
): Promise<Participation & OpenMatters> {
  const entries = await findCashbackEntries(queries, consumerId);
  const orders = await findEngineOrders(
    queries,
    receipts.map(({ id }) => id),
  );
  const isWinner = ({ id }: ReceiptRecord) =>
    orders.some(
      ({ receiptId, rewarded, campaignPrizeId }) =>
        receiptId === id && rewarded && campaignPrizeId !== null,
    );
  const deliveries = await findPrizeStatuses(queries, consumerId);
  const incidents = await findIncidentsOf(queries, consumerId);
  const sentDeliveries = deliveries.filter(({ status }) => handedOutStatuses.includes(status));
  return {
    prizeReceipts: receipts.filter(isWinner),
    sentPrizes: sentDeliveries.map(({ kind }) => kind),
    withdrawals: entries.filter(({ type }) => type === 'WITHDRAW'),
    redemptions: await findRedemptions(queries, consumerId),
    drawnPrizes: (await findWins(queries, consumerId)).length,
    unjudgedReceipts: receipts.filter(({ status }) => isUnjudged(status)).length,
    openPrizes: deliveries.filter((delivery) => isDeliveryOpen(delivery, now)).length,
    conversationsToAnswer: incidents.filter(({ status }) => status === 'OPEN').length,
  };
}

/**
 * Denies unjudged receipts and, before the deadlines, voids numbers. A draw's winner keeps receipts,
 * and numbers of draws already made: else the log would show which receipts are the winner's.
 */
async function takeOutOfPromotion(
  queries: Queries,
  receipts: readonly ReceiptRecord[],
  leaving: { consumerId: number; hasDrawnPrize: boolean; cause: ErasureCause; now: Date },
): Promise<LedgerEntry[]> {
  const { hasDrawnPrize, cause, now } = leaving;
  const to = 'NOT_ELIGIBLE';
  const entries: LedgerEntry[] = [];
  const unjudged = receipts.filter(({ status }) => isUnjudged(status));
  for (const { id } of hasDrawnPrize ? [] : unjudged) {
    const movedReceipt = await applyMove(queries, { receiptId: id, to, reason: leftReason, now });
    if (isRefusal(movedReceipt)) {
      throw new Error(`Receipt ${id} could not be denied: ${movedReceipt.code}`);
    }
    entries.push(...movedReceipt.entries);
  }
  const voided = cause === 'DEADLINE' ? [] : await voidAllLuckyNumbers(queries, leaving);
  return [...entries, ...voidedEntries(voided)];
}

async function eraseRecords(queries: Queries, consumer: ConsumerRecord, now: Date): Promise<void> {
  const { id: consumerId } = consumer;
  await eraseStoredResponses(queries, consumerId);
  await eraseRowsAbout(queries, consumerId);
  await eraseAttributions(queries, consumerId);
  await withdrawConsents(queries, { consumerId, code: null, now });
  await eraseMentions(queries, consumer);
  await eraseEmails(queries, consumer);
}

/** The last email has no consumer id, so nothing links the address to the remaining rows. */
async function queueLastEmail(
  queries: Queries,
  { campaignId, email: to }: ConsumerRecord,
  now: Date,
): Promise<void> {
  const event: EmailEvent = { kind: 'DATA_ERASED' };
  await queueEmail(queries, { campaignId, consumerId: null, to, event, now });
}

function erasureAnswer({ erasedAt, held, heldUntil: until }: Erasure) {
  return {
    erasedAt: erasedAt.toISOString(),
    held: held && until && { until: until.toISOString(), rewards: [...held.rewards] },
  };
}

const holdsAtOnce = 500;

/** In slices: everybody who was rewarded is held until the same moment. */
export async function eraseExpiredHolds(
  database: Pick<Database, 'transaction'>,
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted) {
    const ended = await database.transaction(async (queries) => {
      const consumerIds = await endHolds(queries, now, holdsAtOnce);
      for (const consumerId of consumerIds)
        await scheduleFilesOf(queries, { consumerId, keptStatuses: [], keepsSentPrizes: false });
      return consumerIds.length;
    });
    if (ended < holdsAtOnce) return;
  }
}
