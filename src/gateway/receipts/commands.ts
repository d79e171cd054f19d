import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { formatMoney } from '../../rules/money.ts';
import { couponStatuses, judgedStatuses, type ReceiptStatus } from '../../rules/receipt-status.ts';
import { rejectionSentence, rejectionSentences } from '../../rules/rejection.ts';
import { type Call, type Command, idOf, oneOf, type Row } from '../cli/command.ts';
import { type ApiError, apiError, fieldErrors, isApiError } from '../http/api-error.ts';
import { type EngineOrderRecord, findEngineOrders } from '../rewards/engine-order-queries.ts';
import { findLuckyNumbersOfReceipts } from '../rewards/lucky-number-queries.ts';
import type { OfficeRecord } from '../tax-office/queries.ts';
import { sumPoints, sumWallet } from '../wallets/queries.ts';
import { moderateReceipt } from './moderate.ts';
import { findModerations, findReceiptsToModerate, type ModeratedReceipt } from './queries.ts';
import { officeConflicts } from './tax-office.ts';
import { findOfficeRecord } from './tax-office-queries.ts';

const verdicts: ReceiptStatus[] = [
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

const codeWidth = 2 + Math.max(...rejectionSentences.map(([code]) => code.length));

export const receiptCommands: Command[] = [
  {
    usage: 'receipts list [--status <status>]',
    does: [
      'lists receipts, oldest first; reasons say why one waits for you (DAILY_LIMIT, SHOP_LIMIT,',
      'SAME_FILE, PARTIAL_KEY, SAME_NUMBER, LAST_NUMBERS, KEY_CONFLICT, TAX_OFFICE), and with any but',
      'the last two it earns once it is approved; sameFile names the first other receipt with that very file;',
      '--status unjudged lists those that wait for a decision, whatever they went through',
    ].join('\n'),
    run: async ({ database, options: { status } }) => {
      const statuses = status === undefined ? null : statusesOf(status);
      return (await findReceiptsToModerate(database, { statuses })).map(rowOf);
    },
  },
  {
    usage: 'receipts show <id>',
    does: [
      'shows a receipt, what its tax office says beside what was typed, what the engines made of it',
      'and how it was moderated',
    ].join('\n'),
    run: show,
  },
  {
    usage: 'receipts move <id> <status> [--reason <code or text>]',
    does: [
      'moves a receipt to another status; a rejection needs its reason, in words of your own or',
      ...rejectionSentences.map(([code, sentence]) => `  ${code.padEnd(codeWidth)}${sentence}`),
    ].join('\n'),
    run: (call) => move(call, oneOf(verdicts, call.words[1])),
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
    usage: 'receipts request-image <id>',
    does: [
      'asks the owner for a new picture, which they send on the site; it is the same as',
      'receipts move <id> REQUESTED_NEW_IMAGE. The receipt can be judged without the picture, too',
    ].join('\n'),
    run: (call) => move(call, 'REQUESTED_NEW_IMAGE'),
  },
];

/** @throws UsageError */
function statusesOf(word: string): readonly ReceiptStatus[] {
  const found = oneOf(['UNJUDGED', ...couponStatuses], word);
  if (found !== 'UNJUDGED') return [found];
  return couponStatuses.filter((status) => !judgedStatuses.includes(status));
}

async function show({ database, words }: Call): Promise<readonly Row[] | ApiError> {
  const id = idOf(words[0]);
  const [receipt] = await findReceiptsToModerate(database, { id });
  if (!receipt) return apiError('NOT_FOUND');
  const orders = await findEngineOrders(database, [id]);
  const numbers = await findLuckyNumbersOfReceipts(database, [id]);
  const moderations = await findModerations(database, [id]);
  const office = await findOfficeRecord(database, id);
  return [
    ...Object.entries(rowOf(receipt)).map(([what, value]) => ({ what, value })),
    ...(office ? officeRows(receipt, office) : []),
    ...orders.map((order) => ({ what: order.engineType, value: described(order) })),
    ...numbers.map(({ series, number, kind, voidedAt }) => ({
      what: voidedAt ? `${kind} (void)` : kind,
      value: formatLuckyNumber(series, number),
    })),
    ...moderations.map(({ status, rejectionReason, createdAt }) => ({
      what: createdAt.toISOString(),
      value: [status, rejectionReason].filter(Boolean).join(': '),
    })),
  ];
}

function move(
  { database, words, options, now }: Call,
  to: ReceiptStatus,
): Promise<readonly Row[] | ApiError> {
  const receiptId = idOf(words[0]);
  const reason = options.reason ? { reason: rejectionSentence(options.reason) } : {};
  return database.transaction(async (queries) => {
    const moved = await moderateReceipt(queries, { receiptId, to, ...reason, now });
    if (isApiError(moved)) return moved;
    const { from, consumerId: consumer } = moved;
    const cashback = formatMoney(await sumWallet(queries, consumer));
    const points = await sumPoints(queries, consumer);
    return [{ id: receiptId, from, to, consumer, cashback, points }];
  });
}

/** Hundreds in one transaction would keep all other receipts waiting. */
async function rejectAll({
  database,
  words,
  options,
  now,
  progress,
}: Call): Promise<readonly Row[] | ApiError> {
  const consumer = idOf(words[0]);
  if (!options.reason) return fieldErrors([{ field: 'rejectionReason', violation: 'REQUIRED' }]);
  const reason = rejectionSentence(options.reason);
  const unjudged = await findReceiptsToModerate(database, { statuses: statusesOf('UNJUDGED') });
  const own = unjudged.filter(({ consumerId }) => consumerId === consumer);
  let rejected = 0;
  for (const { id: receiptId } of own) {
    const moved = await database.transaction((queries) =>
      moderateReceipt(queries, { receiptId, to: 'REJECTED', reason, now }),
    );
    if (!isApiError(moved)) rejected += 1;
    progress(`${rejected} of ${own.length}`);
  }
  return [{ consumer, rejected }];
}

function rowOf(receipt: ModeratedReceipt): Row {
  return {
    id: receipt.id,
    status: receipt.status,
    sentAt: receipt.createdAt.toISOString(),
    identifier: receipt.identifier,
    cnpj: receipt.cnpj,
    purchaseDate: receipt.purchaseDate,
    total: formatMoney(receipt.totalCentavos),
    consumer: receipt.consumerId,
    file: receipt.fileKey,
    taxOffice: receipt.taxOffice,
    reasons: receipt.reviewReasons.join(', ') || null,
    sameFile: receipt.sameFileAs,
  };
}

function officeRows(receipt: ModeratedReceipt, office: OfficeRecord): Row[] {
  const differing = officeConflicts(receipt, office);
  return [
    { what: 'officeTotal', value: formatMoney(office.total) },
    { what: 'officeDay', value: [office.day, office.time].filter(Boolean).join(' ') },
    { what: 'officeCnpj', value: office.cnpj },
    {
      what: 'officeAnswered',
      value: `${office.askedAt}${office.isEncrypted ? '' : ', unencrypted'}`,
    },
    { what: 'differs', value: differing.join(', ') || null },
    ...office.items.map(({ code, description, quantity, total }) => ({
      what: 'item',
      value: [code, description, quantity, total === null ? null : formatMoney(total)]
        .filter((part) => part !== null)
        .join(', '),
    })),
  ];
}

function described(order: EngineOrderRecord): string {
  const { status, cashbackCentavos, points, campaignPrizeId, events } = order;
  return [
    status,
    cashbackCentavos === null ? null : formatMoney(cashbackCentavos),
    points === null ? null : `points ${points}`,
    campaignPrizeId === null ? null : `prize ${campaignPrizeId}`,
    ...events.map(({ message }) => message),
  ]
    .filter((part) => part !== null)
    .join(', ');
}
