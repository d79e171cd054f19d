import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Address } from '../../contract/consumer.ts';
import type { Poll } from '../../contract/polls.ts';
import { formatDate } from '../../rules/dates.ts';
import { fromCentavos } from '../../rules/money.ts';
import { formatCnpj, formatCpf, isCnpj, isCpf } from '../../rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../rules/people/phone.ts';
import { isUnderReview, receiptStatuses } from '../../rules/receipts/receipt-status.ts';
import { deliveryStatuses, lastDayToClaim } from '../../rules/rewards/prize-delivery.ts';
import { redemptionStatuses } from '../../rules/rewards/redeem.ts';
import { withdrawalStatuses } from '../../rules/sentences/labels.ts';
import type { StoredField } from '../consumers/additional-answers.ts';
import type { Queries } from '../db/database.ts';
import type { ListFilter } from '../db/queries/list-filter.ts';
import { type AccountedDelivery, readAccountedDeliveries } from '../deliveries/queries.ts';
import { productName } from '../receipts/describe-for-operator.ts';
import {
  answersSql,
  attributionsSql,
  consentsSql,
  consumersSql,
  dailyColumns,
  dailyNames,
  type ExportedAnswers,
  type ExportedAttribution,
  type ExportedConsent,
  type ExportedConsumer,
  type ExportedPerson,
  type ExportedReceipt,
  type ExportedRedemption,
  type ExportedWithdrawal,
  findDailyFigures,
  readPages,
  receiptsSql,
  redemptionsSql,
  withdrawalsSql,
} from './queries.ts';

type Cell = string | number | Date | null;
export type ExportPages = AsyncGenerator<Cell[][], void>;

export interface ExportKind {
  does: string;
  statuses: readonly string[];
  /** Words for --status that mean several statuses. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Turns the text of --key into the database's form; absent where records have no key. */
  keyOf?: (text: string) => string;
  headings: readonly string[];
  /** False for daily figures, which can only be filtered by day. */
  isAboutPeople: boolean;
  read: (queries: Queries, filter: ListFilter, snapshot: CampaignSnapshot) => ExportPages;
}

const personHeadings = ['pessoa', 'tipo', 'nome', 'cpf_cnpj', 'email'];
const addressHeadings = ['cep', 'rua', 'numero', 'complemento', 'bairro', 'cidade', 'uf'];
const pairsText = (pairs: readonly (readonly string[])[]) =>
  pairs.map((pair) => pair.join('=')).join(', ');
const fieldsText = (fields: readonly StoredField[]) =>
  pairsText(fields.map(({ key, value }) => [key ?? '', value]));
