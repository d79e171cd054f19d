import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getMeEndpoint,
  setInstantPaymentKeyEndpoint,
  updateConsumerEndpoint,
} from '../../src/contract/consumer.ts';
import type { BodyOf } from '../../src/contract/endpoint.ts';
import { getCashbackWalletEndpoint, withdrawCashbackEndpoint } from '../../src/contract/wallets.ts';
import { eraseConsumer } from '../../src/gateway/privacy/erase.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { sendApproved, withdraw } from '../support/gateway-actions.ts';
import { untilOneWaitsForLock } from '../support/lock-wait.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { readLedger } from '../support/read-ledger.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

let ana: TestConsumer;
let withdrawal: number;

beforeEach(async () => {
  await site.query(
    "update cashback_entries set status = 'ERROR' where status in ('PENDING', 'TRANSFER_REQUESTED')",
  );
  ana = await site.signUp();
  await sendApproved(site, ana);
  withdrawal = await withdraw(site, ana);
});

const path = (name: string) => join(site.gateway.settings.dataDirectory, name);

/** Has the waiting withdrawals written into a file for the bank. */
async function writeFile(name: string, ...words: string[]) {
  const [written] = await site.operateRows<{ withdrawals: number; total: string; batch: number }>(
    'withdrawals',
    'file',
    name,
    ...words,
  );
  if (!written) throw new Error('No file was written');
  return written;
}

type PixKey = BodyOf<typeof setInstantPaymentKeyEndpoint>;

const dayMs = 86_400_000;
const randomKey = {
  instantPaymentKeyType: 'RANDOM',
  instantPaymentKeyValue: '123e4567-e89b-42d3-a456-426614174000',
} as const;

async function setKey(who: TestConsumer, body: PixKey) {
  const { status } = await site.call(setInstantPaymentKeyEndpoint, { token: who.token, body });
  expect(status).toBe(200);
}

async function passDay(who: TestConsumer) {
  site.passTime(dayMs);
  who.token = await site.signIn(who);
}

/** Withdraws to this key a day after choosing it, and then chooses another, as a thief may. */
async function withdrawTo(who: TestConsumer, body: PixKey) {
  await setKey(who, body);
  await passDay(who);
  const { id } = (await site.call(withdrawCashbackEndpoint, { token: who.token })).body;
  await setKey(who, { instantPaymentKeyType: 'CPF' });
  return id;
}

/** Null for a withdrawal that the next file may have. */
async function payableFromOf(who: TestConsumer, key: PixKey): Promise<string | null> {
  await setKey(who, key);
  const { id } = (await site.call(withdrawCashbackEndpoint, { token: who.token })).body;
  const { transactions } = (await site.call(getCashbackWalletEndpoint, { token: who.token })).body;
  return transactions.find((one) => one.id === id)?.payableFrom ?? null;
}

const inOneDay = () => new Date(site.clock.now.getTime() + dayMs).toISOString();

async function withEarnings() {
  const who = await site.signUp();
  await sendApproved(site, who);
  return who;
}

test('withdrawals that wait go to the bank in one file, and to the key of their request', async () => {
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  withdrawal = await withdrawTo(ana, { instantPaymentKeyType: 'PHONE' });
  const { batch, ...counted } = await writeFile('pix.csv');
  expect(counted).toMatchObject({ withdrawals: 1, total: 'R$\u00a010,00' });
  const { name, document, phone } = ana.consumer;
  const text = await readFile(path('pix.csv'), 'utf8');
  expect(text).toBe(
    `\uFEFFidentificador;nome;cpf_cnpj;tipo_chave;chave_pix;valor;lote\r\nSAQUE-${withdrawal};${name};${document};PHONE;+55${phone};10,00;${batch}\r\n`,
  );
  expect(await site.operate('withdrawals', 'file', 'outro.csv')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('Nenhum saque pendente com chave Pix espera por pagamento.'),
  });
  await expect(readFile(path('outro.csv'))).rejects.toThrow('ENOENT');
});

