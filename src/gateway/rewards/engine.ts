import type { Engine } from '../../contract/engines.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import type { CashbackRefusal } from '../../rules/rewards/cashback.ts';
import type { DrawLine } from '../../rules/rewards/numbers-earned.ts';
import type { Queries } from '../db/database.ts';
import type { LockedConsumer } from '../db/queries/consumers.ts';
import type { NewLuckyNumber } from './lucky-number-queries.ts';

/** Call engines with the row of its consumer locked. */
export interface EngineInput {
  id: number;
  campaignId: number;
  consumer: LockedConsumer;
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
      ledger?: readonly LedgerEntry[];
    }
  | { status: 'TO_REQUEST' }
  | {
      status: 'NOT_ELIGIBLE';
      /** Default: the page's own sentence. */
      message?: string;
      errorCode?: CashbackRefusal;
      carriedCentavos?: number;
    };

export type EngineRun = (
  queries: Queries,
  engine: Engine,
  receipt: EngineInput,
) => Promise<EngineOutcome>;
