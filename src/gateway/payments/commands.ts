import { clockInSaoPaulo } from '../../rules/dates.ts';
import { formatMoney } from '../../rules/money.ts';
import {
  normalisePaymentKey,
  type WithdrawalStatus,
  withdrawalStatuses,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import {
  type Command,
  type CommandCall,
  campaignIdFor,
  fileArgument,
  idOf,
  idsOf,
  oneOf,
  type Row,
  runForEach,
} from '../cli/command.ts';
import { csvText } from '../cli/csv.ts';
import {
  expectedStatuses,
  filterOf,
  filterUsage,
  listPage,
  pageUsage,
  rowsAskedFor,
} from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import type { Queries } from '../db/database.ts';
import type { ListPage } from '../db/queries/list-filters.ts';
import { replaceFile } from '../private-files.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findCashbackEntries } from '../wallets/queries.ts';
import { correctSettlement, settleWithdrawal } from '../wallets/withdrawals.ts';
import {
  maxPaymentsInFile,
  openPaymentBatch,
  type PaymentBatch,
  repeatBankFile,
} from './bank-file.ts';
import {
  batchStatuses,
  findBatches,
  findDoubtedPayees,
  findLeftOut,
  findSharersOfKeys,
  findWithdrawalsOfBatch,
  type LeftOut,
} from './queries.ts';

const withdrawalTargets: Exclude<WithdrawalStatus, 'PENDING'>[] = [
  'TRANSFER_REQUESTED',
  'SUCCESS',
  'ERROR',
];

export const paymentCommands: Command[] = [
  {
    usage: `withdrawals file <file> ${filterUsage} [--key <pix key>] [--limit <withdrawals>] [--batch <number>] [--force]`,
    does: `
      writes the waiting withdrawals, with their Pix keys,
      into one file for the bank (CSV) and moves them to TRANSFER_REQUESTED;
      each goes into one file only.
      Up to ${maxPaymentsInFile}, or --limit, go into one,
      and it says how many are left for the next, which other files the bank has not settled yet,
      and whose approved receipts the tax office doubts: with --dry-run before they are paid.
      --batch writes the file of a batch again, with --force though some of it is settled by now`,
    run: writeBankFile,
  },
  {
    usage: `withdrawals batches [--status <status>] [--day <yyyy-MM-dd>] ${pageUsage}`,
    does: `
      lists the files that were made for the bank, newest first,
      and how many of their withdrawals still wait for it, were paid, or failed;
      --status: ${batchStatuses.join(', ')}`,
    run: listBatches,
  },
  {
    usage: 'withdrawals settle <id>... <status> [--batch <number>] [--status <status>]',
    does: `
      records the outcome of one or several withdrawals,
      or with --batch of all in one file for the bank: ${withdrawalTargets.join(', ')}.
      Before paying one by hand, move it to TRANSFER_REQUESTED: then no file takes it;
      it is refused while the wallet is blocked, or owes. --status: only those that still have it`,
    run: settle,
  },
  {
    usage: 'withdrawals correct <id>... <status> [--batch <number>] [--status <status>]',
    does: `
      takes back a wrong outcome: SUCCESS becomes ERROR (the bank sent it back) or
      TRANSFER_REQUESTED (the bank has it still), ERROR becomes SUCCESS (it was paid after all)
      or, in a file, TRANSFER_REQUESTED. The owner gets the email of the new outcome.
      --status: only those that still have it; --batch needs it`,
    run: correct,
  },
];

async function settle(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { words, options } = call;
  const to = oneOf(withdrawalTargets, words.at(-1));
  const expected = expectedStatuses(options, withdrawalStatuses);
  const ids = await idsNamed(call, ['TRANSFER_REQUESTED']);
  if (ids.length === 0) {
    const message = `Nenhum saque do lote ${options.batch} espera pelo banco.`;
    return refuse('NOT_FOUND', { message });
  }
  const rows = await runForEach(
    call,
    { table: 'cashback_entries', ids },
    async (queries, id, now) => {
      const settled = await settleWithdrawal(queries, { id, to, expected, now });
      return isRefusal(settled) ? settled : [settled];
    },
  );
  if (to === 'ERROR' && options.batch === undefined && !isRefusal(rows)) {
    const inFile = rows.filter(({ from, batch }) => from === 'TRANSFER_REQUESTED' && batch);
    const named = inFile.map(({ id }) => id).join(' ');
    const remedy = `Unless it refused them: withdrawals correct ${named} transfer_requested`;
    if (named) call.progress(`The bank has these in a file: ${named}. ${remedy}`);
  }
  return rows;
}

async function correct(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { words, options } = call;
  const to = oneOf(withdrawalTargets, words.at(-1));
  const expected = expectedStatuses(options, withdrawalStatuses);
  if (options.batch !== undefined && !expected) {
    throw new UsageError('--batch needs --status: which of its withdrawals are wrong.');
  }
  const ids = await idsNamed(call, expected ?? []);
  if (ids.length === 0) {
    const message = `Nenhum saque do lote ${options.batch} está nesse status.`;
    return refuse('NOT_FOUND', { message });
  }
  return runForEach(call, { table: 'cashback_entries', ids }, async (queries, id, now) => {
    const corrected = await correctSettlement(queries, { id, to, expected, now });
    if (isRefusal(corrected)) return corrected;
    const { consumerId, balance, ...row } = corrected;
    if (balance < 0) await reportDebt(queries, call, { consumerId, balance });
    return [{ ...row, balance: formatMoney(balance) }];
  });
}

/** The ids that were typed before the status, or those of --batch in these statuses. */
async function idsNamed(
  { words, options, database }: CommandCall,
  statuses: readonly WithdrawalStatus[],
): Promise<number[]> {
  const namedWords = words.slice(0, -1);
  if (options.batch === undefined) return idsOf(namedWords);
  if (namedWords.length > 0) {
    throw new UsageError('Either the withdrawals are named, or their batch.');
  }
  return findWithdrawalsOfBatch(database, { id: idOf(options.batch), statuses });
}

async function reportDebt(
  queries: Queries,
  { progress }: CommandCall,
  { consumerId, balance }: { consumerId: number; balance: number },
): Promise<void> {
  const entries = await findCashbackEntries(queries, consumerId);
  const waiting = entries.filter(({ status }) => status === 'PENDING').map(({ id }) => id);
  const remedy = waiting.length > 0 ? `; withdrawals settle ${waiting.join(' ')} error` : '';
  progress(`Consumer ${consumerId} now owes ${formatMoney(-balance)} (wallets negative)${remedy}.`);
}

async function listBatches(call: CommandCall): Promise<readonly Row[]> {
  const find = (page: ListPage) => findBatches(call.database, page);
  const batches = await listPage(call, { statuses: batchStatuses }, find);
  return batches.map(({ id, author, centavos, sha256, ...batch }) => ({
    batch: id,
    createdAt: batch.createdAt,
    by: author,
    withdrawals: batch.withdrawals,
    total: formatMoney(centavos),
    waiting: batch.waiting,
    paid: batch.paid,
    failed: batch.failed,
    sha256: sha256.slice(0, 12),
  }));
}

/** Commits before it writes: a lost file can be written again, but money paid twice is gone. */
async function writeBankFile(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, options } = call;
  const path = fileArgument(call);
  const campaignId = await campaignIdFor(database, options);
  const createdBatch = await database.transaction((queries) =>
    options.batch === undefined
      ? openNewBatch(queries, call, campaignId)
      : repeatBankFile(
          queries,
          { id: idOf(options.batch), campaignId, csvText },
          { allowSettled: options.force === true },
        ),
  );
  const answer = isRefusal(createdBatch)
    ? createdBatch
    : await storeBankFile(call, path, createdBatch);
  await reportOpenBatches(call, {
    campaignId,
    besides: isRefusal(createdBatch) ? null : createdBatch.batch.id,
  });
  return answer;
}

