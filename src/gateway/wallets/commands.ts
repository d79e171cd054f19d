import { formatMoney } from '../../rules/money.ts';
import { type WithdrawalStatus, withdrawalStatuses } from '../../rules/sentences/labels.ts';
import { runForEach } from '../cli/acts.ts';
import {
  type Call,
  type Command,
  campaignOf,
  fileNamed,
  idOf,
  idsOf,
  namedCampaign,
  oneOf,
  type Row,
} from '../cli/command.ts';
import { csvText } from '../cli/csv-file.ts';
import { filterOf, filterUsage, listPage, pageOf, pageUsage } from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import { changeWalletStatus, type LockedConsumer } from '../db/queries/consumers.ts';
import type { ListPage } from '../db/queries/list-filter.ts';
import { writePrivateFile } from '../private-files.ts';
import { type ApiError, apiError, isApiError } from '../refusal.ts';
import {
  findLeftOut,
  findOpenOfBatch,
  findSharersOfKeys,
  type LeftOut,
  openPaymentBatch,
  type PaymentBatch,
  repeatPaymentFile,
} from './payment-batches.ts';
import { filteredKey, findNegativeWallets, findWithdrawals } from './queries.ts';
import { settleWithdrawal } from './wallet.ts';

const maxPaymentsInFile = 5000;
const settledStatuses: Exclude<WithdrawalStatus, 'PENDING'>[] = [
  'TRANSFER_REQUESTED',
  'SUCCESS',
  'ERROR',
];

export const walletCommands: Command[] = [
  {
    usage: `withdrawals list ${filterUsage} [--key <pix key>] [--batch <number>] ${pageUsage}`,
    does: [
      `lists cashback withdrawals, newest first; --status: ${withdrawalStatuses.join(', ')};`,
      'held names one that waits although its owner’s wallet is blocked, or owes cashback because a receipt',
      'was rejected later: it goes into no file, and is not to be paid by hand',
    ].join('\n'),
    run: async (call) => {
      const kind = { statuses: withdrawalStatuses, keyOf: filteredKey };
      const batch = call.options.batch === undefined ? null : idOf(call.options.batch);
      const find = (page: ListPage) => findWithdrawals(call.database, { ...page, batch });
      const withdrawals = await listPage(call, kind, find);
      return withdrawals.map(({ id, valueCentavos, createdAt, ...withdrawal }) => ({
        id,
        status: withdrawal.status,
        value: formatMoney(valueCentavos),
        requestedAt: createdAt,
        consumer: withdrawal.consumerId,
        name: withdrawal.consumerName,
        held: withdrawal.held,
        keyType: withdrawal.paymentKeyType,
        paymentKey: withdrawal.paymentKey,
        batch: withdrawal.batch,
      }));
    },
  },
  {
    usage: `withdrawals file <file> ${filterUsage} [--key <pix key>] [--limit <withdrawals>] [--batch <number>]`,
    does: [
      'writes the waiting withdrawals, with their Pix keys, into one file for the bank (CSV) and moves',
      `them to TRANSFER_REQUESTED; each goes into one file only. Up to ${maxPaymentsInFile}, or --limit, go into one, and`,
      'it says how many are left for the next. --batch writes the file of a batch again',
    ].join('\n'),
    run: writePaymentFile,
  },
  {
    usage: 'withdrawals settle <id>... <status> [--batch <number>]',
    does: [
      'records the outcome of one or several withdrawals, or with --batch of all in one file for the bank:',
      `${settledStatuses.join(', ')}. Before paying one by hand, move it to TRANSFER_REQUESTED: then no file`,
      'takes it; it is refused while the wallet is blocked, or owes',
    ].join('\n'),
    run: async (call) => {
      const { words, options, database } = call;
      const to = oneOf(settledStatuses, words.at(-1));
      const namedWords = words.slice(0, -1);
      if (options.batch !== undefined && namedWords.length > 0) {
        throw new UsageError('Either the withdrawals are named, or their batch.');
      }
      const ids =
        options.batch === undefined
          ? idsOf(namedWords)
          : await findOpenOfBatch(database, idOf(options.batch));
      if (ids.length === 0) {
        const message = `Nenhum saque do lote ${options.batch} espera pelo banco.`;
        return apiError('NOT_FOUND', { message });
      }
      return runForEach(call, { table: 'cashback_entries', ids }, async (queries, id, now) => {
        const settled = await settleWithdrawal(queries, { id, to, now });
        return isApiError(settled) ? settled : [settled];
      });
    },
  },
  {
    usage: 'wallets block <consumer>...',
    does: 'holds back a person’s withdrawals, those that wait too, and what points buy, as on suspicion of fraud',
    run: (call) => changeWallets(call, 'BLOCKED'),
  },
  {
    usage: 'wallets unblock <consumer>...',
    does: 'ends that; what waited goes into the next file for the bank',
    run: (call) => changeWallets(call, 'ACTIVE'),
  },
  {
    usage: 'wallets negative',
    does: 'lists people who spent rewards of a receipt that was rejected later',
    run: async ({ database, options }) =>
      (await findNegativeWallets(database, await namedCampaign(database, options))).map(
        ({ id, name, centavos, points }) => ({
          consumer: id,
          name,
          cashback: formatMoney(centavos),
          points,
        }),
      ),
  },
];

