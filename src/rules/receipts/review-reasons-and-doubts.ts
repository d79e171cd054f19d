import { type ParameterCode, parameter, type WithParameters } from '../campaign/parameters.ts';
import { instantOf, minuteMs } from '../dates.ts';
import { isPartialKey } from './access-key.ts';
import { isPerhapsAnyOf } from './fiscal-number.ts';
import { isProductMissing } from './promoted-products.ts';
import type { ReceiptStatus } from './receipt-status.ts';

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

/**
 * What speaks against a receipt once its tax office was asked; a moderator decides what follows.
 * NOT_FOUND: not known there for three days; LATER: issued after it was sent; PICTURE: of another key.
 */
export const officeDoubts = [
  'TOTAL',
  'DAY',
  'CNPJ',
  'LATER',
  'PRODUCT',
  'CANCELLED',
  'NOT_FOUND',
  'PICTURE',
] as const;

export type OfficeDoubt = (typeof officeDoubts)[number];

/** Whether the office's answer speaks against the receipt; one without a promoted product is confirmed all the same. */
export function isContradiction(doubt: OfficeDoubt): boolean {
  return doubt !== 'PRODUCT';
}

interface TypedFields {
  totalCentavos: number;
  purchaseDate: string;
  cnpj: string;
  createdAt: Date;
}

interface FactsOfPurchase {
  total: number;
  day: string;
  time: string | null;
  cnpj: string;
}

export function fieldDoubts(receipt: TypedFields, facts: FactsOfPurchase): OfficeDoubt[] {
  const doubts: OfficeDoubt[] = [];
  if (receipt.totalCentavos !== facts.total) doubts.push('TOTAL');
  if (receipt.purchaseDate !== facts.day) doubts.push('DAY');
  if (receipt.cnpj !== facts.cnpj) doubts.push('CNPJ');
  if (isIssuedLater(receipt, facts)) doubts.push('LATER');
  return doubts;
}

const fastClockMs = 10 * minuteMs;

/** A shop could try keys first, and issue only receipts that win. */
function isIssuedLater({ createdAt }: TypedFields, { day, time }: FactsOfPurchase): boolean {
  if (time === null) return false;
  return instantOf(`${day}T${time}`).getTime() > createdAt.getTime() + fastClockMs;
}

/** What the page of an existing receipt says against it; that one was cancelled is another doubt. */
export function pageDoubts(
  receipt: TypedFields & { lines: Parameters<typeof isProductMissing>[0] },
  facts: FactsOfPurchase & Parameters<typeof isProductMissing>[1],
  products: Parameters<typeof isProductMissing>[2],
): OfficeDoubt[] {
  const isMissing = isProductMissing(receipt.lines, facts, products);
  return [...fieldDoubts(receipt, facts), ...(isMissing ? (['PRODUCT'] as const) : [])];
}

interface ReceiptLimits {
  perDay: number;
  perShopAndDay: number;
}

/** A family's shopping of a day stays below these; a script does not. */
const defaultLimits: ReceiptLimits = { perDay: 10, perShopAndDay: 3 };

/** The campaign's limits; a parameter that is no whole number from 1 on counts as absent. */
export function receiptLimits(campaign: WithParameters): ReceiptLimits {
  const limit = (code: ParameterCode, defaultValue: number) => {
    const text = parameter(campaign, code) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : defaultValue;
  };
  return {
    perDay: limit('COUPON_MAX_QTD_PER_DAY', defaultLimits.perDay),
    perShopAndDay: limit('COUPON_MAX_QTD_PER_SHOP_AND_DAY', defaultLimits.perShopAndDay),
  };
}

/** A receipt that differs by no more than this from another may be the same one, typed again. */
export const retyped = { days: 1, centavos: 100 };

/** How many days an NF-e may be apart from its coupon: one person's, and another's of the same shop. */
export const invoiceDays = { own: 30, ofShop: 3 };

export interface EarlierReceipts {
  /** Receipts of this person and day that earned at once, whatever their status now. */
  earnedToday: number;
  earnedTodayOfShop: number;
  /** A receipt of any person has exactly the same file. */
  isSameFile: boolean;
  /** Duplicate keys of receipts with a similar fiscal number, of any person. */
  similarDuplicateKeys: readonly string[];
  /** One may be of this purchase: one of the two has no key, or is an NF-e for the other's coupon. */
  isSamePurchase: boolean;
}

/** @returns an empty list for a receipt that earns at once, and needs no closer look. */
export function reviewReasons(
  receipt: { identifier: string; duplicateKey: string; hasKeyConflict: boolean },
  earlier: EarlierReceipts,
  limits: ReceiptLimits,
): ReviewReason[] {
  const reasons: [ReviewReason, boolean][] = [
    ['KEY_CONFLICT', receipt.hasKeyConflict],
    ['DAILY_LIMIT', earlier.earnedToday >= limits.perDay],
    ['SHOP_LIMIT', earlier.earnedTodayOfShop >= limits.perShopAndDay],
    ['SAME_FILE', earlier.isSameFile],
    ['PARTIAL_KEY', isPartialKey(receipt.identifier)],
    ['SAME_NUMBER', isPerhapsAnyOf(receipt, earlier.similarDuplicateKeys)],
    ['SAME_PURCHASE', earlier.isSamePurchase],
  ];
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}

/** With these a receipt earns on approval; a conflict of key and fields is nearly always an honest slip. */
export const onApprovalReasons: readonly ReviewReason[] = [
  'DAILY_LIMIT',
  'SHOP_LIMIT',
  'SAME_FILE',
  'PARTIAL_KEY',
  'SAME_NUMBER',
  'SAME_PURCHASE',
];

export function earnsOnApproval(reasons: readonly ReviewReason[]): boolean {
  return reasons.some((reason) => onApprovalReasons.includes(reason));
}

/** The first status of a new receipt: with any reason, a moderator has to decide on it. */
export function firstStatus(reasons: readonly ReviewReason[]): ReceiptStatus {
  return reasons.length === 0 ? 'IN_ANALYSIS' : 'PENDING_ANALYSIS';
}
