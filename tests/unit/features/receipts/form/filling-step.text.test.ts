import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import { NetworkError } from '../../../../../src/client/result.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import type { FoundFields, ReadFields } from '../../../../../src/features/receipts/file/reading.ts';
import { fillingText } from '../../../../../src/features/receipts/form/filling-step.tsx';
import { queuedText } from '../../../../../src/features/receipts/outbox/outbox-texts.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import type { UnusableReason } from '../../../../../src/readers/read-receipt.ts';
import type { Values } from '../../../../../src/ui/form.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';

const file = new File(['nota'], 'nota.jpg', { type: 'image/jpeg' });

function textOf(
  unusable: UnusableReason | null,
  read: ReadFields = {},
  values: Values = {},
  server: FoundFields['serverReading'] = 'settled',
): string {
  const sent = { file, unusable, upload: file, fileType: 'image/jpeg' } as const;
  const filling = {
    file: sent,
    readFields: read,
    officeValues: {},
    serverReading: server,
    violation: null,
  };
  return fillingText(filling, false, values);
}

it('the text says that a chosen file shows a receipt of the test environment, or several receipts', () => {
  expect(textOf('test')).toContain('Esta nota é de teste, sem valor fiscal.');
  expect(textOf('several')).toBe(
    'Há mais de uma nota na foto. Troque por uma foto de uma nota só.',
  );
  expect(textOf(null)).toMatch(/^Não foi possível ler a nota\. .*troque o arquivo\.$/);
});

it('the text asks for the fields, and says of no receipt that it was read, when none was in time', () => {
  expect(textOf(null, {}, {}, 'late')).toBe(
    'A leitura está demorando. Preencha os campos com os dados da nota.',
  );
});

it('the text blames no picture for a reading that did not take place', () => {
  for (const server of ['offline', 'failed'] as const) {
    expect(textOf(null, {}, {}, server)).toMatch(/Preencha os campos com os dados da nota\.$/);
  }
  expect(textOf(null, {}, {}, 'offline')).toContain('Sem conexão');
  expect(textOf(null, {}, {}, 'failed')).toContain('A leitura não está funcionando agora.');
});

it('the text says that a receipt from before the promotion needs another one, or was misread', () => {
  const campaign = {
    window: 'spec',
    variant: '19',
    tenantId: 'teste',
    today: '2025-10-18',
  } as const;
  const site = siteProps(embeddedCampaign(campaign));
  const now = () => new Date('2025-10-18T12:00:00-03:00');
  setEnvironment(pageEnvironment({ site, now }));
  const read = { identifier: '123', cnpj: '11.222.333/0001-81', totalAmount: '25,90' };
  expect(textOf(null, { ...read, purchaseDate: '18/10/2025' })).toBe('Nota lida. Confira e salve');
  expect(textOf(null, read, {}, 'pending')).toBe('Nota lida. Procurando o que falta…');
  expect(textOf(null, read, {}, 'late')).toBe(
    'Nota lida. Confira os campos e preencha o que falta',
  );
  const early = { ...read, purchaseDate: '18/09/2025' };
  expect(textOf(null, early)).toBe(
    'Nota lida. Confira o campo marcado; se estiver certo, envie outra nota',
  );
  const asks = textOf(null, early);
  expect(textOf(null, early, { ...early, purchaseDate: '18/10/2025' })).toBe(
    'Nota lida. Confira e salve',
  );
  // The fields are filled in a moment after the reading, and a day is wrong while it is typed.
  expect(textOf(null, early, { purchaseDate: '', accelerator: 'yes' })).toBe(asks);
  expect(textOf(null, early, { ...early, purchaseDate: '18/1' })).toBe(asks);
  const right = { ...read, purchaseDate: '18/10/2025' };
  expect(textOf(null, right, { ...right, purchaseDate: '18/1' })).toBe(
    'Nota lida. Confira e salve',
  );
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