test('a withdrawal to a key that has just replaced another goes into a file a day after the change', async () => {
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  expect(await payableFromOf(ana, randomKey)).toBe(inOneDay());
  const early = await site.operate('withdrawals', 'file', 'cedo.csv');
  expect(early).toMatchObject({ exitCode: 1 });
  expect(early.progress).toContain(
    'Left out as NEW_KEY: 1, for a day from the change (withdrawals list).',
  );
  site.passTime(dayMs);
  expect(await writeFile('amanha.csv')).toMatchObject({ withdrawals: 1 });
});

describe('the day’s wait of a new Pix key', () => {
  test('does not hold the first key of an account, nor one that is entered again', async () => {
    const bia = await withEarnings();
    expect(await payableFromOf(bia, randomKey)).toBeNull();
    await sendApproved(site, bia);
    expect(await payableFromOf(bia, randomKey)).toBeNull();
  });

  test.each([
    ['as today', ''],
    ['before keys had a mark', "update consumers set bank_info = bank_info - 'keyReplacedAt'"],
  ])('holds after a change of the phone that was the key, stored %s', async (_, statement) => {
    const bia = await withEarnings();
    await setKey(bia, { instantPaymentKeyType: 'PHONE' });
    if (statement) await site.query(`${statement} where id = $1`, [bia.id]);
    const { token } = bia;
    const changed = await site.call(updateConsumerEndpoint, {
      token,
      body: { phone: '41999990001' },
    });
    expect(changed.body.bankInfo).toBeNull();
    expect((await site.call(getMeEndpoint, { token })).body.bankInfo).toBeNull();
    expect(await payableFromOf(bia, randomKey)).toBe(inOneDay());
    const { bankInfo } = (await site.call(getMeEndpoint, { token })).body;
    expect(bankInfo).toEqual(randomKey);
  });
});

test('a withdrawal that is paid by hand shows the key of its request, also to its owner, and whether a file has it', async () => {
  const { document, email } = ana.consumer;
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  const id = await withdrawTo(ana, { instantPaymentKeyType: 'EMAIL' });
  const listed = (...words: string[]) => site.operateRows('withdrawals', 'list', ...words);
  expect(await listed('--cpf', document, '--status', 'pending')).toMatchObject([
    { id, paymentKey: email },
  ]);
  const { body } = await site.call(getCashbackWalletEndpoint, { token: ana.token });
  expect(body.transactions.map(({ paymentKey }) => paymentKey)).toEqual([
    { type: 'EMAIL', value: email },
    { type: 'EMAIL', value: email },
    null,
  ]);
  expect(await site.operateRows('withdrawals', 'settle', id, 'success')).toEqual([
    { id, from: 'PENDING', status: 'SUCCESS', batch: null },
  ]);
  expect(await listed('--cpf', document, '--status', 'success')).toMatchObject([
    { id, keyType: 'EMAIL', paymentKey: email },
  ]);
});

test.each(['+', '-', '='])('an email that begins with %s is the key as it is', async (sign) => {
  const bia = await site.signUp({ email: `${sign}bia@exemplo.com.br` });
  await sendApproved(site, bia);
  await withdraw(site, bia);
  expect((await site.operate('withdrawals', 'file', 'pix.csv')).exitCode).toBe(0);
  expect(await readFile(path('pix.csv'), 'utf8')).toContain(`;EMAIL;${sign}bia@exemplo.com.br;`);
});

test('an email that could call a program in a spreadsheet begins with an apostrophe', async () => {
  const bia = await site.signUp({ email: "=cmd|'/ccalc'!a@exemplo.com.br" });
  await sendApproved(site, bia);
  await withdraw(site, bia);
  expect((await site.operate('withdrawals', 'file', 'pix.csv')).exitCode).toBe(0);
  expect(await readFile(path('pix.csv'), 'utf8')).toContain(";EMAIL;'=cmd|'");
});

test('withdrawals beyond a file’s limit are counted, and left for the next file', async () => {
  const bia = await site.signUp();
  await sendApproved(site, bia);
  await withdraw(site, bia);
  const one = await site.operate('withdrawals', 'file', '1.csv', '--limit', 1);
  expect([one.exitCode, one.progress]).toEqual([0, ['Left for the next file: 1.']]);
  const two = await site.operate('withdrawals', 'file', '2.csv', '--limit', 1);
  expect([two.exitCode, two.progress]).toEqual([0, [expect.stringContaining('not settled 1 of')]]);
});

