import type { Campaign } from '../../contract/campaign.ts';
import type { CheckoutRule, EnginePrize } from '../../contract/engines.ts';
import { formatPoints, missingPointsText, pointsAlias, pointsRule } from '../../rules/points.ts';

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

export function PrizePicture({ url }: { url: string | null | undefined }) {
  if (url) return <img className="prize-picture" src={url} width="240" height="150" alt="" />;
  return (
    <svg className="prize-picture prize-picture-missing" viewBox="0 0 240 150" aria-hidden="true">
      <use href="#gift" x="65" y="18" width="110" height="110" />
    </svg>
  );
}
