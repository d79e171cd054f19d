import type { Engine } from '../../contract/engines.ts';
import type { CashbackRefusal } from '../../rules/cashback.ts';
import type { LedgerEntry } from '../../rules/ledger-entries.ts';
import type { DrawLine } from '../../rules/numbers-earned.ts';
import type { Queries } from '../db/database.ts';
import type { LockedConsumer } from '../db/queries/consumers.ts';
import type { GivenNumber } from './lucky-number-queries.ts';

/** Its consumer's row is locked. */
export interface EnteredReceipt {
  id: number;
  campaignId: number;
  consumer: LockedConsumer;
  cnpj: string;
  totalCentavos: number;
  lines: readonly DrawLine[];
  /** A moderator or the tax office vouches for it. */
  isProven: boolean;
  now: Date;
}

export type EngineOutcome =
  | {
      status: 'REQUESTED';
      rewarded: boolean;
      cashbackCentavos?: number;
      points?: number;
      campaignPrizeId?: number;
      luckyNumbers?: readonly GivenNumber[];
      carriedCentavos?: number;
      ledger?: LedgerEntry;
    }
  | { status: 'TO_REQUEST' }
  | {
      status: 'NOT_ELIGIBLE';
      /** Without it the page shows its own. */
      message?: string;
      errorCode?: CashbackRefusal;
      carriedCentavos?: number;
    };

/** Inside the transaction that writes the receipt. */
export type EngineRun = (
  queries: Queries,
  engine: Engine,
  receipt: EnteredReceipt,
) => Promise<EngineOutcome>;
