import { expect, it } from 'vitest';
import type { OutboxItem } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import {
  outboxText,
  problemText,
  signedOutText,
} from '../../../../../src/features/receipts/outbox/outbox-texts.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';

const receipt = queuedReceipt('ana', new Date());
const queued: OutboxItem = { state: 'queued', receipt };
const sent: OutboxItem = { state: 'sent', receipt, receiptId: 1 };

it('the text says that a receipt is being sent, else how many there are of each kind', () => {
  expect(outboxText([queued, { state: 'sending', receipt }])).toBe('Enviando a nota guardada…');
  expect(outboxText([queued, sent, sent])).toBe('2 notas enviadas. 1 nota aguardando envio');
  expect(outboxText([])).toBe('');
});

it('a receipt waits for the reason that the gateway gave, if it answered', () => {
  expect(problemText('unavailable')).toBe(
    'O sistema não respondeu. Vamos tentar de novo em alguns minutos.',
  );
  const message = 'Não foi possível confirmar que você não é um robô. Tente de novo';
  expect(problemText({ status: 400, code: 'BOT_CHECK_FAILED', message, fields: [] })).toBe(
    `${message}. Vamos tentar de novo em alguns minutos.`,
  );
});

it('the text without a session says how many receipts wait, or that none does', () => {
  const refusal = { status: 400, code: 'INVALID_FIELDS', message: '', fields: [] };
  const refused: OutboxItem = { state: 'refused', receipt, refusal };
  expect([[queued, refused], [queued, queued], [refused]].map(signedOutText)).toEqual([
    'Sua nota continua guardada neste aparelho. Para enviar, entre na sua conta',
    'Suas notas continuam guardadas neste aparelho. Para enviar, entre na sua conta',
    'Para ver e corrigir, entre na sua conta',
  ]);
});
