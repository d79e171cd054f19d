import type { ReceiptStatus } from '../receipts/receipt-status.ts';

export const engineTypes = ['DRAW', 'INSTANT_PRIZE', 'CASHBACK', 'COLLECT_TO_WIN'] as const;
export type EngineType = (typeof engineTypes)[number];

/** Their rewards are given to no receipt after the close, since the secrets are public then. */
export const enginesUntilClose: readonly EngineType[] = ['DRAW', 'INSTANT_PRIZE'];

export function hasEngine(
  { engines }: { engines: readonly { type: string }[] },
  wanted: EngineType,
): boolean {
  return engines.some(({ type }) => type === wanted);
}

export type EngineOrderStatus =
  | 'REQUESTED'
  | 'CANCELLED'
  | 'ERROR'
  | 'NOT_ELIGIBLE'
  | 'TO_REQUEST'
  | 'ENQUEUED';

export interface RewardOrder {
  status: string;
  rewarded?: boolean | null | undefined;
}

/** Whether the reward is given already, but counts only once the receipt has been checked. */
export function awaitsModeration(
  { status, rewarded }: RewardOrder,
  receiptStatus: string,
): boolean {
  return status === 'REQUESTED' && rewarded === true && receiptStatus === 'IN_ANALYSIS';
}

/** The status that is shown: of a receipt in moderation nothing is done yet. */
export function shownOrderStatus(order: RewardOrder, receiptStatus: string): string {
  return awaitsModeration(order, receiptStatus) ? 'TO_REQUEST' : order.status;
}

/** `likely`: won, while the receipt is still being checked. */
export type InstantPrizeOutcome = 'won' | 'likely' | 'lost';

const prizeOutcomes: Readonly<Record<ReceiptStatus, InstantPrizeOutcome | null>> = {
  IN_ANALYSIS: 'likely',
  PENDING_ANALYSIS: 'likely',
  PRE_APPROVED: 'likely',
  REQUESTED_NEW_IMAGE: 'likely',
  IMAGE_REPLACED: 'likely',
  FRAUD_SUSPECT: 'likely',
  APPROVED: 'won',
  DONE: 'won',
  PARTIALLY_DONE: 'won',
  REJECTED: 'lost',
  NOT_ELIGIBLE: null,
  ERROR: null,
};

/** What became of a prize that a receipt hit; null where neither win nor loss may be shown. */
export function prizeOutcome(receiptStatus: string): InstantPrizeOutcome | null {
  return isReceiptStatus(receiptStatus) ? prizeOutcomes[receiptStatus] : null;
}

function isReceiptStatus(status: string): status is ReceiptStatus {
  return Object.keys(prizeOutcomes).includes(status);
}
