import type { Engine, ShownNumber } from '../../contract/engines.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { CashbackBlocker } from '../../rules/rewards/cashback.ts';
import type { DrawLine } from '../../rules/rewards/numbers-earned.ts';
import type { Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import type { LuckyNumberRecord, NewLuckyNumber } from './lucky-number-queries.ts';
import type { EngineOrderRecord } from './queries.ts';

/** Its consumer's row is locked while the engines run. */
export interface EarningReceipt {
  id: number;
  campaignId: number;
  consumer: Pick<ConsumerRecord, 'id' | 'type' | 'pseudonym'>;
  shop: string;
  totalCentavos: number;
  lines: readonly DrawLine[];
  /** A moderator approved the receipt, or the tax office confirmed it. */
  isProven: boolean;
  now: Date;
}

/** REQUESTED: it ran, rewarded or not. TO_REQUEST: it runs once the receipt is approved. */
export type EngineOutcome =
  | {
      status: 'REQUESTED';
      rewarded: boolean;
      cashbackCentavos?: number;
      points?: number;
      campaignPrizeId?: number;
      luckyNumbers?: readonly NewLuckyNumber[];
      /** Carried over to the person's next receipt, in a cumulative engine. */
      carriedCentavos?: number;
      entries?: readonly LedgerEntry[];
    }
  | { status: 'TO_REQUEST' }
  | {
      status: 'NOT_ELIGIBLE';
      message?: string;
      errorCode?: CashbackBlocker;
      carriedCentavos?: number;
    };

/** With its key in tables, whose ids are numbers; those of the campaign may be texts. */
export interface KeyedEngine {
  engine: Engine;
  key: EngineKey;
}

export type EngineRun = (
  queries: Queries,
  keyed: KeyedEngine,
  receipt: EarningReceipt,
) => Promise<EngineOutcome>;

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
