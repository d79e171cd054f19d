/**
 * What the ledger of a campaign tells, one type of entry per kind of event. People appear under a
 * pseudonym alone; receipts, withdrawals and redemptions by their number; money in centavos; lucky
 * numbers as they are shown, `4.00153`.
 */
export type LedgerEntry =
  /** Before anything else: what nobody may know yet, and nobody may change any more. */
  | {
      type: 'COMMITMENTS';
      campaign: number;
      draws: DrawCommitment[];
      schedules: ScheduleCommitment[];
    }
  /** The first of them at this position of the draw's sequence, the others after it. */
  | (OfReceipt & { type: 'NUMBERS_ISSUED'; consumer: string; first: number; numbers: string[] })
  | (OfReceipt & { type: 'NUMBERS_VOIDED'; numbers: string[] })
  | (OfReceipt & { type: 'PRIZE_WON'; consumer: string; leaf: RevealedLeaf; proof: string[] })
  | (OfReceipt & { type: 'PRIZE_FREED'; index: number })
  | { type: 'RECEIPT_MODERATED'; receipt: number; from: string; to: string }
  | {
      type: 'CASHBACK_CREDITED' | 'CASHBACK_REVERSED';
      receipt: number;
      consumer: string;
      centavos: number;
    }
  | { type: 'CASHBACK_WITHDRAWN'; withdrawal: number; consumer: string; centavos: number }
  | { type: 'WITHDRAWAL_SETTLED'; withdrawal: number; status: string }
  | {
      type: 'POINTS_CREDITED' | 'POINTS_REVERSED';
      receipt: number;
      consumer: string;
      points: number;
    }
  | {
      type: 'POINTS_SPENT' | 'POINTS_RETURNED';
      redemption: number;
      consumer: string;
      points: number;
    }
  | { type: 'CAMPAIGN_CLOSED' }
  /** In hexadecimal, what the commitments bound. */
  | {
      type: 'SECRETS_REVEALED';
      draws: { engine: number; key: string }[];
      schedules: { engine: number; seed: string }[];
    }
  | ({ type: 'DRAW_MADE' } & DrawResult);

/** A draw of numbers, made of the whole numbers of the federal lottery's five prizes. */
export interface DrawResult {
  engine: number;
  federal: string[];
  /** The day of the extraction, `yyyy-MM-dd`. */
  extraction: string | null;
  drawn: string;
  /** The winning numbers, first prize first; none when no number was in the draw. */
  winners: string[];
  /** Numbers nearer than a winner's, of people who had won as many prizes as one may. */
  passedOver: string[];
}

export interface DrawCommitment {
  engine: number;
  seriesQuantity: number;
  numbersPerSeries: number;
  /** Of the key: `commitment` of lucky-numbers.ts. */
  commitment: string;
}

export interface ScheduleCommitment {
  engine: number;
  startsAt: string;
  endsAt: string;
  prizes: { campaignPrizeId: number; quantity: number }[];
  /** Of the seed: `scheduleCommitment` of instant-prizes.ts. */
  commitment: string;
  /** Of the Merkle tree whose leaves are the scheduled prizes. */
  root: string;
}

/** One prize of the schedule that is hidden no more. */
export interface RevealedLeaf {
  index: number;
  moment: string;
  campaignPrizeId: number;
  nonce: string;
}

interface OfReceipt {
  engine: number;
  receipt: number;
}
