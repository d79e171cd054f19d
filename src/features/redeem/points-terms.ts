import type { Campaign } from '../../contract/campaign.ts';
import type { CheckoutRule, EnginePrize } from '../../contract/engines.ts';
import {
  formatPoints,
  missingPointsText,
  pointsAlias,
  pointsRule,
} from '../../rules/rewards/points.ts';

export const deliveryTerm = 'Os prêmios resgatados serão entregues em até 30 dias.';

export interface PointsTerms {
  prizes: readonly EnginePrize[];
  checkoutRules: readonly CheckoutRule[];
  rule: string | null;
  format(points: number): string;
  missing(points: number): string;
}

export function pointsTerms({ engines }: Pick<Campaign, 'engines'>): PointsTerms {
  const details = engines
    .filter(({ type }) => type === 'COLLECT_TO_WIN')
    .map((engine) => engine.details);
  const alias = pointsAlias({ engines });
  const factor = details[0]?.pointsMonetaryFactor;
  return {
    prizes: details.flatMap(({ prizes }) => prizes),
    checkoutRules: details.flatMap(({ checkoutRules }) => checkoutRules),
    rule: factor ? pointsRule(factor, alias) : null,
    format: (points) => formatPoints(points, alias),
    missing: (points) => missingPointsText(points, alias),
  };
}