async function openNewBatch(queries: Queries, call: CommandCall, campaignId: number) {
  const { options, author, now } = call;
  const kind = { statuses: ['PENDING'], keyOf: normalisePaymentKey };
  const filter = await filterOf(queries, options, kind);
  reportLeftOut(call, await findLeftOut(queries, { ...filter, campaignId, now }));
  const limit = options.limit === undefined ? maxPaymentsInFile : rowsAskedFor(options);
  const batch = { campaignId, filter, limit, author, now, csvText };
  const newBatch = await openPaymentBatch(queries, batch);
  if (isRefusal(newBatch)) return newBatch;
  if (newBatch.left > 0) call.progress(`Left for the next file: ${newBatch.left}.`);
  const shared = { campaignId, batchId: newBatch.batch.id };
  for (const { consumers } of await findSharersOfKeys(queries, shared)) {
    const people = consumers.join(' ');
    call.progress(`One Pix key for several people; if it is fraud: wallets block ${people}`);
  }
  const doubted = await findDoubtedPayees(queries, newBatch.batch.id);
  if (doubted.length > 0) {
    const people = doubted.join(' ');
    call.progress(`The tax office doubts receipts of people ${people} (receipts doubted).`);
  }
  return newBatch;
}

async function storeBankFile(
  call: CommandCall,
  path: string,
  { batch, text }: { batch: PaymentBatch; text: string },
): Promise<readonly Row[]> {
  if (!call.options['dry-run']) {
    try {
      await replaceFile(path, async (file) => {
        await file.appendFile(text);
        // Before it gets its name, under which a power failure could leave only a part of it.
        await file.sync();
      });
    } catch (error) {
      const again = `withdrawals file ${call.words[0]} --batch ${batch.id}`;
      call.progress(`The file was not written; again with: ${again}`);
      throw error;
    }
  }
  const centavos = batch.payments.reduce((sum, payment) => sum + payment.centavos, 0);
  const total = formatMoney(centavos);
  return [{ batch: batch.id, file: path, withdrawals: batch.payments.length, total }];
}

