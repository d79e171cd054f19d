import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Address } from '../../contract/consumer.ts';
import { findById } from '../../contract/primitives.ts';
import { formatDate } from '../../rules/dates.ts';
import { fromCentavos } from '../../rules/money.ts';
import { formatCnpj, formatCpf, isCnpj, isCpf } from '../../rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../rules/people/person-fields.ts';
import {
  currentCode,
  deliveryStatuses,
  lastDayToClaim,
} from '../../rules/rewards/prize-delivery.ts';
import {
  normalisePaymentKey,
  withdrawalStatuses,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import type { StoredField } from '../consumers/additional-answers.ts';
import type { Queries } from '../db/database.ts';
import type { ListFilter } from '../db/queries/list-filters.ts';
import { productName } from '../receipts/describe-for-operator.ts';
import { receiptListKind } from '../receipts/moderation-queries.ts';
import { listedRedemptionStatuses } from '../redemptions/queries.ts';
import { describeItems } from '../redemptions/redeem.ts';
import {
  answersStatement,
  attributionsStatement,
  consentsStatement,
  consumersStatement,
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
  findAccountedDeliveries,
  findDailyFigures,
  pagesOf,
  receiptsStatement,
  redemptionsStatement,
  withdrawalsStatement,
} from './export-queries.ts';

type Cell = string | number | Date | null;
export type ExportPages = AsyncGenerator<Cell[][], void>;

export interface ExportKind {
  does: string;
  statuses: readonly string[];
  groups?: Readonly<Record<string, readonly string[]>>;
  keyOf?: (text: string) => string;
  headings: readonly string[];
  /** Daily figures, which can only be filtered by day. */
  isDaily?: true;
  read: (queries: Queries, filter: ListFilter, snapshot: CampaignSnapshot) => ExportPages;
}

type Columns<Row> = Readonly<Record<string, (row: Row, snapshot: CampaignSnapshot) => Cell>>;

const personColumns: Columns<ExportedPerson> = {
  pessoa: (row) => row.consumerId,
  tipo: (row) => row.type,
  nome: (row) => row.name,
  cpf_cnpj: (row) => documentText(row.document),
  email: (row) => row.email,
};

const addressColumns: Columns<{ address: Partial<Address> | null }> = {
  cep: ({ address }) => address?.postcode?.replace(/^(\d{5})-?(\d{3})$/, '$1-$2') ?? '',
  rua: ({ address }) => address?.street ?? null,
  numero: ({ address }) => asWritten(address?.number),
  complemento: ({ address }) => asWritten(address?.complement),
  bairro: ({ address }) => address?.district ?? null,
  cidade: ({ address }) => address?.city ?? null,
  uf: ({ address }) => address?.state ?? null,
};

const pairsText = (pairs: readonly (readonly string[])[]) =>
  pairs.map((pair) => pair.join('=')).join(', ');
const fieldsText = (fields: readonly StoredField[]) =>
  pairsText(fields.map(({ key, value }) => [key ?? '', value]));
const asTyped = (text: string) => text.trim();

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  consumers: {
    does: 'who signed up, with phone, a company’s representative, address and the campaign’s own fields, the number of the person who referred them, and the balances of their wallet; --status ACTIVE or BLOCKED is the wallet’s',
    statuses: ['ACTIVE', 'BLOCKED'],
    ...table(pagesOf<ExportedConsumer>(consumersStatement), {
      ...personColumns,
      celular: (row) => formatPhone(row.phone),
      nascimento: (row) => row.birthDate && formatDate(row.birthDate),
      representante: (row) => row.representativeName,
      cpf_representante: (row) =>
        row.representativeDocument && documentText(row.representativeDocument),
      ...addressColumns,
      carteira: (row) => row.walletStatus,
      cadastro: (row) => row.createdAt,
      indicada_por: (row) => row.referredBy,
      campos: (row) => fieldsText(row.additionalFields),
      saldo_cashback: (row) => fromCentavos(row.cashbackCentavos),
      saldo_pontos: (row) => row.points,
    }),
  },
  'opt-ins': {
    does: 'each consent: whose, which, since when, until when; --status GIVEN or WITHDRAWN, --key its code',
    statuses: ['GIVEN', 'WITHDRAWN'],
    keyOf: asTyped,
    ...table(pagesOf<ExportedConsent>(consentsStatement), {
      ...personColumns,
      consentimento: (row) => row.code,
      dado: (row) => row.givenAt,
      retirado: (row) => row.withdrawnAt,
      origem: (row) => row.origin,
      sha256_do_texto: (row) => row.textSha256,
    }),
  },
  attributions: {
    does: 'sign-ups and receipts to which a partner’s page or an advertisement led, with the hidden fields of the page; --status SIGN_UP or RECEIPT, --key partner',
    statuses: ['SIGN_UP', 'RECEIPT'],
    keyOf: asTyped,
    ...table(pagesOf<ExportedAttribution>(attributionsStatement), {
      data: (row) => row.createdAt,
      nota: (row) => row.receiptId,
      parceiro: (row) => row.partner,
      origem: (row) => row.source,
      meio: (row) => row.medium,
      campanha: (row) => row.campaign,
      campos: (row) => pairsText(Object.entries(row.fields)),
      ...personColumns,
    }),
  },
  polls: {
    does: 'answers to polls, a row for each question; --key the poll’s number',
    statuses: [],
    keyOf: asTyped,
    headings: ['respondida', 'pesquisa', 'pergunta', 'resposta', ...Object.keys(personColumns)],
    async *read(queries, filter, snapshot) {
      for await (const people of pagesOf<ExportedAnswers>(answersStatement)(queries, filter)) {
        yield people.flatMap((row) => answerCells(row, snapshot));
      }
    },
  },
  receipts: {
    does: 'receipts with their person, state, reasons and how many numbers count; --key access key or number',
    ...receiptListKind,
    ...table(pagesOf<ExportedReceipt>(receiptsStatement), {
      nota: (row) => row.id,
      situacao: (row) => row.status,
      enviada: (row) => row.createdAt,
      codigo: (row) => inFours(row.identifier),
      cnpj: (row) => formatCnpj(row.cnpj),
      compra: (row) => formatDate(row.purchaseDate),
      valor: (row) => fromCentavos(row.totalCentavos),
      sefaz: (row) => row.taxOffice,
      espera_por: (row) => row.reasons.join(', '),
      motivo: (row) => row.rejectionReason,
      numeros: (row) => row.numbers,
      produtos: ({ lines }, { products }) =>
        lines.map((line) => `${line.quantity} ${productName(products, line)}`).join(', '),
      campos: (row) => fieldsText(row.additionalFields),
      ...personColumns,
    }),
  },
  withdrawals: {
    does: 'withdrawals of cashback with Pix key and the batch that went to the bank; --key the Pix key',
    statuses: withdrawalStatuses,
    keyOf: normalisePaymentKey,
    ...table(pagesOf<ExportedWithdrawal>(withdrawalsStatement), {
      saque: (row) => row.id,
      situacao: (row) => row.status,
      pedido: (row) => row.createdAt,
      valor: (row) => fromCentavos(row.centavos),
      tipo_chave: (row) => row.keyType,
      chave: keyText,
      retido: (row) => row.obstacle,
      lote: (row) => row.batch,
      ...personColumns,
    }),
  },
  redemptions: {
    does: 'what points bought, with the address it goes to, and what is held: of a blocked wallet, or of who owes points',
    statuses: listedRedemptionStatuses,
    ...table(pagesOf<ExportedRedemption>(redemptionsStatement), {
      resgate: (row) => row.id,
      situacao: (row) => row.status,
      pedido: (row) => row.createdAt,
      retido: (row) => row.obstacle,
      pontos: (row) => row.points,
      itens: ({ items }) => describeItems(items),
      rastreio: (row) => asWritten(row.trackingCode),
      devolvido: (row) => row.returnedAt,
      celular: (row) => formatPhone(row.phone),
      ...addressColumns,
      ...personColumns,
    }),
  },
  winners: {
    does: 'prizes of the draw and instant prizes that were won: how far they are, until when they can be claimed, where they go, what they are worth; --key receipt or lucky number',
    statuses: deliveryStatuses,
    keyOf: asTyped,
    ...table(findAccountedDeliveries, {
      nota: (row) => row.receiptId,
      // Without the percent sign, a spreadsheet may take the full stop for a thousands separator.
      numero_sorteado: (row) => (row.kind === 'DRAW' ? `nº ${row.win}` : null),
      premio: ({ campaignPrizeId: id }, { prizes }) =>
        findById(prizes, id)?.description ?? String(id),
      situacao: (row) => row.status,
      // Filled in and read back, a code of the former prize would mark as sent what its number wins now.
      rastreio: (row) => (row.isFormer ? null : asWritten(currentCode(row))),
      ganho: (row) => row.wonAt,
      reclamar_ate: (row, { campaign }) => formatDate(lastDayToClaim(campaign, row)),
      mudado: (row) => row.changedAt,
      por: (row) => row.author,
      celular: (row) => formatPhone(row.phone),
      ...addressColumns,
      ...personColumns,
      // A prize that was passed on is also in the row of its new winner: a sum would count it twice.
      valor: ({ campaignPrizeId: id, status }, { prizes }) =>
        status === 'PASSED_ON' ? null : (findById(prizes, id)?.unitaryValue ?? null),
    }),
  },
  daily: {
    does: 'figures per day of São Paulo: sign-ups, receipts and what became of them, numbers, prizes, cashback, redemptions; takes days alone',
    statuses: [],
    headings: ['dia', ...Object.values(dailyColumns)],
    isDaily: true,
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

function table<Row>(
  readPages: (queries: Queries, filter: ListFilter) => AsyncGenerator<Row[], void>,
  columns: Columns<Row>,
): Pick<ExportKind, 'headings' | 'read'> {
  return {
    headings: Object.keys(columns),
    async *read(queries, filter, snapshot) {
      for await (const rows of readPages(queries, filter)) {
        yield rows.map((row) => cellsOf(row, columns, snapshot));
      }
    },
  };
}

function cellsOf<Row>(row: Row, columns: Columns<Row>, snapshot: CampaignSnapshot): Cell[] {
  return Object.values(columns).map((cell) => cell(row, snapshot));
}

/** A question that a later version of the campaign took away is shown by its number. */
function answerCells(row: ExportedAnswers, snapshot: CampaignSnapshot): Cell[][] {
  const personCells = cellsOf(row, personColumns, snapshot);
  return row.polls.flatMap(({ pollId, answers, at }) => {
    const poll = findById(snapshot.polls, pollId);
    return Object.entries(answers).map(([id, answer]) => {
      const item = findById(poll?.items ?? [], id);
      const yesOrNo = answer ? 'Sim' : 'Não';
      const text = typeof answer === 'boolean' ? yesOrNo : answer;
      return [new Date(at), poll?.title ?? pollId, item?.question ?? id, text, ...personCells];
    });
  });
}

/** The pseudonym that an erasure left instead of a document is printed as it is. */
function documentText(document: string): string {
  if (isCpf(document)) return formatCpf(document);
  return isCnpj(document) ? formatCnpj(document) : document;
}

/** A key, even a part of one, in groups as on receipts: spreadsheets round it, or drop zeros. */
function inFours(identifier: string): string {
  return identifier.length < 34 ? `nº ${identifier}` : identifier.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** A spreadsheet would round a long code, drop its first zero, or take 10-12 for a day of December. */
function asWritten(text: string | null | undefined): string | null {
  const isSpoiled = /^(?:0\d*|\d{12,}|\d+(?:[-/.,:e]\d+)+)$/i.test(text ?? '');
  return isSpoiled ? `nº ${text}` : (text ?? null);
}

function keyText({ keyType, key }: ExportedWithdrawal): string | null {
  if (key === null) return null;
  if (keyType === 'CPF') return formatCpf(key);
  return keyType === 'PHONE' ? formatPhone(key) : key;
}