test('files of the bank are listed with what became of them, and the next file names those that wait', async () => {
  const bia = await site.signUp();
  await sendApproved(site, bia);
  const failed = await withdraw(site, bia);
  const { batch } = await writeFile('pix.csv', '--by', 'Rosa');
  const listed = async (...words: string[]) =>
    (await site.operateRows('withdrawals', 'batches', ...words)).filter(
      (row) => row['batch'] === batch,
    );
  const bytes = await readFile(path('pix.csv'));
  const made = { by: 'Rosa', withdrawals: 2, total: 'R$\u00a020,00' };
  const sha256 = hash('sha256', bytes, 'hex').slice(0, 12);
  expect(await listed('--status', 'open')).toMatchObject([
    { ...made, waiting: 2, paid: 0, failed: 0, sha256 },
  ]);
  expect(await listed('--day', '2001-01-01')).toEqual([]);
  const next = await site.operate('withdrawals', 'file', 'pix.csv');
  expect([next.exitCode, next.progress]).toEqual([
    1,
    [
      expect.stringMatching(
        `^The bank has not settled 2 of batch ${batch} \\(R\\$\u00a020,00, made .* by Rosa\\)\\.$`,
      ),
    ],
  ]);
  await site.operate('withdrawals', 'settle', failed, 'error');
  await site.operate('withdrawals', 'settle', 'success', '--batch', batch);
  expect(await listed('--status', 'open')).toEqual([]);
  expect(await listed('--status', 'settled')).toMatchObject([{ waiting: 0, paid: 1, failed: 1 }]);
  expect((await site.operate('withdrawals', 'file', 'pix.csv')).progress).toEqual([]);
});

test('an outcome meant for a withdrawal that waits does not reach one that a file has by now', async () => {
  const settle = ['withdrawals', 'settle', withdrawal, 'error'] as const;
  const { batch } = await writeFile('pix.csv');
  expect((await site.operate(...settle, '--status', 'pending')).text).toBe(
    'NOT_ALLOWED_NOW: O status agora é TRANSFER_REQUESTED, e nada foi mudado.',
  );
  const settled = await site.operate(...settle, '--status', 'pending,transfer_requested');
  expect([settled.exitCode, settled.progress]).toEqual([
    0,
    [
      `The bank has these in a file: ${withdrawal}. Unless it refused them: withdrawals correct ${withdrawal} transfer_requested`,
    ],
  ]);
  const corrected = await site.operateRows(
    'withdrawals',
    'correct',
    withdrawal,
    'transfer_requested',
  );
  expect(corrected).toEqual([
    {
      id: withdrawal,
      from: 'ERROR',
      status: 'TRANSFER_REQUESTED',
      batch,
      balance: 'R$\u00a00,00',
    },
  ]);
  expect((await site.call(withdrawCashbackEndpoint, { token: ana.token })).status).toBe(409);
});

test('what was settled wrongly is taken back, in the wallet, in the ledger and by email', async () => {
  const correct = (to: string) => site.operate('withdrawals', 'correct', withdrawal, to);
  const balance = async () =>
    (await site.call(getCashbackWalletEndpoint, { token: ana.token })).body.balance;
  const emailed = () =>
    site.query(
      `select kind from emails where consumer_id = $1 and kind like 'WITHDRAWAL%' order by id`,
      [ana.id],
    );
  expect((await correct('success')).text).toBe(
    'NOT_ALLOWED_NOW: Um saque PENDING não pode ser corrigido para SUCCESS.',
  );
  await site.operate('withdrawals', 'settle', withdrawal, 'success');
  expect((await correct('error')).exitCode).toBe(0);
  expect(await balance()).toBe(10);
  expect((await correct('transfer_requested')).text).toContain('não está em nenhum arquivo');
  expect((await correct('success')).exitCode).toBe(0);
  expect(await balance()).toBe(0);
  expect((await correct('error')).exitCode).toBe(0);
  expect(await emailed()).toEqual([
    { kind: 'WITHDRAWAL_PAID' },
    { kind: 'WITHDRAWAL_FAILED' },
    { kind: 'WITHDRAWAL_PAID' },
    { kind: 'WITHDRAWAL_FAILED' },
  ]);
  const settlements = (await readLedger(site)).filter(
    (entry) => entry['type'] === 'WITHDRAWAL_SETTLED' && entry['withdrawal'] === withdrawal,
  );
  expect(settlements.map(({ status }) => status)).toEqual(['SUCCESS', 'ERROR', 'SUCCESS', 'ERROR']);
  expect((await site.operate('withdrawals', 'correct', 99_999, 'success')).text).toContain(
    'NOT_FOUND',
  );
});

