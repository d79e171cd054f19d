import { expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../../src/campaign/load.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import type { FoundFields, ReadFields } from '../../../../../src/features/receipts/file/reading.ts';
import { readingHead } from '../../../../../src/features/receipts/form/reading-head.ts';
import { siteProps } from '../../../../../src/layouts/site-props.ts';
import type { UnusableReason } from '../../../../../src/readers/read-receipt.ts';
import type { Values } from '../../../../../src/ui/form.ts';
import { pageEnvironment } from '../../../../support/page-environment.ts';

function liveSite() {
  const live = {
    variant: '19',
    window: 'live',
    tenantId: 'embedded',
    today: '2026-11-23',
  } as const;
  return siteProps(embeddedCampaign(live));
}

const file = new File(['nota'], 'nota.jpg', { type: 'image/jpeg' });

function formOf(
  unusable: UnusableReason | null,
  readFields: ReadFields = {},
  serverReading: FoundFields['serverReading'] = 'settled',
) {
  return {
    step: 'filling',
    file: { file, unusable, upload: file, fileType: 'image/jpeg' },
    readFields,
    officeValues: {},
    serverReading,
    violation: null,
  } as const;
}

function textOf(
  unusable: UnusableReason | null,
  read: ReadFields = {},
  values: Values = {},
  server: FoundFields['serverReading'] = 'settled',
  isSignedIn = true,
): string {
  return readingHead(formOf(unusable, read, server), {
    values,
    isCorrection: false,
    isSignedIn,
  }).text;
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
    expect(textOf(null, {}, {}, server)).toContain('Preencha os campos com os dados da nota.');
  }
  expect(textOf(null, {}, {}, 'offline')).toMatch(
    /^Sem conexão .* Ao salvar, ela fica guardada e vai quando a internet voltar e esta página estiver aberta\.$/,
  );
  expect(textOf(null, {}, {}, 'offline', false), 'before a sign-in nothing can be saved').toBe(
    'Sem conexão para ler a nota. Preencha os campos com os dados da nota.',
  );
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
  const inTime = { ...read, purchaseDate: '18/10/2025' };
  expect(textOf(null, inTime)).toBe('Nota lida. Confira e salve');
  expect(textOf(null, inTime, {}, 'settled', false)).toBe('Nota lida. Entre para salvar');
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

const whole = {
  identifier: '123',
  purchaseDate: '22/11/2026',
  cnpj: '11.222.333/0001-81',
  totalAmount: '25,90',
};
const unread = formOf(null);
const several = formOf('several');
const sending = { step: 'sending', isStoredOnDevice: false, stop: new AbortController() } as const;

it.each([
  [
    'in which nothing was read offers another file',
    unread,
    { kind: 'note', offersOtherFile: true },
  ],
  [
    'without its file offers none',
    { ...unread, file: null },
    { kind: 'note', offersOtherFile: false },
  ],
  [
    'that is read late offers none',
    formOf(null, {}, 'late'),
    { kind: 'note', offersOtherFile: false },
  ],
  [
    'that holds several receipts has a remedy',
    several,
    { kind: 'unusable', problem: 'Há mais de uma nota na foto.' },
  ],
  [
    'of which the rest is looked for was read',
    formOf(null, {}, 'pending'),
    { kind: 'read', pose: 'le' },
  ],
  ['that was read whole was read', formOf(null, whole), { kind: 'read', doubt: null, pose: 'le' }],
  [
    'that is sent says so alone',
    { ...several, ...sending },
    { kind: 'note', text: 'Enviando a nota…', offersOtherFile: false },
  ],
])('the head of a receipt %s', (_, state, head) => {
  setEnvironment(pageEnvironment({ site: liveSite() }));
  expect(readingHead(state, { values: {}, isCorrection: false, isSignedIn: true })).toMatchObject(
    head,
  );
});

it('the head of a correction asks for that alone, whatever was read', () => {
  const head = readingHead(formOf(null, whole), {
    values: whole,
    isCorrection: true,
    isSignedIn: true,
  });
  expect(head).toEqual({
    kind: 'note',
    text: 'Corrija o que foi recusado e salve de novo',
    offersOtherFile: false,
  });
});

it('the head of a receipt with the accelerator product celebrates, until a doubt or the sending', () => {
  setEnvironment(pageEnvironment({ site: liveSite() }));
  const read = { ...formOf(null, whole), officeValues: { ...whole, accelerator: 'yes' } } as const;
  const poseOf = (
    state: typeof read | (typeof sending & Omit<typeof read, 'step'>),
    accelerator: string,
  ) => {
    const head = readingHead(state, {
      values: { ...whole, accelerator },
      isCorrection: false,
      isSignedIn: true,
    });
    return head.kind === 'read' && head.pose;
  };
  expect(poseOf(read, 'yes')).toBe('comemora');
  expect(poseOf(read, 'no'), 'the tax office lists it').toBe('lista');
  expect(poseOf({ ...read, ...sending }, 'yes')).toBe('le');
});
