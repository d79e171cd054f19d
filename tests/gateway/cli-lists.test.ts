import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchStatuses } from '../../src/gateway/payments/queries.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { formatCpf } from '../../src/rules/people/cpf-cnpj.ts';
import { receiptStatuses } from '../../src/rules/receipts/receipt-status.ts';
import { deliveryStatuses } from '../../src/rules/rewards/prize-delivery.ts';
import { redemptionStatuses } from '../../src/rules/rewards/redeem.ts';
import { withdrawalStatuses } from '../../src/rules/rewards/withdrawal-and-payment-key.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { redeemKits, sendApproved, sendFullReceipt, withdraw } from '../support/gateway-actions.ts';
import { newAccessKey } from '../support/receipt-body.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

let ana: TestConsumer;
let bia: TestConsumer;
let sent: number[];

beforeAll(async () => {
  ana = await site.signUp();
  bia = await site.signUp();
  sent = [];
  for (const who of [ana, ana, bia]) sent.push(Number((await sendFullReceipt(site, who)).id));
});

type Row = Record<string, unknown>;
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

test('receipts are narrowed by CPF, e-mail, key, day and several statuses', async () => {
  const own = (...words: (string | number)[]) =>
    site.operateRows('receipts', 'list', ...words).then(idsOf);
  expect(await own('--cpf', ana.consumer.document)).toEqual(sent.slice(0, 2));
  expect(await own('--email', bia.consumer.email.toUpperCase())).toEqual(sent.slice(2));
  const identifier = newAccessKey(dayInSaoPaulo(site.clock.now));
  const { id } = (await site.sendReceipt(bia, { identifier })).body;
  expect(await own('--key', identifier.toLowerCase())).toEqual([Number(id)]);
  expect(await own('--day', '2001-01-01')).toEqual([]);
  expect(await own('--from', '2001-01-01', '--status', 'in_analysis,done')).toHaveLength(4);
  expect(await own('--to', '2001-01-01')).toEqual([]);
});

test('a list has pages, and says where the rest is', async () => {
  const first = await site.operate('receipts', 'list', '--limit', 2, '--output', 'json');
  expect(idsOf(JSON.parse(first.text))).toEqual(sent.slice(0, 2));
  expect(first.progress).toEqual(['2 rows, page 1; there are more: --page 2, or --limit.']);
  const waiting = await site.operate('receipts', 'list', '--status', 'unjudged', '--limit', 2);
  expect(waiting.progress).toContain(
    'Once you have changed their status, list again without --page: the rest moves up.',
  );
  const second = await site.operate(
    'receipts',
    'list',
    '--limit',
    2,
    '--page',
    2,
    '--output',
    'json',
  );
  expect(idsOf(JSON.parse(second.text))[0]).toBe(sent[2]);
  expect(second.progress).toEqual([]);
});

test('withdrawals, orders and messages are narrowed by the same words', async () => {
  await sendApproved(site, ana);
  await withdraw(site, ana);
  await redeemKits(site, ana);
  for (const noun of ['withdrawals', 'redemptions']) {
    expect(await site.operateRows(noun, 'list', '--cpf', ana.consumer.document)).toHaveLength(1);
    expect(await site.operateRows(noun, 'list', '--cpf', bia.consumer.document)).toEqual([]);
    expect(await site.operateRows(noun, 'list', '--day', '2001-01-01')).toEqual([]);
  }
  const [paid] = await site.operateRows('withdrawals', 'list', '--status', 'pending');
  expect(
    await site.operateRows('withdrawals', 'list', '--key', String(paid?.['paymentKey'])),
  ).toHaveLength(1);
  expect(await site.operateRows('incidents', 'list', '--email', ana.consumer.email)).toEqual([]);
});

