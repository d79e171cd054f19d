import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  requestNewPasswordEndpoint,
  setInstantPaymentKeyEndpoint,
} from '../../src/contract/consumer.ts';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import {
  getCashbackProgressEndpoint,
  getCashbackWalletEndpoint,
  withdrawCashbackEndpoint,
} from '../../src/contract/wallets.ts';
import { moveReceipt } from '../../src/gateway/receipts/move-receipt.ts';
import { transactionUnlessRefused } from '../../src/gateway/refusal.ts';
import { lockFund } from '../../src/gateway/rewards/cashback.ts';
import { settleWithdrawal } from '../../src/gateway/wallets/withdrawals.ts';
import { keepRows } from '../support/borrowed-database.ts';
import { passwordCodeFor, readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { callToolkit } from '../support/identity-toolkit.ts';
import { moderate } from '../support/moderation.ts';
import { readLedger } from '../support/read-ledger.ts';
import { watchQueries } from '../support/watch-queries.ts';

let ana: TestConsumer;

const site = await openGateway({ variant: 'all' });
const startAgain = await keepRows(site.gateway.database);
const { now: start } = site.clock;
afterAll(() => site.close());

beforeEach(async () => {
  await startAgain();
  site.clock.now = start;
  ana = await site.signUp();
});

async function sendForCashback(totalAmount: number, who = ana) {
  const { body } = await site.sendReceipt(who, { totalAmount });
  const order = body.engineOrders.find(({ engineType }) => engineType === 'CASHBACK');
  return { id: body.id, order };
}

async function cashbackWallet(who = ana) {
  return (await site.call(getCashbackWalletEndpoint, { token: who.token })).body;
}

/** As if approved receipts had the rest. */
function leaveInFund(centavos: number) {
  return site.query('update cashback_funds set reserved_centavos = total_centavos - $1', [
    centavos,
  ]);
}

async function approveAll() {
  const unjudged = await site.query<{ id: number }>(
    "select id from receipts where status in ('IN_ANALYSIS', 'PENDING_ANALYSIS') order by id",
  );
  for (const { id } of unjudged) await approve(id);
}

async function approve(id: unknown) {
  expect(await moderate(site, id, { to: 'APPROVED' })).toMatchObject({ to: 'APPROVED' });
}

async function reject(id: unknown) {
  const move = { to: 'REJECTED' as const, reason: 'Nota inventada' };
  expect(await moderate(site, id, move)).toMatchObject({ to: 'REJECTED' });
}

async function cannotApprove(id: unknown) {
  const refused = { code: 'NOT_ALLOWED_NOW' };
  expect(await moderate(site, id, { to: 'APPROVED' })).toMatchObject(refused);
}

async function cashbackOrder(id: unknown) {
  const [order] = await site.query(
    `select receipts.status as receipt, engine_orders.status, error_code as code
     from engine_orders join receipts on receipts.id = receipt_id
     where receipt_id = $1 and engine_id = 103`,
    [id],
  );
  return order;
}

function withdraw() {
  return site.call(withdrawCashbackEndpoint, { token: ana.token });
}

function setKey() {
  const body = { instantPaymentKeyType: 'CPF' as const };
  return site.call(setInstantPaymentKeyEndpoint, { token: ana.token, body });
}

test('a share of the receipt is shown at once, and credited once when it is approved', async () => {
  const { id, order } = await sendForCashback(25.95);
  expect(order).toMatchObject({
    status: 'REQUESTED',
    rewarded: true,
    details: { transaction: { value: 2.59 } },
  });
  expect(await cashbackWallet()).toEqual({ balance: 0, status: 'ACTIVE', transactions: [] });
  await moderate(site, id, { to: 'APPROVED' });
  await moderate(site, id, { to: 'DONE' });
  expect(await cashbackWallet()).toMatchObject({
    balance: 2.59,
    transactions: [{ type: 'CREDIT', status: 'SUCCESS', value: 2.59 }],
  });
});

test('a consumer’s amount is used up to the last centavo, then CEC-004', async () => {
  await sendForCashback(450);
  expect((await sendForCashback(100)).order?.details?.transaction).toEqual({ value: 5 });
  const { id, order } = await sendForCashback(100);
  const events = [
    { message: 'Você não receberá mais cashback, pois você já atigiu a quantidade máxima.' },
  ];
  const details = { error: { code: 'CEC-004' } };
  expect(order).toMatchObject({ status: 'NOT_ELIGIBLE', rewarded: false, events, details });
  await reject(id);
  const { token } = ana;
  const { body } = await site.call(getReceiptDetailsEndpoint, {
    parameters: { couponId: id },
    token,
  });
  const denied = body.engineOrders.find(({ engineType }) => engineType === 'CASHBACK');
  expect(denied, 'still why').toMatchObject({ status: 'CANCELLED', events, details });
});

test('the eleventh receipt gets CEC-005', async () => {
  for (let receipt = 1; receipt <= 10; receipt += 1) await sendForCashback(10);
  expect((await sendForCashback(10)).order?.details?.error).toEqual({ code: 'CEC-005' });
});

test('a rejected receipt gives its promise back to consumer and fund', async () => {
  const spent = async () => (await site.call(getCashbackProgressEndpoint)).body.spent;
  const before = await spent();
  const { id } = await sendForCashback(500);
  expect(await spent()).toBeCloseTo(before + 50, 5);
  expect((await sendForCashback(100)).order?.details?.error).toEqual({ code: 'CEC-004' });
  await moderate(site, id, { to: 'REJECTED', reason: 'Nota ilegível' });
  expect(await spent()).toBeCloseTo(before, 5);
  expect((await sendForCashback(100)).order?.details?.transaction).toEqual({ value: 10 });
});

test('a fund that has lost its row gives nothing, rather than money without a limit', async () => {
  await site.query('delete from cashback_funds where engine_id = 103');
  const locked = site.gateway.database.transaction((queries) =>
    lockFund(queries, { campaignId: 19, engineId: 103 }),
  );
  await expect(locked).rejects.toThrow('Engine 103 has no cashback fund');
});

test('a fund that is only reserved runs out for no one: a receipt waits for those before it', async () => {
  await leaveInFund(100);
  const fake = await sendForCashback(10);
  expect(fake.order?.details?.transaction).toEqual({ value: 1 });
  const [bruno, carla] = [await site.signUp(), await site.signUp()];
  const waiting = await sendForCashback(100, bruno);
  expect(waiting.order).toMatchObject({ status: 'TO_REQUEST', rewarded: false });
  const [row] = await site.query('select status, review_reasons from receipts where id = $1', [
    waiting.id,
  ]);
  expect(row).toEqual({ status: 'PENDING_ANALYSIS', review_reasons: ['LAST_CASHBACK'] });
  await cannotApprove(waiting.id);
  await reject(fake.id);
  const later = await sendForCashback(10, carla);
  expect(later.order).toMatchObject({ status: 'TO_REQUEST' });
  await cannotApprove(later.id);
  await approve(waiting.id);
  expect((await cashbackWallet(bruno)).balance).toBe(1);

  const spent = { receipt: 'APPROVED', status: 'NOT_ELIGIBLE', code: 'CEC-008' };
  await approve(later.id);
  expect(await cashbackOrder(later.id)).toEqual(spent);
  expect((await sendForCashback(100, carla)).order).toMatchObject({
    status: 'NOT_ELIGIBLE',
    events: [{ message: 'Devido ao sucesso da promoção, a modalidade de cashback esgotou.' }],
    details: { error: { code: 'CEC-008' } },
  });
  expect((await site.call(getCashbackProgressEndpoint)).body).toEqual({
    spent: 20_000,
    total: 20_000,
  });
});

test.each([
  ['raised', 30_000, { cashback: '500', code: null }],
  ['lowered', -10_000, { cashback: null, code: 'CEC-008' }],
])(
  'a fund whose total was %s a moment ago gives what it has by now',
  async (_, change, expected) => {
    const [fund] = await site.query<{ total: string }>(
      'select total_centavos::text as total from cashback_funds',
    );
    const total = Number(fund?.total);
    const reserved = Math.min(total, total + change);
    await site.query('update cashback_funds set total_centavos = $1, reserved_centavos = $2', [
      total + change,
      reserved,
    ]);
    const { id, order } = await sendForCashback(50);
    expect(order?.status).toBe(expected.code ? 'NOT_ELIGIBLE' : 'REQUESTED');
    const [row] = await site.query(
      `select cashback_centavos::text as cashback, error_code as code from engine_orders
       where receipt_id = $1 and engine_id = 103`,
      [id],
    );
    expect(row).toEqual(expected);
  },
);

test('no receipt is cut to what is left of a fund while more may come back', async () => {
  await leaveInFund(1100);
  const [small, large] = [await sendForCashback(10), await sendForCashback(100)];
  const [bruno, carla] = [await site.signUp(), await site.signUp()];
  const waiting = await sendForCashback(100, bruno);
  await reject(small.id);
  await cannotApprove(waiting.id);
  const later = await sendForCashback(100, carla);
  expect(later.order).toMatchObject({ status: 'TO_REQUEST' });
  await reject(large.id);
  await approve(waiting.id);
  await approve(later.id);
  expect((await cashbackWallet(bruno)).balance).toBe(10);
  expect((await cashbackWallet(carla)).balance).toBe(1);
});

test('a receipt that waits keeps no more than its own cashback from those after it', async () => {
  await leaveInFund(4000);
  const fake = await sendForCashback(400);
  const waiting = await sendForCashback(100, await site.signUp());
  expect(waiting.order).toMatchObject({ status: 'TO_REQUEST' });
  await reject(fake.id);
  const carla = await site.signUp();
  expect((await sendForCashback(300, carla)).order?.details?.transaction).toEqual({ value: 30 });
  expect((await sendForCashback(10, carla)).order).toMatchObject({ status: 'TO_REQUEST' });
  await approve(waiting.id);
  expect((await cashbackOrder(waiting.id))?.['status']).toBe('REQUESTED');
});

test('an approval reads no more of the many receipts that wait for an exhausted fund than decide', async () => {
  await leaveInFund(100);
  const fake = await sendForCashback(10);
  const waiting = await sendForCashback(100, await site.signUp());
  for (const [table, id] of [
    ['receipts', 'id'],
    ['engine_orders', 'receipt_id'],
  ]) {
    await site.query(
      `insert into ${table} overriding system value
       select (jsonb_populate_record(original, jsonb_build_object('${id}', ${id} + n, 'identity', n))).*
       from ${table} as original, generate_series(1, 250) as n where ${id} = $1`,
      [waiting.id],
    );
  }
  await site.query("select setval(pg_get_serial_sequence('receipts', 'id'), $1)", [
    Number(waiting.id) + 250,
  ]);
  await reject(fake.id);
  const later = await sendForCashback(10, await site.signUp());
  expect(later.order).toMatchObject({ status: 'TO_REQUEST' });
  let mostRows = 0;
  const refused = await transactionUnlessRefused(site.gateway.database, (queries) => {
    const watched = watchQueries(queries, {
      after: (_, rows) => {
        mostRows = Math.max(mostRows, rows.length);
      },
    });
    const move = { receiptId: Number(later.id), to: 'APPROVED' as const, now: site.clock.now };
    return moveReceipt(watched, move);
  });
  expect(refused).toMatchObject({ code: 'NOT_ALLOWED_NOW' });
  expect(mostRows).toBe(100);
});

test('a fund counts as provisional what unjudged receipts reserved, until they are judged', async () => {
  const provisional = async () =>
    (await site.query('select promised_centavos::int as provisional from cashback_funds'))[0];
  expect(await provisional()).toEqual({ provisional: 0 });
  const [approved, rejected] = [await sendForCashback(10), await sendForCashback(20)];
  expect(await provisional()).toEqual({ provisional: 300 });
  await approve(approved.id);
  expect(await provisional()).toEqual({ provisional: 200 });
  await reject(rejected.id);
  await reject(approved.id);
  expect(await provisional()).toEqual({ provisional: 0 });
});

test('a receipt that waits for one fund and has reserved a part of another stands in the way of none', async () => {
  const { engines } = site.gateway.snapshot.campaign;
  const first = engines.find(({ type }) => type === 'CASHBACK');
  if (!first) throw new Error('The campaign has no cashback');
  await leaveInFund(100);
  await site.query(
    'insert into cashback_funds (campaign_id, engine_id, total_centavos) values (19, 777, 100000)',
  );
  const { length } = engines;
  onTestFinished(() => {
    engines.length = length;
  });
  engines.push({ ...first, id: 777 });
  const [before, waiting] = [
    await sendForCashback(10),
    await sendForCashback(100, await site.signUp()),
  ];
  engines.pop();
  expect(waiting.order).toMatchObject({ status: 'TO_REQUEST' });
  await approve(before.id);
  await approve(waiting.id);
  const spent = { receipt: 'APPROVED', status: 'NOT_ELIGIBLE', code: 'CEC-008' };
  expect(await cashbackOrder(waiting.id)).toEqual(spent);
});

test('an approval that comes to money which others have reserved changes nothing', async () => {
  const held = async () => {
    const identifier = String(1_000_000 + Number(ana.id)).padEnd(34, '9');
    return (await site.sendReceipt(ana, { totalAmount: 100, identifier })).body.id;
  };
  await sendForCashback(500, await site.signUp());
  const late = await held();
  const refused = await transactionUnlessRefused(site.gateway.database, (queries) => {
    const watched = watchQueries(queries, {
      before: async (text) => {
        // The rest is reserved just before the approval has the lock.
        if (/from cashback_funds\s.*for no key update/s.test(text))
          await queries.query('update cashback_funds set reserved_centavos = total_centavos');
      },
    });
    const move = { receiptId: Number(late), to: 'APPROVED' as const, now: site.clock.now };
    return moveReceipt(watched, move);
  });
  expect(refused).toMatchObject({ code: 'NOT_ALLOWED_NOW' });
  const waiting = { receipt: 'PENDING_ANALYSIS', status: 'TO_REQUEST', code: null };
  expect(await cashbackOrder(late)).toEqual(waiting);

  // Where the person can get no more, no money is asked for.
  ana = await site.signUp();
  await sendForCashback(500);
  const without = await held();
  await leaveInFund(0);
  await moderate(site, without, { to: 'APPROVED' });
  const spent = { receipt: 'APPROVED', status: 'NOT_ELIGIBLE', code: 'CEC-004' };
  expect(await cashbackOrder(without)).toEqual(spent);
});

test('a withdrawal takes the whole balance, and gives it back when it fails', async () => {
  const { id } = await sendForCashback(300);
  await moderate(site, id, { to: 'APPROVED' });
  expect((await withdraw()).error.fields).toEqual([
    { field: 'instantPaymentKeyType', message: 'Campo obrigatório' },
  ]);
  expect((await setKey()).status).toBe(200);
  expect((await withdraw()).status).toBe(200);
  const after = await cashbackWallet();
  expect(after).toMatchObject({
    balance: 0,
    transactions: [{ type: 'WITHDRAW', status: 'PENDING', value: 30 }, { type: 'CREDIT' }],
  });
  expect((await withdraw()).error).toMatchObject({
    code: 'NOT_ALLOWED_NOW',
    message: 'Não há saldo para sacar',
  });

  const withdrawal = Number(after.transactions[0]?.id);
  const settle = (to: 'ERROR' | 'SUCCESS') =>
    transactionUnlessRefused(site.gateway.database, (queries) =>
      settleWithdrawal(queries, { id: withdrawal, to, now: site.clock.now }),
    );
  expect(await settle('ERROR')).toMatchObject({ id: withdrawal, status: 'ERROR' });
  expect((await cashbackWallet()).balance).toBe(30);
  expect(await settle('SUCCESS')).toMatchObject({ code: 'NOT_ALLOWED_NOW' });
});

test('a new password returns a withdrawal that waits, which a thief may have asked for', async () => {
  await sendForCashback(200);
  await approveAll();
  await setKey();
  await withdraw();
  const [file] = await site.operateRows('withdrawals', 'file', 'pix.csv');
  await sendForCashback(100);
  await approveAll();
  await withdraw();
  const { email } = ana.consumer;
  await site.call(requestNewPasswordEndpoint, {
    body: { campaignId: 19, email, recaptchaToken: 'error' },
  });
  const oobCode = await passwordCodeFor(site, email);
  await callToolkit(site, 'resetPassword', { oobCode, newPassword: 'Novinha1' });
  ana = { ...ana, token: await site.signIn({ email, password: 'Novinha1' }) };
  const { balance, transactions } = await cashbackWallet();
  expect([balance, transactions[0]]).toMatchObject([10, { type: 'WITHDRAW', status: 'ERROR' }]);
  const atTheBank = { status: 'TRANSFER_REQUESTED', batch: file?.['batch'] };
  expect(
    await site.operateRows('withdrawals', 'list', '--cpf', ana.consumer.document),
  ).toContainEqual(expect.objectContaining(atTheBank));
  const emails = (await site.emails()).map(readEmail).filter(({ to }) => to === email);
  expect(emails.filter(({ subject }) => /saque/.test(subject))).toEqual([]);
  expect((await readLedger(site)).at(-1)).toMatchObject({
    type: 'WITHDRAWAL_SETTLED',
    status: 'ERROR',
  });
});

test('the operator who pays a withdrawal out sees the key and its kind', async () => {
  const { id } = await sendForCashback(100);
  await moderate(site, id, { to: 'APPROVED' });
  await setKey();
  await withdraw();
  const [waiting] = await site.operateRows('withdrawals', 'list', '--status', 'pending');
  expect(waiting).toMatchObject({
    consumer: ana.id,
    value: 'R$\u00a010,00',
    keyType: 'CPF',
    paymentKey: ana.consumer.document,
  });
});

test('a balance is still withdrawn after the end of the campaign', async () => {
  const { id } = await sendForCashback(100);
  await moderate(site, id, { to: 'APPROVED' });
  await setKey();
  site.passTime(100 * 86_400_000);
  const token = await site.signIn(ana);
  const { status } = await site.call(withdrawCashbackEndpoint, { token });
  expect(status).toBe(200);
});

test('a wallet that is not ACTIVE pays nothing out', async () => {
  const { id } = await sendForCashback(100);
  await moderate(site, id, { to: 'APPROVED' });
  await setKey();
  const { database } = site.gateway;
  await database.query("update consumers set wallet_status = 'BLOCKED' where id = $1", [ana.id]);
  expect((await cashbackWallet()).status).toBe('BLOCKED');
  expect((await withdraw()).error).toMatchObject({
    code: 'NOT_ALLOWED_NOW',
    message: 'Sua carteira está bloqueada. Fale conosco',
  });
});