test('a withdrawal that was paid after all, and withdrawn again, is a debt that is named', async () => {
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  const second = await withdraw(site, ana);
  const corrected = await site.operate('withdrawals', 'correct', withdrawal, 'success');
  expect([corrected.exitCode, corrected.progress]).toEqual([
    0,
    [
      `Consumer ${ana.id} now owes R$\u00a010,00 (wallets negative); withdrawals settle ${second} error.`,
    ],
  ]);
  const file = await site.operate('withdrawals', 'file', 'x.csv');
  expect([file.exitCode, file.progress]).toEqual([
    1,
    [expect.stringContaining('Left out: 1 of people who owe')],
  ]);
  await site.operate('withdrawals', 'settle', second, 'error');
  const { body } = await site.call(getCashbackWalletEndpoint, { token: ana.token });
  expect(body.balance).toBe(0);
});

test('a file that was settled too early goes back to the bank, but for what changed since', async () => {
  const bia = await site.signUp();
  await sendApproved(site, bia);
  const returned = await withdraw(site, bia);
  const { batch } = await writeFile('pix.csv');
  await site.operate('withdrawals', 'settle', 'success', '--batch', batch);
  await site.operate('withdrawals', 'correct', returned, 'error');
  const whole = ['withdrawals', 'correct', 'transfer_requested', '--batch', batch] as const;
  expect((await site.operate(...whole)).text).toContain('--batch needs --status');
  expect(await site.operateRows(...whole, '--status', 'success')).toMatchObject([
    { id: withdrawal, from: 'SUCCESS', status: 'TRANSFER_REQUESTED', batch },
  ]);
  expect((await site.operate(...whole, '--status', 'success')).text).toContain('NOT_FOUND');
  expect((await site.operate('withdrawals', 'settle', 'success', '--batch', batch)).exitCode).toBe(
    0,
  );
});

test('the paid withdrawal of someone who has erased their data stays as it is', async () => {
  await site.operate('withdrawals', 'settle', withdrawal, 'success');
  await site.operate('consumers', 'erase', ana.id);
  expect((await site.operate('withdrawals', 'correct', withdrawal, 'error')).text).toBe(
    'NOT_ALLOWED_NOW: A pessoa excluiu seus dados: a carteira não tem mais dono.',
  );
});

test('a payment that was made after all is recorded though its owner has erased their data', async () => {
  await writeFile('pago.csv');
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  await site.operate('consumers', 'erase', ana.id);
  const { exitCode } = await site.operate('withdrawals', 'correct', withdrawal, 'success');
  expect(exitCode).toBe(0);
  const settled = (await readLedger(site)).filter(({ type }) => type === 'WITHDRAWAL_SETTLED');
  expect(settled.at(-1)).toMatchObject({ withdrawal, status: 'SUCCESS' });
});

test('people whose approved receipts the tax office doubts are named before their money leaves', async () => {
  await site.query("update receipts set open_doubts = '{CANCELLED}' where consumer_id = $1", [
    ana.id,
  ]);
  const [listed] = await site.operateRows('withdrawals', 'list', '--status', 'pending');
  expect(listed).toMatchObject({ id: withdrawal, held: null, doubted: 'yes' });
  const tried = await site.operate('withdrawals', 'file', 'pix.csv', '--dry-run');
  expect(tried.progress).toContain(
    `The tax office doubts receipts of people ${ana.id} (receipts doubted).`,
  );
  await site.query("update receipts set status = 'IN_ANALYSIS' where consumer_id = $1", [ana.id]);
  const later = await site.operate('withdrawals', 'file', 'pix.csv', '--dry-run');
  expect(later.progress.join()).not.toContain('doubts');
  await site.query("update receipts set status = 'APPROVED' where consumer_id = $1", [ana.id]);
  for (const [status, doubted] of [
    ['transfer_requested', 'yes'],
    ['success', null],
  ]) {
    await site.operate('withdrawals', 'settle', withdrawal, status ?? '');
    const rows = await site.operateRows('withdrawals', 'list');
    expect(rows.find(({ id }) => id === withdrawal)).toMatchObject({ doubted });
  }
});

