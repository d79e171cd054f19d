/** The life of a receipt ("coupon" on the wire). */
export type CouponStatus =
  | 'IN_ANALYSIS'
  | 'PENDING_ANALYSIS'
  | 'PRE_APPROVED'
  | 'FRAUD_SUSPECT'
  | 'REQUESTED_NEW_IMAGE'
  | 'IMAGE_REPLACED'
  | 'APPROVED'
  | 'DONE'
  | 'PARTIALLY_DONE'
  | 'ERROR'
  | 'REJECTED'
  | 'NOT_ELIGIBLE';

const verdicts: readonly CouponStatus[] = ['REJECTED', 'NOT_ELIGIBLE'];

const afterReview: readonly CouponStatus[] = [
  'PRE_APPROVED',
  'FRAUD_SUSPECT',
  'REQUESTED_NEW_IMAGE',
  'APPROVED',
  ...verdicts,
];

/**
 * ENT-19: where moderation and processing may take a receipt from each status. What comes out after
 * the approval (goods returned, a receipt forged) still rejects it: POS_MODERATION.
 */
const moves: Readonly<Record<CouponStatus, readonly CouponStatus[]>> = {
  IN_ANALYSIS: afterReview,
  PENDING_ANALYSIS: afterReview,
  PRE_APPROVED: afterReview,
  FRAUD_SUSPECT: afterReview,
  REQUESTED_NEW_IMAGE: ['IMAGE_REPLACED', ...verdicts],
  IMAGE_REPLACED: afterReview,
  APPROVED: ['DONE', 'PARTIALLY_DONE', 'ERROR', 'REJECTED'],
  DONE: ['REJECTED'],
  PARTIALLY_DONE: ['REJECTED'],
  ERROR: ['REJECTED'],
  REJECTED: [],
  NOT_ELIGIBLE: [],
};

/** ENT-19: any move that is not listed is refused, to the same status too. */
export function canMoveCoupon(from: CouponStatus, to: CouponStatus): boolean {
  return from !== to && moves[from].includes(to);
}

/** REC-33: the statuses in which cashback and points are credited. */
export const creditedStatuses: readonly CouponStatus[] = ['APPROVED', 'PARTIALLY_DONE', 'DONE'];

/** MYREC-16 to MYREC-18: only while a new image is asked for, and allowed. */
export function canReplaceImage(coupon: {
  status: string;
  allowImageReplacement?: boolean | null | undefined;
}): boolean {
  return coupon.status === 'REQUESTED_NEW_IMAGE' && coupon.allowImageReplacement === true;
}

/** MYREC-15: the first reason listed, of a rejected receipt alone. */
export function rejectionReason(coupon: {
  status: string;
  moderationList: readonly { rejectionReason?: string | null | undefined }[];
}): string | null {
  if (coupon.status !== 'REJECTED') return null;
  return coupon.moderationList[0]?.rejectionReason ?? null;
}