test('withdrawals are found by the key as banks and files show it', async () => {
  const eva = await site.signUp();
  await sendApproved(site, eva);
  const id = await withdraw(site, eva);
  const { document, phone } = eva.consumer;
  const shownAs = async (type: string, key: string, typed: string) => {
    const payee = JSON.stringify({ name: 'Eva', document, keyType: type, key });
    await site.query('update cashback_entries set paid_to = $2 where id = $1', [id, payee]);
    const found = await site.operateRows('withdrawals', 'list', '--key', typed);
    return found.map((withdrawal) => withdrawal['id']);
  };
  const [, area, start, end] = /^(..)(.{5})(....)$/.exec(phone) ?? [];
  expect(await shownAs('PHONE', phone, `+55${phone}`)).toEqual([id]);
  expect(await shownAs('PHONE', phone, `(${area}) ${start}-${end}`)).toEqual([id]);
  expect(await shownAs('CPF', document, formatCpf(document))).toEqual([id]);
  const company = '12.ABC.345/01DE-35';
  expect(await shownAs('CNPJ', '12ABC34501DE35', company)).toEqual([id]);
  const random = '123e4567-e89b-42d3-a456-426614174000';
  expect(await shownAs('RANDOM', random, random.toUpperCase())).toEqual([id]);
});

test('an order that a colleague has moved since the list is left as it is', async () => {
  await sendApproved(site, bia);
  const id = await redeemKits(site, bia);
  const move = (to: string) =>
    site.operate('redemptions', 'move', id, to, '--status', 'new_order,requested');
  expect((await move('requested')).exitCode).toBe(0);
  expect((await move('confirmed')).exitCode).toBe(0);
  expect((await move('canceled')).text).toBe(
    'NOT_ALLOWED_NOW: O status agora é CONFIRMED, e nada foi mudado.',
  );
});

test.each([
  [['withdrawals', 'list', '--status', 'paid'], 'Expected one of PENDING, TRANSFER_REQUESTED'],
  [['redemptions', 'list', '--status', 'requestd'], 'Expected one of NEW_ORDER, REQUESTED'],
  [['incidents', 'list', '--status', 'new'], 'Expected one of OPEN, ANSWERED, RESOLVED, not new.'],
  [['receipts', 'list', '--cpf', '111.111.111-11'], '111.111.111-11 is no CPF, nor a CNPJ.'],
  [['receipts', 'list', '--day', '22/11/2026'], 'A day is yyyy-MM-dd, not 22/11/2026.'],
  [['receipts', 'list', '--from', '2026-12-01', '--to', '2026-11-01'], 'is before'],
  [['receipts', 'list', '--limit', '0'], '--limit is a number from 1 on, not 0.'],
  [['redemptions', 'list', '--key', '7'], 'not --key.'],
  [['receipts', 'list', '--campaign', '20'], 'There is no campaign 20, but 19.'],
  [['wallets', 'negative', '--campaign', '20'], 'There is no campaign 20, but 19.'],
  [['acts', 'list', '--campaign', '20'], 'There is no campaign 20, but 19.'],
  [['consumers', 'erase', '1', '--campaign', '20'], 'There is no campaign 20, but 19.'],
] as const)('%j is refused with what would be right', async (words, why) => {
  const { text: answer, exitCode } = await site.operate(...words);
  expect([exitCode, answer]).toEqual([2, expect.stringContaining(why)]);
});

test('another campaign’s record is not found', async () => {
  const { query } = site.gateway.database;
  await query(
    `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     select 20, variant, date_window, snapshot, seeded_at from campaigns where id = 19`,
  );
  try {
    const [id = 0] = sent;
    expect((await site.operate('receipts', 'show', id, '--campaign', 19)).exitCode).toBe(0);
    for (const line of [
      ['receipts', 'show', id],
      ['receipts', 'move', id, 'approved'],
      ['consumers', 'export', ana.id],
    ]) {
      expect((await site.operate(...line, '--campaign', 20)).text).toContain('NOT_FOUND');
    }
    expect(await site.operateRows('receipts', 'list', '--campaign', 20)).toEqual([]);
  } finally {
    await query('delete from campaigns where id = 20');
  }
});

test('a receipt is shown with person, products, picture and who moved it', async () => {
  const { id } = await sendFullReceipt(site, ana);
  await site.operate('receipts', 'move', Number(id), 'approved', '--by', 'Rosa');
  const { text: shown } = await site.operate('receipts', 'show', Number(id));
  expect(shown).toMatch(new RegExp(`name +${ana.consumer.name}`));
  expect(shown).toMatch(new RegExp(`cpf +${ana.consumer.document}`));
  expect(shown).toMatch(/product +1 × /);
  expect(shown).toMatch(/APPROVED \(Rosa\)/);
  const path = /picture +(\S+)/.exec(shown)?.[1] ?? '';
  expect((await readFile(path)).length).toBeGreaterThan(100);
});

