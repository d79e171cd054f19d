import { limitInCentavos } from '../money.ts';

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
  consumerCoupons: number;
  campaignAmount: number;
}

/** Used up: the consumer's amount, the consumer's receipts, or the campaign's fund. */
export type CashbackRefusal = 'CEC-004' | 'CEC-005' | 'CEC-008';

/** `value` in centavos. */
type CashbackEarned = { value: number; refusal: null } | { value: 0; refusal: CashbackRefusal };

/** Rounded down, and cut to what the limits leave. */
export function cashbackEarned(
  total: number,
  rule: CashbackRule,
  { consumerAmount, consumerCoupons, campaignAmount }: CashbackSoFar,
): CashbackEarned {
  const ofConsumer = (limitInCentavos(rule.maxAmountByConsumer) ?? Infinity) - consumerAmount;
  const ofCampaign = (limitInCentavos(rule.totalAmount) ?? Infinity) - campaignAmount;
  if (ofConsumer <= 0) return { value: 0, refusal: 'CEC-004' };
  if (consumerCoupons >= (rule.maxCouponsByConsumer ?? Infinity)) {
    return { value: 0, refusal: 'CEC-005' };
  }
  if (ofCampaign <= 0) return { value: 0, refusal: 'CEC-008' };
  return {
    value: Math.min(percentOf(total, rule.percentage ?? 0), ofConsumer, ofCampaign),
    refusal: null,
  };
}

function percentOf(total: number, percentage: number): number {
  const hundredthsOfPercent = Math.round(percentage * 100);
  return Math.floor((total * hundredthsOfPercent) / 10_000);
}

export type WithdrawalRefusal = 'WALLET_INACTIVE' | 'NO_BALANCE';

export function withdrawalRefusal({
  balance,
  status,
}: {
  balance: number;
  status: string;
}): WithdrawalRefusal | null {
  if (status !== 'ACTIVE') return 'WALLET_INACTIVE';
  return balance > 0 ? null : 'NO_BALANCE';
}
