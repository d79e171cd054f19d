import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAnonymousIncidentEndpoint } from '../../src/contract/support.ts';
import { luckyNumberSql } from '../../src/gateway/db/database.ts';
import { dayInSaoPaulo, dayMs } from '../../src/rules/dates.ts';
import { formatMoney } from '../../src/rules/money.ts';
import { verification } from '../../src/rules/verification/check-promotion.ts';
import { confirmed, drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { openFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import {
  enterTexts,
  holdErasedPeople,
  makePrizeDue,
  postponePrizes,
  redeemKits,
  sendApproved,
  signUpWithAllFields,
} from '../support/gateway-actions.ts';
import { incidentBody } from '../support/incident-body.ts';
import { moderate } from '../support/moderation.ts';
import { readLedger } from '../support/read-ledger.ts';

let site: TestGateway;
let ana: TestConsumer;
let bia: TestConsumer;

beforeEach(async () => {
  site = await openGateway({ variant: 'all' });
  [ana, bia] = [await signUpWithAllFields(site), await signUpWithAllFields(site)];
  await postponePrizes(site);
  await sendApproved(site, ana);
  await sendApproved(site, bia);
});
afterEach(() => site.close());

/** By force, since the receipts of these people gave them cashback. */
const eraseAll = (...words: string[]) =>
  site.operate('consumers', 'erase-all', '--force', ...words);

async function makeDraw() {
  passTheEnd(site);
  await site.operate('close');
  expect((await drawToday(site)).exitCode).toBe(0);
}

async function findWinner() {
  const [won] = await site.query<{ id: number; number: string }>(
    `select winners.consumer_id as id, ${luckyNumberSql} as number
     from winners join lucky_numbers on lucky_numbers.id = lucky_number_id`,
  );
  if (!won) throw new Error('The draw has no winner');
  return won;
}

/** @returns the winner */
async function deliverPrize(): Promise<number> {
  const won = await findWinner();
  await site.operate('winners', 'move', won.number, 'confirmed');
  await site.operate('winners', 'move', won.number, 'delivered');
  return won.id;
}

/** Lets 180 days pass to claim prizes, and 75 to render the accounts. */
function passTheDeadlines() {
  site.passTime(257 * dayMs);
}

async function peopleLeft(): Promise<number[]> {
  const rows = await site.query<{ id: number }>(
    'select id from consumers where erased_at is null order by id',
  );
  return rows.map(({ id }) => id);
}

/** Not of the schedule of instant prizes, which these tests change. */
async function wrongChecks(): Promise<string[]> {
  const opened = openFiles(await publishedFiles(site));
  const summary = JSON.parse(await opened.summary());
  const wrong: string[] = [];
  for await (const step of verification(summary, opened, { now: site.clock.now })) {
    if (step.step !== 'checked' || step.check.name === 'Cronograma') continue;
    if (step.check.verdict === 'wrong') wrong.push(step.check.sentence);
  }
  return wrong;
}

test('no one is erased before the end, the draw, and the deadlines, nor without the promotion’s name', async () => {
  expect((await eraseAll(...confirmed)).text).toContain('ainda não foi encerrada');
  passTheEnd(site);
  await site.operate('close');
  expect((await eraseAll(...confirmed)).text).toContain('Falta fazer um sorteio');
  await drawToday(site);
  expect((await eraseAll(...confirmed)).text).toContain('podem ser apagados a partir de');
  passTheDeadlines();
  expect((await eraseAll()).text).toContain('--confirm "Escovou, Brilhou!"');
  expect((await eraseAll('--confirm', 'Outra')).exitCode).toBe(1);
  expect(await peopleLeft()).toEqual([ana.id, bia.id]);
  expect((await eraseAll('--confirm', ' escovou, brilhou! ')).exitCode).toBe(0);
});

test('cashback that people would lose is named, and lost only by force', async () => {
  await makeDraw();
  await deliverPrize();
  passTheDeadlines();
  const erase = (...words: string[]) => site.operate('consumers', 'erase-all', ...words);
  const [held] = await site.query<{ centavos: number }>(
    `select sum(value_centavos)::int as centavos from cashback_entries`,
  );
  const sum = formatMoney(held?.centavos ?? 0);
  const tried = await erase('--dry-run');
  expect(tried.progress).toContainEqual(
    expect.stringMatching(/^In wallets: .+ of cashback \(people: 2\), \d+ points \(people: 2\)\. /),
  );
  const refused = await erase(...confirmed);
  expect(refused.text).toContain(`Ainda há até ${sum} de cashback a perder, em 2 carteiras:`);
  expect(await peopleLeft()).toEqual([ana.id, bia.id]);
  expect((await erase(...confirmed, '--force')).exitCode).toBe(0);
  expect(await peopleLeft()).toEqual([]);
  const { progress } = await erase(...confirmed);
  expect(progress.join('\n'), 'of empty wallets').not.toContain('In wallets');
});

test('after the deadlines everyone is erased, winners are held for five years, and the log is as it was', async () => {
  const { id: conversation } = (
    await site.call(createAnonymousIncidentEndpoint, { body: incidentBody })
  ).body;
  await site.operate('incidents', 'answer', conversation, 'No seu perfil.');
  await makeDraw();
  const winner = await deliverPrize();
  await site.publishLog();
  const before = await readLedger(site);
  const emailsBefore = (await site.emails()).length;
  passTheDeadlines();
  const tried = await eraseAll('--dry-run', '--output', 'json');
  expect(JSON.parse(tried.text)).toEqual([{ erased: 2, held: 1, left: 0, conversations: 1 }]);
  expect(await peopleLeft()).toEqual([ana.id, bia.id]);

  const erased = await eraseAll(...confirmed, '--output', 'json');
  expect(JSON.parse(erased.text)).toEqual([{ erased: 2, held: 1, left: 0, conversations: 1 }]);
  expect(await peopleLeft()).toEqual([]);
  expect(await site.query('select from incidents')).toEqual([]);
  const files = async () =>
    site.query<{ id: number; hasFile: boolean }>(
      `select consumer_id as id, file_key <> '' as "hasFile" from receipts order by id`,
    );
  expect(await files()).toEqual([
    { id: ana.id, hasFile: winner === ana.id },
    { id: bia.id, hasFile: winner === bia.id },
  ]);
  expect(await readLedger(site)).toEqual(before);
  expect(await wrongChecks()).toEqual([]);
  expect(await site.emails()).toHaveLength(emailsBefore);

  site.passTime(5 * 366 * dayMs);
  await eraseAll(...confirmed);
  expect(await site.query('select from erasures where held is not null')).toEqual([]);
  expect((await files()).map(({ hasFile }) => hasFile)).toEqual([false, false]);
  expect(await wrongChecks()).toEqual([]);
});

test('a draw that is corrected once everyone is erased says which prize no one gets', async () => {
  for (const [person, number] of [
    [ana, 50_153],
    [bia, 50_159],
  ] as const) {
    await moderate(site, await giveNumber(site, person, [4, number]), { to: 'APPROVED' });
  }
  await makeDraw();
  const day = dayInSaoPaulo(site.clock.now);
  expect(await deliverPrize()).toBe(ana.id);
  passTheDeadlines();
  await eraseAll(...confirmed);
  const right = ['--federal', '12345,67890,11121,31415,92659', '--extraction', day];
  const corrected = await drawToday(site, ...right, '--correct', 'Digitado errado');
  expect(corrected.progress).toContain(
    `No one gets the prize of 4.50159: consumer ${bia.id} was erased.`,
  );
  expect(await findWinner()).toEqual({ id: bia.id, number: '4.50159' });
});

test('trying to erase everyone ends, however many people are held no longer', async () => {
  await makeDraw();
  await deliverPrize();
  passTheDeadlines();
  await holdErasedPeople(site, { count: 600, until: site.clock.now });
  const held = () => site.query('select count(*) as people from erasures where held is not null');
  const before = await held();
  expect((await eraseAll('--dry-run')).exitCode).toBe(0);
  expect(await held()).toEqual(before);
  await eraseAll(...confirmed);
  // Of those who were erased now, the winner.
  expect(await held()).toEqual([{ people: 1 }]);
});

test('after a restore those whom the deadlines erased are erased again as they were, and draw and log stay', async () => {
  const asked = await signUpWithAllFields(site);
  await sendApproved(site, asked);
  await moderate(site, await giveNumber(site, ana, [4, 50_153]), { to: 'APPROVED' });
  await makeDraw();
  expect(await deliverPrize()).toBe(ana.id);
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', asked.id);
  passTheDeadlines();
  await eraseAll(...confirmed);
  const entryTypes = async () => (await readLedger(site)).map(({ type }) => type);
  const before = await entryTypes();

  const restored = await site.operateRows('restore', 'copia', '--force', '--reason', 'disco');
  expect(restored).toMatchObject([{ erased: 3 }]);
  expect(await peopleLeft()).toEqual([]);
  expect((await entryTypes()).filter((type) => type !== 'LOG_RESTORED')).toEqual(before);
  const voided = 'select distinct consumer_id as id from lucky_numbers where voided_at is not null';
  expect(await site.query(voided)).toEqual([{ id: asked.id }]);
  expect(await site.query('select from erasures where document_mac is not null')).toEqual([]);
});

test('a receipt that a restored backup knows as unjudged is not eligible once its person is erased again', async () => {
  await makeDraw();
  const won = await findWinner();
  const waits = won.id === ana.id ? bia.id : ana.id;
  const statuses = () =>
    site.query('select distinct status from receipts where consumer_id = $1', [waits]);
  const judged = await statuses();
  await site.query("update receipts set status = 'PENDING_ANALYSIS' where consumer_id = $1", [
    waits,
  ]);
  await site.operate('backup', 'copia');
  await site.query('update receipts set status = $1 where consumer_id = $2', [
    judged[0]?.status,
    waits,
  ]);
  await deliverPrize();
  passTheDeadlines();
  await eraseAll(...confirmed);
  await site.operateRows('restore', 'copia', '--force', '--reason', 'disco');
  expect(await peopleLeft()).toEqual([]);
  expect(await statuses()).toEqual([{ status: 'NOT_ELIGIBLE' }]);
});

test('an alternate stays as long as the prize may still pass to them', async () => {
  await makeDraw();
  const won = await findWinner();
  const alternate = won.id === ana.id ? bia.id : ana.id;
  await site.operate('winners', 'move', won.number, 'confirmed');
  passTheDeadlines();
  const { progress } = await eraseAll(...confirmed);
  expect(progress).toContainEqual(
    expect.stringContaining(`${alternate}: Um número da pessoa é suplente`),
  );
  expect(await peopleLeft()).toEqual([ana.id, bia.id]);

  await site.operate('winners', 'move', won.number, 'sent');
  await eraseAll(...confirmed);
  expect(await peopleLeft()).toEqual([ana.id, bia.id]);
  site.passTime(30 * dayMs);
  await eraseAll(...confirmed);
  expect(await peopleLeft()).toEqual([]);
});

test('a person who has something open stays, and the command says why', async () => {
  const [orders, waits, newer, asks] = [
    await signUpWithAllFields(site),
    await signUpWithAllFields(site),
    await signUpWithAllFields(site),
    await signUpWithAllFields(site),
  ];
  await sendApproved(site, orders);
  await redeemKits(site, orders);
  const { id: unjudged } = await sendApproved(site, waits);
  const { id: unknown } = await sendApproved(site, newer);
  await enterTexts(site, asks);
  await makePrizeDue(site, 0);
  await sendApproved(site, bia);
  const drawn = await giveNumber(site, ana, [4, 50_153]);
  await moderate(site, drawn, { to: 'APPROVED' });
  await makeDraw();
  await site.query("update receipts set status = 'PENDING_ANALYSIS' where id = $1", [unjudged]);
  await site.query("update receipts set status = 'OF_A_NEWER_VERSION' where id = $1", [unknown]);
  expect(await deliverPrize()).toBe(ana.id);
  await site.operate('winners');
  passTheDeadlines();
  const { progress, exitCode } = await eraseAll(...confirmed);
  expect(exitCode).toBe(0);
  const reasons = {
    [ana.id]: 'O nome está na página dos ganhadores.',
    [bia.id]: 'Um prêmio ainda não foi entregue',
    [orders.id]: 'A pessoa tem um resgate em andamento',
    [waits.id]: 'Uma nota ainda não foi julgada.',
    [newer.id]: 'Uma nota ainda não foi julgada.',
    [asks.id]: 'Uma conversa do atendimento ainda espera resposta.',
  };
  for (const [id, reason] of Object.entries(reasons)) {
    expect(progress).toContainEqual(expect.stringContaining(`${id}: ${reason}`));
  }
  expect(await peopleLeft()).toEqual([ana.id, bia.id, orders.id, waits.id, newer.id, asks.id]);

  // The year in which winners are named has passed, and their prizes were not claimed.
  site.passTime(366 * dayMs);
  await site.operate('winners', 'expire');
  await eraseAll(...confirmed);
  expect(await peopleLeft()).toEqual([orders.id, waits.id, newer.id, asks.id]);
});
