import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import { NetworkError } from '../../../../../src/client/result.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import type { OutboxItem } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import {
  outboxText,
  problemText,
  queuedText,
  signedOutText,
  storedText,
} from '../../../../../src/features/receipts/outbox/outbox-texts.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';
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

it('the text of receipts that wait says when they go, and who sees them until then', () => {
  expect(storedText(1)).toMatch(
    /^Vai sozinha assim que der, com esta página aberta\. .* só para você, mesmo que saia da conta\.$/,
  );
  expect(storedText(2)).toMatch(
    /^Vão sozinhas assim que der, com esta página aberta\. .* só para você, mesmo que saia da conta\.$/,
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

const down = new NetworkError('unavailable', { status: 503, code: 'UNAVAILABLE' });
const start = 'Sua nota ficou guardada neste aparelho e será enviada';

it.each([
  [
    'without a connection',
    new NetworkError('offline'),
    { text: `Sem conexão. ${start} quando a internet voltar e esta página estiver aberta.` },
  ],
  [
    'as its person did not wait',
    new NetworkError('aborted'),
    { text: `${start} em seguida. Mantenha esta página aberta.` },
  ],
  [
    'as no answer came in time',
    new NetworkError('timeout'),
    { text: `${start} em seguida. Mantenha esta página aberta.` },
  ],
  [
    'as the system is down',
    down,
    {
      lead: 'Sua nota ficou guardada neste aparelho.',
      text: 'Será enviada quando o sistema voltar e esta página estiver aberta.',
      reason:
        'Sistema indisponível no momento, entre com contato com o suporte. (Cód.: UNAVAILABLE)',
    },
  ],
])('a receipt kept on the device %s is said to be so', (_, failure, said) => {
  const today = '2026-11-23';
  const campaign = embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today });
  const site = siteProps(campaign);
  const now = () => new Date(Date.parse(site.campaign.endsAt) - 5 * 24 * 3_600_000);
  setEnvironment(pageEnvironment({ site, now }));
  expect(queuedText(failure)).toEqual(said);
});

it('a receipt that waits on the last day is said to have an end', () => {
  const today = '2026-11-23';
  const campaign = embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today });
  const site = siteProps(campaign);
  const { endsAt } = site.campaign;
  const textAt = (moment: Date) => {
    setEnvironment(pageEnvironment({ site, now: () => moment }));
    return queuedText(new NetworkError('offline')).text;
  };
  const lastHours = new Date(Date.parse(endsAt) - 3_600_000);
  expect(textAt(lastHours)).toMatch(/Ela precisa chegar até \d\d\/\d\d\/\d{4}, às 23:59\.$/);
  expect(textAt(new Date(lastHours.getTime() - 24 * 3_600_000))).toMatch(/estiver aberta\.$/);
});
