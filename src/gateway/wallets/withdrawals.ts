import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { hiddenAmount } from '../../rules/log/hidden-owners.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { withdrawalBlockerMessage } from '../../rules/messages/messages.ts';
import {
  needsPaymentKey,
  type WithdrawalStatus,
  withdrawalBlocker,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { type Database, exists, named, type Queries, type Transaction } from '../db/database.ts';
import { campaignIdOf } from '../db/queries/campaigns.ts';
import {
  bankInfoSql,
  type ConsumerRecord,
  forgetBankInfoEnteredBefore,
  isOfIdentitySql,
  lockConsumer,
  lockOwnerOf,
} from '../db/queries/consumers.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { deriveNonce } from '../ledger/log-key.ts';
import {
  changedSince,
  isRefusal,
  notAllowedNow,
  type Refusal,
  refuse,
  refuseFields,
} from '../refusal.ts';
import type { EndedSessions } from '../services/identity/identity-platform.ts';
import {
  findPendingWithdrawals,
  insertWithdrawal,
  type LockedWithdrawal,
  lockWithdrawal,
  setWithdrawalStatus,
  sumCashbackWallet,
} from './queries.ts';

/** Takes the whole balance, since the call names no amount. */
export async function withdrawCashback(
  queries: Transaction,
  { campaign }: CampaignSnapshot,
  { consumerId, now }: { consumerId: number; now: Date },
): Promise<{ id: number } | Refusal> {
  const consumer = await lockConsumer(queries, consumerId);
  const balance = await sumCashbackWallet(queries, consumerId);
  const blocker = withdrawalBlocker({ balance, status: consumer.walletStatus });
  if (blocker) return notAllowedNow(withdrawalBlockerMessage(blocker));
  if (needsPaymentKey(campaign) && !hasPaymentKey(consumer)) {
    return refuseFields([{ field: 'instantPaymentKeyType', violation: 'REQUIRED' }]);
  }
  const campaignId = campaignIdOf(campaign);
  const withdrawal = await insertWithdrawal(queries, { campaignId, consumerId, now });
  if (!withdrawal) return refuse('NOT_ALLOWED_NOW');
  const { id, centavos } = withdrawal;
  const nonce = await deriveNonce(queries, campaignId, `withdrawal/${id}`);
  const amount = hiddenAmount(centavos, nonce);
  const entry: LedgerEntry = { type: 'CASHBACK_WITHDRAWN', withdrawal: id, amount };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { id };
}

function hasPaymentKey({ bankInfo }: ConsumerRecord): boolean {
  return Boolean(bankInfo?.instantPaymentKeyType);
}

interface Settlement {
  id: number;
  to: Exclude<WithdrawalStatus, 'PENDING'>;
  expected?: readonly WithdrawalStatus[] | null;
  /** Sends the owner no email, where the caller sends one that says more. */
  isSilent?: boolean;
  now: Date;
}

type SettledWithdrawal = {
  id: number;
  from: WithdrawalStatus;
  status: WithdrawalStatus;
  batch: number | null;
};

/** An obstacle keeps a withdrawal only from going to the bank: what the bank did is recorded in any case. */
export async function settleWithdrawal(
  queries: Transaction,
  settlement: Settlement,
): Promise<SettledWithdrawal | Refusal> {
  const { id, to } = settlement;
  const withdrawal = await lockExpectedWithdrawal(queries, settlement);
  if (isRefusal(withdrawal)) return withdrawal;
  const { status: from, obstacle } = withdrawal;
  if ((from !== 'PENDING' && from !== 'TRANSFER_REQUESTED') || from === to) {
    return notAllowedNow(`Um saque ${from} não pode passar a ${to}.`);
  }
  if (to === 'TRANSFER_REQUESTED' && obstacle) {
    return notAllowedNow(obstacleMessage(id, withdrawal));
  }
  return writeSettlement(queries, withdrawal, settlement);
}

/** They may be a thief's. All are of one person, whom the first settlement locks. @returns whether any went back */
export async function returnWaitingWithdrawals(
  queries: Queries,
  {
    identityId,
    requestedBefore,
    isSilent,
    now,
  }: {
    identityId: string;
    requestedBefore: Date | null;
    isSilent: boolean;
    now: Date;
  },
): Promise<boolean> {
  let hasReturned = false;
  for (const id of await findPendingWithdrawals(queries, identityId, requestedBefore)) {
    const settlement = { id, to: 'ERROR', expected: ['PENDING'], isSilent, now } as const;
    const settled = await settleWithdrawal(queries, settlement);
    if (!isRefusal(settled)) hasReturned = true;
  }
  return hasReturned;
}

/**
 * Once the identity service has ended a user's sessions, earlier bank data and waiting withdrawals may
 * be a thief's: both are taken back. Called every minute for each token, so it first looks for any.
 */
export async function revertPayoutChanges(
  database: Database,
  { identityId, now, ...ended }: EndedSessions & { identityId: string; now: Date },
): Promise<void> {
  if (!(await hasPayoutChanges(database, identityId, ended))) return;
  const before = ended.workedUntil;
  await database.transaction(async (queries) => {
    const waiting = { identityId, requestedBefore: before, isSilent: false, now };
    const hadWithdrawals = await returnWaitingWithdrawals(queries, waiting);
    // With a withdrawal from then, bank data of an unknown date may be a thief's too: it was to be paid to them.
    await forgetBankInfoEnteredBefore(queries, identityId, { before, alsoUndated: hadWithdrawals });
  });
}

async function lockExpectedWithdrawal(
  queries: Queries,
  { id, expected }: Settlement,
): Promise<LockedWithdrawal | Refusal> {
  await lockOwnerOf(queries, 'cashback_entries', id);
  const withdrawal = await lockWithdrawal(queries, id);
  if (!withdrawal) return refuse('NOT_FOUND');
  return expected && !expected.includes(withdrawal.status)
    ? changedSince(withdrawal.status)
    : withdrawal;
}

function obstacleMessage(id: number, { obstacle, isErased, consumerId }: LockedWithdrawal): string {
  if (obstacle === 'OWES') {
    return `A pessoa deve o cashback de uma nota recusada: withdrawals settle ${id} error devolve o valor à carteira, e ela saca o que restar.`;
  }
  return isErased
    ? `Os dados da pessoa foram excluídos: withdrawals settle ${id} error, ou success se o saque já foi pago.`
    : `A carteira da pessoa está bloqueada: wallets unblock ${consumerId} libera o saque.`;
}

const corrections: Partial<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  SUCCESS: ['ERROR', 'TRANSFER_REQUESTED'],
  ERROR: ['SUCCESS', 'TRANSFER_REQUESTED'],
};