test('several are moved at once, each as if alone, and refusals are listed', async () => {
  const [one, two] = [await sendFullReceipt(site, bia), await sendFullReceipt(site, bia)];
  const ids = [Number(one.id), Number(two.id)];
  await site.operate('receipts', 'move', ids[0] ?? 0, 'approved');
  const { text: answer, progress } = await site.operate(
    'receipts',
    'move',
    ...ids,
    'approved',
    '--output',
    'json',
  );
  expect(JSON.parse(answer)).toMatchObject([
    { id: ids[0], refused: expect.stringContaining('NOT_ALLOWED_NOW') },
    { id: ids[1], to: 'APPROVED' },
  ]);
  expect(progress).toEqual(['1 of 2 were refused.']);
  expect((await site.operate('receipts', 'move', ...ids, 'approved')).exitCode).toBe(1);
  expect((await site.operate('receipts', 'move', ids[0] ?? 0, ids[0] ?? 0, 'done')).exitCode).toBe(
    2,
  );
});

test('filters move many, a dry run none, and a suspect or an illegible one only when it is named', async () => {
  const eva = await site.signUp();
  const ids: number[] = [];
  for (let times = 0; times < 4; times += 1)
    ids.push(Number((await sendFullReceipt(site, eva)).id));
  await site.operate('receipts', 'move', ids[2] ?? 0, 'fraud_suspect');
  await site.operate('receipts', 'request-image', ids[3] ?? 0);
  const all = ['receipts', 'move-all', 'approved', '--cpf', eva.consumer.document];
  expect((await site.operate(...all)).text).toContain('--status is needed');
  expect(await site.operateRows(...all, '--status', 'unjudged', '--dry-run')).toHaveLength(2);
  expect(
    await site.operateRows(
      'receipts',
      'list',
      '--cpf',
      eva.consumer.document,
      '--status',
      'approved',
    ),
  ).toEqual([]);
  expect(idsOf(await site.operateRows(...all, '--status', 'unjudged'))).toEqual(ids.slice(0, 2));
  const named = 'fraud_suspect,requested_new_image';
  expect(idsOf(await site.operateRows(...all, '--status', named))).toEqual(ids.slice(2));
});

test('a verdict by a list stops at what another moderator has judged since', async () => {
  const [{ id: judged }, { id: waiting }] = [
    await sendFullReceipt(site, bia),
    await sendFullReceipt(site, bia),
  ];
  await site.operate('receipts', 'move', Number(judged), 'approved', '--by', 'Rosa');
  const rejected = await site.operateRows(
    ...['receipts', 'move', Number(judged), Number(waiting), 'rejected'],
    ...['--status', 'unjudged', '--reason', 'ILLEGIBLE'],
  );
  expect(rejected).toMatchObject([
    { id: Number(judged), refused: expect.stringContaining('está agora em APPROVED') },
    { id: Number(waiting), to: 'REJECTED' },
  ]);
});

test('a doubt that comes while many are finished is not ended by that, but by a look at it', async () => {
  const eva = await site.signUp();
  const sentByEva = [await sendFullReceipt(site, eva), await sendFullReceipt(site, eva)];
  const [first = 0, second = 0] = sentByEva.map(({ id }) => Number(id));
  await site.operate('receipts', 'move', first, second, 'approved');
  await site.query(`
    create function doubt_other() returns trigger language plpgsql as $$ begin
      update receipts set open_doubts = '{CANCELLED}' where id = ${second};
      return null;
    end $$`);
  await site.query(`create trigger doubt_other after insert on receipt_moderations for each row
    when (new.receipt_id = ${first}) execute function doubt_other()`);
  const all = ['receipts', 'move-all', 'done', '--cpf', eva.consumer.document];
  expect(await site.operateRows(...all, '--status', 'approved')).toMatchObject([
    { id: first, to: 'DONE' },
    { id: second, refused: expect.stringContaining('A Sefaz pôs esta nota em dúvida') },
  ]);
  await site.query('drop function doubt_other cascade');
  const doubted = (who: TestConsumer) =>
    site.operateRows('receipts', 'doubted', '--cpf', who.consumer.document);
  expect(await doubted(eva)).toMatchObject([
    { id: second, status: 'APPROVED', doubts: 'CANCELLED' },
  ]);
  expect(await doubted(bia)).toEqual([]);
  const kept = await site.operateRows('receipts', 'keep', first, second, '--by', 'Rosa');
  expect(kept).toMatchObject([
    { id: first, refused: expect.stringContaining('Só uma nota aprovada que a Sefaz') },
    { id: second, status: 'APPROVED', ended: 'CANCELLED' },
  ]);
  expect(await doubted(eva)).toEqual([]);
  const { text: shown } = await site.operate('receipts', 'show', second);
  expect(shown).toMatch(/APPROVED \(tester\).*receipts keep \(Rosa\)/s);
});

