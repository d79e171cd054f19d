import type { Campaign } from '../../contract/campaign.ts';
import type { Coupon } from '../../contract/receipts.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { receiptTitleId } from './receipt-title.ts';

/** MYREC-03: cards per row, where the screen is wide enough. */
function columnsFor(count: number): number {
  return Math.min(Math.max(count, 1), 3);
}

/** As many receipts as a few screens hold. */
const shortList = 12;

interface ReceiptCardsProps {
  campaign: Campaign;
  receipts: readonly Coupon[];
}

export function ReceiptCards({ campaign, receipts }: ReceiptCardsProps) {
  return (
    <>
      <WayToLast receipts={receipts} />
      <ul className="receipt-cards" data-columns={columnsFor(receipts.length)}>
        {receipts.map((receipt, position) => (
          <li className="receipt-paper" key={receipt.id}>
            <ReceiptCard campaign={campaign} receipt={receipt} number={position + 1} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The newest receipt is the last; in a long list it is far away. */
function WayToLast({ receipts }: Pick<ReceiptCardsProps, 'receipts'>) {
  const last = receipts.at(-1);
  if (!last || receipts.length <= shortList) return null;
  return (
    <p>
      {receipts.length} notas.{' '}
      <a href={`#${receiptTitleId(last.id)}`}>Ir para a nota {receipts.length}</a>
    </p>
  );
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
