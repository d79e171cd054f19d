import { type MouseEvent, useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { receiptTitleId } from './receipt-title.ts';

/** MYREC-03: cards per row, where the screen is wide enough. */
function columnsFor(count: number): number {
  return Math.min(Math.max(count, 1), 3);
}

/** As many receipts as a few screens hold. */
const shortList = 12;

/** Cards of a list of their own in a long list: of those far from the screen nothing is laid out. */
const groupSize = 48;

/** Cards that one task draws without keeping a slow phone from answering. */
const drawnAtOnce = 6;

interface ReceiptCardsProps {
  campaign: Campaign;
  receipts: readonly Receipt[];
}

export function ReceiptCards({ campaign, receipts }: ReceiptCardsProps) {
  const drawn = useDrawn(receipts.length);
  return (
    <>
      <WayToLast receipts={receipts} isDrawn={drawn === receipts.length} />
      <div className="receipt-groups">
        {groupsOf(drawn).map(({ from, to }) => (
          <ul className="receipt-cards" data-columns={columnsFor(receipts.length)} key={from}>
            {receipts.slice(from, to).map((receipt, place) => (
              <li className="receipt-paper" key={receipt.id}>
                <ReceiptCard campaign={campaign} receipt={receipt} number={from + place + 1} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </>
  );
}

function groupsOf(drawn: number): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(drawn / groupSize) }, (_, group) => ({
    from: group * groupSize,
    to: Math.min((group + 1) * groupSize, drawn),
  }));
}

/** How many of the cards are there: those of the first screens, then a few more in each task. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(shortList);
  useEffect(() => {
    if (drawn >= count) return;
    const next = setTimeout(() => setDrawn(drawn + drawnAtOnce));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

interface WayToLastProps extends Pick<ReceiptCardsProps, 'receipts'> {
  isDrawn: boolean;
}

/** The newest receipt is the last; in a long list it is far away. */
function WayToLast({ receipts, isDrawn }: WayToLastProps) {
  const last = receipts.at(-1);
  if (!last || receipts.length <= shortList) return null;
  const id = receiptTitleId(last.id);
  return (
    <p>
      {receipts.length} notas.{' '}
      {isDrawn && (
        <a href={`#${id}`} onClick={(event) => jump(event, id)}>
          Ir para a nota {receipts.length}
        </a>
      )}
    </p>
  );
}

/** At once: a slow scroll would pass cards that only then take their real heights, and end short. */
function jump(event: MouseEvent, id: string): void {
  event.preventDefault();
  const title = document.getElementById(id);
  title?.scrollIntoView({ behavior: 'instant' });
  title?.focus({ preventScroll: true });
}

/** The place of cards that are on their way. */
export function ReceiptCardsToCome() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Carregando…
      </p>
      <ul className="receipt-cards" data-columns="3" aria-hidden="true">
        {[1, 2, 3].map((place) => (
          <li className="receipt-paper" key={place}>
            <div className="receipt-card receipt-card-to-come" />
          </li>
        ))}
      </ul>
    </>
  );
}