const asTyped = (text: string) => text.trim();

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  consumers: {
    does: 'who signed up, with phone, address and the campaign’s own fields, and the number of the person who referred them; --status ACTIVE or BLOCKED is the wallet’s',
    statuses: ['ACTIVE', 'BLOCKED'],
    headings: [
      ...[...personHeadings, 'celular', 'nascimento', ...addressHeadings],
      ...['carteira', 'cadastro', 'indicada_por', 'campos'],
    ],
    isAboutPeople: true,
    read: (queries, filter) =>
      mapped(readPages<ExportedConsumer>(queries, consumersSql, filter), (row) => [
        ...personCells(row),
        formatPhone(row.phone),
        row.birthDate && formatDate(row.birthDate),
        ...addressCells(row.address),
        row.walletStatus,
        row.createdAt,
        row.referredBy,
        fieldsText(row.additionalFields),
      ]),
  },
  'opt-ins': {
    does: 'each consent: whose, which, since when, until when; --status GIVEN or WITHDRAWN, --key its code',
    statuses: ['GIVEN', 'WITHDRAWN'],
    keyOf: (text) => text.trim().toUpperCase(),
    headings: [...personHeadings, 'consentimento', 'dado', 'retirado', 'origem', 'sha256_do_texto'],
    isAboutPeople: true,
    read: (queries, filter) =>
      mapped(readPages<ExportedConsent>(queries, consentsSql, filter), (row) => [
        ...personCells(row),
        row.code,
        row.givenAt,
        row.withdrawnAt,
        row.origin,
        row.textSha256,
      ]),
  },
  attributions: {
    does: 'sign-ups and receipts to which a partner’s page or an advertisement led, with the hidden fields of the page; --status SIGN_UP or RECEIPT, --key partner',
    statuses: ['SIGN_UP', 'RECEIPT'],
    keyOf: asTyped,
    headings: [
      ...['data', 'nota', 'parceiro', 'origem', 'meio', 'campanha', 'campos'],
      ...personHeadings,
    ],
    isAboutPeople: true,
    read: (queries, filter) =>
      mapped(readPages<ExportedAttribution>(queries, attributionsSql, filter), (row) => [
        row.createdAt,
        row.receiptId,
        row.partner,
        row.source,
        row.medium,
        row.campaign,
        pairsText(Object.entries(row.fields)),
        ...personCells(row),
      ]),
  },
  polls: {
    does: 'answers to polls, a row for each question; --key the poll’s number',
    statuses: [],
    keyOf: asTyped,
    headings: ['respondida', 'pesquisa', 'pergunta', 'resposta', ...personHeadings],
    isAboutPeople: true,
    async *read(queries, filter, { polls }) {
      for await (const people of readPages<ExportedAnswers>(queries, answersSql, filter)) {
        yield people.flatMap((row) => answerCells(row, polls));
      }
    },
  },
  receipts: {
    does: 'receipts with their person, state, reasons and how many numbers count; --key access key or number',
    statuses: receiptStatuses,
    groups: { UNJUDGED: receiptStatuses.filter(isUnderReview) },
    keyOf: (text) => text.replaceAll(/\s/g, '').toUpperCase(),
    headings: [
      ...['nota', 'situacao', 'enviada', 'codigo', 'cnpj', 'compra', 'valor'],
      ...['sefaz', 'espera_por', 'motivo', 'numeros', 'produtos', 'campos', ...personHeadings],
    ],
    isAboutPeople: true,
    read: (queries, filter, { products }) =>
      mapped(readPages<ExportedReceipt>(queries, receiptsSql, filter), (row) => [
        row.id,
        row.status,
        row.createdAt,
        inFours(row.identifier),
        formatCnpj(row.cnpj),
        formatDate(row.purchaseDate),
        fromCentavos(row.totalCentavos),
        row.taxOffice,
        row.reasons.join(', '),
        row.rejectionReason,
        row.numbers,
        row.lines.map((line) => `${line.quantity} ${productName(products, line)}`).join(', '),
        fieldsText(row.additionalFields),
        ...personCells(row),
      ]),
  },
  withdrawals: {
    does: 'withdrawals of cashback with Pix key and the batch that went to the bank; --key the Pix key',
    statuses: withdrawalStatuses,
    keyOf: asTyped,
    headings: [
      ...['saque', 'situacao', 'pedido', 'valor', 'tipo_chave', 'chave', 'lote'],
      ...personHeadings,
    ],
    isAboutPeople: true,
    read: (queries, filter) =>
      mapped(readPages<ExportedWithdrawal>(queries, withdrawalsSql, filter), (row) => [
        row.id,
        row.status,
        row.createdAt,
        fromCentavos(row.centavos),
        row.keyType,
        keyText(row),
        row.batch,
        ...personCells(row),
      ]),
  },
  redemptions: {
    does: 'what points bought, with the address it goes to',
    statuses: redemptionStatuses,
    headings: [
      ...['resgate', 'situacao', 'pedido', 'pontos', 'itens', 'celular'],
      ...addressHeadings,
      ...personHeadings,
    ],
    isAboutPeople: true,
    read: (queries, filter) =>
      mapped(readPages<ExportedRedemption>(queries, redemptionsSql, filter), (row) => [
        row.id,
        row.status,
        row.createdAt,
        row.points,
        row.items.map(({ prize, quantity }) => `${quantity} ${prize.description}`).join(', '),
        formatPhone(row.phone),
        ...addressCells(row.address),
        ...personCells(row),
      ]),
  },
  winners: {
    does: 'prizes of the draw and instant prizes that were won: how far they are, until when they can be claimed, where they go; --key receipt or lucky number',
    statuses: deliveryStatuses,
    keyOf: asTyped,
    headings: [
      ...['nota', 'numero_sorteado', 'premio', 'situacao', 'rastreio', 'ganho', 'reclamar_ate'],
      ...['mudado', 'por', 'celular', ...addressHeadings, ...personHeadings],
    ],
    isAboutPeople: true,
    read: (queries, filter, snapshot) =>
      mapped(readAccountedDeliveries(queries, filter), (row) => winnerCells(row, snapshot)),
  },
  daily: {
    does: 'figures per day of São Paulo: sign-ups, receipts and what became of them, numbers, prizes, cashback, redemptions; takes days alone',
    statuses: [],
    headings: ['dia', ...Object.values(dailyColumns)],
    isAboutPeople: false,
    async *read(queries, filter) {
      const days = await findDailyFigures(queries, filter);
      yield days.map(({ day, ...figures }) => [
        formatDate(day),
        ...dailyNames.map((name) =>
          name.endsWith('Centavos') ? fromCentavos(figures[name]) : figures[name],
        ),
      ]);
    },
  },
};

