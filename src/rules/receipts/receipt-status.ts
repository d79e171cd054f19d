/** The life of a receipt ("coupon" on the wire). */
export type ReceiptStatus =
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

export const deniedStatuses: readonly ReceiptStatus[] = ['REJECTED', 'NOT_ELIGIBLE'];

const afterModeration: readonly ReceiptStatus[] = [
  'PRE_APPROVED',
  'FRAUD_SUSPECT',
  'REQUESTED_NEW_IMAGE',
  'APPROVED',
  ...deniedStatuses,
];

/**
 * A receipt that waits for a new image can be judged without one, as the person may never return.
 * Returned goods or a forgery can still reject an approved receipt.
 */
const moves: Readonly<Record<ReceiptStatus, readonly ReceiptStatus[]>> = {
  // The tax office's answer may come later and send the receipt to a moderator.
  IN_ANALYSIS: ['PENDING_ANALYSIS', ...afterModeration],
  PENDING_ANALYSIS: afterModeration,
  PRE_APPROVED: afterModeration,
  FRAUD_SUSPECT: afterModeration,
  REQUESTED_NEW_IMAGE: ['IMAGE_REPLACED', ...afterModeration],
  IMAGE_REPLACED: afterModeration,
  APPROVED: ['DONE', 'PARTIALLY_DONE', 'ERROR', 'REJECTED'],
  DONE: ['REJECTED'],
  PARTIALLY_DONE: ['DONE', 'REJECTED'],
  ERROR: ['DONE', 'PARTIALLY_DONE', 'REJECTED'],
  REJECTED: [],
  NOT_ELIGIBLE: [],
};

export const receiptStatuses = Object.keys(moves) as readonly ReceiptStatus[];

/** Any move that is not listed is refused, to the same status and from one of a newer version too. */
export function canMoveReceipt(from: string, to: ReceiptStatus): boolean {
  const known: Partial<Record<string, readonly ReceiptStatus[]>> = moves;
  return from !== to && known[from]?.includes(to) === true;
}

/** Cashback and points are in the wallet. */
export const creditedStatuses: readonly ReceiptStatus[] = ['APPROVED', 'PARTIALLY_DONE', 'DONE'];

/** All in which a receipt waits for no moderator. */
export const judgedStatuses: readonly ReceiptStatus[] = [
  ...creditedStatuses,
  'ERROR',
  ...deniedStatuses,
];

/** Also true for a status of a newer version, so that no draw or erasure overlooks the receipt. */
export function isUnjudged(status: string): boolean {
  return !judgedStatuses.some((judged) => judged === status);
}

export function isDenied(status: string): boolean {
  return deniedStatuses.some((denied) => denied === status);
}

/** The public log never says that a receipt, whose number may lead to a name, was a suspect. */
export function publishedStatus(status: ReceiptStatus): ReceiptStatus {
  return isUnjudged(status) ? 'PENDING_ANALYSIS' : status;
}

export type ReceiptStage = 'review' | 'credited' | 'denied';

/** How far a receipt has come; one that failed, or that this version does not know, is not through. */
export function receiptStage(status: string): ReceiptStage {
  if (isDenied(status)) return 'denied';
  return creditedStatuses.some((credited) => credited === status) ? 'credited' : 'review';
}

export function canReplaceImage(receipt: {
  status: string;
  allowImageReplacement?: boolean | null | undefined;
}): boolean {
  return receipt.status === 'REQUESTED_NEW_IMAGE' && receipt.allowImageReplacement === true;
}

export interface ReceiptModeration {
  rejectionReason?: string | null | undefined;
  rejectionCode?: string | null | undefined;
}

export function rejectionOf(receipt: {
  status: string;
  moderationList: readonly ReceiptModeration[];
}): ReceiptModeration | null {
  if (receipt.status !== 'REJECTED') return null;
  return receipt.moderationList[0] ?? null;
}

/** In the order that numbers a person's receipts: the oldest is "Nota 1", whatever follows. */
export function oldestFirst<Sent extends { createdAt: string }>(receipts: readonly Sent[]): Sent[] {
  return [...receipts].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}
