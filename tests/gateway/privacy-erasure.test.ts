import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createConsumerEndpoint } from '../../src/contract/consumer.ts';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { getCashbackProgressEndpoint } from '../../src/contract/wallets.ts';
import { eraseConsumer, eraseExpiredHolds } from '../../src/gateway/privacy/erase.ts';
import { erasureListFile } from '../../src/gateway/privacy/erasure-list.ts';
import { deleteDueFiles } from '../../src/gateway/receipts/file-deletion.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { settleWithdrawal } from '../../src/gateway/wallets/withdrawals.ts';
import { formatCpf } from '../../src/rules/people/cpf-cnpj.ts';
import { formatPhone } from '../../src/rules/people/person-fields.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { closedGate } from '../support/gate.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import {
  enteredTexts,
  enterTexts,
  makePrizeDue,
  postponePrizes,
  redeemKits,
  sendApproved,
  sendFullReceipt,
  signUpWithAllFields,
  withdraw,
} from '../support/gateway-actions.ts';
import { moderate } from '../support/moderation.ts';
import { validSignUp } from '../support/people.ts';
import { watchQueries } from '../support/watch-queries.ts';

let site: TestGateway;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  await postponePrizes(site);
});
afterAll(() => site.close());

const erase = (who: TestConsumer) => site.call(eraseMeEndpoint, { token: who.token });

/** Every row of every table, as text. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const tables = await site.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const texts = tables.map(({ name }) =>
    site
      .query<{ row: string }>(`select each::text as row from "${name}" as each`)
      .then((found) => found.map(({ row }) => ({ table: name, row }))),
  );
  return (await Promise.all(texts)).flat();
}

/** What identifies a person, as far as they gave it, in small letters. */
function traces({ consumer }: TestConsumer): string[] {
  const { email, document, phone, mgmCode } = consumer;
  const texts = [
    ...Object.values(enteredTexts),
    email,
    document,
    formatCpf(document),
    phone,
    formatPhone(phone),
    mgmCode ?? '',
  ];
  return texts.map((text) => text.toLowerCase());
}

/** Once the emails are sent, the last one to an erased person too. */
async function tracesLeft(who: TestConsumer): Promise<string[]> {
  await site.settle();
  const found = await everyRow();
  return found
    .filter(({ row }) => traces(who).some((trace) => row.toLowerCase().includes(trace)))
    .map(({ table, row }) => `${table}: ${row}`);
}

const storedFiles = async (who: TestConsumer) => {
  const receipts = await site.query<{ fileSha256: string }>(
    'select file_sha256 as "fileSha256" from receipts where consumer_id = $1 order by id',
    [who.id],
  );
  const keys = receipts.map(({ fileSha256 }) => `receipts-19/${fileSha256}`);
  return Promise.all(keys.map(async (key) => (await site.gateway.storage.get(key)) !== null));
};

test('an erasure leaves no stored answer that ties the person to the address they signed up from', async () => {
  const body = validSignUp(site.gateway.snapshot);
  const call = { body, address: '203.0.113.7', idempotencyKey: 'cadastro-1' };
  const { id } = (await site.call(createConsumerEndpoint, call)).body;
  const storedAnswers = () =>
    site.query("select owner from idempotency_keys where owner = 'address:203.0.113.7'");
  // As of a gateway whose sign-up answers more than the id.
  await site.query(
    `update idempotency_keys set answer = (answer::jsonb || '{"welcome": true}')::text
     where owner = 'address:203.0.113.7'`,
  );
  expect(await storedAnswers()).toHaveLength(1);
  await site.operate('consumers', 'erase', id);
  expect(await storedAnswers()).toEqual([]);
});

