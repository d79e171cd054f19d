import { parameter, type WithParameters } from '../campaign/parameters.ts';
import type { EngineType } from '../rewards/engines.ts';
import { isEmitter, readAccessKey } from './access-key.ts';
import { parseDuplicateKey, type ReceiptFields, shortNumber } from './receipt-identity.ts';

export type ReviewReason =
  | 'KEY_CONFLICT'
  | 'DAILY_LIMIT'
  | 'SHOP_LIMIT'
  | 'SAME_FILE'
  | 'PARTIAL_KEY'
  | 'SAME_NUMBER'
  | 'SAME_PURCHASE'
  | 'LAST_NUMBERS'
  | 'LAST_CASHBACK'
  /** The tax office contradicts what was typed, or says that the receipt was cancelled. */
  | 'TAX_OFFICE';

/** What the tax office says against a receipt; a moderator decides what follows from it. */
export const officeDoubts = ['TOTAL', 'DAY', 'CNPJ', 'PRODUCT', 'CANCELLED'] as const;

export type OfficeDoubt = (typeof officeDoubts)[number];

export function officeConflicts(
  receipt: { totalCentavos: number; purchaseDate: string; cnpj: string },
  facts: { total: number; day: string; cnpj: string },
): OfficeDoubt[] {
  const conflicts: OfficeDoubt[] = [];
  if (receipt.totalCentavos !== facts.total) conflicts.push('TOTAL');
  if (receipt.purchaseDate !== facts.day) conflicts.push('DAY');
  if (receipt.cnpj !== facts.cnpj) conflicts.push('CNPJ');
  return conflicts;
}

interface ReceiptLimits {
  perDay: number;
  perShopAndDay: number;
}

/** A family's shopping of a day stays below these; a script does not. */
const defaultLimits: ReceiptLimits = { perDay: 10, perShopAndDay: 3 };

/** The campaign's limits; a parameter that is no whole number from 1 on counts as absent. */
export function receiptLimits(campaign: WithParameters): ReceiptLimits {
  const limit = (code: string, defaultValue: number) => {
    const text = parameter(campaign, code) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : defaultValue;
  };
  return {
    perDay: limit('COUPON_MAX_QTD_PER_DAY', defaultLimits.perDay),
    perShopAndDay: limit('COUPON_MAX_QTD_PER_SHOP_AND_DAY', defaultLimits.perShopAndDay),
  };
}

export interface EarlierReceipts {
  /** Receipts of this person and day that earned at once, whatever their status now. */
  earnedToday: number;
  earnedTodayOfShop: number;
  /** A receipt of any person has exactly the same file. */
  isSameFile: boolean;
  /** Duplicate keys of receipts with a similar fiscal number, of any person. */
  sameNumber: readonly string[];
  /** Of the same company, day and total, where one of the two has no key. */
  isSamePurchase: boolean;
}

/** @returns an empty list for a receipt that earns at once, and needs no closer look. */
export function reviewReasons(
  receipt: { identifier: string; duplicateKey: string; hasKeyConflict: boolean },
  earlier: EarlierReceipts,
  limits: ReceiptLimits,
): ReviewReason[] {
  const { identifier, duplicateKey } = receipt;
  const keys = possibleKeys(identifier);
  const reasons: [ReviewReason, boolean][] = [
    ['KEY_CONFLICT', receipt.hasKeyConflict],
    ['DAILY_LIMIT', earlier.earnedToday >= limits.perDay],
    ['SHOP_LIMIT', earlier.earnedTodayOfShop >= limits.perShopAndDay],
    ['SAME_FILE', earlier.isSameFile],
    ['PARTIAL_KEY', isPartialKey(identifier)],
    ['SAME_NUMBER', earlier.sameNumber.some((other) => isPerhapsSame(duplicateKey, keys, other))],
    ['SAME_PURCHASE', earlier.isSamePurchase],
  ];
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}

