import { isEmitter, isPartialKey, readAccessKey } from './access-key.ts';
import { parseDuplicateKey, type ReceiptFields, shortNumber } from './receipt-identity.ts';

type Numbered = Pick<ReceiptFields, 'identifier' | 'cnpj'>;

/** The access key's CNPJ, where there is one: a typed CNPJ could pass for another shop. */
export function shopOf({ identifier, cnpj }: Numbered): string {
  const key = readAccessKey(identifier);
  if (key) return key.cnpj;
  if (!isPartialKey(identifier) || identifier.includes(cnpj)) return cnpj;
  const printed = identifier.slice(6, 20);
  return isEmitter(printed) ? printed : cnpj;
}

/** How much of a CNPJ names the company; the rest names one of its branches. */
export const companyLength = 8;

/**
 * `<company>/<number>`: the same whether a receipt was entered by its key, by a part of it or by its
 * short number, and with the CNPJ of whichever branch.
 */
export function fiscalNumber(receipt: Numbered): string {
  const { identifier } = receipt;
  const shop = shopOf(receipt);
  const key = readAccessKey(identifier);
  const digits = isPartialKey(identifier) ? numberInPartialKey(identifier, shop) : identifier;
  return `${shop.slice(0, companyLength)}/${key?.number ?? shortNumber(digits)}`;
}

/** Counts from the CNPJ, or from the key's end where a digit of CNPJ or model is missing. */
function numberInPartialKey(partialKey: string, cnpj: string): string {
  const cnpjAt = partialKey.indexOf(cnpj);
  const isModelNext = ['55', '65'].includes(partialKey.slice(cnpjAt + 14, cnpjAt + 16));
  const start = cnpjAt >= 0 && isModelNext ? cnpjAt + 19 : partialKey.length - 19;
  return partialKey.slice(start, start + 9);
}

/** The fiscal number, and those of the keys that a key with a digit missing may be. */
export function possibleFiscalNumbers(receipt: Numbered): string[] {
  return fiscalNumbersOf(receipt, completedKeys(receipt.identifier));
}

/** The fiscal numbers of all receipts that may be this one, with a digit of either's key missing. */
export function similarFiscalNumbers(receipt: Numbered): string[] {
  const keys = completedKeys(receipt.identifier);
  const parts = keys.flatMap((key) =>
    [...key].map((_, place) => key.slice(0, place) + key.slice(place + 1)),
  );
  return fiscalNumbersOf(receipt, [...keys, ...parts]);
}

function fiscalNumbersOf(receipt: Numbered, identifiers: readonly string[]): string[] {
  const receipts = identifiers.map((identifier) => ({ ...receipt, identifier }));
  return [...new Set([receipt, ...receipts].map(fiscalNumber))];
}

function completedKeys(identifier: string): string[] {
  if (!isPartialKey(identifier)) return readAccessKey(identifier) ? [identifier] : [];
  const places = [...identifier, ''].map((_, place) => place);
  const keys = places.flatMap((place) =>
    [...'0123456789'].map((digit) => identifier.slice(0, place) + digit + identifier.slice(place)),
  );
  return [...new Set(keys)].filter((key) => readAccessKey(key) !== null);
}

/** Whether one of the receipts with these duplicate keys may be this one. */
export function isPerhapsAnyOf(
  { identifier, duplicateKey }: { identifier: string; duplicateKey: string },
  others: readonly string[],
): boolean {
  const keys = completedKeys(identifier);
  return others.some((other) => isPerhapsSame(duplicateKey, keys, other));
}

/** Two keys may differ only in branch, series or model; a number without its key shows none. */
function isPerhapsSame(duplicateKey: string, keys: readonly string[], other: string): boolean {
  if (fiscalNumberOfDuplicateKey(duplicateKey) !== fiscalNumberOfDuplicateKey(other)) {
    return (
      isKeyWithDigitsMissing(duplicateKey, other) ||
      keys.some((key) => isKeyWithDigitsMissing(other, key))
    );
  }
  const series = seriesOf(duplicateKey);
  const otherSeries = seriesOf(other);
  return series === null || otherSeries === null || series === otherSeries;
}

function fiscalNumberOfDuplicateKey(duplicateKey: string): string {
  return fiscalNumber(parseDuplicateKey(duplicateKey));
}

function isKeyWithDigitsMissing(partKey: string, duplicateKey: string): boolean {
  const { identifier: part } = parseDuplicateKey(partKey);
  const { identifier: key } = parseDuplicateKey(duplicateKey);
  if (!isPartialKey(part) || readAccessKey(key) === null) return false;
  let found = 0;
  for (const digit of key) if (digit === part[found]) found += 1;
  return found === part.length;
}

function seriesOf(duplicateKey: string): string | null {
  const key = readAccessKey(parseDuplicateKey(duplicateKey).identifier);
  return key && `${key.cnpj}/${key.model}/${key.series}`;
}
