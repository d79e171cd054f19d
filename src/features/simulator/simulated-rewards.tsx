import type { Campaign } from '../../contract/campaign.ts';
import { formatMoney } from '../../rules/money.ts';
import type { Simulation } from '../../rules/simulation.ts';
import { rewardText } from './reward-text.ts';

interface SimulatedRewardsProps {
  simulation: Simulation;
  campaign: Campaign;
}

/** What the basket would earn, engine by engine, and why. */
export function SimulatedRewards({ simulation, campaign }: SimulatedRewardsProps) {
  return (
    <section className="panel basket-result" aria-labelledby="simulacao" role="status">
      <h2 id="simulacao">O que sua nota ganha</h2>
      <Content simulation={simulation} campaign={campaign} />
    </section>
  );
}

function Content({ simulation, campaign }: SimulatedRewardsProps) {
  switch (simulation.state) {
    case 'empty':
      return <p>Escolha os produtos e diga o preço de cada um.</p>;
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
