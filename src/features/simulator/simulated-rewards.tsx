import { type ReactNode, useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import type { SiteProps } from '../../environment.ts';
import { type MascotPose, mascotImage, newReceiptPath, signUpPath } from '../../paths.ts';
import { formatMoney, formatReais } from '../../rules/money.ts';
import { formatPoints, pointsAlias } from '../../rules/rewards/cashback-and-points.ts';
import { luckyNumberName } from '../../rules/rewards/lucky-number-format.ts';
import type { DrawRule } from '../../rules/rewards/numbers-earned.ts';
import { isEarned, type SimulatedReward, type Simulation } from '../../rules/rewards/simulation.ts';
import { formatNumber, formatWhole } from '../../rules/text.ts';
import { LiveRegion } from '../../ui/loading.tsx';
import { type BasketLine, missingVerb, type OneMore } from './basket.ts';

interface SimulationProps {
  simulation: Simulation;
  site: SiteProps;
}

interface SimulatedRewardsProps extends SimulationProps {
  lines: readonly BasketLine[];
  /** The id of the first field in which a chosen product has no price yet. */
  missingPrice: string | undefined;
  /** Set while nothing is chosen: then an example is shown, which this adds to the purchase. */
  onExample: (() => void) | null;
  oneMore: OneMore | null;
}

export function SimulatedRewards({
  simulation,
  lines,
  missingPrice,
  site,
  onExample,
  oneMore,
}: SimulatedRewardsProps) {
  const isExample = onExample !== null;
  // An example would read as the result of what was chosen.
  if (isExample && missingPrice) {
    const askForPrice = () => document.getElementById(missingPrice)?.focus();
    return (
      <Answer>
        <Invitation pose="le">Agora diga o preço do que você escolheu.</Invitation>
        <button type="button" className="button button-small basket-press" onClick={askForPrice}>
          Dizer o preço
        </button>
      </Answer>
    );
  }
  return (
    <Answer>
      {isExample && (
        <Invitation pose="le">Escolha os produtos e diga o preço de cada um.</Invitation>
      )}
      {simulation.state === 'earns' && !isExample && (
        <Invitation pose="comemora" className="when-joinable">
          É só enviar a nota da compra.
        </Invitation>
      )}
      <div className="receipt-paper">
        <div className="receipt-card">
          {isExample && <p className="basket-stamp">Exemplo</p>}
          <dl className="key-values">
            {lines.map(({ name, quantity, unitaryValue }) => (
              <div key={name}>
                <dt>
                  {quantity} × {name}
                </dt>
                <dd>{formatMoney(quantity * unitaryValue)}</dd>
              </div>
            ))}
          </dl>
          {simulation.state !== 'empty' && (
            <p className="receipt-total">
              Total <b>{formatMoney(simulation.total)}</b>
            </p>
          )}
          {simulation.state === 'too-little' && <Missing {...simulation} />}
        </div>
      </div>
      {simulation.state === 'too-little' && oneMore && (
        <button type="button" className="button button-small basket-press" onClick={oneMore.onAdd}>
          Somar 1 × {oneMore.name}
        </button>
      )}
      {simulation.state === 'earns' && (
        <ul className="basket-rewards">
          {simulation.rewards.map((reward) => (
            <Reward
              key={reward.type}
              reward={reward}
              campaign={site.campaign}
              accelerator={lines.find(({ bonusGenerator }) => bonusGenerator)?.name}
            />
          ))}
        </ul>
      )}
      {simulation.state === 'earns' && !isExample && <TakePart site={site} />}
      {isExample && (
        <button type="button" className="button button-small basket-press" onClick={onExample}>
          Usar este exemplo
        </button>
      )}
    </Answer>
  );
}

function Answer({ children }: { children: ReactNode }) {
  return (
    <section className="basket-result rays" aria-labelledby="simulacao">
      <div className="basket-answer">
        <h2 id="simulacao" tabIndex={-1}>
          O que sua nota rende
        </h2>
        {children}
      </div>
    </section>
  );
}

interface SimulationSumProps extends SimulationProps {
  missingPrices: readonly string[];
}

/** The running result at the bottom of a phone's window, linking to the full one. */
export function SimulationSum(props: SimulationSumProps) {
  const { simulation, missingPrices, site } = props;
  const sum = sumText(props);
  if (!sum) return null;
  return (
    <div className="basket-sum">
      <a href={simulation.state === 'empty' ? `#${missingPrices[0]}` : '#simulacao'}>
        {sum.start} <b>{sum.answer}</b>
      </a>
      {simulation.state === 'earns' && <TakePart site={site} />}
    </div>
  );
}

const pauseMs = 1_000;

/** The result for screen readers, once its user pauses: each key of a price changes it. */
export function SpokenSum(props: SimulationSumProps) {
  const sum = sumText(props);
  const text = sum ? `${sum.start} ${sum.answer}` : '';
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSpoken(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  return <LiveRegion text={spoken} />;
}

function sumText({ simulation, missingPrices, site }: SimulationSumProps) {
  if (simulation.state === 'empty') {
    const count = missingPrices.length;
    if (count === 0) return null;
    return {
      start: count === 1 ? '1 produto escolhido' : `${count} produtos escolhidos`,
      answer: 'Diga o preço e veja o que a nota rende',
    };
  }
  const start = `Nota de ${formatMoney(simulation.total)}`;
  if (simulation.state === 'earns') {
    const answer = rewardsText(simulation, site.campaign);
    return { start: answer ? `${start} rende` : start, answer };
  }
  const { missing } = simulation;
  return { start, answer: `${missingVerb(missing)} ${formatMoney(missing)} para participar` };
}

function rewardsText({ rewards }: Extract<Simulation, { state: 'earns' }>, campaign: Campaign) {
  const [first, ...others] = rewards.filter(isEarned);
  if (!first) return '';
  const { earned } = rewardText(first, campaign);
  if (others.length === 0) return earned;
  return `${earned} e mais ${others.length === 1 ? '1 ganho' : `${others.length} ganhos`}`;
}

/** Leads to the receipt of that purchase, or first to the sign-up; styles show one of them. */
function TakePart({ site: { hotsite } }: { site: SiteProps }) {
  return (
    <>
      <a className="button when-joinable when-in basket-press" href={newReceiptPath}>
        Enviar nota
      </a>
      {hotsite.registration.enabled && (
        <a
          className="button when-joinable when-out basket-press"
          href={signUpPath(hotsite.registration)}
        >
          Cadastre-se
        </a>
      )}
    </>
  );
}

interface InvitationProps {
  pose: MascotPose;
  className?: string;
  children: string;
}

function Invitation({ pose, className = '', children }: InvitationProps) {
  return (
    <div className={`basket-invitation ${className}`.trim()}>
      <p>{children}</p>
      <img {...mascotImage(pose)} alt="" />
    </div>
  );
}

function Missing({ total, missing }: { total: number; missing: number }) {
  return (
    <div className="basket-missing">
      <progress max={total + missing} value={total} aria-hidden="true" />
      <p>
        {missingVerb(missing)} <b>{formatMoney(missing)}</b> para a nota participar.
      </p>
    </div>
  );
}

const drawings = { INSTANT_PRIZE: 'gift', CASHBACK: 'coin', COLLECT_TO_WIN: 'basket' } as const;

interface RewardProps {
  reward: SimulatedReward;
  campaign: Campaign;
  accelerator: string | undefined;
}

function Reward({ reward, campaign, accelerator }: RewardProps) {
  const { earned, reasons } = rewardText(reward, campaign, accelerator);
  return (
    <li className="basket-reward notched">
      {reward.type === 'DRAW' ? (
        <span className="ticket basket-numbers" aria-hidden="true">
          <b>{reward.regular + reward.bonus}</b>
        </span>
      ) : (
        <svg
          className={reward.type === 'COLLECT_TO_WIN' ? 'gift-ink' : 'gift-sun'}
          viewBox="0 0 120 120"
          aria-hidden="true"
        >
          <use href={`#${drawings[reward.type]}`} />
        </svg>
      )}
      <div>
        <h3>{reward.engine}</h3>
        <b>{earned}</b>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    </li>
  );
}

interface RewardText {
  earned: string;
  reasons: string[];
}

function rewardText(
  reward: SimulatedReward,
  campaign: Pick<Campaign, 'engines'>,
  accelerator = '',
): RewardText {
  const engine = campaign.engines.find(({ type }) => type === reward.type);
  switch (reward.type) {
    case 'DRAW':
      return {
        earned: numbers(reward.regular + reward.bonus),
        reasons: drawReasons({ ...reward, accelerator }, engine?.details.rules ?? []),
      };
    case 'INSTANT_PRIZE':
      return {
        earned: '1 chance na hora',
        reasons: ['Cada nota concorre uma vez, no instante em que chega.'],
      };
    case 'CASHBACK':
      return {
        earned: `${formatMoney(reward.value)} de volta`,
        reasons: cashbackReasons(reward.percentage, engine?.details),
      };
    case 'COLLECT_TO_WIN': {
      const alias = pointsAlias(campaign);
      return {
        earned: formatPoints(reward.points, alias),
        reasons: [
          `${formatPoints(1, alias)} a cada ${formatMoney(reward.factor * 100)} da nota. A sobra não conta.`,
        ],
      };
    }
    default:
      return reward satisfies never;
  }
}

function numbers(count: number): string {
  return count === 0 ? 'Nenhum número da sorte' : `${count} ${luckyNumberName(count)}`;
}

interface DrawReward {
  regular: number;
  bonus: number;
  accelerator: string;
}

function drawReasons(
  { regular, bonus, accelerator }: DrawReward,
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
    `${regular} por nota${least ? ` de ${least} ou mais` : ''}.`,
    ...(bonus > 0 ? [`Mais ${bonus} por nota com ${accelerator}.`] : []),
    ...(bonus === 0 && added > 0 ? [`Com o produto em destaque seriam mais ${added}.`] : []),
  ];
}

function cashbackReasons(percentage: number, limits: Engine['details'] | undefined): string[] {
  return [`${formatNumber(percentage)}% do total.`, ...cashbackLimit(limits ?? {})];
}

function cashbackLimit({
  maxAmountByConsumer: amount,
  maxCouponsByConsumer: count,
}: Partial<Engine['details']>): string[] {
  const receipts = count && `até ${formatWhole(count)} ${count === 1 ? 'nota' : 'notas'}`;
  if (!amount) return receipts ? [`Vale para ${receipts} por pessoa.`] : [];
  return [`Cada pessoa ganha até ${formatReais(amount)}${receipts ? `, em ${receipts}` : ''}.`];
}
