import { afterAll, beforeEach, expect, test } from 'vitest';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import {
  getPersonalDataEndpoint,
  giveConsentEndpoint,
  listConsentsEndpoint,
  withdrawConsentEndpoint,
} from '../../src/contract/personal-data.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';

const brand = { code: 'BRAND', text: 'Quero receber novidades e ofertas da Brisal.' };

let ana: TestConsumer;

const site = await openGateway();
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
});

const sendWithdrawal = (code: string, token = ana.token) =>
  site.call(withdrawConsentEndpoint, { token, parameters: { code } });

const sendConsent = (code: string) =>
  site.call(giveConsentEndpoint, {
    token: ana.token,
    parameters: { code },
    headers: { origin: 'http://127.0.0.1:4321' },
  });

const optIns = async () => (await site.call(getMeEndpoint, { token: ana.token })).body.optIns;

async function historyOf(code: string) {
  const { body } = await site.call(listConsentsEndpoint, { token: ana.token });
  return body.find((each) => each.code === code)?.history;
}

test('the list says which consents were given, when and where, and which are required', async () => {
  const { body } = await site.call(listConsentsEndpoint, { token: ana.token });
  expect(body).toMatchObject([
    { code: 'PRIVACY', required: true, given: true },
    { ...brand, name: 'Novidades da Brisal', required: false, given: true },
  ]);
  expect(body[1]?.history).toEqual([
    {
      ...brand,
      version: '616a650178782875849f8dd3f3532fed2216bf68fa17781c677371cc04bfa1cd',
      origin: 'http://127.0.0.1:4321',
      givenAt: site.clock.now.toISOString(),
      withdrawnAt: null,
    },
  ]);
});

test('a code that no text can hold is not found', async () => {
  expect((await sendWithdrawal('\0')).status).toBe(404);
});

test('a consent that is withdrawn and given again has its whole history', async () => {
  const consentedAt = site.clock.now.toISOString();
  site.passTime(60_000);
  const withdrawn = site.clock.now.toISOString();
  const { body } = await sendWithdrawal('BRAND');
  expect(body).toMatchObject([{ given: true }, { code: 'BRAND', given: false }]);
  expect(await optIns()).toEqual(['PRIVACY']);
  site.passTime(60_000);
  await sendConsent('BRAND');
  expect(await optIns()).toEqual(['BRAND', 'PRIVACY']);
  expect(await historyOf('BRAND')).toMatchObject([
    { givenAt: site.clock.now.toISOString(), withdrawnAt: null },
    { givenAt: consentedAt, withdrawnAt: withdrawn },
  ]);
});

test('a repeated consent or withdrawal has no further effect', async () => {
  await sendConsent('BRAND');
  expect(await historyOf('BRAND')).toHaveLength(1);
  await sendWithdrawal('BRAND');
  site.passTime(60_000);
  const { body } = await sendWithdrawal('BRAND');
  expect(Date.parse(String(body[1]?.history[0]?.withdrawnAt))).toBeLessThan(
    site.clock.now.getTime(),
  );
  await Promise.all([sendConsent('BRAND'), sendConsent('BRAND'), sendConsent('BRAND')]);
  expect(await historyOf('BRAND')).toHaveLength(2);
});

test('a consent that is given again and again shows its last ten times, and its first ones in the export', async () => {
  for (let round = 0; round < 12; round += 1) {
    await sendWithdrawal('BRAND');
    site.passTime(1000);
    await sendConsent('BRAND');
  }
  const { body } = await site.call(listConsentsEndpoint, { token: ana.token });
  expect(body[1]).toMatchObject({ code: 'BRAND', given: true });
  expect(body[1]?.history).toHaveLength(10);
  expect(body[1]?.history[0]?.givenAt).toBe(site.clock.now.toISOString());
  const data = await site.call(getPersonalDataEndpoint, { token: ana.token });
  expect(data.body.consents.filter(({ code }) => code === 'BRAND')).toHaveLength(13);
});

test('an account gives consents at most twenty times an hour, and withdraws them as often', async () => {
  const limited = await openGateway({ settings: { rateLimited: true } });
  const { token } = await limited.signUp({ optIns: ['PRIVACY', 'BRAND'] });
  for (const endpoint of [withdrawConsentEndpoint, giveConsentEndpoint]) {
    const change = () => limited.call(endpoint, { token, parameters: { code: 'BRAND' } });
    for (let call = 0; call < 20; call += 1) expect((await change()).status).toBe(200);
    expect((await change()).headers.get('retry-after')).toBe('3600');
  }
  await limited.close();
});

test('a required consent ends only with an erasure', async () => {
  const { status, error } = await sendWithdrawal('PRIVACY');
  expect([status, error.message]).toEqual([
    409,
    'Este consentimento é necessário para participar. Só deixa de valer se você excluir seus dados.',
  ]);
  expect(await optIns()).toContain('PRIVACY');
});

test('a consent that no one asks for can be neither given nor withdrawn', async () => {
  expect((await sendConsent('SPAM')).status).toBe(404);
  expect((await sendWithdrawal('SPAM')).status).toBe(404);
  expect((await sendWithdrawal('BRAND', 'x.y.z')).status).toBe(401);
});

test('a consent that the campaign no longer asks can still be withdrawn, and not given', async () => {
  const { campaign } = site.gateway.snapshot;
  const allOptIns = [...campaign.registerOptins];
  campaign.registerOptins.splice(0, Infinity, ...allOptIns.filter(({ code }) => code !== 'BRAND'));
  const { body } = await sendWithdrawal('BRAND');
  expect(body[1]).toMatchObject({ code: 'BRAND', text: null, given: false });
  expect((await sendConsent('BRAND')).status).toBe(404);
  ana = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
  expect(await historyOf('BRAND'), 'a page that was open asks it still').toMatchObject([brand]);
  campaign.registerOptins.splice(0, Infinity, ...allOptIns);
});

test('an erased person on a list of withdrawals does not keep the others from theirs', async () => {
  const bia = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
  await site.operate('consumers', 'erase', ana.id);
  expect(await site.operateRows('consumers', 'withdraw', ana.id, bia.id, 'brand')).toEqual([
    { id: ana.id, refused: expect.stringContaining('NOT_FOUND') },
    { consumer: bia.id, code: 'BRAND', withdrawnAt: site.clock.now.toISOString() },
  ]);
});

test('an operator withdraws a consent of several people, but not the one that taking part needs', async () => {
  const bia = await site.signUp({ optIns: ['PRIVACY'] });
  expect(await site.operateRows('consumers', 'withdraw', ana.id, bia.id, 'brand')).toEqual([
    { consumer: ana.id, code: 'BRAND', withdrawnAt: site.clock.now.toISOString() },
    { id: bia.id, refused: 'NOT_FOUND: A pessoa não deu um consentimento BRAND' },
  ]);
  expect(await optIns()).toEqual(['PRIVACY']);
  expect(await site.operateRows('acts', 'list', '--limit', 1)).toMatchObject([
    { command: 'consumers withdraw', words: `${ana.id} ${bia.id} brand` },
  ]);
  expect((await site.operate('consumers', 'withdraw', ana.id, 'privacy')).text).toContain(
    'Só deixa de valer se você excluir seus dados',
  );
  expect((await site.operate('consumers', 'withdraw', 'brand')).exitCode).toBe(2);
});
