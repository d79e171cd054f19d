import {
  deniedStatuses,
  judgedStatuses,
  type ReceiptStatus,
} from '../../rules/receipts/receipt-status.ts';
import type { OfficeDoubt } from '../../rules/receipts/review-reasons-and-doubts.ts';
import { checkOpen } from '../campaign/published-campaign.ts';
import type { Queries } from '../db/database.ts';
import { findSnapshot } from '../db/queries/campaigns.ts';
import { lockOwnerOf } from '../db/queries/consumers.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { findWonPrizeId } from '../rewards/instant-prize-queries.ts';
import { endDoubts, type ReceiptToMove, releaseDuplicateKey } from './moderation-queries.ts';
import { findReceipt, lockReceipt, type ReceiptRecord } from './queries.ts';

export const targetStatuses: ReceiptStatus[] = [
  'PRE_APPROVED',
  'FRAUD_SUSPECT',
  'REQUESTED_NEW_IMAGE',
  'APPROVED',
  'DONE',
  'PARTIALLY_DONE',
  'ERROR',
  'REJECTED',
  'NOT_ELIGIBLE',
];

export const approvedOrFailedStatuses = judgedStatuses.filter(
  (status) => !deniedStatuses.includes(status),
);

export function statusProblem(
  { id, status }: ReceiptToMove,
  expected: readonly string[],
): string | null {
  return expected.includes(status)
    ? null
    : `Esta nota está agora em ${status}: receipts show ${id}.`;
}

/** A move by a list may come from a moderator who has not seen the doubt. */
export function doubtProblem({ id, openDoubts }: ReceiptRecord, to: ReceiptStatus): string | null {
  return openDoubts.length > 0 && approvedOrFailedStatuses.includes(to)
    ? `A Sefaz pôs esta nota em dúvida: veja receipts show ${id}, e julgue-a sozinha, sem --status.`
    : null;
}

export function unseenDoubtProblem(
  { id, openDoubts }: ReceiptRecord,
  seen: readonly OfficeDoubt[] | null,
): string | null {
  const unseen = seen ? openDoubts.filter((doubt) => !seen.includes(doubt)) : [];
  return unseen.length > 0
    ? `A Sefaz também pôs em dúvida: ${unseen.join(', ')}. Veja receipts show ${id}.`
    : null;
}

/** Ends the tax office's doubts of an approved receipt, which keeps its status and rewards. */
export async function keepReceipt(
  queries: Queries,
  id: number,
  seenDoubts: readonly OfficeDoubt[] | null,
): Promise<{ id: number; status: ReceiptStatus; ended: string; consumer: number } | Refusal> {
  await lockOwnerOf(queries, 'receipts', id);
  const receipt = await lockReceipt(queries, id);
  if (!receipt) return refuse('NOT_FOUND');
  const { status, openDoubts, consumerId: consumer } = receipt;
  if (!approvedOrFailedStatuses.includes(status) || openDoubts.length === 0) {
    return notAllowedNow('Só uma nota aprovada que a Sefaz pôs em dúvida pode ser mantida.');
  }
  const problem = unseenDoubtProblem(receipt, seenDoubts);
  if (problem) return notAllowedNow(problem);
  await endDoubts(queries, id);
  return { id, status, ended: openDoubts.join(', '), consumer };
}

export async function releaseReceipt(
  queries: Queries,
  id: number,
  now: Date,
): Promise<(ReceiptRecord & { isPrizeGone: boolean }) | Refusal> {
  const receipt = await findReceipt(queries, id);
  if (!receipt) return refuse('NOT_FOUND');
  const snapshot = await findSnapshot(queries, receipt.campaignId);
  if (await checkOpen(queries, snapshot, now)) {
    return notAllowedNow(
      'A promoção acabou: a recusa não se desfaz, pois nada mais pode ser enviado.',
    );
  }
  if (!(await releaseDuplicateKey(queries, id))) {
    return notAllowedNow('Só uma nota recusada pode ser liberada, e uma vez só.');
  }
  return { ...receipt, isPrizeGone: (await findWonPrizeId(queries, id)) !== null };
}
