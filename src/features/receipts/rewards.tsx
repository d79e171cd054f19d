import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { ShownNumber } from '../../contract/engines.ts';
import type { Id } from '../../contract/primitives.ts';
import type { EngineOrder, Receipt } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import { numberParameter, transparencyPath } from '../../paths.ts';
import {
  couponStatusLabel,
  engineOrderLabel,
  type InstantPrizeText,
  instantPrizeText,
  notEligibleText,
} from '../../rules/labels.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { cashbackMessage, notices } from '../../rules/messages.ts';
import { formatReais } from '../../rules/money.ts';
import { formatPoints, pointsAlias } from '../../rules/points.ts';
import { deliverySentence } from '../../rules/prize-delivery.ts';
import { $prizes, loadPrizes } from './receipt-details.store.ts';

interface EngineResultsProps {
  campaign: Campaign;
  couponStatus: string;
  orders: readonly EngineOrder[];
}

export function EngineResults({ campaign, couponStatus, orders }: EngineResultsProps) {
  return orders.map((order) => (
    <section className="result-engine" key={order.campaignEngineId}>
      <header>
        <h3>{engineName(campaign, order)}</h3>
        <OrderChip order={order} couponStatus={couponStatus} />
      </header>
      <Result result={engineResult(order, couponStatus)} campaign={campaign} />
      <PrizeDeliveries details={order.details} />
    </section>
  ));
}

function engineName({ engines }: Campaign, { campaignEngineId, engineType }: EngineOrder): string {
  const engine =
    engines.find(({ id }) => String(id) === String(campaignEngineId)) ??
    engines.find(({ type }) => type === engineType);
  return engine?.name ?? '';
}

function Result({ result, campaign }: { result: EngineResult; campaign: Campaign }) {
  switch (result.kind) {
    case 'text':
      return <p>{result.text}</p>;
    case 'numbers':
      return (
        <>
          <NumbersCount numbers={result.numbers} />
          <Tickets numbers={result.numbers} />
        </>
      );
    case 'prize':
      return (
        <>
          <p>{result.text}</p>
          <PrizeName campaignPrizeId={result.campaignPrizeId} />
        </>
      );
    case 'cashback':
      return <p className="result-prize">{formatReais(result.value)}</p>;
    case 'points':
      return <p className="result-prize">{pointsText(result.points, campaign)}</p>;
    case 'nothing':
      return null;
    default:
      return result satisfies never;
  }
}

export function PrizeName({ campaignPrizeId }: { campaignPrizeId: Id }) {
  useEffect(() => void loadPrizes(), []);
  const prizes = useStore($prizes);
  const prize = prizes.find(({ id }) => String(id) === String(campaignPrizeId));
  return <p className="result-prize">{prize?.description}</p>;
}

/** Where the prizes are that a receipt won; nothing before there is something to say. */
function PrizeDeliveries({ details }: Pick<EngineOrder, 'details'>) {
  return (details?.deliveries ?? []).map((delivery) => {
    const sentence = deliverySentence(delivery);
    const { number, campaignPrizeId } = delivery;
    return (
      sentence && (
        <p key={number ?? String(campaignPrizeId)}>
          {number && <>O número {number} foi sorteado. </>}
          {sentence}
        </p>
      )
    );
  });
}

export function NumbersCount({ numbers }: { numbers: readonly ShownNumber[] }) {
  const text = shownNumbersText(numbers);
  return text && <p>{text}</p>;
}

export function Tickets({ numbers }: { numbers: readonly ShownNumber[] }) {
  const valid = numbers.filter(({ voided }) => !voided);
  const main = valid.filter(({ type }) => type !== 'BONUS');
  return (
    <>
      {main.length > 0 && (
        <ul className="tickets" aria-label="Números da sorte">
          {main.map(ticket(''))}
        </ul>
      )}
      <MoreTickets
        id="extras"
        title={environment().site.hotsite.accelerator?.extras ?? 'Números extras'}
        look="ticket-extra"
        numbers={valid.filter(({ type }) => type === 'BONUS')}
      />
      <MoreTickets
        id="anulados"
        title="Números anulados"
        look="ticket-void"
        numbers={numbers.filter(({ voided }) => voided)}
      />
      <p className="ticket-key">Toque em um número para conferir no registro.</p>
    </>
  );
}

interface MoreTicketsProps {
  id: string;
  title: string;
  look: string;
  numbers: readonly ShownNumber[];
}

function MoreTickets({ id, title, look, numbers }: MoreTicketsProps) {
  if (numbers.length === 0) return null;
  return (
    <>
      <p className="ticket-key" id={`numeros-${id}`}>
        <span className={look} aria-hidden="true" />
        {title}
      </p>
      <ul className="tickets" aria-labelledby={`numeros-${id}`}>
        {numbers.map(ticket(look))}
      </ul>
    </>
  );
}

function ticket(look: string) {
  return ({ series, generatedNumber }: ShownNumber) => {
    const number = formatLuckyNumber(series, generatedNumber);
    const [head = '', tail = ''] = number.split('.');
    const address = environment().pageUrl(`${transparencyPath}?${numberParameter}=${number}`);
    return (
      <li className={`ticket ${look}`.trim()} key={number}>
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={`${number}: confira este número`}
          title="Confira este número"
        >
          <b>{head}</b>.{tail}
        </a>
      </li>
    );
  };
}