function changeWallets(call: Call, walletStatus: LockedConsumer['walletStatus']) {
  return runForEach(call, { table: 'consumers', ids: idsOf(call.words) }, async (queries, id) =>
    (await changeWalletStatus(queries, { id, walletStatus }))
      ? [{ consumer: id, wallet: walletStatus }]
      : apiError('NOT_FOUND'),
  );
}

/** Commits before it writes: a lost file can be written again, but money paid twice is gone. */
async function writePaymentFile(call: Call): Promise<readonly Row[] | ApiError> {
  const { database, options, author, now } = call;
  const path = fileNamed(call);
  const campaignId = Number((await campaignOf(database, options)).campaign.id);
  const createdBatch = await database.transaction(async (queries) => {
    if (options.batch !== undefined) {
      return repeatPaymentFile(queries, {
        id: idOf(options.batch),
        campaignId,
        render: paymentCsv,
      });
    }
    const kind = { statuses: ['PENDING'], keyOf: filteredKey };
    const filter = await filterOf(queries, options, kind);
    reportLeftOut(call, await findLeftOut(queries, { ...filter, campaignId }));
    const limit = options.limit === undefined ? maxPaymentsInFile : pageOf(options).limit - 1;
    const batch = { campaignId, filter, limit, author, now, render: paymentCsv };
    const newBatch = await openPaymentBatch(queries, batch);
    if (isApiError(newBatch)) return newBatch;
    if (newBatch.left > 0) call.progress(`Left for the next file: ${newBatch.left}.`);
    const shared = { campaignId, batchId: newBatch.batch.id };
    for (const { consumers } of await findSharersOfKeys(queries, shared)) {
      const people = consumers.join(' ');
      call.progress(`One Pix key for several people; if it is fraud: wallets block ${people}`);
    }
    return newBatch;
  });
  if (isApiError(createdBatch)) return createdBatch;
  const { batch, text } = createdBatch;
  if (!options['dry-run']) {
    try {
      await writePrivateFile(path, text);
    } catch (error) {
      call.progress(`The file was not written; again with: withdrawals file --batch ${batch.id}`);
      throw error;
    }
  }
  const centavos = batch.payments.reduce((sum, payment) => sum + payment.centavos, 0);
  const total = formatMoney(centavos);
  return [{ batch: batch.id, file: path, withdrawals: batch.payments.length, total }];
}

function reportLeftOut({ progress }: Call, { blocked, withoutKey, owing }: LeftOut): void {
  if (blocked > 0) progress(`Left out: ${blocked} of a blocked wallet.`);
  if (withoutKey > 0) progress(`Left out: ${withoutKey} without a Pix key.`);
  if (owing > 0) {
    const cure = 'settle them as error, then they can withdraw what is left';
    progress(`Left out: ${owing} of people who owe (wallets negative); ${cure}.`);
  }
}

/** Keys as the Pix directory holds them: a bank reads this file, not a spreadsheet. */
function paymentCsv({ id, payments: paid }: PaymentBatch): string {
  const headings = [
    'identificador',
    'nome',
    'cpf_cnpj',
    'tipo_chave',
    'chave_pix',
    'valor',
    'lote',
  ];
  return csvText(
    headings,
    paid.map(({ withdrawal, name, document, keyType, key, centavos }) => [
      `SAQUE-${withdrawal}`,
      name,
      document,
      keyType,
      { exact: keyType === 'PHONE' ? `+55${key}` : key },
      (centavos / 100).toFixed(2).replace('.', ','),
      id,
    ]),
  );
}