test('numbers that the bank has are not given out again after an older backup is restored', async () => {
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  const copy = path('copia');
  await site.operate('backup', copy);
  const lost = await withdraw(site, ana);
  const { batch } = await writeFile('terca.csv');
  for (const day of ['quarta', 'quinta']) {
    const restored = await site.operate('restore', copy, '--force', '--reason', 'Disco perdido');
    expect(restored, restored.text).toMatchObject({ exitCode: 0 });
    expect(await withdraw(site, ana), day).toBeGreaterThan(lost);
    expect((await writeFile(`${day}.csv`)).batch, day).toBeGreaterThan(batch);
  }
});

test('a dry run takes no withdrawal and no batch number', async () => {
  await site.call(setInstantPaymentKeyEndpoint, {
    token: ana.token,
    body: { instantPaymentKeyType: 'PHONE' },
  });
  const tried = await writeFile('x.csv', '--dry-run');
  await expect(readFile(path('x.csv'))).rejects.toThrow('ENOENT');
  expect((await site.operate('withdrawals', 'list', '--status', 'pending')).text).toContain(
    String(withdrawal),
  );
  expect((await writeFile('x.csv')).batch).toBe(tried.batch);
});

test('a lost file is written again as it was, and lists show its keys, until an erasure', async () => {
  const { batch } = await writeFile('pix.csv');
  const again = (...words: string[]) =>
    site.operate('withdrawals', 'file', 'de-novo.csv', '--batch', batch, ...words);
  await site.call(setInstantPaymentKeyEndpoint, {
    token: ana.token,
    body: { instantPaymentKeyType: 'CPF' },
  });
  expect((await again()).exitCode).toBe(0);
  expect(await readFile(path('de-novo.csv'))).toEqual(await readFile(path('pix.csv')));
  await site.operate('withdrawals', 'settle', withdrawal, 'success');
  expect((await again('--force')).exitCode).toBe(0);
  expect(await readFile(path('de-novo.csv'))).toEqual(await readFile(path('pix.csv')));
  const { email } = ana.consumer;
  const { text: rows } = await site.operate('withdrawals', 'list', '--key', email);
  expect(rows).toContain(email);
  await site.operate('export', 'withdrawals', 'saques.csv');
  expect(await readFile(path('saques.csv'), 'utf8')).toContain(`;EMAIL;${email};`);
  await site.operate('consumers', 'erase', ana.id);
  expect(await again()).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('não seria o mesmo que o banco já tem'),
  });
  expect((await site.operate('withdrawals', 'file', 'x.csv', '--batch', 999)).text).toContain(
    'NOT_FOUND',
  );
});

test('a file is not written again unasked when something in it is settled, since the bank would pay twice', async () => {
  const bia = await site.signUp();
  await sendApproved(site, bia);
  const failed = await withdraw(site, bia);
  const { batch } = await writeFile('pix.csv');
  await site.operate('withdrawals', 'settle', withdrawal, 'success');
  await site.operate('withdrawals', 'settle', failed, 'error');
  const again = await site.operate('withdrawals', 'file', 'duas-vezes.csv', '--batch', batch);
  expect(again.text).toBe(
    `NOT_ALLOWED_NOW: O banco pagaria de novo o que já foi encerrado do lote ${batch}: ${withdrawal} SUCCESS, ${failed} ERROR. Com --force, o arquivo é escrito assim mesmo.`,
  );
  await expect(readFile(path('duas-vezes.csv'))).rejects.toThrow('ENOENT');
});

