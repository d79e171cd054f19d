import { expect, it } from 'vitest';
import { showIdentifierEnd } from '../../../../src/features/receipts/identifier-mask.ts';
import type { OutboxItem } from '../../../../src/features/receipts/waiting-receipts.store.ts';
import { waitingText } from '../../../../src/features/receipts/waiting-text.ts';
import { waitingReceipt } from './waiting-receipt.ts';

const receipt = waitingReceipt('ana', new Date());
const waiting: OutboxItem = { state: 'waiting', receipt };
const sent: OutboxItem = { state: 'sent', receipt, couponId: 1 };

it('tells that one is being sent, else how many there are of each kind', () => {
  expect(waitingText([waiting, { state: 'sending', receipt }])).toBe('Enviando a nota guardada…');
  expect(waitingText([waiting, sent, sent])).toBe('Enviada: 2. Aguardando conexão: 1');
  expect(waitingText([])).toBe('');
});

it('names an access key by its end, a shorter number whole', () => {
  expect(showIdentifierEnd('41261111222333000181650000000000011000000018')).toBe('… 0000 0018');
  expect(showIdentifierEnd('123456')).toBe('123456');
});
