import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import { formatMoney } from '../../rules/money.ts';
import { readAccessKey } from '../../rules/receipts/access-key.ts';
import {
  isContradiction,
  type OfficeDoubt,
  pageDoubts,
} from '../../rules/receipts/review-reasons-and-doubts.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import type { Queries } from '../db/database.ts';
import { findConsumer } from '../db/queries/consumers.ts';
import {
  type CarriedOrder,
  type EngineOrderRecord,
  findEngineOrders,
  findRunsOfOwner,
} from '../rewards/engine-order-queries.ts';
import { findWonPrizeId } from '../rewards/instant-prize-queries.ts';
import { findLuckyNumbersOfReceipts } from '../rewards/lucky-number-queries.ts';
import type { Storage } from '../services/storage.ts';
import { canBeAsked } from '../tax-office/offices.ts';
import { findQuestions, type OfficeFacts, type OfficeQuestion } from '../tax-office/queries.ts';
import {
  findModeratedReceipt,
  findModerations,
  findOfficeFacts,
  findSharers,
  type ModeratedReceipt,
} from './moderation-queries.ts';
import { findReceiptContents, type ReceiptLine } from './queries.ts';

interface ActOnReceipt {
  at: Date;
  author: string;
  command: string;
}

export type OperatorRow = { what: string | Date; value: string | number | Date | null };

/** Everything needed to judge a receipt, one subject a row; null when there is no such receipt. */
export async function describeReceipt(
  queries: Queries,
  id: number,
  {
    products,
    storage,
    acts,
  }: Pick<CampaignSnapshot, 'products'> & { storage: Storage; acts: readonly ActOnReceipt[] },
): Promise<OperatorRow[] | null> {
  const receipt = await findModeratedReceipt(queries, id);
  if (!receipt) return null;
  const accessKey = { campaignId: receipt.campaignId, accessKey: receipt.identifier };
  const questions = await findQuestions(queries, accessKey);
  const orders = await findEngineOrders(queries, [id]);
  const numbers = await findLuckyNumbersOfReceipts(queries, [id]);
  const facts = await findOfficeFacts(queries, id);
  const { lines, additionalFields } = await findReceiptContents(queries, id);
  return [
    ...Object.entries(receiptRow(receipt)).map(([what, value]) => ({ what, value })),
    { what: 'judgedDoubts', value: judgedDoubts(receipt).join(', ') || null },
    { what: 'taxOfficeCause', value: officeCause(receipt, questions) },
    { what: 'picture', value: receipt.fileKey && storage.locate(receipt.fileKey) },
    ...(await personRows(queries, receipt.consumerId)),
    { what: 'sharedWith', value: await findSharers(queries, receipt.consumerId) },
    ...lines.map((line) => ({
      what: 'product',
      value: `${line.quantity} × ${productName(products, line)}, ${formatMoney(line.unitaryValue)}`,
    })),
    ...additionalFields.map(({ key, value }) => ({ what: key ?? 'field', value })),
    ...questionRows(questions),
    ...(facts ? officeRows(facts, pageDoubts({ ...receipt, lines }, facts, products)) : []),
    ...orders.map((order) => ({ what: order.engineType, value: describeOrder(order) })),
    ...numbers.map(({ series, number, kind, voidedAt }) => ({
      what: voidedAt ? `${kind} (void)` : kind,
      value: formatLuckyNumber({ series, number }),
    })),
    ...(await historyRows(queries, id, acts)),
  ];
}

export function receiptRow(receipt: ModeratedReceipt) {
  return {
    id: receipt.id,
    status: receipt.status,
    sentAt: receipt.createdAt,
    identifier: receipt.identifier,
    cnpj: receipt.cnpj,
    purchaseDate: receipt.purchaseDate,
    total: formatMoney(receipt.totalCentavos),
    consumer: receipt.consumerId,
    file: receipt.fileKey,
    taxOffice: receipt.taxOffice,
    reasons: receipt.reviewReasons.join(', ') || null,
    doubts: receipt.openDoubts.join(', ') || null,
    sameFile: receipt.sameFileAs,
    samePurchase: receipt.samePurchaseAs,
  };
}

function judgedDoubts({ doubts, openDoubts }: ModeratedReceipt): OfficeDoubt[] {
  return doubts.filter((doubt) => !openDoubts.includes(doubt));
}

/** Why the receipt is not confirmed; null if it is, or if no answer of its office is stored. */
function officeCause(
  { taxOffice, doubts, identifier }: ModeratedReceipt,
  questions: readonly OfficeQuestion[],
): string | null {
  if (taxOffice === null || taxOffice === 'CONFIRMED') return null;
  const key = readAccessKey(identifier);
  if (!key || !canBeAsked(key)) return 'not-asked';
  const outcomes = new Set(questions.flatMap(({ outcome }) => outcome ?? []));
  const contradictions = doubts.filter(isContradiction);
  const causes = contradictions.length > 0 ? contradictions : [...outcomes];
  return causes.join(', ') || null;
}