test('an erasure leaves no personal data in any table, and the accounts still add up', async () => {
  const ana = await signUpWithAllFields(site);
  await enterTexts(site, ana);
  await sendApproved(site, ana);
  await sendFullReceipt(site, ana);
  await site.signUp({
    additionalFields: [
      { campaignAdditionalFieldId: 11, value: 'PR' },
      { campaignAdditionalFieldId: 12, value: ana.consumer.email.toUpperCase() },
      { campaignAdditionalFieldId: -1, key: 'MGM_PHONE', value: formatPhone(ana.consumer.phone) },
    ],
  });
  const reached = (await tracesLeft(ana)).map((trace) => trace.replace(/:.*$/s, ''));
  expect(new Set(reached)).toEqual(
    new Set(['consumers', 'identity_users', 'incidents', 'incident_comments', 'idempotency_keys']),
  );

  const { status, body } = await erase(ana);
  expect([status, body]).toEqual([200, { erasedAt: site.clock.now.toISOString(), held: null }]);
  expect(await tracesLeft(ana)).toEqual([]);
  await site.settle();
  expect(await storedFiles(ana)).toEqual([false, false]);
  const [erasedConsumer] = await site.query(
    `select (select count(*) from receipts where consumer_id = $1) as receipts,
       (select bool_and(voided_at is not null) from lucky_numbers where consumer_id = $1) as void,
       (select count(*) from consents where consumer_id = $1 and withdrawn_at = $2) as ended,
       (select wallet_status from consumers where id = $1) as wallet`,
    [ana.id, site.clock.now],
  );
  expect(erasedConsumer).toEqual({ receipts: 2, void: true, ended: 2, wallet: 'BLOCKED' });
  expect(site.lines.join('\n')).not.toContain(ana.consumer.email);
});

test('a phone that another participant has stays in people’s answers', async () => {
  const seller = await site.signUp();
  const answer = { campaignAdditionalFieldId: -1, key: 'MGM_PHONE', value: seller.consumer.phone };
  const buyer = await site.signUp({
    additionalFields: [
      { campaignAdditionalFieldId: 11, value: 'PR' },
      { campaignAdditionalFieldId: 12, value: 'estranha@exemplo.com.br' },
      answer,
    ],
  });
  const stranger = await site.signUp({
    phone: seller.consumer.phone,
    email: 'estranha@exemplo.com.br',
  });
  await erase(stranger);
  const [row] = await site.query(
    'select additional_fields as answers from consumers where id = $1',
    [buyer.id],
  );
  expect(row).toMatchObject({
    answers: [{ value: 'PR' }, { key: 'MGM_PHONE', value: seller.consumer.phone }],
  });
});

test('unjudged receipts are removed, and their rewards go back', async () => {
  const ana = await signUpWithAllFields(site);
  await makePrizeDue(site, 3);
  const before = (await site.call(getCashbackProgressEndpoint)).body.spent;
  const { id } = await sendFullReceipt(site, ana);
  const winner = () => site.query('select receipt_id as id from instant_prizes where position = 3');
  expect(await winner()).toEqual([{ id }]);
  await erase(ana);
  expect(await winner()).toEqual([{ id: null }]);
  await postponePrizes(site);
  expect((await site.call(getCashbackProgressEndpoint)).body.spent).toBeCloseTo(before, 5);
  expect(
    await site.query(
      `select receipts.status, rejection_reason as reason
       from receipts join receipt_moderations on receipt_id = receipts.id where receipts.id = $1`,
      [id],
    ),
  ).toEqual([{ status: 'NOT_ELIGIBLE', reason: 'Dados excluídos a pedido do titular' }]);
});

test('an erasure that cannot deny one of the receipts fails as a whole', async () => {
  const ana = await site.signUp();
  const { id } = (await site.sendReceipt(ana)).body;
  const { database, snapshot } = site.gateway;
  const request = { consumerId: ana.id, requestedBy: 'OPERATOR', now: site.clock.now } as const;
  const erasing = database.transaction((queries) => {
    const watched = watchQueries(queries, {
      before: async (text) => {
        // Its locks keep others from this between its choice of receipts and their denials.
        if (text.includes('select receipts.consumer_id'))
          await queries.query("update receipts set status = 'REJECTED' where id = $1", [id]);
      },
    });
    return eraseConsumer(watched, snapshot.campaign, request);
  });
  await expect(erasing).rejects.toThrow(`Receipt ${id} could not be denied: NOT_ALLOWED_NOW`);
  expect(await site.query('select erased_at from consumers where id = $1', [ana.id])).toEqual([
    { erased_at: null },
  ]);
});

