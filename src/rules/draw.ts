import { limitInCentavos } from './money.ts';

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

/** A receipt's line as the draw sees it; `unitaryValue` in centavos. */
export interface DrawLine {
  quantity: number;
  unitaryValue: number;
  /** The accelerator product. */
  bonusGenerator: boolean;
}

/** `carried`, in centavos, is what the consumer's next receipt starts from. */
export interface NumbersEarned {
  regular: number;
  bonus: number;
  carried: number;
}

/**
 * How many lucky numbers a receipt earns (REC-26, REC-27, REC-31).
 * The sum of the lines has to reach `minAmount` and not exceed `maxAmount`, both included; it then
 * earns `quantity` once, however large it is, and the bonus once if it holds the accelerator.
 * A cumulative engine adds what former receipts left over, and leaves over what is below the
 * threshold, or the remainder above a whole number of them.
 * @param carried what the former receipts left over, in centavos; 0 if not cumulative.
 * @throws RangeError for a kind of rule that the specification does not know.
 */
export function luckyNumbersEarned(
  lines: readonly DrawLine[],
  rule: DrawRule,
  { cumulative, carried }: { cumulative: boolean; carried: number },
): NumbersEarned {
  const bonus = bonusOf(lines, rule);
  const minimum = limitInCentavos(rule.minAmount) ?? 0;
  const maximum = limitInCentavos(rule.maxAmount) ?? Infinity;
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unitaryValue, 0);
  const before = cumulative ? carried : 0;
  if (total > maximum) return { regular: 0, bonus: 0, carried: before };
  const reached = before + total;
  const left = cumulative && minimum > 0 ? reached % minimum : 0;
  return reached >= minimum
    ? { regular: rule.quantity, bonus, carried: left }
    : { regular: 0, bonus: 0, carried: left };
}

/** What a receipt earns by all rules of an engine: they count side by side, and the first says what is left over. */
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
