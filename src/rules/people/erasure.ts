import { parameter, type WithParameters } from '../campaign/parameters.ts';
import { addMs, dayMs, firstInstantAfter } from '../dates.ts';
import { creditedStatuses, type ReceiptStatus } from '../receipts/receipt-status.ts';
import { lastDayToClaim, type PrizeKind } from '../rewards/prize-delivery.ts';
import { endedRedemptions, type RedemptionStatus } from '../rewards/redeem.ts';
import { endedWithdrawals, type WithdrawalStatus } from '../rewards/withdrawal-and-payment-key.ts';

export interface Participation {
  prizeReceipts: readonly { status: ReceiptStatus }[];
  /** Prizes that were sent, also where the receipt was denied or the winner changed since. */
  sentPrizes: readonly PrizeKind[];
  /** `batch`: the file for the bank that it is in. */
  withdrawals: readonly { status: WithdrawalStatus; batch: number | null }[];
  redemptions: readonly { status: RedemptionStatus }[];
  drawnPrizes: number;
}

export interface OpenMatters {
  unjudgedReceipts: number;
  openPrizes: number;
  conversationsToAnswer: number;
}

export type ErasureBlocker = 'WITHDRAWAL' | 'REDEMPTION';

export type DeadlineBlocker = 'RECEIPT' | 'PRIZE' | 'CONVERSATION';

export const heldRewardKinds = ['DRAW', 'INSTANT_PRIZE', 'CASHBACK', 'REDEMPTION'] as const;
export type HeldReward = (typeof heldRewardKinds)[number];

/** For proofs of payment: Lei 5.172/1966 (CTN), art. 174 and 195. */
const yearsHeld = 5;

/** Why the data are still needed; null when the person can be erased. */
export function erasureBlocker({
  withdrawals,
  redemptions,
}: Pick<Participation, 'withdrawals' | 'redemptions'>): ErasureBlocker | null {
  if (withdrawals.some(({ status }) => !endedWithdrawals.includes(status))) return 'WITHDRAWAL';
  if (redemptions.some(({ status }) => !endedRedemptions.includes(status))) return 'REDEMPTION';
  return null;
}

/** Why the data of someone who did not ask for an erasure are needed after the deadlines too. */
export function deadlineBlocker(open: OpenMatters): DeadlineBlocker | null {
  if (open.unjudgedReceipts > 0) return 'RECEIPT';
  if (open.openPrizes > 0) return 'PRIZE';
  return open.conversationsToAnswer > 0 ? 'CONVERSATION' : null;
}

/** 45 days to pay the Treasury what no one claimed, then 30 to render the accounts. */
const defaultAccountsDays = 75;

/**
 * When the promotion needs no more data of people who won nothing: once its accounts are rendered,
 * 75 days after the last day to claim a prize, or as many as the parameter ACCOUNTS_DAYS says.
 * @param extractions days of the draws, `yyyy-MM-dd`
 */
export function participantsKeptUntil(
  campaign: WithParameters & { endsAt: string },
  extractions: readonly string[],
): Date {
  const lastDays = [
    lastDayToClaim(campaign, { kind: 'INSTANT_PRIZE', extraction: null }),
    ...extractions.map((extraction) => lastDayToClaim(campaign, { kind: 'DRAW', extraction })),
  ];
  const lastDay = lastDays.toSorted().at(-1);
  const days = Number(parameter(campaign, 'ACCOUNTS_DAYS') ?? defaultAccountsDays);
  return addMs(firstInstantAfter(`${lastDay}T23:59:59`), days * dayMs);
}

/** Winners must be named (Lei 5.768/1971, Decreto 70.951/1972; LGPD, art. 16, I). */
export function heldRewards(participation: Participation): HeldReward[] {
  const { prizeReceipts, sentPrizes, withdrawals, redemptions, drawnPrizes } = participation;
  const isApproved = prizeReceipts.some(({ status }) => creditedStatuses.includes(status));
  // The bank may have paid what was recorded as failed: a statement of the account says so later.
  const mayBePaid = ({ status, batch }: Participation['withdrawals'][number]) =>
    status === 'SUCCESS' || (status === 'ERROR' && batch !== null);
  const rewards: [HeldReward, boolean][] = [
    ['DRAW', drawnPrizes > 0 || sentPrizes.includes('DRAW')],
    ['INSTANT_PRIZE', isApproved || sentPrizes.includes('INSTANT_PRIZE')],
    ['CASHBACK', withdrawals.some(mayBePaid)],
    ['REDEMPTION', redemptions.some(({ status }) => status === 'COMPLETED')],
  ];
  return rewards.filter(([, isHeld]) => isHeld).map(([reward]) => reward);
}

export function heldUntil(endsAt: string): Date {
  const until = firstInstantAfter(endsAt);
  until.setUTCFullYear(until.getUTCFullYear() + yearsHeld);
  return until;
}
