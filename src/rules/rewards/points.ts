import { formatMoney } from '../money.ts';
import { formatWhole } from '../text.ts';

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
