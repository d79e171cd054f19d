import { isCnpj } from '../people/cpf-cnpj.ts';
import { stateCodes } from '../receipts/access-key.ts';
import { cnpjsIn } from '../receipts/receipt-text.ts';
import { monthsIn } from './printed-date-and-time.ts';
import type { PrintedFacts } from './printed-key.ts';
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

export function printedFacts(lines: readonly ReadLine[]): PrintedFacts {
  const texts = lines.flat();
  const text = texts.join('\n');
  const ofTheShop = aboveTheBuyer(lines)
    .flat()
    .filter((reading) => !ofTheBuyer.test(reading));
  return {
    cnpjs: first(ofTheShop.flatMap(shopsIn)),
    misreadCnpjs: first(ofTheShop.flatMap(misreadIn)),
    months: first(monthsIn(lines)),
    states: first([...text.matchAll(stateShape)].flatMap(([, name = '']) => codesOfState(name))),
    serials: first([
      ...texts.flatMap((reading) => equipmentShape.exec(reading)?.[1] ?? []),
      ...serialsIn(texts),
    ]),
  };
}

function codesOfState(name: string): string[] {
  const code = stateCodes.get(name.toUpperCase());
  return code === undefined ? [] : [code];
}

function serialsIn(texts: readonly string[]): string[] {
  const values = (shape: RegExp) => first(texts.flatMap((text) => shape.exec(text)?.[1] ?? []));
  return values(seriesShape).flatMap((series) =>
    values(numberShape).map((number) => series.padStart(3, '0') + number.padStart(9, '0')),
  );
}

function first(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, maxPerKind);
}