const shownBatches = 10;
const shownKeyless = 100;

/** Where a command was cut off, only the batch shows that the bank may have its file. */
async function reportOpenBatches(
  { database, progress }: CommandCall,
  { campaignId, besides }: { campaignId: number; besides: number | null },
): Promise<void> {
  const openBatches = { statuses: ['OPEN'], from: null, until: null };
  const page = { ...openBatches, campaignId, limit: shownBatches + 2, offset: 0 };
  const batches = (await findBatches(database, page)).filter(({ id }) => id !== besides);
  for (const { id, waiting, centavos, createdAt, author } of batches.slice(0, shownBatches)) {
    const made = clockInSaoPaulo(createdAt).slice(0, 16).replace('T', ' ');
    progress(
      `The bank has not settled ${waiting} of batch ${id} (${formatMoney(centavos)}, made ${made} by ${author}).`,
    );
  }
  if (batches.length > shownBatches) progress('There are more: withdrawals batches --status open.');
}

function reportLeftOut(
  { progress }: CommandCall,
  { blocked, withoutKey, newAccount, owing, newKey }: LeftOut,
): void {
  if (blocked > 0) progress(`Left out: ${blocked} of a blocked wallet.`);
  if (newKey > 0) {
    progress(`Left out as NEW_KEY: ${newKey}, for a day from the change (withdrawals list).`);
  }
  if (newAccount.length > 0) {
    progress(
      `Left out: ${newAccount.length} without a Pix key, to an account that has just replaced another: ${shownIds(newAccount)}. Pay nothing before payableFrom (withdrawals list), and then each by hand.`,
    );
  }
  if (withoutKey.length > 0) {
    progress(
      `Left out: ${withoutKey.length} without a Pix key: ${shownIds(withoutKey)}. Pay each by hand, with withdrawals settle <id> transfer_requested before and success after; or settle it as error, then the person can withdraw anew with a key.`,
    );
  }
  if (owing > 0) {
    const remedy = 'settle them as error, then they can withdraw what is left';
    progress(`Left out: ${owing} of people who owe (wallets negative); ${remedy}.`);
  }
}

function shownIds(ids: readonly number[]): string {
  return ids.slice(0, shownKeyless).join(' ') + (ids.length > shownKeyless ? ' …' : '');
}
