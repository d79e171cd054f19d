import { limitInCentavos } from '../money.ts';
import { linesTotalCentavos } from '../receipts/receipt-fields.ts';

/** Numbers per purchase, as the engine's details carry it; amounts in reais. */
export interface DrawRule {
  inputType: string;
  type: string;
  quantity: number;
  minAmount?: number | null | undefined;
  maxAmount?: number | null | undefined;
  bonusGeneratorType?: string | null | undefined;
  bonusGeneratorQty?: number | null | undefined;
}

/** `unitaryValue` in centavos. */
export interface DrawLine {
  quantity: number;
  unitaryValue: number;
  bonusGenerator: boolean;
}

/** `carried`, in centavos, is what the consumer's next receipt starts from. */
interface NumbersEarned {
  regular: number;
  bonus: number;
  carried: number;
}

/**
 * A sum within the bounds earns `quantity` once, and the bonus once with the accelerator product.
 * A cumulative engine adds `carried` centavos of earlier receipts and carries on the rest.
 */
export function luckyNumbersEarned(
  lines: readonly DrawLine[],
  rule: DrawRule,
  { cumulative, carried }: { cumulative: boolean; carried: number },
): NumbersEarned {
  const bonus = bonusOf(lines, rule);
  const minimum = limitInCentavos(rule.minAmount) ?? 0;
  const maximum = limitInCentavos(rule.maxAmount) ?? Infinity;
  const total = linesTotalCentavos(lines);
  const before = cumulative ? carried : 0;
  if (total > maximum) return { regular: 0, bonus: 0, carried: before };
  const reached = before + total;
  const carriedCentavos = cumulative && minimum > 0 ? reached % minimum : 0;
  return reached >= minimum
    ? { regular: rule.quantity, bonus, carried: carriedCentavos }
    : { regular: 0, bonus: 0, carried: carriedCentavos };
}

/** All rules of an engine count side by side; the first decides what is carried on. */
export function luckyNumbersByRules(
  lines: readonly DrawLine[],
  rules: readonly DrawRule[],
  before: { cumulative: boolean; carried: number },
): NumbersEarned {
  const results = rules.map((rule) => luckyNumbersEarned(lines, rule, before));
  return {
    regular: results.reduce((sum, { regular }) => sum + regular, 0),
    bonus: results.reduce((sum, { bonus }) => sum + bonus, 0),
    carried: results[0]?.carried ?? 0,
  };
}

export function maxNumbersPerReceipt(rules: readonly DrawRule[]): number {
  return rules.reduce((sum, rule) => sum + rule.quantity + (rule.bonusGeneratorQty ?? 0), 0);
}

function bonusOf(lines: readonly DrawLine[], rule: DrawRule): number {
  if (rule.inputType !== 'MONETARY' || rule.type !== 'PER_ITEM') {
    throw new RangeError(`Unknown draw rule ${rule.inputType} ${rule.type}`);
  }
  if (!rule.bonusGeneratorType) return 0;
  if (rule.bonusGeneratorType !== 'ADD') {
    throw new RangeError(`Unknown bonus ${rule.bonusGeneratorType}`);
  }
  return lines.some(({ bonusGenerator }) => bonusGenerator) ? (rule.bonusGeneratorQty ?? 0) : 0;
}
