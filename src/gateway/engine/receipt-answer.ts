import type { LuckyNumber } from '../../contract/lucky-numbers.ts';
import type { EngineOrder, Receipt } from '../../contract/receipts.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { Queries } from '../db/database.ts';
import { type EngineOrderRecord, findEngineOrders } from '../db/queries/engine-orders.ts';
import { findLuckyNumbersOfReceipts, type LuckyNumberRecord } from '../db/queries/lucky-numbers.ts';
import { findModerations } from '../db/queries/receipt-moderations.ts';
import type { ReceiptRecord } from '../db/queries/receipts.ts';

/** Receipts as their owner sees them, in the order given. */
export async function receiptAnswers(
  queries: Queries,
  receipts: readonly ReceiptRecord[],
  imageUrl: (receipt: ReceiptRecord) => string,
): Promise<Receipt[]> {
  const ids = receipts.map(({ id }) => id);
  const [orders, numbers, moderations] = await Promise.all([
    byReceipt(findEngineOrders(queries, ids)),
    byReceipt(findLuckyNumbersOfReceipts(queries, ids)),
    byReceipt(findModerations(queries, ids)),
  ]);
  return receipts.map((receipt) => {
    const { id, identifier, purchaseDate, status, allowImageReplacement } = receipt;
    const engineOrders = engineOrderAnswers(orders.get(id) ?? [], numbers.get(id) ?? []);
    return {
      id,
      identifier,
      purchaseDate,
      createdAt: receipt.createdAt.toISOString(),
      totalAmount: fromCentavos(receipt.totalCentavos),
      status,
      imageUrl: imageUrl(receipt),
      allowImageReplacement,
      rewarded: isRewarded(engineOrders),
      moderationList: (moderations.get(id) ?? []).map(({ rejectionReason }) => ({
        rejectionReason,
      })),
      engineOrders,
    };
  });
}

async function byReceipt<Row extends { receiptId: number }>(
  rows: Promise<readonly Row[]>,
): Promise<Map<number, Row[]>> {
  return Map.groupBy(await rows, ({ receiptId }) => receiptId);
}

/** What the engines made of one receipt. */
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

export function luckyNumberAnswer(record: LuckyNumberRecord): LuckyNumber {
  return {
    id: record.id,
    series: record.series,
    generatedNumber: record.number,
    type: record.kind,
    createdAt: record.createdAt.toISOString(),
    voided: record.voidedAt !== null,
  };
}

/** What was taken back is not told any more; voided numbers stay listed. */
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

/** Reais of cashback, or points. */
function rewardValue({ cashbackCentavos, points }: EngineOrderRecord): number | null {
  return cashbackCentavos === null ? points : fromCentavos(cashbackCentavos);
}