test('a refused file names twenty settled withdrawals of a large batch, and counts the others', async () => {
  await site.query("update cashback_entries set value_centavos = 100000 where type <> 'WITHDRAW'");
  await site.query(
    `insert into cashback_entries overriding system value
     select (jsonb_populate_record(entry, jsonb_build_object('id', 9000 + n))).*
     from cashback_entries as entry, generate_series(1, 21) as n where id = $1`,
    [withdrawal],
  );
  const { batch } = await writeFile('pix.csv');
  await site.operate('withdrawals', 'settle', withdrawal, 'success');
  await site.query("update cashback_entries set status = 'SUCCESS' where payment_batch_id = $1", [
    batch,
  ]);
  const again = await site.operate('withdrawals', 'file', 'duas-vezes.csv', '--batch', batch);
  expect(again.text).toMatch(/: \d+ SUCCESS(?:, \d+ SUCCESS){19}, e mais 2\. Com --force/);
});

test('a key that an earlier version did not keep is not taken for the one of now', async () => {
  const { batch } = await writeFile('pix.csv');
  await site.query("update cashback_entries set status = 'SUCCESS', paid_to = null where id = $1", [
    withdrawal,
  ]);
  await site.call(setInstantPaymentKeyEndpoint, {
    token: ana.token,
    body: { instantPaymentKeyType: 'CPF' },
  });
  const listed = (...words: string[]) => site.operateRows('withdrawals', 'list', ...words);
  expect(await listed('--key', ana.consumer.document)).toEqual([]);
  const rows = await listed('--cpf', ana.consumer.document);
  expect(rows).toMatchObject([{ id: withdrawal, paymentKey: null }]);
  await site.operate('export', 'withdrawals', 'saques.csv');
  expect(await readFile(path('saques.csv'), 'utf8')).toContain(`;;;${batch};`);
  const again = await site.operate('withdrawals', 'file', 'de-novo.csv', '--batch', batch);
  expect(again.text).toContain('já não estão guardados como foram');
});

test('a batch is settled as a whole, but for what was settled before', async () => {
  const bia = await site.signUp();
  await sendApproved(site, bia);
  const failed = await withdraw(site, bia);
  const { batch } = await writeFile('pix.csv');
  expect((await site.operate('withdrawals', 'settle', failed, 'transfer_requested')).text).toBe(
    'NOT_ALLOWED_NOW: Um saque TRANSFER_REQUESTED não pode passar a TRANSFER_REQUESTED.',
  );
  await site.operate('withdrawals', 'settle', failed, 'error');
  const settled = await site.operateRows('withdrawals', 'settle', 'success', '--batch', batch);
  expect(settled).toEqual([
    { id: withdrawal, from: 'TRANSFER_REQUESTED', status: 'SUCCESS', batch },
  ]);
  expect((await site.operate('withdrawals', 'settle', 'success', '--batch', batch)).text).toBe(
    `NOT_FOUND: Nenhum saque do lote ${batch} espera pelo banco.`,
  );
  expect((await site.operate('withdrawals', 'settle', withdrawal, 'error')).text).toBe(
    'NOT_ALLOWED_NOW: Um saque SUCCESS não pode passar a ERROR.',
  );
  expect((await site.operate('withdrawals', 'settle', 99_999, 'success')).text).toBe(
    'NOT_FOUND: Não encontrado: 99999',
  );
  expect(
    (await site.operate('withdrawals', 'settle', 7, 'success', '--batch', batch)).exitCode,
  ).toBe(2);
});

test('a withdrawal without a Pix key is named, and paid by hand', async () => {
  await site.query('update consumers set bank_info = null where id = $1', [ana.id]);
  await site.query('update cashback_entries set paid_to = null where id = $1', [withdrawal]);
  const { exitCode, progress } = await site.operate('withdrawals', 'file', 'x.csv');
  expect([exitCode, progress]).toEqual([
    1,
    [
      expect.stringMatching(
        new RegExp(`^Left out: 1 without a Pix key: ${withdrawal}\\. Pay each`),
      ),
    ],
  ]);
  for (const status of ['transfer_requested', 'success']) {
    expect((await site.operate('withdrawals', 'settle', withdrawal, status)).exitCode).toBe(0);
  }
});

