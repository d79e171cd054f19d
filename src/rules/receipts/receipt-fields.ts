import { parameter, type WithParameters } from '../campaign/parameters.ts';
import { dayInSaoPaulo, instantOf, isCalendarDay } from '../dates.ts';
import { parseMoney } from '../money.ts';
import {
  type AdditionalAnswers,
  additionalFieldChecks,
  additionalFieldsFor,
  type CampaignField,
} from '../people/campaign-fields.ts';
import { checkCnpj } from '../people/cpf-cnpj.ts';
import {
  checkRequired,
  type FieldViolation,
  fieldViolations,
  type ReceiptViolation,
} from '../violation.ts';
import { checkIdentifier } from './receipt-identity.ts';

export interface ReceiptRules {
  startsAt: string;
  endsAt: string;
  /** PRODUCT_MIN_TOTAL_SUM_VALUE in centavos. */
  minimumTotal: number;
  additionalFields: readonly CampaignField[];
}

interface ReceiptCampaign extends WithParameters {
  startsAt: string;
  endsAt: string;
  additionalFields: readonly CampaignField[];
}

const defaultMinimumCentavos = 1000;

/** No real purchase is larger, and sums of larger amounts could overflow. */
export const maxAmountCentavos = 1_000_000_000;

export function receiptRules(campaign: ReceiptCampaign): ReceiptRules {
  const minimum = parameter(campaign, 'PRODUCT_MIN_TOTAL_SUM_VALUE') ?? '';
  return {
    startsAt: campaign.startsAt,
    endsAt: campaign.endsAt,
    minimumTotal: parseMoney(minimum) ?? defaultMinimumCentavos,
    additionalFields: additionalFieldsFor('COUPON', campaign.additionalFields),
  };
}

export interface ReceiptInput {
  identifier: string;
  /** `yyyy-MM-dd`; what could not be read as a date may be passed as it was typed. */
  purchaseDate: string;
  cnpj: string;
  /** In centavos; null for text that is no amount of money. */
  total: number | null;
  additionalFields: AdditionalAnswers;
}

export function receiptViolations(
  receipt: ReceiptInput,
  rules: ReceiptRules,
  now: Date,
): FieldViolation<ReceiptViolation>[] {
  return fieldViolations([
    ['identifier', checkIdentifier(receipt.identifier)],
    ['purchaseDate', checkPurchaseDate(receipt.purchaseDate, rules, now)],
    ['cnpj', checkCnpj(receipt.cnpj)],
    ['totalAmount', checkTotal(receipt.total, rules.minimumTotal)],
    ...additionalFieldChecks(rules.additionalFields, receipt.additionalFields),
  ]);
}

/** The minimum itself passes. */
export function checkTotal(
  totalCentavos: number | null,
  minimumCentavos: number,
): ReceiptViolation | null {
  if (totalCentavos === null || totalCentavos > maxAmountCentavos) return 'MONEY';
  return totalCentavos >= minimumCentavos ? null : 'TOTAL_MINIMUM';
}

export function checkTypedTotal(text: string, minimumCentavos: number): ReceiptViolation | null {
  return checkRequired(text) ?? checkTotal(parseMoney(text), minimumCentavos);
}

/** Both days included, in São Paulo. After the end, the campaign's last day counts as today. */
export function checkPurchaseDate(
  purchaseDate: string,
  { startsAt, endsAt }: Pick<ReceiptRules, 'startsAt' | 'endsAt'>,
  now: Date,
): ReceiptViolation | null {
  if (checkRequired(purchaseDate)) return 'REQUIRED';
  if (!isCalendarDay(purchaseDate)) return 'DATE';
  if (purchaseDate < dayOf(startsAt)) return 'DATE_BEFORE_CAMPAIGN';
  return purchaseDate > dayInSaoPaulo(now) || purchaseDate > dayOf(endsAt)
    ? 'DATE_AFTER_TODAY'
    : null;
}

function dayOf(moment: string): string {
  return dayInSaoPaulo(instantOf(moment));
}

export type ProductId = number | string;

/** `unitaryValue` in centavos. */
export interface ProductLine {
  quantity: number;
  unitaryValue: number;
  campaignProductId: ProductId;
}

export interface PlaceholderProducts {
  regularProductId: ProductId;
  acceleratorProductId: ProductId;
}

export const acceleratorCentavos = 10;

/** Splits the accelerator product off the other line, so that both still add up to the total. */
export function productLines(
  totalCentavos: number,
  accelerated: boolean,
  { regularProductId, acceleratorProductId }: PlaceholderProducts,
): ProductLine[] {
  const line = (campaignProductId: ProductId, unitaryValue: number): ProductLine => ({
    quantity: 1,
    unitaryValue,
    campaignProductId,
  });
  if (!accelerated) return [line(regularProductId, totalCentavos)];
  return [
    line(regularProductId, totalCentavos - acceleratorCentavos),
    line(acceleratorProductId, acceleratorCentavos),
  ];
}

export function linesTotalCentavos(
  lines: readonly Omit<ProductLine, 'campaignProductId'>[],
): number {
  return lines.reduce((total, { quantity, unitaryValue }) => total + quantity * unitaryValue, 0);
}

/** Whole quantities, no line below zero, an exact sum. */
export function checkLines(
  lines: readonly ProductLine[],
  totalCentavos: number,
): ReceiptViolation | null {
  const sound = lines.every(
    ({ quantity, unitaryValue }) =>
      Number.isInteger(quantity) &&
      quantity > 0 &&
      Number.isInteger(unitaryValue) &&
      unitaryValue >= 0,
  );
  if (!sound || lines.length === 0) return 'QUANTITY';
  return linesTotalCentavos(lines) === totalCentavos ? null : 'LINES_TOTAL';
}

/** Both bounds are allowed; null is no bound. */
export function checkQuantity(
  lines: readonly ProductLine[],
  { minimum, maximum }: { minimum: number | null; maximum: number | null },
): ReceiptViolation | null {
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  return quantity < (minimum ?? 0) || quantity > (maximum ?? Infinity) ? 'QUANTITY' : null;
}