test('a doubt is ended by a verdict on its receipt alone, which says so', async () => {
  const eva = await site.signUp();
  const sentByEva = [await sendFullReceipt(site, eva), await sendFullReceipt(site, eva)];
  const [first = 0, second = 0] = sentByEva.map(({ id }) => Number(id));
  await site.query(
    `update receipts set status = 'PENDING_ANALYSIS', doubts = '{CANCELLED}',
       open_doubts = '{CANCELLED}' where id in ($1, $2)`,
    [first, second],
  );
  const stays = 'A Sefaz pôs esta nota em dúvida';
  const byList = ['receipts', 'move', first, 'approved', '--status', 'unjudged'];
  expect((await site.operate(...byList)).text).toContain(stays);
  expect((await site.operate('receipts', 'move', first, second, 'approved')).text).toContain(stays);
  expect(await site.operateRows('receipts', 'move', first, 'approved')).toMatchObject([
    { id: first, to: 'APPROVED', ended: 'CANCELLED' },
  ]);
  const refused = ['receipts', 'move', second, 'rejected', '--status', 'unjudged'];
  expect(await site.operateRows(...refused, '--reason', 'ILLEGIBLE')).toMatchObject([
    { id: second, to: 'REJECTED', ended: 'CANCELLED' },
  ]);
});

test('a verdict on the doubts that were seen does not end one that came since', async () => {
  const eva = await site.signUp();
  const id = Number((await sendFullReceipt(site, eva)).id);
  await site.query("update receipts set open_doubts = '{TOTAL,CANCELLED}' where id = $1", [id]);
  const move = ['receipts', 'move', id, 'approved', '--doubts'];
  const keep = ['receipts', 'keep', id, '--doubts'];
  const unseen = 'A Sefaz também pôs em dúvida: CANCELLED.';
  expect((await site.operate(...move, 'total')).text).toContain(unseen);
  expect((await site.operate(...move, 'wrong')).text).toContain('Expected one of TOTAL, DAY');
  await site.query("update receipts set status = 'APPROVED' where id = $1", [id]);
  expect((await site.operate(...keep, 'TOTAL')).text).toContain(unseen);
  expect(await site.operateRows(...keep, 'cancelled,total')).toMatchObject([
    { id, ended: 'TOTAL, CANCELLED' },
  ]);
});

test('a receipt that has another status when its turn comes is left as it is, and named', async () => {
  const eva = await site.signUp();
  const ids: number[] = [];
  for (let times = 0; times < 3; times += 1)
    ids.push(Number((await sendFullReceipt(site, eva)).id));
  const [first = 0, second = 0, third = 0] = ids;
  await site.query(`
    create function judge_others() returns trigger language plpgsql as $$ begin
      update receipts set status = case id when ${second} then 'FRAUD_SUSPECT' else 'APPROVED' end
      where id in (${second}, ${third}) and new.receipt_id = ${first};
      return null;
    end $$`);
  await site.query(`create trigger judge_others after insert on receipt_moderations for each row
    when (new.status = 'REJECTED') execute function judge_others()`);
  const rejected = await site.operateRows(
    ...['receipts', 'move-all', 'rejected', '--status', 'unjudged'],
    ...['--cpf', eva.consumer.document, '--reason', 'ILLEGIBLE'],
  );
  expect(rejected).toMatchObject([
    { id: first, to: 'REJECTED' },
    { id: second, refused: expect.stringContaining('está agora em FRAUD_SUSPECT') },
    { id: third, refused: expect.stringContaining('está agora em APPROVED') },
  ]);
  await site.query('drop function judge_others cascade');
});