test('a wallet that the operator blocked and a wallet without a key stay out', async () => {
  expect((await site.operate('wallets', 'block', ana.id)).text).toMatch(/BLOCKED$/);
  const { exitCode, progress } = await site.operate('withdrawals', 'file', 'x.csv');
  expect([exitCode, progress]).toEqual([1, ['Left out: 1 of a blocked wallet.']]);
  const again = await site.call(withdrawCashbackEndpoint, { token: ana.token });
  expect(again.status).toBe(409);
  expect((await site.operate('wallets', 'unblock', 99_999)).text).toContain('NOT_FOUND');
  await site.operate('wallets', 'unblock', ana.id);
  expect((await site.operate('withdrawals', 'file', 'x.csv', '--dry-run')).exitCode).toBe(0);
  // A withdrawal of earlier versions, which kept no key with the request.
  await site.query('update cashback_entries set paid_to = null where id = $1', [withdrawal]);
  await site.query('update consumers set bank_info = null where id = $1', [ana.id]);
  expect((await site.operate('withdrawals', 'file', 'x.csv')).exitCode).toBe(1);
});

test('a withdrawal of a blocked wallet says so in the list, and is not paid by hand until that ends', async () => {
  await site.operate('wallets', 'block', ana.id);
  const listed = () => site.operateRows('withdrawals', 'list', '--cpf', ana.consumer.document);
  expect(await listed()).toMatchObject([{ id: withdrawal, held: 'BLOCKED', batch: null }]);
  const byHand = () => site.operate('withdrawals', 'settle', withdrawal, 'transfer_requested');
  expect((await byHand()).text).toBe(
    `NOT_ALLOWED_NOW: A carteira da pessoa está bloqueada: wallets unblock ${ana.id} libera o saque.`,
  );
  await site.operate('wallets', 'unblock', ana.id);
  expect((await byHand()).exitCode).toBe(0);
  // What was paid is a fact, whatever holds the wallet.
  await site.operate('wallets', 'block', ana.id);
  expect((await site.operate('withdrawals', 'settle', withdrawal, 'success')).exitCode).toBe(0);
  expect(await listed()).toMatchObject([{ id: withdrawal, held: null }]);
});

test('a withdrawal of an erased person, whose wallet stays blocked, is settled as failed or paid', async () => {
  await site.gateway.database.transaction((queries) =>
    eraseConsumer(queries, site.gateway.snapshot.campaign, {
      consumerId: ana.id,
      requestedBy: 'OPERATOR',
      repeats: { heldBefore: [] },
      now: site.clock.now,
    }),
  );
  const settle = (to: string) => site.operate('withdrawals', 'settle', withdrawal, to);
  expect((await settle('transfer_requested')).text).toBe(
    `NOT_ALLOWED_NOW: Os dados da pessoa foram excluídos: withdrawals settle ${withdrawal} error, ou success se o saque já foi pago.`,
  );
  expect((await settle('error')).exitCode).toBe(0);
});

test('a list shows the withdrawals of one batch', async () => {
  const { batch } = await writeFile('pix.csv');
  const listed = (number: number) => site.operateRows('withdrawals', 'list', '--batch', number);
  expect(await listed(batch)).toMatchObject([{ id: withdrawal, batch }]);
  expect(await listed(batch + 1)).toEqual([]);
});

test('people paid on one Pix key are named, whatever the case of its letters', async () => {
  const key = randomKey.instantPaymentKeyValue;
  const toRandomKey = (who: TestConsumer, instantPaymentKeyValue: string) =>
    withdrawTo(who, { instantPaymentKeyType: 'RANDOM', instantPaymentKeyValue });
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  await toRandomKey(ana, key);
  expect((await site.operate('withdrawals', 'file', '1.csv')).progress).toEqual([]);
  const bia = await withEarnings();
  await toRandomKey(bia, key.toUpperCase());
  const { progress } = await site.operate('withdrawals', 'file', '2.csv');
  expect(progress).toEqual([
    expect.stringMatching(`: wallets block ${ana.id} ${bia.id}$`),
    expect.stringContaining('not settled 1 of'),
  ]);
});

