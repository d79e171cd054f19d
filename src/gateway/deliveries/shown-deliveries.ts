import type { EngineOrder, PrizeDelivery } from '../../contract/receipts.ts';
import type { WonDelivery } from './queries.ts';

export function deliveryAnswer(delivery: WonDelivery): PrizeDelivery {
  const { kind, win, status, campaignPrizeId, trackingCode } = delivery;
  return { campaignPrizeId, number: kind === 'DRAW' ? win : null, status, trackingCode };
}

/** The promotion notifies the winners of a draw, so this list must not do so before. */
function isShown({ status }: WonDelivery): boolean {
  return status !== 'WAITING' && status !== 'TO_NOTIFY';
}

/** @param own deliveries of the orders' receipt */
export function withDeliveries(
  orders: readonly EngineOrder[],
  own: readonly WonDelivery[],
): EngineOrder[] {
  return orders.map((order) => {
    const deliveries = own
      .filter(({ engineId }) => String(engineId) === String(order.campaignEngineId))
      .filter(isShown)
      .map(deliveryAnswer);
    return deliveries.length > 0 ? { ...order, details: { ...order.details, deliveries } } : order;
  });
}
