import { moveReceipt, type ReceiptMove } from '../../src/gateway/receipts/move-receipt.ts';
import { transactionUnlessRefused } from '../../src/gateway/refusal.ts';
import type { TestGateway } from './gateway.ts';

/** Moves a receipt as the operator does. */
export function moderate(
  { gateway, clock }: TestGateway,
  receiptId: unknown,
  move: Pick<ReceiptMove, 'to' | 'reason'>,
) {
  return transactionUnlessRefused(gateway.database, (queries) =>
    moveReceipt(queries, { ...move, receiptId: Number(receiptId), now: clock.now }),
  );
}