/** Only these make a receipt wait; a conflict of key and fields is nearly always an honest slip. */
export const waitingReasons: readonly ReviewReason[] = [
  'DAILY_LIMIT',
  'SHOP_LIMIT',
  'SAME_FILE',
  'PARTIAL_KEY',
  'SAME_NUMBER',
  'SAME_PURCHASE',
];

export function earnsOnApproval(reasons: readonly ReviewReason[]): boolean {
  return reasons.some((reason) => waitingReasons.includes(reason));
}

const onApprovalTexts: Readonly<Record<EngineType, string>> = {
  DRAW: 'Os números da sorte chegam quando a nota for aprovada.',
  INSTANT_PRIZE: 'A nota concorre ao prêmio na hora quando for aprovada.',
  CASHBACK: 'O cashback chega quando a nota for aprovada.',
  COLLECT_TO_WIN: 'Os pontos chegam quando a nota for aprovada.',
};

export function onApprovalText(engine: EngineType): string {
  return onApprovalTexts[engine];
}

/** Registers print at most 15 digits; a longer number is a part of an access key. */
export function isPartialKey(identifier: string): boolean {
  return /^\d{20,43}$/.test(identifier);
}

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
 * The same whether a receipt was entered by its key, by a part of it or by its short number, and
 * with the CNPJ of whichever branch.
 */
export function fiscalNumber(receipt: Numbered): string {
  const { identifier } = receipt;
  const shop = shopOf(receipt);
  const key = readAccessKey(identifier);
  const digits = isPartialKey(identifier) ? numberIn(identifier, shop) : identifier;
  return `${shop.slice(0, companyLength)}/${key?.number ?? shortNumber(digits)}`;
}

/** Counts from the CNPJ, or from the key's end where a digit of CNPJ or model is missing. */
function numberIn(partialKey: string, cnpj: string): string {
  const cnpjAt = partialKey.indexOf(cnpj);
  const isModelNext = ['55', '65'].includes(partialKey.slice(cnpjAt + 14, cnpjAt + 16));
  const start = cnpjAt >= 0 && isModelNext ? cnpjAt + 19 : partialKey.length - 19;
  return partialKey.slice(start, start + 9);
}

/** The fiscal number, and those of the keys that a key with a digit missing may be. */
export function possibleNumbers(receipt: Numbered): string[] {
  return numbersOf(receipt, possibleKeys(receipt.identifier));
}

/** The fiscal numbers of all receipts that may be this one, with a digit of either's key missing. */
export function similarNumbers(receipt: Numbered): string[] {
  const keys = possibleKeys(receipt.identifier);
  const parts = keys.flatMap((key) =>
    [...key].map((_, place) => key.slice(0, place) + key.slice(place + 1)),
  );
  return numbersOf(receipt, [...keys, ...parts]);
}

function numbersOf(receipt: Numbered, identifiers: readonly string[]): string[] {
  const receipts = identifiers.map((identifier) => ({ ...receipt, identifier }));
  return [...new Set([receipt, ...receipts].map(fiscalNumber))];
}

function possibleKeys(identifier: string): string[] {
  if (!isPartialKey(identifier)) return readAccessKey(identifier) ? [identifier] : [];
  const places = [...identifier, ''].map((_, place) => place);
  const keys = places.flatMap((place) =>
    [...'0123456789'].map((digit) => identifier.slice(0, place) + digit + identifier.slice(place)),
  );
  return [...new Set(keys)].filter((key) => readAccessKey(key) !== null);
}

/** Two keys may differ only in branch, series or model; a number without its key shows none. */
function isPerhapsSame(duplicateKey: string, keys: readonly string[], other: string): boolean {
  if (numberOf(duplicateKey) !== numberOf(other)) {
    return isPartOf(duplicateKey, other) || keys.some((key) => isPartOf(other, key));
  }
  const series = seriesOf(duplicateKey);
  const otherSeries = seriesOf(other);
  return series === null || otherSeries === null || series === otherSeries;
}

function numberOf(duplicateKey: string): string {
  return fiscalNumber(parseDuplicateKey(duplicateKey));
}

function isPartOf(partKey: string, duplicateKey: string): boolean {
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
