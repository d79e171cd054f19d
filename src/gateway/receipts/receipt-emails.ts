import type { RejectionReason } from '../../rules/receipts/moderation-reasons.ts';
import {
  creditedStatuses,
  type ReceiptStatus,
  refusedStatuses,
} from '../../rules/receipts/receipt-status.ts';
import type { Queries } from '../db/database.ts';
import { type EmailToQueue, queueEmail } from '../emails/queue-email.ts';
import { findWonPrizeId } from '../rewards/instant-prize-queries.ts';

type Recipient = Pick<EmailToQueue, 'campaignId' | 'consumerId' | 'to' | 'now'>;

export function receiptReceivedEmail(
  recipient: Recipient,
  receiptId: number,
  note: string | null,
): EmailToQueue {
  const event = { kind: 'RECEIPT_RECEIVED', receiptId, note } as const;
  return { ...recipient, event, dedupeKey: receivedKey(receiptId) };
}

interface Verdict {
  receiptId: number;
  to: ReceiptStatus;
  rejection: RejectionReason | null;
  /** Only for REQUESTED_NEW_IMAGE. */
  mayReplace: boolean;
}

/** Call it in the transaction that judges the receipt. Most moves send no email. */
export async function queueVerdictEmails(
  queries: Queries,
  recipient: Recipient,
  { receiptId, to, rejection, mayReplace }: Verdict,
): Promise<void> {
  if (to === 'REQUESTED_NEW_IMAGE' && mayReplace) {
    await queueEmail(queries, { ...recipient, event: { kind: 'PICTURE_WANTED', receiptId } });
  }
  if (refusedStatuses.includes(to)) {
    await queueEmail(queries, {
      ...recipient,
      event: {
        kind: 'RECEIPT_REFUSED',
        receiptId,
        reason: rejection?.sentence ?? null,
        code: rejection?.code ?? null,
      },
      dedupeKey: `receipt-refused/${receiptId}`,
    });
  }
  if (creditedStatuses.includes(to)) await queueApproval(queries, recipient, receiptId);
}

/** Sent once, although a receipt may pass through several approved statuses. */
async function queueApproval(
  queries: Queries,
  recipient: Recipient,
  receiptId: number,
): Promise<void> {
  await queueEmail(queries, {
    ...recipient,
    event: { kind: 'RECEIPT_APPROVED', receiptId },
    dedupeKey: `receipt-approved/${receiptId}`,
    replaces: receivedKey(receiptId),
  });
  const prizeId = await findWonPrizeId(queries, receiptId);
  if (prizeId === null) return;
  await queueEmail(queries, {
    ...recipient,
    event: { kind: 'INSTANT_PRIZE_WON', receiptId, prizeId },
    dedupeKey: `instant-prize-won/${receiptId}`,
  });
}

function receivedKey(receiptId: number): string {
  return `receipt-received/${receiptId}`;
}