async function* mapped<Row>(
  pages: AsyncGenerator<Row[], void>,
  cells: (row: Row) => Cell[],
): ExportPages {
  for await (const rows of pages) yield rows.map(cells);
}

function winnerCells(row: AccountedDelivery, { campaign, prizes }: CampaignSnapshot): Cell[] {
  const prize = prizes.find(({ id }) => Number(id) === row.campaignPrizeId);
  return [
    row.fromReceipt,
    // Without the percent sign, a spreadsheet may take the full stop for a thousands separator.
    row.kind === 'DRAW' ? `nº ${row.win}` : null,
    prize?.description ?? String(row.campaignPrizeId),
    row.status,
    row.trackingCode,
    row.wonAt,
    formatDate(lastDayToClaim(campaign, row)),
    row.changedAt,
    row.author,
    formatPhone(row.phone),
    ...addressCells(row.address),
    ...personCells(row),
  ];
}

/** A question that a later version of the campaign took away is shown by its number. */
function answerCells(row: ExportedAnswers, polls: readonly Poll[]): Cell[][] {
  return row.polls.flatMap(({ pollId, answers, at }) => {
    const poll = polls.find(({ id }) => Number(id) === pollId);
    return Object.entries(answers).map(([id, answer]) => {
      const item = poll?.items.find((question) => String(question.id) === id);
      const yesOrNo = answer ? 'Sim' : 'Não';
      const text = typeof answer === 'boolean' ? yesOrNo : answer;
      return [new Date(at), poll?.title ?? pollId, item?.question ?? id, text, ...personCells(row)];
    });
  });
}

function personCells({ consumerId, type, name, document, email }: ExportedPerson): Cell[] {
  return [consumerId, type, name, documentText(document), email];
}

/** The pseudonym that an erasure left instead of a document is printed as it is. */
function documentText(document: string): string {
  if (isCpf(document)) return formatCpf(document);
  return isCnpj(document) ? formatCnpj(document) : document;
}

function addressCells(address: Partial<Address> | null): Cell[] {
  const { postcode = '', street, number, complement, district, city, state } = address ?? {};
  const formattedPostcode = postcode.replace(/^(\d{5})-?(\d{3})$/, '$1-$2');
  return [formattedPostcode, street, number, complement, district, city, state].map(
    (part) => part ?? null,
  );
}

/** A key, even a part of one, in groups as on receipts: spreadsheets round it, or drop zeros. */
function inFours(identifier: string): string {
  return identifier.length < 34 ? `nº ${identifier}` : identifier.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

function keyText({ keyType, key }: ExportedWithdrawal): string | null {
  if (key === null) return null;
  if (keyType === 'CPF') return formatCpf(key);
  return keyType === 'PHONE' ? formatPhone(key) : key;
}
