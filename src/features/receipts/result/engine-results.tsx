import { useStore } from '@nanostores/react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import type { Campaign, CampaignPrize } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import { type Id, isSameId } from '../../../contract/primitives.ts';
import type { EngineOrder } from '../../../contract/receipts.ts';
import { environment } from '../../../environment.ts';
import { numberParameter, transparencyPath } from '../../../paths.ts';
import {
  engineOrderLabel,
  instantPrizeTexts,
  type SentenceWithFace,
} from '../../../rules/messages/labels.ts';
import { formatReais } from '../../../rules/money.ts';
import {
  awaitsModeration,
  shownOrderStatus,
} from '../../../rules/rewards/engines-and-reward-status.ts';
import { Chip, type Tone } from '../../../ui/status.tsx';
import { $prizes, loadPrizes } from '../receipt-details.store.ts';
import { DiscFigure, EarningDrawing, type EarningDrawingProps } from '../receipt-parts.tsx';
import {
  deliveryTexts,
  engineName,
  engineResult,
  numbersCountText,
  numberText,
  type PrizeResult,
  pointsText,
  prizePictureUrl,
  splitByEarnings,
  validNumbers,
} from './earnings.ts';

interface EngineResultsProps {
  campaign: Campaign;
  receiptStatus: string;
  orders: readonly EngineOrder[];
  /** Already visible above, so only screen readers get it again. */
  shownStatus?: string | undefined;
}

export function EngineResults({ orders, ...state }: EngineResultsProps) {
  const { earned, empty } = splitByEarnings(orders, state.receiptStatus);
  return (
    <>
      <EngineGroup {...state} orders={earned} className="result-engines" />
      <EngineGroup {...state} orders={empty} className="result-engines result-rows" />
    </>
  );
}

function EngineGroup({
  campaign,
  orders,
  className,
  ...state
}: EngineResultsProps & { className: string }) {
  if (orders.length === 0) return null;
  return (
    <div className={className}>
      {orders.map((order) => (
        <section className="result-engine" key={order.campaignEngineId}>
          <header>
            <h3>{engineName(campaign, order)}</h3>
            <OrderChip {...state} order={order} />
          </header>
          <Result order={order} receiptStatus={state.receiptStatus} campaign={campaign} />
          <PrizeDeliveries details={order.details} />
        </section>
      ))}
    </div>
  );
}

interface OrderChipProps extends Pick<EngineResultsProps, 'receiptStatus' | 'shownStatus'> {
  order: EngineOrder;
}

export function OrderChip({ order, receiptStatus, shownStatus }: OrderChipProps) {
  const label = engineOrderLabel(order, receiptStatus);
  const isShown = shownOrderStatus(order, receiptStatus) === shownStatus;
  if (isShown) return <span className="visually-hidden">{label}</span>;
  const tone = orderTone(order, receiptStatus);
  if (tone === 'mute') return <span className="result-idle">{label}</span>;
  return <Chip tone={tone} label={label} />;
}

/** Green is for what was earned: an engine that is done may have brought nothing. */
function orderTone(order: EngineOrder, receiptStatus: string): Tone | undefined {
  if (awaitsModeration(order, receiptStatus)) return 'waiting';
  const isText = engineResult(order, receiptStatus).kind === 'text';
  return isText && order.status === 'REQUESTED' ? 'mute' : orderTones[order.status];
}

interface ResultProps extends Pick<EngineResultsProps, 'campaign' | 'receiptStatus'> {
  order: EngineOrder;
}

function Result({ order, receiptStatus, campaign }: ResultProps) {
  const result = engineResult(order, receiptStatus);
  switch (result.kind) {
    case 'text':
      // The chip says the same in two words, and the campaign's text how long a check takes.
      if (order.status === 'TO_REQUEST' && environment().site.hotsite.engineTexts?.['REVIEW']) {
        return <p className="visually-hidden">{result.text}</p>;
      }
      return <Sentence {...result} />;
    case 'numbers':
      return (
        <>
          <Earning kind={result.kind} text={numbersCountText(result.numbers)} />
          <Tickets numbers={result.numbers} />
        </>
      );
    case 'prize':
      return <PrizePanel outcome={result.outcome} campaignPrizeId={result.campaignPrizeId} />;
    case 'cashback':
      return <Earning kind={result.kind} text={formatReais(result.value)} />;
    case 'points':
      return <Earning kind={result.kind} text={pointsText(result.points, campaign)} />;
    case 'nothing':
      return null;
    default:
      return result satisfies never;
  }
}

/** The mascot makes the face that is typed at the end of some sentences. */
export function Sentence({ text, face }: SentenceWithFace) {
  if (!face) return <p>{text}</p>;
  return (
    <p className="sad-sentence">
      <DiscFigure pose="duvida" className="smile" />
      <span>
        {text} <span className="typed-face">{face}</span>
      </span>
    </p>
  );
}

function Earning({ kind, text }: EarningDrawingProps & { text: string | null }) {
  if (!text) return null;
  return (
    <p className="result-prize">
      <EarningDrawing kind={kind} />
      {text}
    </p>
  );
}

