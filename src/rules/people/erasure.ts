import { firstInstantAfter } from '../dates.ts';
import { creditedStatuses, type ReceiptStatus } from '../receipts/receipt-status.ts';
import type { PrizeKind } from '../rewards/prize-delivery.ts';
import type { RedemptionStatus } from '../rewards/redeem.ts';
import type { WithdrawalStatus } from '../rewards/withdrawal.ts';

export interface Participation {
  prizeReceipts: readonly { status: ReceiptStatus }[];
  /** Prizes that were sent, also where the receipt was refused or the winner changed since. */
  sentPrizes: readonly PrizeKind[];
  withdrawals: readonly { status: WithdrawalStatus }[];
  redemptions: readonly { status: RedemptionStatus }[];
  drawnPrizes: number;
}

export type ErasureBlocker = 'WITHDRAWAL' | 'REDEMPTION';

export type HeldReward = 'DRAW' | 'INSTANT_PRIZE' | 'CASHBACK' | 'REDEMPTION';

/** For proofs of payment: Lei 5.172/1966 (CTN), art. 174 and 195. */
const yearsHeld = 5;

const endedWithdrawals: readonly WithdrawalStatus[] = ['SUCCESS', 'ERROR'];
const endedRedemptions: readonly RedemptionStatus[] = ['COMPLETED', 'CANCELED', 'ERROR'];

/** Why the data are still needed; null when the person can be erased. */
export function erasureBlocker({
  withdrawals,
  redemptions,
}: Pick<Participation, 'withdrawals' | 'redemptions'>): ErasureBlocker | null {
  if (withdrawals.some(({ status }) => !endedWithdrawals.includes(status))) return 'WITHDRAWAL';
  if (redemptions.some(({ status }) => !endedRedemptions.includes(status))) return 'REDEMPTION';
  return null;
}

/** Winners must be named (Lei 5.768/1971, Decreto 70.951/1972; LGPD, art. 16, I). */
export function heldRewards(participation: Participation): HeldReward[] {
  const { prizeReceipts, sentPrizes, withdrawals, redemptions, drawnPrizes } = participation;
  const isApproved = prizeReceipts.some(({ status }) => creditedStatuses.includes(status));
  const rewards: [HeldReward, boolean][] = [
    ['DRAW', drawnPrizes > 0 || sentPrizes.includes('DRAW')],
    ['INSTANT_PRIZE', isApproved || sentPrizes.includes('INSTANT_PRIZE')],
    ['CASHBACK', withdrawals.some(({ status }) => status === 'SUCCESS')],
    ['REDEMPTION', redemptions.some(({ status }) => status === 'COMPLETED')],
  ];
  return rewards.filter(([, isHeld]) => isHeld).map(([reward]) => reward);
}

/** @param endsAt of the promotion */
export function heldUntil(endsAt: string): Date {
  const until = firstInstantAfter(endsAt);
  until.setUTCFullYear(until.getUTCFullYear() + yearsHeld);
  return until;
}
