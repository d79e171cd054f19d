import { isCalendarDay } from '../dates.ts';
import { isCnpj } from '../people/cpf-cnpj.ts';
import { type AccessKey, monthOfIssue, stateCodes } from '../receipts/access-key.ts';
import { dayOfIssue, timeOfDay } from '../receipts/receipt-code.ts';
import { cnpjsIn } from '../receipts/receipt-text.ts';
import { differingCharacters, type PrintedFacts } from './printed-key.ts';
import type { ReadLine } from './printed-total.ts';

/** With more facts of one kind than this, some are misread or the text is no receipt. */
const maxPerKind = 3;

/** An address ends with the state; the office's page is named after it too. */
const stateShape = /(?:[-/,]\s?|(?:fazenda|sefaz|sef|nfce)\.)([A-Z]{2})(?=[\s.,]|$)/gi;
const seriesShape = /S[ÉEée]RIE\s?:?\s?0{0,2}(\d{1,3})(?!\d)/i;
const numberShape = /(?:NFC-?E|N[ÚU]MERO|EXTRATO)\D{0,8}?0{0,8}(\d{1,9})(?!\d)/i;
const equipmentShape = /(?:SAT|EQUIPAMENTO)\s?N[Oo0º°.]{0,2}\.?\s?:?\s?(\d{9})(?!\d)/i;

const ofTheBuyer = /CONSU[MNH]IDOR|CPF\s?\/\s?C[NH]PJ|CLIENTE|DESTINAT/i;

/** The heading of a DANFE's part about the buyer; the shop is above it. */
const buyersPart = /DESTINAT[AÁ]RI[O0]/i;

export function printedFacts(lines: readonly ReadLine[]): PrintedFacts {
  const texts = lines.flat();
  const text = texts.join('\n');
  const ofTheShop = aboveTheBuyer(lines)
    .flat()
    .filter((reading) => !ofTheBuyer.test(reading));
  return {
    cnpjs: firstFew(ofTheShop.flatMap(shopsIn)),
    misreadCnpjs: firstFew(ofTheShop.flatMap(misreadIn)),
    months: firstFew(monthsIn(lines)),
    states: firstFew([...text.matchAll(stateShape)].flatMap(([, name = '']) => codesOfState(name))),
    serials: firstFew([
      ...texts.flatMap((reading) => equipmentShape.exec(reading)?.[1] ?? []),
      ...serialsIn(texts),
    ]),
  };
}

/** Without points, a CNPJ counts only beside its name: 1 % of product codes are valid ones. */
function shopsIn(text: string): string[] {
  const isNamed = /C\.?\s?[NH]\.?\s?P\.?\s?J/i.test(text);
  return cnpjsIn(text).filter((cnpj) => isNamed || !text.includes(cnpj));
}

const misreadShape = /(?<!\d)\d\d\s?[.,]\s?\d{3}\s?[.,]\s?\d{3}\s?\/\s?\d{4}\s?-\s?\d\d(?!\d)/g;

function misreadIn(text: string): string[] {
  const cnpjs = [...text.matchAll(misreadShape)].map(([cnpj]) => cnpj.replaceAll(/\D/g, ''));
  return cnpjs.filter((cnpj) => !isCnpj(cnpj));
}

function aboveTheBuyer(lines: readonly ReadLine[]): readonly ReadLine[] {
  const end = lines.findIndex((line) => line.some((reading) => buyersPart.test(reading)));
  return end < 0 ? lines : lines.slice(0, end);
}

function codesOfState(name: string): string[] {
  const code = stateCodes.get(name.toUpperCase());
  return code === undefined ? [] : [code];
}

function serialsIn(texts: readonly string[]): string[] {
  const values = (shape: RegExp) => firstFew(texts.flatMap((text) => shape.exec(text)?.[1] ?? []));
  return values(seriesShape).flatMap((series) =>
    values(numberShape).map((number) => series.padStart(3, '0') + number.padStart(9, '0')),
  );
}

function firstFew(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, maxPerKind);
}

const printedDay = /(?<!\d)(\d\d)\s?[/.-]\s?(\d\d)\s?[/.-]\s?(20\d\d)(?!\d)/g;
/** A year of two digits counts only right before a time; 20 may be a year that lost two digits. */
const shortDay =
  /(?<![\d/.-])(\d\d)\s?([/.-])\s?(\d\d)\s?\2\s?(?!20)(\d\d)\s{1,3}(?:[01]\d|2[0-3])\s?:\s?[0-5]\d(?!\d)/g;
