import type { ReceiptViolation } from '../violation.ts';

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
