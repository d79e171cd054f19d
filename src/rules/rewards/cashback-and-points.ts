import { formatMoney, limitInCentavos } from '../money.ts';
import { formatWhole } from '../text.ts';

/** As on the wire: percent, and limits in reais. */
export interface CashbackRule {
  percentage?: number | null | undefined;
  maxAmountByConsumer?: number | null | undefined;
  maxCouponsByConsumer?: number | null | undefined;
  totalAmount?: number | null | undefined;
}

/** Credited before this receipt, in centavos. */
interface CashbackSoFar {
  consumerAmount: number;
  consumerReceipts: number;
  campaignAmount: number;
}

/** Used up: the consumer's amount, the consumer's receipts, or the campaign's fund. */
export type CashbackBlocker = 'CEC-004' | 'CEC-005' | 'CEC-008';

/** `value` in centavos. */
type CashbackEarned = { value: number; blocker: null } | { value: 0; blocker: CashbackBlocker };

/** Rounded down, and cut to what the limits leave. */
export function cashbackEarned(
  totalCentavos: number,
  rule: CashbackRule,
  { consumerAmount, consumerReceipts, campaignAmount }: CashbackSoFar,
): CashbackEarned {
  const consumerLeft = (limitInCentavos(rule.maxAmountByConsumer) ?? Infinity) - consumerAmount;
  const fundLeft = (limitInCentavos(rule.totalAmount) ?? Infinity) - campaignAmount;
  if (consumerLeft <= 0) return { value: 0, blocker: 'CEC-004' };
  if (consumerReceipts >= (rule.maxCouponsByConsumer ?? Infinity)) {
    return { value: 0, blocker: 'CEC-005' };
  }
  if (fundLeft <= 0) return { value: 0, blocker: 'CEC-008' };
  return {
    value: Math.min(percentOf(totalCentavos, rule.percentage ?? 0), consumerLeft, fundLeft),
    blocker: null,
  };
}

export const nothingYet: CashbackSoFar = {
  consumerAmount: 0,
  consumerReceipts: 0,
  campaignAmount: 0,
};

/** What receipts of these totals can get together, at most. */
export function cashbackOfAll(totals: readonly number[], rule: CashbackRule): number {
  return totals.reduce((sum, total) => sum + cashbackEarned(total, rule, nothingYet).value, 0);
}

function percentOf(totalCentavos: number, percentage: number): number {
  const hundredthsOfPercent = Math.round(percentage * 100);
  return Math.floor((totalCentavos * hundredthsOfPercent) / 10_000);
}

/** One point for every whole `factor` reais in `total` centavos. `factor` is an integer. */
export function pointsEarned(totalCentavos: number, factor: number): number {
  if (!Number.isInteger(factor) || factor <= 0) {
    throw new RangeError(`${factor} is no whole number of reais per point`);
  }
  return Math.floor(totalCentavos / (factor * 100));
}

export function givesPoints({ engines }: { engines: readonly { type: string }[] }): boolean {
  return engines.some(({ type }) => type === 'COLLECT_TO_WIN');
}

/** The campaign's word for a point, in the singular: `formatPoints` adds an s. */
export function pointsAlias({
  engines,
}: {
  engines: readonly { type: string; details: { pointsAlias?: string | null | undefined } }[];
}): string {
  return engines.find(({ type }) => type === 'COLLECT_TO_WIN')?.details.pointsAlias ?? 'ponto';
}

export function formatPoints(points: number, alias: string): string {
  return `${formatWhole(points)} ${points === 1 ? alias : `${alias}s`}`;
}

export function missingPointsText(points: number, alias: string): string {
  return `${points === 1 ? 'Falta' : 'Faltam'} ${formatPoints(points, alias)}`;
}

/** 'R$ 5,00 = 1 ponto'; `factor` in whole reais. */
export function pointsRule(factor: number, alias: string): string {
  return `${formatMoney(factor * 100)} = ${formatPoints(1, alias)}`;
}
