import { isCnpj } from '../../rules/people/cpf-cnpj.ts';
import type { AccessKey } from '../../rules/receipts/access-key.ts';
import { dayOfIssue } from '../../rules/receipts/receipt-code.ts';
import type { OfficePage } from './read-page.ts';

/** The facts of a page that we store, without the buyer. Amounts in centavos. */
export interface ReceiptFacts {
  cnpj: string;
  /** `yyyy-MM-dd`. */
  day: string;
  time: OfficePage['time'];
  total: number;
  items: OfficePage['items'];
}

/**
 * Only `cancelled` counts against a receipt. A forged code can cause `failed`, so only `unavailable`
 * is trouble of the office. `plain-only`: a buyer's document would have had to go over plain http.
 */
export type Outcome = { kind: 'confirmed'; facts: ReceiptFacts } | { kind: UnconfirmedKind };

type UnconfirmedKind =
  | 'cancelled'
  | 'waiting'
  | 'not-found'
  | 'refused'
  | 'human-check'
  | 'unreadable'
  | 'failed'
  | 'plain-only'
  | 'unavailable';

/** `not-asked`: the picture has no code, or its code names a buyer of another kind than its reader. */
export type OutcomeKind = Outcome['kind'] | 'not-asked';

/** The offices' codes, from the QR code's manual. */
const kindByCode: Record<string, UnconfirmedKind> = {
  217: 'not-found',
  229: 'cancelled',
  240: 'cancelled',
  234: 'waiting',
  235: 'waiting',
  236: 'not-found',
  238: 'waiting',
};

/** Sentences without accents; the first that matches counts. */
const kindBySentence: [RegExp, UnconfirmedKind][] = [
  [/(?:NFC?-?E|NOTA|DOCUMENTO|CUPOM)\b.{0,40}\bCANCELAD[AO]/, 'cancelled'],
  [/NAO CONSTA|NAO (?:FOI )?(?:ENCONTRAD|LOCALIZAD)|INEXISTENTE|NAO EXISTE/, 'not-found'],
  // One office writes this during its outages as well.
  [/MAL FORMATAD|ERRO INTERNO/, 'failed'],
  [/INDISPONIVEL|TENTE (?:NOVAMENTE )?MAIS TARDE|TIMEOUT|MANUTENCAO/, 'unavailable'],
  [/INCONSISTENCIA|PROBLEMAS N[AO] |NAO SUPORTADO|INVALID[AO]|HASH|ASSINATURA/, 'refused'],
];

/** Confirms only the receipt that was asked for: no test, shown whole, without remarks. */
export function judgePage(page: OfficePage, asked: AccessKey): Outcome {
  const isAsked = page.key === asked.key;
  if (page.isCancelled && (page.key === null || isAsked)) return { kind: 'cancelled' };
  if (page.items.length === 0) return { kind: kindOfError(page) };
  const facts = isAsked && page.notice === '' ? factsOf(page, asked) : null;
  return facts ? { kind: 'confirmed', facts } : { kind: 'unreadable' };
}

function factsOf(page: OfficePage, asked: AccessKey): ReceiptFacts | null {
  const { day, time, total, items, statedItems } = page;
  // A person may issue receipts too; then the key holds a CPF, and the page shows no CNPJ.
  const isShop = page.cnpj === asked.cnpj || (page.cnpj === null && !isCnpj(asked.cnpj));
  const isSame = page.number === asked.number && page.series === asked.series && isShop;
  const isWhole = statedItems === null || statedItems === items.length;
  if (!isSame || !isWhole || page.environment === 'test' || !page.hasProtocol) return null;
  if (day === null || dayOfIssue(asked, day) === null || total === null || total <= 0) return null;
  return { cnpj: asked.cnpj, day, time, total, items };
}

function kindOfError({ text, notice, asksForPerson }: OfficePage): UnconfirmedKind {
  const [, code = ''] = /(?:CODIGO|REJEICAO|ERRO|CSTAT|STATUS)\W{0,5}(\d{3})\b/.exec(text) ?? [];
  const byCode = kindByCode[code];
  if (byCode) return byCode;
  const [, bySentence] = kindBySentence.find(([sentence]) => sentence.test(text)) ?? [];
  if (bySentence) return bySentence;
  if (asksForPerson) return 'human-check';
  return text === '' && notice === '' ? 'failed' : 'unreadable';
}