test('a receipt of a status that only a newer version knows is neither moved nor overlooked by an erasure', async () => {
  const ana = await site.signUp();
  const { id } = (await site.sendReceipt(ana)).body;
  await site.query("update receipts set status = 'OF_A_NEWER_VERSION' where id = $1", [id]);
  expect((await site.operate('receipts', 'move', id, 'approved')).text).toContain(
    'NOT_ALLOWED_NOW',
  );
  const { database, snapshot } = site.gateway;
  const request = { consumerId: ana.id, requestedBy: 'CONSUMER', now: site.clock.now } as const;
  const erasing = database.transaction((queries) =>
    eraseConsumer(queries, snapshot.campaign, request),
  );
  await expect(erasing).rejects.toThrow(`Receipt ${id} could not be denied: NOT_ALLOWED_NOW`);
});

test('what a moderator wrote in words of their own goes, and a sentence with a code stays', async () => {
  const ana = await signUpWithAllFields(site);
  const words = 'O CPF da nota é da mãe, Maria Souza';
  for (const reason of [words, 'DUPLICATE']) {
    const { id } = await sendFullReceipt(site, ana);
    await moderate(site, Number(id), { to: 'REJECTED', reason });
  }
  const reasons = async () => {
    const rows = await site.query<{ reason: string | null }>(
      `select rejection_reason as reason from receipt_moderations
       join receipts on receipts.id = receipt_id where consumer_id = $1 order by receipts.id`,
      [ana.id],
    );
    return rows.map(({ reason }) => reason);
  };
  expect(await reasons()).toEqual([words, 'Esta nota já foi cadastrada.']);
  await erase(ana);
  expect(await reasons()).toEqual([null, 'Esta nota já foi cadastrada.']);
});

test('a person who was in a file for the bank is named in the accounts, though the payment was recorded as failed', async () => {
  const ana = await signUpWithAllFields(site, { name: 'Rosa Quintanilha' });
  await sendApproved(site, ana);
  const id = await withdraw(site, ana);
  expect((await site.operate('withdrawals', 'file', 'pix.csv')).exitCode).toBe(0);
  await site.operate('withdrawals', 'settle', id, 'error');
  expect((await erase(ana)).body.held?.rewards).toEqual(['CASHBACK']);
  expect((await site.operate('withdrawals', 'correct', id, 'success')).exitCode).toBe(0);
  await site.operate('export', 'withdrawals', 'saques.csv');
  const csv = await readFile(join(site.gateway.settings.dataDirectory, 'saques.csv'), 'utf8');
  expect(csv).toContain('Rosa Quintanilha');
});