test('a withdrawal stays out once its receipt is rejected, and the rest is withdrawn anew', async () => {
  const lost = await sendApproved(site, ana);
  await site.operate('withdrawals', 'settle', withdrawal, 'error');
  const both = await withdraw(site, ana);
  await site.operate('receipts', 'move', Number(lost.id), 'rejected', '--reason', 'ILLEGIBLE');
  const refused = await site.operate('withdrawals', 'file', 'x.csv');
  expect([refused.exitCode, refused.progress]).toEqual([
    1,
    [expect.stringContaining('Left out: 1 of people who owe')],
  ]);
  const listed = await site.operateRows('withdrawals', 'list', '--status', 'pending');
  expect(listed).toMatchObject([{ id: both, held: 'OWES' }]);
  expect((await site.operate('withdrawals', 'settle', both, 'transfer_requested')).text).toContain(
    `withdrawals settle ${both} error devolve o valor à carteira`,
  );
  await site.operate('wallets', 'block', ana.id);
  const alsoBlocked = await site.operate('withdrawals', 'file', 'x.csv');
  expect(alsoBlocked.progress).toEqual(['Left out: 1 of a blocked wallet.']);
  await site.operate('wallets', 'unblock', ana.id);
  await site.operate('withdrawals', 'settle', both, 'error');
  await withdraw(site, ana);
  expect(await writeFile('x.csv')).toMatchObject({ withdrawals: 1, total: 'R$\u00a010,00' });
});

describe('on a server', () => {
  let shared: TestGateway;

  beforeAll(async () => {
    const databaseUrl = await createPostgresDatabase();
    shared = await openGateway({ variant: 'all', databaseUrl });
  }, 60_000);
  afterAll(() => shared.close());

  const waitForMoney = async () => {
    const person = await shared.signUp();
    await sendApproved(shared, person);
    await withdraw(shared, person);
    return person;
  };

  test('each withdrawal is in only one of several simultaneous files', async () => {
    for (let people = 0; people < 3; people += 1) await waitForMoney();
    const files = await Promise.all(
      [1, 2, 3, 4].map((file) =>
        // A command that finds no withdrawal left fails.
        shared.operateRows('withdrawals', 'file', `${file}.csv`).catch(() => []),
      ),
    );
    const counts = files.flat().map(({ withdrawals }) => Number(withdrawals));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('a wallet that is blocked while the file is made stays out', async () => {
    const { id } = await waitForMoney();
    const { database } = shared.gateway;
    const making = await database.transaction(async (queries) => {
      await queries.query("update consumers set wallet_status = 'BLOCKED' where id = $1", [id]);
      const outcome = shared.operate('withdrawals', 'file', 'x.csv');
      await untilOneWaitsForLock(database);
      return { outcome };
    });
    expect((await making.outcome).text).toContain('Nenhum saque pendente');
  });

  test('an erasure that comes first leaves a paid withdrawal as it is', async () => {
    const { id } = await waitForMoney();
    const [waiting] = await shared.operateRows('withdrawals', 'list', '--status', 'pending');
    const withdrawalId = Number(waiting?.['id']);
    await shared.operate('withdrawals', 'settle', withdrawalId, 'success');
    const { database } = shared.gateway;
    const correcting = await database.transaction(async (queries) => {
      const request = { consumerId: id, requestedBy: 'OPERATOR', now: shared.clock.now } as const;
      const { campaign } = shared.gateway.snapshot;
      expect(await eraseConsumer(queries, campaign, request)).not.toHaveProperty('code');
      const outcome = shared.operate('withdrawals', 'correct', withdrawalId, 'error');
      await untilOneWaitsForLock(database);
      return { outcome };
    });
    expect((await correcting.outcome).text).toContain('A pessoa excluiu seus dados');
  });

  test('a wallet that is blocked while its withdrawal is paid by hand is not paid', async () => {
    const { id } = await waitForMoney();
    const [waiting] = await shared.operateRows('withdrawals', 'list', '--status', 'pending');
    const { database } = shared.gateway;
    const paying = await database.transaction(async (queries) => {
      await queries.query("update consumers set wallet_status = 'BLOCKED' where id = $1", [id]);
      const words = [Number(waiting?.['id']), 'transfer_requested'] as const;
      const outcome = shared.operate('withdrawals', 'settle', ...words);
      await untilOneWaitsForLock(database);
      return { outcome };
    });
    expect((await paying.outcome).text).toContain('A carteira da pessoa está bloqueada');
  });
});
