import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
} from '../../src/contract/consumer.ts';
import { getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { withdrawCashbackEndpoint } from '../../src/contract/wallets.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { sendApproved } from '../support/gateway-actions.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

/** The operator pays each withdrawal by hand, so a request needs no Pix key. */
beforeAll(() => {
  for (const { details } of site.gateway.snapshot.campaign.engines) {
    if (details.transferType) details.transferType = 'DIGITAL_WALLET';
  }
});

let ana: TestConsumer;

beforeEach(async () => {
  ana = await site.signUp();
  await sendApproved(site, ana);
});

const ownAccount = { bank: '001', accountBranch: '1234-5', accountNumber: '90817-6' };
const thiefsAccount = { bank: '260', accountBranch: '0001', accountNumber: '66-6' };

const setAccount = (body: typeof ownAccount) =>
  site.call(setTransferAccountEndpoint, { token: ana.token, body });
const setKey = () =>
  site.call(setInstantPaymentKeyEndpoint, {
    token: ana.token,
    body: { instantPaymentKeyType: 'CPF' },
  });
const withdraw = async () =>
  (await site.call(withdrawCashbackEndpoint, { token: ana.token })).body.id;
const listed = () => site.operateRows('withdrawals', 'list', '--cpf', ana.consumer.document);
const file = () =>
  site.operate('withdrawals', 'file', 'pix.csv', '--cpf', ana.consumer.document, '--dry-run');
const inOneDay = () => new Date(site.clock.now.getTime() + 86_400_000).toISOString();

test('a withdrawal without a Pix key goes into no file, though its owner has chosen a key since', async () => {
  const id = await withdraw();
  await setKey();
  expect(await listed()).toMatchObject([{ id, paymentKey: null, account: null }]);
  const { exitCode, progress } = await file();
  expect([exitCode, progress[0]]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^Left out: 1 without a Pix key: ${id}\\.`)),
  ]);
});

test('a withdrawal keeps the bank account of its request, and shows it, also to its owner', async () => {
  await setAccount(ownAccount);
  const id = await withdraw();
  await setAccount(thiefsAccount);
  const kept = { id, account: '001 / 1234-5 / 90817-6', payableFrom: null };
  expect(await listed()).toMatchObject([kept]);
  for (const status of ['transfer_requested', 'success']) {
    await site.operate('withdrawals', 'settle', id, status);
  }
  expect(await listed()).toMatchObject([kept]);
  const { body } = await site.call(getPersonalDataEndpoint, { token: ana.token });
  expect(body.cashback.payees).toMatchObject([{ withdrawal: id, key: null, ...ownAccount }]);
});

test('a withdrawal to an account that has just replaced another says for a day from when it may be paid', async () => {
  await setAccount(ownAccount);
  await setAccount(thiefsAccount);
  const id = await withdraw();
  expect(await listed()).toMatchObject([{ account: '260 / 0001 / 66-6', payableFrom: inOneDay() }]);
  const early = await file();
  expect(early.progress).toEqual([
    expect.stringMatching(
      `^Left out: 1 without a Pix key, to an account that has just replaced another: ${id}\\. Pay nothing before payableFrom`,
    ),
  ]);
  site.passTime(86_400_000);
  expect((await file()).progress).toEqual([
    expect.stringMatching(`^Left out: 1 without a Pix key: ${id}\\. Pay each by hand`),
  ]);
});

test('a Pix key that takes the place of a bank account waits a day like one that replaces a key', async () => {
  await setAccount(ownAccount);
  await setKey();
  await withdraw();
  expect(await listed()).toMatchObject([{ payableFrom: inOneDay() }]);
  expect((await file()).progress).toContain(
    'Left out as NEW_KEY: 1, for a day from the change (withdrawals list).',
  );
});

test('a withdrawal that an earlier version stored without a payee gets, a day after the update, the one of then', async () => {
  const id = await withdraw();
  await site.query('update cashback_entries set paid_to = null where id = $1', [id]);
  await setKey();
  const script = await readFile(
    new URL('../../src/gateway/db/migrations/0042-former-codes-and-prizes.sql', import.meta.url),
    'utf8',
  );
  const [update = ''] = /^update cashback_entries.*/ms.exec(script) ?? [];
  await site.query(update);
  const [row] = await site.query<{ key: string; isHeld: boolean }>(
    `select paid_to ->> 'key' as key,
       (paid_to ->> 'payableFrom')::timestamptz > now() + interval '23 hours' as "isHeld"
     from cashback_entries where id = $1`,
    [id],
  );
  expect(row).toEqual({ key: expect.stringMatching(/./), isHeld: true });
});
