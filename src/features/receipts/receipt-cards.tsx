import type { Campaign } from '../../contract/campaign.ts';
import type { Coupon } from '../../contract/receipts.ts';
import { ReceiptCard } from './receipt-card.tsx';

/** MYREC-03: cards per row, where the screen is wide enough. */
function columnsFor(count: number): number {
  return Math.min(Math.max(count, 1), 3);
}

interface ReceiptCardsProps {
  campaign: Campaign;
  receipts: readonly Coupon[];
}

export function ReceiptCards({ campaign, receipts }: ReceiptCardsProps) {
  return (
    <ul className="receipt-cards" data-columns={columnsFor(receipts.length)}>
      {receipts.map((receipt, position) => (
        <li className="receipt-paper" key={receipt.id}>
          <ReceiptCard campaign={campaign} receipt={receipt} number={position + 1} />
        </li>
      ))}
    </ul>
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
