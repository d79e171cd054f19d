import { expect, it } from 'vitest';
import type { OutboxItem } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { outboxText } from '../../../../../src/features/receipts/outbox/outbox-texts.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';

const receipt = queuedReceipt('ana', new Date());
const queued: OutboxItem = { state: 'queued', receipt };
const sent: OutboxItem = { state: 'sent', receipt, receiptId: 1 };

it('the text says that a receipt is being sent, else how many there are of each kind', () => {
  expect(outboxText([queued, { state: 'sending', receipt }])).toBe('Enviando a nota guardada…');
  expect(outboxText([queued, sent, sent])).toBe('Enviada: 2. Aguardando envio: 1');
  expect(outboxText([])).toBe('');
});
