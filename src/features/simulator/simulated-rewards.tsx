import type { Campaign } from '../../contract/campaign.ts';
import type { DrawRule } from '../../contract/engines.ts';
import { mascotPath } from '../../paths.ts';
import { formatMoney, formatReais } from '../../rules/money.ts';
import { formatPoints, pointsAlias, pointsRule } from '../../rules/points.ts';
import type { SimulatedReward, Simulation } from '../../rules/simulation.ts';

interface SimulatedRewardsProps {
  simulation: Simulation;
  campaign: Campaign;
}

export function SimulatedRewards({ simulation, campaign }: SimulatedRewardsProps) {
  return (
    <section className="panel basket-result" aria-labelledby="simulacao" role="status">
      <h2 id="simulacao">O que sua nota ganha</h2>
      <Result simulation={simulation} campaign={campaign} />
    </section>
  );
}

/** In one line, over the shelf of a phone; leads to the whole answer. */
export function SimulationSum({ simulation, campaign }: SimulatedRewardsProps) {
  if (simulation.state === 'empty') return null;
  const sum =
    simulation.state === 'too-little'
      ? `Faltam ${formatMoney(simulation.missing)}`
      : simulation.rewards.map((reward) => rewardText(reward, campaign).earned).join(' + ');
  return (
    <a className="basket-sum" href="#simulacao">
      {sum}
    </a>
  );
}

function Result({ simulation, campaign }: SimulatedRewardsProps) {
  switch (simulation.state) {
    case 'empty':
      return (
        <>
          <img src={mascotPath('le')} width="320" height="300" loading="lazy" alt="" />
          <p>Escolha os produtos e diga o preço de cada um.</p>
        </>
      );
    case 'too-little':
      return (
        <p>
          Total de {formatMoney(simulation.total)}. Faltam <b>{formatMoney(simulation.missing)}</b>{' '}
          para a nota participar.
        </p>
      );
    case 'earns':
      return (
        <>
          <p>Total de {formatMoney(simulation.total)} na mesma nota.</p>
          <dl>
            {simulation.rewards.map((reward) => {
              const { earned, reasons } = rewardText(reward, campaign);
              return (
                <div key={reward.type}>
                  <dt>{reward.engine}</dt>
                  <dd>
                    <b>{earned}</b>
                    {reasons.map((reason) => (
                      <span key={reason}>{reason}</span>
                    ))}
                  </dd>
                </div>
              );
            })}
          </dl>
        </>
      );
    default:
      return simulation satisfies never;
  }
}

interface RewardText {
  earned: string;
  reasons: string[];
}

function rewardText(reward: SimulatedReward, campaign: Pick<Campaign, 'engines'>): RewardText {
  const engine = campaign.engines.find(({ type }) => type === reward.type);
  switch (reward.type) {
    case 'DRAW':
      return {
        earned: numbers(reward.regular + reward.bonus),
        reasons: drawReasons(reward, engine?.details.rules ?? []),
      };
    case 'INSTANT_PRIZE':
      return {
        earned: '1 chance',
        reasons: ['Cada nota concorre uma vez, no instante em que chega.'],
      };
    case 'CASHBACK':
      return {
        earned: formatMoney(reward.value),
        reasons: cashbackReasons(reward.percentage, engine?.details),
      };
    case 'COLLECT_TO_WIN': {
      const alias = pointsAlias(campaign);
      return {
        earned: formatPoints(reward.points, alias),
        reasons: [`${pointsRule(reward.factor, alias)}, só reais inteiros.`],
      };
    }
    default:
      return reward satisfies never;
  }
}

function numbers(count: number): string {
  if (count === 0) return 'Nenhum número da sorte';
  return count === 1 ? '1 número da sorte' : `${count} números da sorte`;
}

function drawReasons(
  { regular, bonus }: { regular: number; bonus: number },
  rules: readonly DrawRule[],
): string[] {
  const [rule] = rules;
  const least = rule?.minAmount ? formatReais(rule.minAmount) : null;
  const most = rule?.maxAmount ? formatReais(rule.maxAmount) : null;
  if (regular === 0) {
    const limits = [least && `a partir de ${least}`, most && `até ${most}`].filter(Boolean);
    return [`Vale para notas ${limits.join(' e ')}.`];
  }
  const added = rule?.bonusGeneratorQty ?? 0;
  return [
    `${regular} pela nota${least ? ` de ${least} ou mais` : ''}, uma vez.`,
    ...(bonus > 0 ? [`${bonus} pelo produto que dá números extras, uma vez por nota.`] : []),
    ...(bonus === 0 && added > 0 ? [`Com o produto em destaque seriam mais ${added}.`] : []),
  ];
}

function cashbackReasons(
  percentage: number,
  limits: Campaign['engines'][number]['details'] | undefined,
): string[] {
  const { maxAmountByConsumer, maxCouponsByConsumer } = limits ?? {};
  const bounds = [
    maxAmountByConsumer && formatReais(maxAmountByConsumer),
    maxCouponsByConsumer && `${maxCouponsByConsumer} notas`,
  ].filter(Boolean);
  return [
    `${percentage.toLocaleString('pt-BR')} % do total.`,
    ...(bounds.length > 0 ? [`Cada pessoa ganha até ${bounds.join(', em até ')}.`] : []),
  ];
}