const printedMonth = /\d\s?[/.-]\s?(\d\d)\s?[/.-]\s?(20\d\d)(?!\d)/g;
const printedTime = /(?<![\d:])(\d\d)\s?:\s?(\d\d)\s?:\s?(\d\d)(?!\d)/;

/** The tax office's answer has its own moment, seconds or days after the sale. */
const ofTheOffice = /PROTOC|(?<!PENDENTE DE )AUTORIZ|VALIDADE|VENC|TROCA|NASC/i;
const ofAnotherDay = /VALIDADE|VENC|TROCA|NASC/i;
const ofTheIssue = /EMISS|EMITID|DATA|S[ÉE]RIE|NFC-?E|SAT/i;

type Counts = Map<string, number>;

/** Without a key: the day most readings name, above all lines about the issue; null if close. */
export function dayOf(lines: readonly ReadLine[]): string | null {
  const own = lines.flat().filter((text) => !ofTheOffice.test(text) || ofTheIssue.test(text));
  const counts: Counts = new Map();
  for (const text of own) {
    for (const day of daysIn(text)) add(counts, day, ofTheIssue.test(text) ? 2 : 1);
  }
  if (counts.size === 0) {
    for (const text of lines.flat()) if (!ofAnotherDay.test(text)) addEach(counts, daysIn(text));
  }
  const day = leading(counts, isNearly);
  return day !== null && isContradicted(day, lines) ? null : day;
}

function addEach(counts: Counts, days: readonly string[]): void {
  for (const day of days) add(counts, day);
}

/** Readings that lost the day may still have the month; the day is doubtful if many differ. */
function isContradicted(day: string, lines: readonly ReadLine[]): boolean {
  const readings = lines.filter((line) => line.some((text) => daysIn(text).includes(day))).flat();
  const months = readings
    .map((text) => Array.from(text.matchAll(printedMonth), ([, month, year]) => `${year}-${month}`))
    .filter((found) => found.length > 0);
  const alike = months.filter((found) => found.includes(day.slice(0, 7))).length;
  return alike < months.length && alike - (months.length - alike) < 2;
}

export function daysIn(text: string): string[] {
  const whole = Array.from(
    text.matchAll(printedDay),
    ([, day, month, year]) => `${year}-${month}-${day}`,
  );
  const short = Array.from(
    text.matchAll(shortDay),
    ([, day, , month, year]) => `20${year}-${month}-${day}`,
  );
  return [...whole, ...short].filter(isCalendarDay);
}

export function monthsIn(lines: readonly ReadLine[]): string[] {
  const months = lines.flat().flatMap((text) => daysIn(text).map((day) => day.slice(0, 7)));
  return [...new Set(months)];
}

/** `HH:mm:ss` beside the day of issue or a line below; null unless two or more readings lead. */
export function timeOf(lines: readonly ReadLine[], accessKey: AccessKey | null): string | null {
  const month = accessKey ? monthOfIssue(accessKey) : '';
  const hasDay = (line: ReadLine) =>
    line.some((text) => daysIn(text).some((day) => day.startsWith(month)));
  const counts: Counts = new Map();
  for (const [index, line] of lines.entries()) {
    const isDated = hasDay(line) || hasDay(lines[index - 1] ?? []);
    if (!isDated || isOfTheOffice(line, lines.slice(Math.max(0, index - 3), index))) continue;
    for (const text of line) {
      const [, hour, minute, second] = printedTime.exec(text) ?? [];
      if (hour) add(counts, `${hour}:${minute}:${second}`);
    }
  }
  // An impossible time also shows that one of its digits is hard to read.
  const time = leading(counts, hasZeroAsSix);
  return time !== null && isSure(time, lines) ? time : null;
}

function isSure(time: string, lines: readonly ReadLine[]): boolean {
  return timeOfDay(time) !== null && (!time.startsWith('16') || isPrintedTwice(time, lines));
}

/** A pale 10 is read as 16 every time; the office's moment, seconds later, tells them apart. */
function isPrintedTwice(time: string, lines: readonly ReadLine[]): boolean {
  const hour = time.slice(0, 2);
  return lines.filter((line) => hasMostly(hour, line)).length > 1;
}