async function personRows(queries: Queries, consumerId: number): Promise<OperatorRow[]> {
  const consumer = await findConsumer(queries, consumerId);
  if (!consumer) return [];
  const { name, type, document, email, phone } = consumer;
  return [
    { what: 'name', value: name },
    { what: type === 'PERSON' ? 'cpf' : 'cnpj', value: document },
    { what: 'email', value: email },
    { what: 'phone', value: phone },
  ];
}

export function productName(
  products: CampaignSnapshot['products'],
  { campaignProductId: id }: Pick<ReceiptLine, 'campaignProductId'>,
): string {
  return findById(products, id)?.name ?? `product ${id}`;
}

const actsWithoutMove = ['receipts keep', 'receipts release'];

/** Oldest first, with the operator who did it; without one, the gateway did. */
async function historyRows(
  queries: Queries,
  id: number,
  acts: readonly ActOnReceipt[],
): Promise<OperatorRow[]> {
  const moderations = await findModerations(queries, [id]);
  const moves = moderations.toReversed().map(({ status, rejectionReason, createdAt }) => {
    // Both rows are dated by the `now` of `runForEach`: equal times are one act.
    const act = acts.find(({ at }) => at.getTime() === createdAt.getTime());
    const move = [status, rejectionReason].filter(Boolean).join(': ');
    return { what: createdAt, value: act ? `${move} (${act.author})` : move };
  });
  const others = acts
    .filter(({ command }) => actsWithoutMove.includes(command))
    .map(({ at, author, command }) => ({ what: at, value: `${command} (${author})` }));
  return [...moves, ...others].toSorted((a, b) => a.what.getTime() - b.what.getTime());
}

function questionRows(questions: readonly OfficeQuestion[]): OperatorRow[] {
  return questions.flatMap(({ outcome, askedAt }) =>
    outcome === null || outcome === 'confirmed'
      ? []
      : [
          { what: 'officeSays', value: outcome },
          { what: 'officeAsked', value: askedAt },
        ],
  );
}

function officeRows(facts: OfficeFacts, differing: readonly string[]): OperatorRow[] {
  return [
    { what: 'officeTotal', value: formatMoney(facts.total) },
    { what: 'officeDay', value: [facts.day, facts.time].filter(Boolean).join(' ') },
    { what: 'officeCnpj', value: facts.cnpj },
    { what: 'officeAnswered', value: new Date(facts.askedAt) },
    ...(facts.isEncrypted ? [] : [{ what: 'officeConnection', value: 'unencrypted' }]),
    { what: 'differs', value: differing.join(', ') || null },
    ...facts.items.map(({ code, description, quantity, total }) => ({
      what: 'item',
      value: [code, description, quantity, total === null ? null : formatMoney(total)]
        .filter((part) => part !== null)
        .join(', '),
    })),
  ];
}

function describeOrder(order: EngineOrderRecord): string {
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

/** Sentences on what is not taken back from a denied receipt. */
export async function describeDenial(queries: Queries, id: number): Promise<string[]> {
  const isPrizeGone = (await findWonPrizeId(queries, id)) !== null;
  const runs = await findRunsOfOwner(queries, id);
  return [
    ...(isPrizeGone
      ? [`The prize of receipt ${id} had been sent, or had expired: it is not taken back.`]
      : []),
    ...runs.flatMap((own, place) =>
      own.receiptId === id ? describeCarried(own, runs[place - 1], runs[place + 1]) : [],
    ),
  ];
}

/** Nothing without a next receipt of the engine, which has begun with what this one left over. */
function describeCarried(
  own: CarriedOrder,
  previous: CarriedOrder | undefined,
  next: CarriedOrder | undefined,
): string[] {
  if (next?.engineId !== own.engineId) return [];
  const carriedIn = previous?.engineId === own.engineId ? previous.carriedCentavos : 0;
  const carriedOut = own.carriedCentavos;
  return [
    ...(carriedOut > 0
      ? [
          `Receipt ${own.receiptId} had left ${formatMoney(carriedOut)} over for receipt ${next.receiptId}, which keeps what that earned.`,
        ]
      : []),
    ...(carriedIn > carriedOut
      ? [
          `Receipt ${own.receiptId} had used up ${formatMoney(carriedIn - carriedOut)} that earlier receipts left over: they are not given back.`,
        ]
      : []),
  ];
}
