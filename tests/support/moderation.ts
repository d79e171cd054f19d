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

/** As if the receipt's tax office had shown it, over https or plain http. */
export async function confirmByOffice(
  site: TestGateway,
  id: number,
  { isEncrypted = true } = {},
): Promise<void> {
  await site.query(
    "update receipts set tax_office = 'CONFIRMED', tax_office_answer = $2::jsonb where id = $1",
    [id, JSON.stringify({ isEncrypted })],
  );
}
