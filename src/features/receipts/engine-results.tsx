import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Id } from '../../contract/primitives.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { formatReais } from '../../rules/money.ts';
import { pointsText } from './earnings.ts';
import { type EngineResult, engineResult } from './engine-result.ts';
import { $prizes, loadPrizes } from './prizes.store.ts';
import { OrderChip } from './status-chip.tsx';
import { NumbersCount, Tickets } from './tickets.tsx';

interface EngineResultsProps {
  campaign: Campaign;
  couponStatus: string;
  orders: readonly EngineOrder[];
}

/** A block per engine, each with its chip and what came of it (MYREC-32). */
export function EngineResults({ campaign, couponStatus, orders }: EngineResultsProps) {
  return orders.map((order) => (
    <section className="result-engine" key={order.campaignEngineId}>
      <header>
        <h3>{engineName(campaign, order)}</h3>
        <OrderChip order={order} couponStatus={couponStatus} />
      </header>
      <Result result={engineResult(order, couponStatus)} campaign={campaign} />
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

/** MYREC-25: the prize's description. */
export function PrizeName({ campaignPrizeId }: { campaignPrizeId: Id }) {
  useEffect(() => void loadPrizes(), []);
  const prizes = useStore($prizes);
  const prize = prizes.find(({ id }) => String(id) === String(campaignPrizeId));
  return <p className="result-prize">{prize?.description}</p>;
}
