import type { ShownNumber } from '../../contract/engines.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { EngineOrderRecord } from './engine-order-queries.ts';
import type { LuckyNumberRecord } from './lucky-number-queries.ts';

export function engineOrderAnswers(
  orders: readonly EngineOrderRecord[],
  numbers: readonly LuckyNumberRecord[],
): EngineOrder[] {
  return orders.map((order) =>
    engineOrderAnswer(
      order,
      numbers.filter(({ engineId }) => engineId === order.engineId),
    ),
  );
}

export function isRewarded(orders: readonly EngineOrder[]): boolean {
  return orders.some(({ rewarded }) => rewarded === true);
}

export function luckyNumberAnswer(record: LuckyNumberRecord): ShownNumber {
  return {
    id: record.id,
    series: record.series,
    generatedNumber: record.number,
    type: record.kind,
    createdAt: record.createdAt.toISOString(),
    voided: record.voidedAt !== null,
  };
}

/** A reward that was taken back is left out; voided numbers stay listed. */
function engineOrderAnswer(
  order: EngineOrderRecord,
  numbers: readonly LuckyNumberRecord[],
): EngineOrder {
  const { campaignPrizeId, errorCode, rewarded } = order;
  const value = rewarded ? rewardValue(order) : null;
  return {
    engineType: order.engineType,
    campaignEngineId: order.engineId,
    status: order.status,
    rewarded,
    events: [...order.events],
    details: {
      ...(order.engineType === 'DRAW' && { luckyNumbers: numbers.map(luckyNumberAnswer) }),
      ...(value !== null && { transaction: { value } }),
      ...(rewarded && campaignPrizeId !== null && { winner: { campaignPrizeId } }),
      ...(errorCode !== null && { error: { code: errorCode } }),
    },
  };
}

function rewardValue({ cashbackCentavos, points }: EngineOrderRecord): number | null {
  return cashbackCentavos === null ? points : fromCentavos(cashbackCentavos);
}
