import type { EngineOrder } from '../../contract/receipts.ts';
import { deliverySentence } from '../../rules/prize-delivery.ts';

/** Where the prizes are that a receipt won; nothing before there is something to say. */
export function PrizeDeliveries({ details }: Pick<EngineOrder, 'details'>) {
  return (details?.deliveries ?? []).map((delivery) => {
    const sentence = deliverySentence(delivery);
    if (!sentence) return null;
    const { number, campaignPrizeId } = delivery;
    return (
      <p className="result-delivery" key={number ?? String(campaignPrizeId)}>
        {number && <>O número {number} foi sorteado. </>}
        {sentence}
      </p>
    );
  });
}