test('name, document and rewarded receipts of rewarded users are stored for five years', async () => {
  const ana = await signUpWithAllFields(site);
  await sendApproved(site, ana);
  await sendFullReceipt(site, ana);
  const { now } = site.clock;
  const paid = { id: await withdraw(site, ana), to: 'SUCCESS' as const, now };
  await site.gateway.database.transaction((queries) => settleWithdrawal(queries, paid));
  const { body } = await erase(ana);
  const ends = new Date(site.gateway.snapshot.campaign.endsAt);
  const until = new Date(String(body.held?.until));
  expect(body.held?.rewards).toEqual(['CASHBACK']);
  expect(until.getUTCFullYear()).toBe(ends.getUTCFullYear() + 5);
  expect(await site.query('select held from erasures where consumer_id = $1', [ana.id])).toEqual([
    { held: { rewards: ['CASHBACK'], name: enteredTexts.name, document: ana.consumer.document } },
  ]);
  const exported = JSON.parse((await site.operate('consumers', 'export', ana.id)).text);
  expect(exported.erasure.held).toMatchObject({ name: enteredTexts.name, rewards: ['CASHBACK'] });
  expect(new Date(exported.erasure.heldUntil)).toEqual(until);
  expect(await tracesLeft(ana)).toHaveLength(1);
  await site.settle();
  expect(await storedFiles(ana)).toEqual([true, false]);

  const { database } = site.gateway;
  await eraseExpiredHolds(database, new Date(until.getTime() - 1));
  expect(await tracesLeft(ana)).toHaveLength(1);
  await eraseExpiredHolds(database, until);
  await deleteDueFiles(site.gateway);
  expect(await tracesLeft(ana)).toEqual([]);
  expect(await storedFiles(ana)).toEqual([false, false]);
});

test('a prize that was sent keeps the name in the accounts, also when its receipt is denied then', async () => {
  const ana = await signUpWithAllFields(site);
  await makePrizeDue(site, 4);
  const { id: receipt } = await sendApproved(site, ana);
  await site.query(
    "update instant_prizes set moment = '2999-01-01T00:00:00Z' where receipt_id is null",
  );
  await sendFullReceipt(site, ana);
  await site.operate('prizes', 'hand-out', Number(receipt));
  await moderate(site, Number(receipt), { to: 'REJECTED', reason: 'Compra devolvida' });
  const { held } = (await erase(ana)).body;
  expect(held?.rewards).toEqual(['INSTANT_PRIZE']);
  await site.settle();
  expect(await storedFiles(ana)).toEqual([true, false]);
  await eraseExpiredHolds(site.gateway.database, new Date(String(held?.until)));
  await deleteDueFiles(site.gateway);
  expect(await tracesLeft(ana)).toEqual([]);
  expect(await storedFiles(ana)).toEqual([false, false]);
});

test('a prize of a draw that was sent keeps the receipt’s file, also when both were taken back', async () => {
  const ana = await signUpWithAllFields(site);
  const { id: receipt } = await sendApproved(site, ana);
  await sendFullReceipt(site, ana);
  await moderate(site, Number(receipt), { to: 'REJECTED', reason: 'Compra devolvida' });
  await site.query(
    `insert into draws (campaign_id, engine_id, extraction, federal_prizes, drawn_series, drawn_number, made_at)
     values (19, 101, '2026-09-05', '[]', 0, 0, $1)`,
    [site.clock.now],
  );
  await site.query(
    `insert into prize_deliveries (campaign_id, consumer_id, campaign_prize_id, lucky_number_id, status)
     select 19, consumer_id, 901, min(id), 'DELIVERED' from lucky_numbers
     where receipt_id = $1 group by consumer_id`,
    [receipt],
  );
  const { held } = (await erase(ana)).body;
  await site.query('delete from draws');
  expect(held?.rewards).toEqual(['DRAW']);
  await site.settle();
  expect(await storedFiles(ana)).toEqual([true, false]);
  await eraseExpiredHolds(site.gateway.database, new Date(String(held?.until)));
  await deleteDueFiles(site.gateway);
  expect(await storedFiles(ana)).toEqual([false, false]);
});

