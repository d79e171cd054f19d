import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { SignUpBody } from '../../src/contract/consumer.ts';
import { eraseMeEndpoint, getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { openGateway } from '../support/gateway.ts';

const site = await openGateway();
afterAll(() => site.close());

type Attribution = NonNullable<SignUpBody['attribution']>;

const signUp = (attribution?: Attribution) => site.signUp({ attribution });

const report = (...words: string[]) => site.operateRows('report', ...words);

test('the operator counts sign-ups and receipts by partner and by source', async () => {
  const ana = await signUp({ partner: 'loja-azul', source: 'boletim', medium: 'email' });
  const bruno = await signUp();
  // Ana's counts for the page that she signed up on; Bruno's for the one that he sent it from.
  const { body } = await site.sendReceipt(ana);
  await site.sendReceipt(bruno, { attribution: { partner: 'Mercado Silva', source: 'boletim' } });
  await site.operate('receipts', 'move', Number(body.id), 'approved');

  const none = { receipts: 0, approved: 0, approvedReais: 0 };
  expect(await report('partner')).toEqual([
    { partner: 'loja-azul', signUps: 1, receipts: 1, approved: 1, approvedReais: 25.9 },
    { partner: '', signUps: 1, ...none },
    { partner: 'Mercado Silva', signUps: 0, ...none, receipts: 1 },
  ]);
  expect(await report('source')).toEqual([
    { source: 'boletim', signUps: 1, receipts: 2, approved: 1, approvedReais: 25.9 },
    { source: '', signUps: 1, ...none },
  ]);
  await expect(report('shop')).rejects.toThrow(
    'Expected one of partner, source, medium, campaign, field.',
  );
});

test('attribution that could identify a person is never stored, and refuses no sign-up', async () => {
  const who = await signUp({
    partner: 'ana@exemplo.com.br',
    source: '529.982.247-25',
    medium: '<script>',
    campaign: 'x'.repeat(65),
  });
  expect(
    (await site.sendReceipt(who, { attribution: { partner: '  ', source: 'folheto' } })).status,
  ).toBe(201);
  const { body } = await site.call(getPersonalDataEndpoint, { token: who.token });
  expect(body.attributions).toEqual([
    {
      partner: null,
      source: 'folheto',
      medium: null,
      campaign: null,
      fields: {},
      receiptId: expect.any(Number),
    },
  ]);
});

test('the operator counts by the fields that a page has set, and takes them out as a list', async () => {
  await expect(report('field', 'loja')).rejects.toThrow('No page has set a field yet.');
  const ana = await signUp({ fields: { loja: 'centro', mesa: '7', contato: '41999990000' } });
  const bruno = await signUp({ partner: 'loja-azul' });
  // The site's own pages do not know the field, and partner and source come along without it.
  await site.sendReceipt(ana, { attribution: { source: 'boletim' } });
  await site.sendReceipt(bruno, { attribution: { fields: { loja: 'norte' } } });
  const none = { approved: 0, approvedReais: 0 };
  const byShop = await report('field', 'loja');
  expect(byShop).toContainEqual({ 'field loja': 'centro', signUps: 1, receipts: 1, ...none });
  expect(byShop).toContainEqual({ 'field loja': 'norte', signUps: 0, receipts: 1, ...none });
  await expect(report('field', 'contato')).rejects.toThrow('Expected one of loja, mesa.');

  await site.operate('export', 'attributions', 'de-onde.csv', '--status', 'sign_up');
  const csv = await readFile(join(site.gateway.settings.dataDirectory, 'de-onde.csv'), 'utf8');
  expect(csv).toMatch(/;;;;;loja=centro, mesa=7;\d+;PERSON;/);
  expect(csv).toContain(';loja-azul;');
  expect(csv).not.toContain('norte');
});

test('a receipt whose page set fields alone still counts for the partner of its person', async () => {
  const who = await signUp({ partner: 'loja-rosa' });
  await site.sendReceipt(who, { attribution: { fields: { loja: 'sul' } } });
  expect(await report('partner')).toContainEqual(
    expect.objectContaining({ partner: 'loja-rosa', signUps: 1, receipts: 1 }),
  );
});

test('a person’s data name their partner, until they are erased', async () => {
  const who = await signUp({ partner: 'loja-verde' });
  const { body } = await site.call(getPersonalDataEndpoint, { token: who.token });
  expect(body.attributions).toMatchObject([{ partner: 'loja-verde', receiptId: null }]);
  await site.call(eraseMeEndpoint, { token: who.token });
  const left = 'select 1 from attributions where consumer_id = $1';
  expect(await site.query(left, [who.id])).toEqual([]);
});