function hasMostly(hour: string, line: ReadLine): boolean {
  const hours = line.flatMap((text) => printedTime.exec(text)?.[1] ?? []);
  return 2 * hours.filter((other) => other === hour).length > hours.length;
}

/** The office's moment is on its line or one of the next: some tills use four lines for it. */
function isOfTheOffice(line: ReadLine, before: readonly ReadLine[]): boolean {
  const own = line.join(' ');
  if (/EMISS|EMITID/i.test(own)) return false;
  const isLabelled = /S[ÉE]RIE|NFC-?E|SAT/i.test(own);
  return (
    ofTheOffice.test(own) || (!isLabelled && before.flat().some((text) => ofTheOffice.test(text)))
  );
}

function add(counts: Counts, value: string, weight = 1): void {
  counts.set(value, (counts.get(value) ?? 0) + weight);
}

/** Two readings of the same print may differ: with nearly as many votes for each, neither counts. */
function leading(
  counts: Counts,
  isSamePrint: (one: string, other: string) => boolean,
): string | null {
  const [first, ...others] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!first || first[1] < 2 || first[1] === others[0]?.[1]) return null;
  const isDoubtful = others.some(
    ([text, count]) => isSamePrint(text, first[0]) && first[1] - count < 2,
  );
  return isDoubtful ? null : first[0];
}

/** Pale zeros are read as sixes: after one such mistake, no other six is certain. */
function hasZeroAsSix(one: string, other: string): boolean {
  const asSixes = (text: string) => text.replaceAll('0', '6');
  return other.includes('6') && asSixes(one) === asSixes(other);
}

function isNearly(one: string, other: string): boolean {
  return differingCharacters(one, other) <= 2;
}

const dateShape = /(?<!\d)(\d\d)\s?[/.-]\s?(\d\d)\s?[/.-]\s?(20\d\d|\d\d(?!\d))/g;

/** A date read exactly outweighs all those that are a date of the month except for one digit. */
const exactVote = 100;
const nearVote = 1;

/** The day of the key's month that most dates name, give or take a digit; null if it is close. */
export function votedDay(lines: readonly ReadLine[], accessKey: AccessKey): string | null {
  const own = lines.filter(
    (line, at) => !isOfTheOffice(line, lines.slice(Math.max(0, at - 3), at)),
  );
  const votes = votesIn(lines, accessKey);
  // A receipt that was issued offline is authorised on a later day, which more lines may name.
  const [day] = leadingVote(votesIn(own, accessKey), 2 * exactVote) ?? leadingVote(votes, 0) ?? [];
  if (day === undefined) return null;
  const others = [...votes].filter(([other]) => other !== day);
  return isDoubtful([day, votes.get(day) ?? 0], others) ? null : day;
}

function votesIn(lines: readonly ReadLine[], accessKey: AccessKey): Counts {
  const votes: Counts = new Map();
  for (const [, day = '', month = '', year = ''] of lines.flat().join('\n').matchAll(dateShape)) {
    const candidate = dayOfIssue(accessKey, `${monthOfIssue(accessKey)}-${day}`);
    const vote = voteOf(accessKey, month, year.slice(-2));
    if (candidate && vote > 0) add(votes, candidate, vote);
  }
  return votes;
}

function leadingVote(votes: Counts, least: number): [string, number] | null {
  const [first, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  return !first || first[1] < least || first[1] === second?.[1] ? null : first;
}

/** The key proves the month but not the day, which an eight misread as a six would change. */
function isDoubtful([day, most]: [string, number], others: readonly [string, number][]): boolean {
  return others.some(([other, count]) => {
    const isOneDigitOff = differingCharacters(day, other) === 1;
    return isOneDigitOff && most - count < 2 * (count < exactVote ? nearVote : exactVote);
  });
}

function voteOf(accessKey: AccessKey, month: string, year: string): number {
  const expected = accessKey.key.slice(2, 6);
  const yearAndMonth = `${year}${month}`;
  if (yearAndMonth === expected) return exactVote;
  const isOneDigitOff = differingCharacters(yearAndMonth, expected) === 1;
  const isAnotherDate =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Math.abs(Number(year) + 2000 - accessKey.year) <= 2;
  return isOneDigitOff && !isAnotherDate ? nearVote : 0;
}