/** Takes a wrong settlement back, even if the balance then is below zero. */
export async function correctSettlement(
  queries: Queries,
  settlement: Settlement,
): Promise<(SettledWithdrawal & { consumerId: number; balance: number }) | Refusal> {
  const { to } = settlement;
  const withdrawal = await lockExpectedWithdrawal(queries, settlement);
  if (isRefusal(withdrawal)) return withdrawal;
  const { status: from, batch, consumerId, isErased } = withdrawal;
  if (!corrections[from]?.includes(to)) {
    return notAllowedNow(`Um saque ${from} não pode ser corrigido para ${to}.`);
  }
  if (from === 'ERROR' && to === 'TRANSFER_REQUESTED' && batch === null) {
    return notAllowedNow('Este saque não está em nenhum arquivo do banco: a pessoa saca de novo.');
  }
  // What the bank has paid is recorded; money goes back only into a wallet that has an owner.
  if (isErased && to !== 'SUCCESS') {
    return notAllowedNow('A pessoa excluiu seus dados: a carteira não tem mais dono.');
  }
  const corrected = await writeSettlement(queries, withdrawal, settlement);
  return { ...corrected, consumerId, balance: await sumCashbackWallet(queries, consumerId) };
}

async function writeSettlement(
  queries: Queries,
  withdrawal: LockedWithdrawal,
  { id, to, isSilent, now }: Settlement,
): Promise<SettledWithdrawal> {
  const { status: from, batch, campaignId } = withdrawal;
  await setWithdrawalStatus(queries, { id, to });
  if (to !== 'TRANSFER_REQUESTED' && !isSilent) {
    await emailOwner(queries, { ...withdrawal, to, now });
  }
  const entry: LedgerEntry = { type: 'WITHDRAWAL_SETTLED', withdrawal: id, status: to };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { id, from, status: to, batch };
}

async function emailOwner(
  queries: Queries,
  {
    to,
    centavos,
    campaignId,
    consumerId,
    now,
  }: LockedWithdrawal & { to: 'SUCCESS' | 'ERROR'; now: Date },
): Promise<void> {
  const kind = to === 'SUCCESS' ? 'WITHDRAWAL_PAID' : 'WITHDRAWAL_FAILED';
  // Without a `dedupeKey`: after a correction the same outcome deserves another email.
  await queueEmail(queries, { campaignId, consumerId, event: { kind, centavos }, now });
}

/** A new account's `endedAt` is its creation, shortly after the sign-up: then nothing has ended. */
const signedUpBeforeSql = `${isOfIdentitySql}
  and consumers.created_at < $endedAt::timestamptz - interval '5 minutes'`;

/** Whether a bank account or Pix key was set, or a withdrawal waits, from before `workedUntil`. */
function hasPayoutChanges(
  queries: Queries,
  identityId: string,
  session: { endedAt: Date; workedUntil: Date },
): Promise<boolean> {
  return exists(
    queries,
    ...named(
      `select from consumers where ${signedUpBeforeSql}
         and ${bankInfoSql} is not null and consumers.bank_info_changed_at < $workedUntil
       union all
       select from cashback_entries as entry join consumers on consumers.id = entry.consumer_id
       where ${signedUpBeforeSql}
         and entry.type = 'WITHDRAW' and entry.status = 'PENDING'
         and entry.created_at < $workedUntil
       limit 1`,
      { identityId, ...session },
    ),
  );
}
