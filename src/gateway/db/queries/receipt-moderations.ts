import type { ReceiptStatus } from '../../../rules/receipt-status.ts';
import type { Queries } from '../database.ts';

export interface Moderation {
  receiptId: number;
  status: ReceiptStatus;
  rejectionReason: string | null;
  createdAt: Date;
}

export async function insertModeration(queries: Queries, moderation: Moderation): Promise<void> {
  await queries.query(
    `insert into receipt_moderations (receipt_id, status, rejection_reason, created_at)
     values ($1, $2, $3, $4)`,
    [moderation.receiptId, moderation.status, moderation.rejectionReason, moderation.createdAt],
  );
}

/** Newest first, so that the reason of a rejection heads the list. */
export function findModerations(
  queries: Queries,
  receiptIds: readonly number[],
): Promise<Moderation[]> {
  return queries.query(
    `select receipt_id as "receiptId", status, rejection_reason as "rejectionReason",
       created_at as "createdAt"
     from receipt_moderations where receipt_id = any($1::bigint[]) order by id desc`,
    [receiptIds],
  );
}