test('filters move all that they find, however many a list shows', async () => {
  const ivo = await site.signUp();
  const { id } = await sendFullReceipt(site, ivo);
  await site.query(
    `insert into receipts (campaign_id, consumer_id, identifier, identity, cnpj, shop, purchase_date,
       total_centavos, lines, status, file_key, file_type, file_sha256, created_at, fiscal_number)
     select campaign_id, consumer_id, 'copy-' || copy, 'copy-' || copy, cnpj, shop, purchase_date,
       total_centavos, lines, status, file_key, file_type, file_sha256, created_at, fiscal_number
     from receipts, generate_series(1, 100) as copy where id = $1`,
    [id],
  );
  const all = ['receipts', 'move-all', 'fraud_suspect', '--cpf', ivo.consumer.document];
  expect(await site.operateRows(...all, '--status', 'unjudged')).toHaveLength(101);
  expect((await site.operate(...all, '--status', 'unjudged', '--page', 2)).exitCode).toBe(2);
});

test('the record of acts names who did what, but nothing that people wrote', async () => {
  const { id } = await sendFullReceipt(site, bia);
  await site.operate(
    'receipts',
    'move',
    Number(id),
    'rejected',
    '--reason',
    'Nota da Bia',
    '--by',
    'Rosa',
  );
  await site.operate('receipts', 'move', Number(id), 'approved', '--by', 'Rosa');
  await site.operate('receipts', 'show', Number(id), '--by', 'Rosa');
  await site.operate('consumers', 'export', bia.id);
  const acts = await site.operateRows('acts', 'list');
  expect(acts.slice(0, 2)).toMatchObject([
    { by: 'tester', command: 'consumers export', subject: String(bia.id) },
    { by: 'Rosa', command: 'receipts move', subject: String(id), words: `${id} rejected` },
  ]);
  const { consumer, ...eva } = await site.signUp();
  await sendFullReceipt(site, { ...eva, consumer });
  await site.operate('consumers', 'erase', eva.id);
  expect((await site.operate('consumers', 'free', consumer.document)).exitCode).toBe(0);
  expect(await site.operateRows('acts', 'list', '--limit', 1)).toMatchObject([
    { command: 'consumers free', subject: null, words: '…' },
  ]);
  expect(await site.operateRows('acts', 'list', '--by', 'Nina')).toEqual([]);
  expect(await site.operateRows('acts', 'list', '--day', '2001-01-01')).toEqual([]);
});

test('a reader that closes early, as head does, ends the command quietly', async () => {
  const child = spawn(process.execPath, ['src/gateway/operator.ts', '--help']);
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['', 0]);
});

test('the guide names every status as commands take it, and no other', async () => {
  const guide = await readFile(
    new URL('../../src/docs/run-a-promotion.md', import.meta.url),
    'utf8',
  );
  const named = (noun: string) => {
    const [, row = ''] = new RegExp(`^\\| ${noun} \\|(.*)\\|$`, 'm').exec(guide) ?? [];
    return Array.from(row.matchAll(/`([A-Z_]+)`/g), ([, status = '']) => status).toSorted();
  };
  expect(named('receipts')).toEqual(receiptStatuses.toSorted());
  expect(named('withdrawals')).toEqual(withdrawalStatuses.toSorted());
  expect(named('files for the bank')).toEqual(batchStatuses.toSorted());
  expect(named('winners')).toEqual(deliveryStatuses.toSorted());
  expect(named('redemptions')).toEqual(redemptionStatuses.toSorted());
});

test('a table shows the day that its filter names, although UTC is a day ahead', async () => {
  const [id] = sent;
  const { database } = site.gateway;
  await database.query('update receipts set created_at = $2 where id = $1', [
    id,
    '2026-03-05T01:30:00Z',
  ]);
  const { text: table } = await site.operate('receipts', 'list', '--day', '2026-03-04');
  expect(table).toContain('2026-03-04 22:30:00');
  const [row] = await site.operateRows('receipts', 'list', '--day', '2026-03-04');
  expect(row).toMatchObject({ id, sentAt: '2026-03-05T01:30:00.000Z' });
});
