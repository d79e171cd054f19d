import { type CouponStatus, canMoveCoupon, creditedStatuses } from '../../rules/coupon-status.ts';
import type { Queries } from '../db/database.ts';
import { creditCashback, releaseFund } from '../db/queries/cashback.ts';
import { endEngineOrders } from '../db/queries/engine-orders.ts';
import { freeInstantPrize } from '../db/queries/instant-prizes.ts';
import { voidLuckyNumbers } from '../db/queries/lucky-numbers.ts';
import { creditPoints } from '../db/queries/points.ts';
import { insertModeration } from '../db/queries/receipt-moderations.ts';
import { lockReceipt, moveReceipt } from '../db/queries/receipts.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { refuseFields } from './refuse-fields.ts';

export interface ReceiptMove {
  receiptId: number;
  to: CouponStatus;
  /** Why the receipt is rejected; its owner reads it. */
  reason?: string;
  /** With REQUESTED_NEW_IMAGE: whether the owner may send one on the site. */
  allowImageReplacement?: boolean;
  now: Date;
}

/**
 * Moves a receipt as moderation decides (ENT-19), with all that follows from it: rewards are
 * credited once, and those of a refused receipt are taken back (REC-33, REC-35).
 * Refused for an unknown receipt, a move that does not exist and a rejection without its reason.
 */
export async function moderateReceipt(
  queries: Queries,
  { receiptId, to, reason, allowImageReplacement, now }: ReceiptMove,
): Promise<{ from: CouponStatus; to: CouponStatus } | Refusal> {
  const receipt = await lockReceipt(queries, receiptId);
  if (!receipt) return refuse('NOT_FOUND');
  const { status: from } = receipt;
  if (!canMoveCoupon(from, to)) {
    return refuse('NOT_ALLOWED_NOW', { message: `Uma nota ${from} não pode passar a ${to}.` });
  }
  if (to === 'REJECTED' && !reason?.trim()) {
    return refuseFields([{ field: 'rejectionReason', violation: 'REQUIRED' }]);
  }
  const moved = {
    id: receiptId,
    from,
    to,
    allowImageReplacement: to === 'REQUESTED_NEW_IMAGE' && allowImageReplacement === true,
  };
  await moveReceipt(queries, moved);
  const rejectionReason = reason?.trim() || null;
  await insertModeration(queries, { receiptId, status: to, rejectionReason, createdAt: now });
  if (creditedStatuses.includes(to)) await credit(queries, receiptId, now);
  if (to === 'REJECTED') await takeBack(queries, receiptId, 'CANCELLED', now);
  if (to === 'NOT_ELIGIBLE') await takeBack(queries, receiptId, 'NOT_ELIGIBLE', now);
  return { from, to };
}

async function credit(queries: Queries, receiptId: number, now: Date): Promise<void> {
  await creditCashback(queries, { receiptId, now });
  await creditPoints(queries, { receiptId, now });
}

/** Numbers stay listed as void; the instant prize and the cashback are there for the next one. */
async function takeBack(
  queries: Queries,
  receiptId: number,
  status: 'CANCELLED' | 'NOT_ELIGIBLE',
  now: Date,
): Promise<void> {
  await endEngineOrders(queries, { receiptId, status });
  await voidLuckyNumbers(queries, { receiptId, now });
  await freeInstantPrize(queries, receiptId);
  await releaseFund(queries, receiptId);
}
