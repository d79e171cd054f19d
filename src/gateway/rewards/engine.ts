import type { Engine } from '../../contract/engines.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import type { CashbackBlocker } from '../../rules/rewards/cashback-and-points.ts';
import type { EngineOrderStatus } from '../../rules/rewards/engines-and-reward-status.ts';
import type { DrawLine } from '../../rules/rewards/numbers-earned.ts';
import type { Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import type { NewLuckyNumber } from './lucky-number-queries.ts';

/** Its consumer's row is locked while the engines run. */
export interface EarningReceipt {
  id: number;
  campaignId: number;
  consumer: Pick<ConsumerRecord, 'id' | 'type' | 'pseudonym'>;
  shop: string;
  totalCentavos: number;
  lines: readonly DrawLine[];
  /** A moderator approved the receipt, or the tax office confirmed it over https. */
  isProven: boolean;
  /** What an undecided receipt earns is provisional: it comes back if the receipt is denied. */
  isJudged: boolean;
  now: Date;
}

/** REQUESTED: it ran, rewarded or not. TO_REQUEST, a pending order: it runs once the receipt is approved. */
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
      /** The message is about a reward to come: a denial ends it. */
      isProgress?: boolean;
      errorCode?: CashbackBlocker;
      carriedCentavos?: number;
    };

export function isPendingOrder({ status }: { status: EngineOrderStatus }): boolean {
  return status === 'TO_REQUEST';
}

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