export type EngineResult =
  | { kind: 'text'; text: string }
  | { kind: 'numbers'; numbers: readonly ShownNumber[] }
  | { kind: 'prize'; text: InstantPrizeText; campaignPrizeId: Id }
  | { kind: 'cashback'; value: number }
  | { kind: 'points'; points: number }
  | { kind: 'nothing' };

export function engineResult(order: EngineOrder, couponStatus: string): EngineResult {
  const limit = cashbackMessage(order.details?.error?.code);
  if (limit) return { kind: 'text', text: limit };
  if (order.status === 'NOT_ELIGIBLE') {
    return { kind: 'text', text: notEligibleText(order.engineType, order.events) };
  }
  if (order.status === 'TO_REQUEST') {
    const text = order.events.at(-1)?.message ?? engineOrderLabel(order, couponStatus);
    return { kind: 'text', text };
  }
  switch (order.engineType) {
    case 'DRAW':
      return numbersOf(order);
    case 'INSTANT_PRIZE':
      return instantPrizeOf(order, couponStatus);
    case 'CASHBACK':
      return cashbackOf(order);
    case 'COLLECT_TO_WIN':
      return pointsOf(order);
    default:
      return order.engineType satisfies never;
  }
}

function numbersOf({ details }: EngineOrder): EngineResult {
  const numbers = details?.luckyNumbers ?? [];
  return numbers.length > 0
    ? { kind: 'numbers', numbers }
    : { kind: 'text', text: notices.noLuckyNumbers };
}

function instantPrizeOf({ details, events }: EngineOrder, couponStatus: string): EngineResult {
  const campaignPrizeId = details?.winner?.campaignPrizeId;
  const won = campaignPrizeId !== null && campaignPrizeId !== undefined;
  const text = instantPrizeText(couponStatus, won);
  if (text === null) {
    const message = events.at(-1)?.message;
    return message ? { kind: 'text', text: message } : { kind: 'nothing' };
  }
  return won && text !== 'Não foi dessa vez :-('
    ? { kind: 'prize', text, campaignPrizeId }
    : { kind: 'text', text };
}

function cashbackOf({ details, status }: EngineOrder): EngineResult {
  const value = status === 'CANCELLED' ? 0 : (details?.transaction?.value ?? 0);
  return value > 0 ? { kind: 'cashback', value } : { kind: 'text', text: notices.noCashback };
}

function pointsOf({ details, status }: EngineOrder): EngineResult {
  const points = status === 'CANCELLED' ? 0 : (details?.transaction?.value ?? 0);
  return points > 0 ? { kind: 'points', points } : { kind: 'nothing' };
}

/** '12 números da sorte' of numbers that count; null when none does. */
export function shownNumbersText(numbers: readonly ShownNumber[]): string | null {
  const valid = numbers.filter(({ voided }) => !voided).length;
  if (valid === 0) return null;
  return valid === 1 ? '1 número da sorte' : `${valid} números da sorte`;
}

export function pointsText(points: number, campaign: Pick<Campaign, 'engines'>): string {
  return formatPoints(points, pointsAlias(campaign));
}

export function earningsText(
  { engineOrders, status }: Pick<Receipt, 'engineOrders' | 'status'>,
  campaign: Pick<Campaign, 'engines'>,
): string | null {
  const parts = engineOrders.map((order) => partOf(engineResult(order, status), campaign));
  return parts.filter((part) => part !== null).join(' + ') || null;
}

function partOf(result: EngineResult, campaign: Pick<Campaign, 'engines'>): string | null {
  switch (result.kind) {
    case 'numbers':
      return shownNumbersText(result.numbers);
    case 'prize':
      return result.text === 'Parabéns, você ganhou' ? 'prêmio na hora' : 'provável prêmio na hora';
    case 'cashback':
      return `${formatReais(result.value)} de cashback`;
    case 'points':
      return pointsText(result.points, campaign);
    case 'text':
    case 'nothing':
      return null;
    default:
      return result satisfies never;
  }
}

type Tone = 'success' | 'waiting' | 'danger' | 'mute';

const couponTones: Readonly<Record<string, Tone>> = {
  DONE: 'success',
  PARTIALLY_DONE: 'success',
  REJECTED: 'danger',
  ERROR: 'danger',
  NOT_ELIGIBLE: 'mute',
};

const orderTones: Readonly<Record<string, Tone>> = {
  REQUESTED: 'success',
  ERROR: 'danger',
  CANCELLED: 'mute',
  NOT_ELIGIBLE: 'mute',
};

export function CouponChip({ status }: { status: string }) {
  return <Chip tone={couponTones[status]} label={couponStatusLabel(status)} />;
}

export function OrderChip({ order, couponStatus }: { order: EngineOrder; couponStatus: string }) {
  const label = engineOrderLabel(order, couponStatus);
  const settled = label === engineOrderLabel({ status: order.status }, couponStatus);
  return <Chip tone={settled ? orderTones[order.status] : 'waiting'} label={label} />;
}

function Chip({ tone = 'waiting', label }: { tone: Tone | undefined; label: string }) {
  return <span className={`chip chip-${tone}`}>{label}</span>;
}