test('for people who leave while the list of erasures is written, it is read and written once more', async () => {
  const people = await Promise.all([site.signUp(), site.signUp(), site.signUp(), site.signUp()]);
  const { storage } = site.gateway;
  const { get, put } = storage;
  onTestFinished(() => {
    Object.assign(storage, { get, put });
  });
  const gate = closedGate();
  const written: string[] = [];
  let reads = 0;
  storage.get = (key) => {
    if (key === erasureListFile) reads += 1;
    return get(key);
  };
  storage.put = async (key, bytes) => {
    if (key === erasureListFile) {
      written.push(Buffer.from(bytes).toString('utf8'));
      await gate.pass();
    }
    return put(key, bytes);
  };
  const [first, ...others] = people;
  if (first) await erase(first);
  await gate.reached;
  await Promise.all(others.map(erase));
  gate.open();
  await site.settle();
  expect([reads, written.length]).toEqual([2, 2]);
  const listed = (written.at(-1) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(listed.map(({ consumer }) => consumer)).toEqual(
    expect.arrayContaining(people.map(({ id }) => id)),
  );
});

test('a file that another person sent too is kept', async () => {
  const [ana, bia] = [await signUpWithAllFields(site), await site.signUp()];
  await sendFullReceipt(site, ana);
  await sendFullReceipt(site, bia);
  await site.query(
    `update receipts set (file_key, file_sha256) =
       (select file_key, file_sha256 from receipts where consumer_id = $1)
     where consumer_id = $2`,
    [ana.id, bia.id],
  );
  await erase(ana);
  await site.settle();
  expect(await storedFiles(bia)).toEqual([true]);
  expect(await site.query('select * from files_to_remove')).toEqual([]);
});

test('an erasure waits for money and prizes that are on their way to the person', async () => {
  const ana = await signUpWithAllFields(site);
  await sendApproved(site, ana);
  const withdrawal = await withdraw(site, ana);
  const refused = await erase(ana);
  expect([refused.status, refused.error.message]).toEqual([
    409,
    expect.stringContaining('Você tem um saque em andamento.'),
  ]);
  const { database } = site.gateway;
  const to = 'ERROR' as const;
  await database.transaction((queries) =>
    settleWithdrawal(queries, { id: withdrawal, to, now: site.clock.now }),
  );
  const redemption = await redeemKits(site, ana);
  expect((await erase(ana)).error.message).toContain('Você tem um resgate em andamento.');
  await database.transaction((queries) =>
    moveRedemption(queries, { id: redemption, to: 'CANCELED', now: site.clock.now }),
  );
  expect((await erase(ana)).body.held).toBeNull();
  expect(await tracesLeft(ana)).toEqual([]);
});

test('a waiting receipt of an erased winner is refused alone, and the others are judged', async () => {
  const own = await openGateway({ variant: 'all' });
  const [winner, other] = [await own.signUp(), await own.signUp()];
  const waiting = [
    await giveNumber(own, winner, [4, 50_153]),
    Number((await sendFullReceipt(own, other)).id),
  ];
  const status = "update receipts set status = 'PENDING_ANALYSIS' where id = any($1)";
  await own.query(status, [waiting]);
  passTheEnd(own);
  await own.operate('close');
  expect((await drawToday(own)).exitCode).toBe(0);
  await own.query(
    `update engine_orders set status = 'TO_REQUEST', cashback_centavos = null, rewarded = false
     where receipt_id = $1 and engine_type = 'CASHBACK'`,
    [waiting[0]],
  );
  expect((await own.operate('consumers', 'erase', winner.id)).exitCode).toBe(0);
  const all = ['receipts', 'move-all', 'approved', '--status', 'pending_analysis'];
  const { text, progress } = await own.operate(...all);
  expect(text).toContain('A pessoa excluiu seus dados: esta nota só pode ser recusada.');
  expect(progress).toContain('1 of 2 were refused.');
  await own.close();
});

test('requested twice at once, it happens once and both calls say so', async () => {
  const ana = await signUpWithAllFields(site);
  const { campaign } = site.gateway.snapshot;
  const request = { consumerId: ana.id, requestedBy: 'CONSUMER' as const, now: site.clock.now };
  const eraseOnce = () =>
    site.gateway.database.transaction((queries) => eraseConsumer(queries, campaign, request));
  const [first, second] = await Promise.all([eraseOnce(), eraseOnce()]);
  expect(second).toEqual(first);
  expect(
    await site.query('select requested_by from erasures where consumer_id = $1', [ana.id]),
  ).toEqual([{ requested_by: 'CONSUMER' }]);
});
