import { isCalendarDay } from '../dates.ts';
import { isCnpj } from '../people/cpf-cnpj.ts';
import { type AccessKey, readAccessKey } from './access-key.ts';
import { dayOfIssue } from './receipt-code.ts';

/** Text as PDF.js gives it; positions start at the page's lower left corner. */
export interface PrintedText {
  str: string;
  /** Transformation matrix; its last two numbers are where the piece starts. */
  transform: number[];
  height: number;
}

export function printedLines(items: readonly (PrintedText | object)[]): string {
  const pieces = items.filter(isText).toSorted((a, b) => baseline(b) - baseline(a));
  const lines: PrintedText[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const together = last && baseline(last) - baseline(piece) < Math.max(piece.height, 1) / 2;
    if (line && together) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .map((line) => line.toSorted((a, b) => left(a) - left(b)))
    .map((line) => line.map(({ str }) => str).join(' '))
    .join('\n');
}

function isText(item: PrintedText | object): item is PrintedText {
  return 'str' in item && item.str.trim() !== '';
}

function left({ transform }: PrintedText): number {
  return transform[4] ?? 0;
}

function baseline({ transform }: PrintedText): number {
  return transform[5] ?? 0;
}

/** Null when no line says it, or lines contradict one another. */
export interface ReceiptText {
  accessKey: AccessKey | null;
  cnpj: string | null;
  /** `yyyy-MM-dd`. */
  purchaseDate: string | null;
  /** In centavos. */
  total: number | null;
}

const separator = String.raw`[ .\-/\n]{0,3}`;
const keyShape = new RegExp(
  `(?<![0-9A-Z])(?:\\d${separator}){6}(?:[0-9A-Z]${separator}){12}(?:\\d${separator}){25}\\d(?![0-9A-Z])`,
  'gi',
);
// OCR adds a blank beside a point, or reads only a blank; without a slash, blanks belong to a key.
const cnpjShape =
  /(?<![0-9A-Z])[0-9A-Z]{2}(?: ?\. ?| )?[0-9A-Z]{3}(?: ?\. ?| )?[0-9A-Z]{3}(?: ?\/ ?)?[0-9A-Z]{4}(?: ?- ?)?\d\d(?!\d)/gi;
const dateShape = /(?<!\d)(\d\d)[/.-](\d\d)[/.-](20\d\d)(?!\d)/g;
const amountShape = /(\d{1,3}(?:\.\d{3})+|\d{1,7}),(\d\d)(?!\d)/;

/** With two different access keys, neither counts, and nothing that depends on the key does. */
export function readReceiptText(text: string): ReceiptText {
  const keys = accessKeysIn(text);
  const accessKey = keys.length === 1 ? (keys[0] ?? null) : null;
  return {
    accessKey,
    cnpj: accessKey?.cnpj ?? cnpjsIn(text)[0] ?? null,
    purchaseDate: purchaseDateIn(text, accessKey),
    total: totalIn(text),
  };
}

export function accessKeysIn(text: string): AccessKey[] {
  const keys = new Map<string, AccessKey>();
  for (const [digits] of text.matchAll(keyShape)) {
    const accessKey = readAccessKey(digits);
    if (accessKey) keys.set(accessKey.key, accessKey);
  }
  return [...keys.values()];
}

/** Every valid CNPJ, without punctuation; the shop's is printed first. */
export function cnpjsIn(text: string): string[] {
  const cnpjs = [...text.matchAll(cnpjShape)].map(([shape]) =>
    shape.replaceAll(/[ ./-]/g, '').toUpperCase(),
  );
  return [...new Set(cnpjs.filter(isCnpj))];
}

/** The day in the key's month, if possible from a line about the issue; null when lines differ. */
export function purchaseDateIn(text: string, accessKey: AccessKey | null): string | null {
  const lines = text.split('\n');
  const issue = lines.filter((line) => /emiss[aã]o|emitid[ao]/i.test(line)).join('\n');
  return soleDate(issue, accessKey) ?? soleDate(text, accessKey);
}

function soleDate(text: string, accessKey: AccessKey | null): string | null {
  const dates = new Set(datesIn(text, accessKey));
  const [date] = dates;
  return date !== undefined && dates.size === 1 ? date : null;
}

function datesIn(text: string, accessKey: AccessKey | null): string[] {
  return [...text.matchAll(dateShape)]
    .map(([, day, month, year]) => `${year}-${month}-${day}`)
    .filter((date) => (accessKey ? dayOfIssue(accessKey, date) !== null : isCalendarDay(date)));
}

/** The amount beside or under 'Valor a pagar', else 'Valor total', in centavos. */
function totalIn(text: string): number | null {
  const lines = text.split('\n');
  for (const label of [/valor a pagar/i, /valor total(?: da nota)?/i]) {
    const position = lines.findIndex((line) => label.test(line));
    if (position < 0) continue;
    const [, rest = ''] = (lines[position] ?? '').split(label);
    const amount = amountShape.exec(rest) ?? amountShape.exec(lines[position + 1] ?? '');
    if (amount) return Number(`${amount[1]?.replaceAll('.', '')}${amount[2]}`);
  }
  return null;
}
