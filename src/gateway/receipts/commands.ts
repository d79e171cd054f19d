import { formatMoney } from '../../rules/money.ts';
import { rejectionReasons } from '../../rules/receipts/moderation-reasons.ts';
import {
  isUnderReview,
  type ReceiptStatus,
  receiptStatuses,
  refusedStatuses,
} from '../../rules/receipts/receipt-status.ts';
import { runForEach } from '../cli/acts.ts';
import {
  type Call,
  type Command,
  campaignOf,
  idOf,
  idsOf,
  isOfCampaign,
  oneOf,
  type Row,
} from '../cli/command.ts';
import { filterOf, filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import { findConsumer } from '../db/queries/consumers.ts';
import type { ListPage } from '../db/queries/list-filter.ts';
import {
  type ApiError,
  apiError,
  fieldErrors,
  isApiError,
  notAllowedNow,
} from '../http/api-error.ts';
import { findWonPrizeId } from '../rewards/instant-prize-queries.ts';
import { findReceiptsCarriedTo } from '../rewards/queries.ts';
import { sumPoints, sumWallet } from '../wallets/queries.ts';
import { describeReceipt, receiptRow } from './describe-for-operator.ts';
import { moveReceipt } from './moderate.ts';
import {
  findDoubtedPage,
  findFilteredReceipts,
  findReceiptPage,
  findReceiptsInStatuses,
  type ReceiptToMove,
  releaseIdentity,
} from './moderation-queries.ts';
import { findReceipt } from './queries.ts';

const verdictStatuses: ReceiptStatus[] = [
  'PRE_APPROVED',
  'FRAUD_SUSPECT',
  'REQUESTED_NEW_IMAGE',
  'APPROVED',
  'DONE',
  'PARTIALLY_DONE',
  'ERROR',
  'REJECTED',
  'NOT_ELIGIBLE',
];

const codeWidth = 2 + Math.max(...rejectionReasons.map(({ code }) => code.length));

export const receiptCommands: Command[] = [
  {
    usage: `receipts list ${filterUsage} [--key <access key or number>] ${pageUsage}`,
    does: [
      'lists receipts, oldest first; reasons say why one waits for you (DAILY_LIMIT, SHOP_LIMIT,',
      'SAME_FILE, PARTIAL_KEY, SAME_NUMBER, SAME_PURCHASE, LAST_NUMBERS, LAST_CASHBACK, KEY_CONFLICT,',
      'TAX_OFFICE), and with any but the last two it earns once it is approved, unless SAME_FILE came',
      'with a replaced picture; sameFile names the first other receipt with that very file, samePurchase',
      'those of the same company, day and total where one of the two has no access key, at most twenty,',
      'the person’s own and the same shop’s first: compare with each, whatever the reasons;',
      '--status unjudged lists those that wait for a decision, whatever they went through',
    ].join('\n'),
    run: async (call) => {
      const find = (page: ListPage) => findReceiptPage(call.database, page);
      return (await listPage(call, { ...listKind, groups: { UNJUDGED: unjudged } }, find)).map(
        receiptRow,
      );
    },
  },
  {
    usage: `receipts doubted ${pageUsage}`,
    does: [
      'lists approved receipts of which their tax office said afterwards that they were cancelled, or are',
      'of another total, day or shop. Nothing is taken by itself: receipts move <id> REJECTED takes',
      'everything back, and receipts move <id> DONE ends the doubt',
    ].join('\n'),
    run: doubted,
  },
  {
    usage: 'receipts show <id>',
    does: [
      'shows a receipt, where its picture lies, whose it is, its products, what its tax office says',
      'beside what was typed, what the engines made of it, and how and by whom it was moderated',
    ].join('\n'),
    run: show,
  },
  {
    usage: 'receipts move <id>... <status> [--reason <code or text>]',
    does: [
      'moves one or several receipts to another status; a rejection needs its reason, in words of your own or',
      ...rejectionReasons.map(({ code, sentence }) => `  ${code.padEnd(codeWidth)}${sentence}`),
    ].join('\n'),
    run: (call) => {
      const to = oneOf(verdictStatuses, call.words.at(-1));
      return move(call, idsOf(call.words.slice(0, -1)), to);
    },
  },
  {
    usage: `receipts move-all <status> --status <status> [--reason <code or text>] [--key <access key or number>] [--cpf <cpf>] [--email <address>] [--day <yyyy-MM-dd>]`,
    does: [
      'moves every receipt that the filters find, each as receipts move does; try it with --dry-run.',
      '--status unjudged leaves FRAUD_SUSPECT out here: look at those one by one, or name it. What has',
      'another status when its turn comes is left as it is, and named',
    ].join('\n'),
    run: moveAll,
  },
  {
    usage: 'receipts reject-all <consumer> --reason <code or text>',
    does: [
      'rejects every receipt of one person that waits for a decision, as after a script that sent',
      'hundreds; each as receipts move does',
    ].join('\n'),
    run: rejectAll,
  },
  {
    usage: 'receipts request-image <id>...',
    does: [
      'asks the owner for a new picture, which they send on the site; it is the same as',
      'receipts move <id> REQUESTED_NEW_IMAGE. The receipt can be judged without the picture, too',
    ].join('\n'),
    run: (call) => move(call, idsOf(call.words), 'REQUESTED_NEW_IMAGE'),
  },
  {
    usage: 'receipts release <id>...',
    does: [
      'for a receipt that was refused by mistake: it stays refused, but may be sent once more while the',
      'promotion runs, waits for you then, and earns when you approve it',
    ].join('\n'),
    run: release,
  },
];

const unjudged = receiptStatuses.filter(isUnderReview);
const unsuspected = unjudged.filter((status) => status !== 'FRAUD_SUSPECT');

const listKind = {
  statuses: receiptStatuses,
  keyOf: (text: string) => text.replaceAll(/\s/g, '').toUpperCase(),
};

/** Without DONE, which an operator has already judged. */
const doubtable: readonly ReceiptStatus[] = ['APPROVED', 'PARTIALLY_DONE', 'ERROR'];

async function doubted(call: Call): Promise<readonly Row[]> {
  const find = (page: ListPage) => findDoubtedPage(call.database, { ...page, statuses: doubtable });
  return (await listPage(call, listKind, find)).map(receiptRow);
}

async function show({ database, words, options, storage }: Call) {
  const id = idOf(words[0]);
  const receipt = await findReceipt(database, id);
  const isOurs = await isOfCampaign(database, options, { table: 'receipts', id });
  if (!receipt || !isOurs) return apiError('NOT_FOUND');
  const { products } = await campaignOf(database, { campaign: String(receipt.campaignId) });
  return (await describeReceipt(database, id, { products, storage })) ?? apiError('NOT_FOUND');
}

/** A receipt that was found by its status is refused if it has another one when its turn comes. */
function moveFound(call: Call, receipts: readonly ReceiptToMove[], to: ReceiptStatus) {
  const found = new Map(receipts.map(({ id, status }) => [id, status]));
  return receipts.length === 0 ? [] : move(call, [...found.keys()], to, found);
}

function move(
  call: Call,
  ids: readonly number[],
  to: ReceiptStatus,
  found: ReadonlyMap<number, ReceiptStatus> = new Map(),
) {
  const { reason } = call.options;
  return runForEach(call, { table: 'receipts', ids }, async (queries, receiptId, now) => {
    const moved = await moveReceipt(queries, {
      receiptId,
      from: found.get(receiptId),
      to,
      reason: reason || undefined,
      now,
    });
    if (isApiError(moved)) return moved;
    const { from, consumerId: consumer } = moved;
    if (refusedStatuses.includes(to) && (await findWonPrizeId(queries, receiptId)) !== null) {
      call.progress(`The prize of receipt ${receiptId} had been sent: it is not taken back.`);
    }
    const laterReceipts = refusedStatuses.includes(to)
      ? await findReceiptsCarriedTo(queries, receiptId)
      : [];
    for (const { receiptId: laterId, carried } of laterReceipts) {
      call.progress(
        `Receipt ${receiptId} had left ${formatMoney(carried)} over for receipt ${laterId}, which keeps what that earned.`,
      );
    }
    const cashback = formatMoney(await sumWallet(queries, consumer));
    const points = await sumPoints(queries, consumer);
    return [{ id: receiptId, from, to, consumer, cashback, points }];
  });
}

function release(call: Call) {
  return runForEach(call, { table: 'receipts', ids: idsOf(call.words) }, async (queries, id) => {
    const receipt = await findReceipt(queries, id);
    if (!receipt) return apiError('NOT_FOUND');
    if (!(await releaseIdentity(queries, id))) {
      return notAllowedNow('Só uma nota recusada pode ser liberada, e uma vez só.');
    }
    if ((await findWonPrizeId(queries, id)) !== null) {
      call.progress(`The prize of receipt ${id} had been sent: sent again, it may win another.`);
    }
    const { identifier, consumerId: consumer } = receipt;
    return [{ id, identifier, consumer }];
  });
}

async function moveAll(call: Call): Promise<readonly Row[] | ApiError> {
  const to = oneOf(verdictStatuses, call.words[0]);
  if (call.options.status === undefined) {
    throw new UsageError('--status is needed: which receipts are to be moved.');
  }
  const kind = { ...listKind, groups: { UNJUDGED: unsuspected } };
  const filter = await filterOf(call.database, call.options, kind);
  return moveFound(call, await findFilteredReceipts(call.database, filter), to);
}

async function rejectAll(call: Call): Promise<readonly Row[] | ApiError> {
  const { database, words, options } = call;
  const consumer = idOf(words[0]);
  if (!options.reason) return fieldErrors([{ field: 'rejectionReason', violation: 'REQUIRED' }]);
  const isOurs = await isOfCampaign(database, options, { table: 'consumers', id: consumer });
  if (!isOurs || !(await findConsumer(database, consumer))) return apiError('NOT_FOUND');
  const receipts = await findReceiptsInStatuses(database, {
    consumerId: consumer,
    statuses: unjudged,
  });
  return moveFound(call, receipts, 'REJECTED');
}