type PrizePanelProps = Omit<PrizeResult, 'kind'> & { className?: string; children?: ReactNode };

export function PrizePanel(props: PrizePanelProps) {
  const { outcome, campaignPrizeId, className = '', children } = props;
  const prize = usePrize(campaignPrizeId);
  const picture = prize && prizePictureUrl(prize);
  return (
    <div className={`result-won on-rays ${className}`.trim()}>
      <p>{instantPrizeTexts[outcome]}</p>
      <p className="result-prize">{prize?.description}</p>
      {children}
      {picture && (
        <img className="result-won-picture" src={picture} width="300" height="250" alt="" />
      )}
    </div>
  );
}

export function usePrize(campaignPrizeId: Id | undefined): CampaignPrize | undefined {
  useEffect(() => void loadPrizes(), []);
  return useStore($prizes).find(
    ({ id }) => campaignPrizeId !== undefined && isSameId(id, campaignPrizeId),
  );
}

export function PrizeDeliveries(order: Pick<EngineOrder, 'details'>) {
  return deliveryTexts(order).map((text) => <p key={text}>{text}</p>);
}

export function Tickets({ numbers }: { numbers: readonly ShownNumber[] }) {
  const valid = validNumbers(numbers);
  const voided = numbers.filter((number) => number.voided);
  const main = valid.filter(({ type }) => type !== 'BONUS');
  return (
    <>
      {main.length > 0 && <TicketList numbers={main} />}
      <MoreTickets
        titleClass="ticket-key ticket-key-extra"
        title={environment().site.hotsite.accelerator?.extras ?? 'Números extras'}
        className="ticket-extra"
        numbers={valid.filter(({ type }) => type === 'BONUS')}
      />
      <MoreTickets
        titleClass="ticket-key"
        title={voided.length === 1 ? 'Número anulado' : 'Números anulados'}
        className="ticket-void"
        numbers={voided}
      />
      {valid.length > 0 && (
        <p className="ticket-key ticket-key-hint">
          Abra {valid.length === 1 ? 'o' : 'um'} número para conferi-lo (em outra aba).
        </p>
      )}
    </>
  );
}

export const glimpseCount = 3;

export function FoldedTickets({ numbers }: { numbers: readonly ShownNumber[] }) {
  const [isOpen, setOpen] = useState(false);
  if (numbers.length <= glimpseCount) return <Tickets numbers={numbers} />;
  const glimpse = numbers.slice(0, glimpseCount);
  return (
    <>
      {isOpen ? <Tickets numbers={numbers} /> : <TicketList numbers={glimpse} />}
      <UnfoldButton isOpen={isOpen} count={numbers.length} onPress={() => setOpen(!isOpen)} />
    </>
  );
}

const mostInLine = 5;

export function TicketsInLine({ numbers }: { numbers: readonly ShownNumber[] }) {
  return numbers.slice(0, mostInLine).map((shown) => {
    const number = numberText(shown);
    return (
      <span className={ticketClass(shown)} key={String(shown.id ?? number)}>
        {number}
      </span>
    );
  });
}

interface UnfoldButtonProps {
  isOpen: boolean;
  count: number;
  onPress: () => void;
}

export function UnfoldButton({ isOpen, count, onPress }: UnfoldButtonProps) {
  return (
    <button type="button" className="button-link" aria-expanded={isOpen} onClick={onPress}>
      {isOpen ? 'Ver menos' : `Ver os ${count}`}
    </button>
  );
}

interface MoreTicketsProps {
  titleClass: string;
  title: string;
  className: string;
  numbers: readonly ShownNumber[];
}

function MoreTickets({ titleClass, title, className, numbers }: MoreTicketsProps) {
  if (numbers.length === 0) return null;
  return (
    <>
      <p className={titleClass}>
        <span className={className} aria-hidden="true" />
        {title}
      </p>
      <TicketList numbers={numbers} className={className} title={title} />
    </>
  );
}

interface TicketListProps {
  numbers: readonly ShownNumber[];
  className?: string;
  title?: string;
}

function TicketList({ numbers, className, title = 'Números da sorte' }: TicketListProps) {
  return (
    <ul className="tickets" aria-label={title}>
      {numbers.map((shown, index) => (
        <li
          className={ticketClass(shown, className)}
          style={{ '--turn': index } as CSSProperties}
          key={String(shown.id ?? numberText(shown))}
        >
          <NumberLink number={numberText(shown)} />
        </li>
      ))}
    </ul>
  );
}

export function ticketClass(
  { type }: ShownNumber,
  kindClass = type === 'BONUS' ? 'ticket-extra' : '',
) {
  return `ticket ${kindClass}`.trim();
}

function NumberLink({ number }: { number: string }) {
  const [head = '', tail = ''] = number.split('.');
  return (
    <a
      href={environment().pageUrl(`${transparencyPath}?${numberParameter}=${number}`)}
      target="_blank"
      rel="noopener"
    >
      <b>{head}</b>.{tail}
    </a>
  );
}

const orderTones: Readonly<Record<string, Tone>> = {
  REQUESTED: 'success',
  ERROR: 'danger',
  CANCELLED: 'mute',
  NOT_ELIGIBLE: 'mute',
};
