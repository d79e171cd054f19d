import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import { eraseMeEndpoint, getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { getTransparencyEndpoint } from '../../src/contract/transparency.ts';
import { getCashbackWalletEndpoint } from '../../src/contract/wallets.ts';
import { findPseudonym } from '../../src/gateway/db/queries/consumers.ts';
import { freezeList } from '../../src/gateway/draws/freeze-list.ts';
import { makeDraw } from '../../src/gateway/draws/make-draw.ts';
import { dayInSaoPaulo, firstInstantAfter, formatDate, instantOf } from '../../src/rules/dates.ts';
import { nextExtraction } from '../../src/rules/draws/federal-lottery.ts';
import { frozenListHash } from '../../src/rules/draws/winners-and-alternates.ts';
import { personIn } from '../../src/rules/log/hidden-owners.ts';
import { onApprovalText } from '../../src/rules/messages/receipt-messages.ts';
import {
  confirmed,
  drawRequest,
  drawToday,
  federalPrizes,
  giveNumber,
  givePrizesOneEach,
  passTheEnd,
  resetDraws,
} from '../support/draws.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { sendFullReceipt } from '../support/gateway-actions.ts';
import { moderate } from '../support/moderation.ts';
import { operateOn } from '../support/operator.ts';
import { watchQueries } from '../support/watch-queries.ts';

let ana: TestConsumer;
let bia: TestConsumer;
let before: Date;

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

beforeEach(async () => {
  before = site.clock.now;
  ana = await site.signUp();
  bia = await site.signUp();
});
afterEach(async () => {
  site.clock.now = before;
  await resetDraws(site);
});

const giveNumberTo = (who: TestConsumer, ...number: [series: number, number: number]) =>
  giveNumber(site, who, number);

async function giveApproved(who: TestConsumer, ...number: [series: number, number: number]) {
  await moderate(site, await giveNumberTo(who, ...number), { to: 'APPROVED' });
}

async function endAndClose() {
  passTheEnd(site);
  expect((await site.operate('close')).exitCode).toBe(0);
}

async function personOf({ id }: TestConsumer): Promise<string> {
  return personIn(101, await findPseudonym(site.gateway.database, id));
}

async function lastEntry(type: string): Promise<Record<string, unknown> | null> {
  const query = 'select entry from ledger_entries where type = $1 order by position desc limit 1';
  const [row] = await site.query(query, [type]);
  return row ? JSON.parse(String(row['entry'])) : null;
}

async function draw(...words: string[]) {
  const { exitCode, text } = await drawToday(site, ...words);
  return exitCode === 0 ? JSON.parse(text) : text;
}

test('the nearest number wins, the superior of two at the same distance', async () => {
  await giveNumberTo(ana, 4, 50_151);
  await giveNumberTo(bia, 4, 50_155);
  await endAndClose();
  expect(await draw()).toEqual([
    {
      prize: 1,
      description: '1 ano de mercado grátis',
      drawn: '4.50153',
      result: 'WON',
      number: '4.50155',
      consumer: bia.id,
    },
  ]);
});

test('the ledger has the close, the revealed secrets, and the draw', async () => {
  await giveNumberTo(ana, 4, 50_151);
  await endAndClose();
  await draw();
  const entries = await site.query(
    'select entry from ledger_entries order by position desc limit 5',
  );
  const [made, frozen, revealed, unused, closed] = entries.map(({ entry }) =>
    JSON.parse(String(entry)),
  );
  expect([closed.type, revealed.type]).toEqual(['CAMPAIGN_CLOSED', 'SECRETS_REVEALED']);
  // The number was given at a later position than the first.
  const [luckyNumber] = await site.query('select counter from lucky_numbers');
  expect(unused).toMatchObject({
    type: 'NUMBERS_UNUSED',
    engine: 101,
    ranges: [{ first: 0, quantity: Number(luckyNumber?.['counter']) }],
  });
  expect(made).toEqual({
    at: site.clock.now.toISOString(),
    type: 'DRAW_MADE',
    engine: 101,
    federal: federalPrizes.split(','),
    extraction: dayInSaoPaulo(site.clock.now),
    drawn: '4.50153',
    winners: ['4.50151'],
    passedOver: [],
    alternates: [],
    people: { '4.50151': { person: await personOf(ana), nonce: expect.any(String) } },
  });
  expect(frozen).toEqual({
    at: site.clock.now.toISOString(),
    type: 'LIST_FROZEN',
    engine: 101,
    numbers: 1,
    hash: frozenListHash(['4.50151']),
    unjudged: 1,
    reason: 'Em análise',
  });
});

test('a list too long for one statement is frozen page by page, in the order of its numbers', async () => {
  const receipt = await giveNumberTo(ana, 0, 0);
  await site.query(
    `insert into lucky_numbers (campaign_id, engine_id, consumer_id, receipt_id, series, number, kind, created_at, counter)
     select 19, 101, consumer_id, id, 1 + each % 9, 30000 - each, 'MAIN', created_at, 1000 + each * 2
     from receipts, generate_series(1, 20500) as each where id = $1`,
    [receipt],
  );
  await endAndClose();
  const pages: number[] = [];
  const frozen = await site.gateway.database.transaction((queries) => {
    const watched = watchQueries(queries, {
      after: (text, rows) => {
        if (text.startsWith('select series, number')) pages.push(rows.length);
      },
    });
    const request = { unjudgedReason: 'Em análise', allowLateFreeze: true, now: site.clock.now };
    return freezeList(watched, { campaignId: 19, engineId: 101, ...request });
  });
  const listed = await site.query<{ number: string }>(
    "select series || '.' || lpad(number::text, 5, '0') as number from lucky_numbers order by counter",
  );
  const hash = frozenListHash(listed.map(({ number }) => number));
  expect(frozen).toMatchObject({ numbers: 20_501, hash });
  expect(pages).toEqual([10_000, 10_000, 501]);
});

test('a draw looks through the ledger for owners before it stops changes of numbers', async () => {
  await giveNumberTo(ana, 4, 50_153);
  await endAndClose();
  const steps: string[] = [];
  const { database, snapshot } = site.gateway;
  const made = await database.transaction((queries) => {
    const watched = watchQueries(queries, {
      before: (text) => {
        if (text.includes("type = 'NUMBERS_ISSUED'")) steps.push('owners');
        if (text.startsWith('lock table lucky_numbers')) steps.push('lock');
      },
    });
    return makeDraw(watched, snapshot, drawRequest(snapshot));
  });
  expect(made).toMatchObject({ drawn: { series: 4, number: 50_153 } });
  expect([...new Set(steps)]).toEqual(['owners', 'lock']);
  expect(steps.filter((step) => step === 'owners')).toHaveLength(1);
});

test('a void number does not win; the next nearest one does', async () => {
  const receipt = await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(bia, 4, 50_160);
  await moderate(site, receipt, { to: 'REJECTED', reason: 'Ilegível' });
  await endAndClose();
  expect(await draw()).toMatchObject([{ number: '4.50160', consumer: bia.id }]);
});

test('a draw without any number says that there is no winner', async () => {
  await endAndClose();
  expect(await draw()).toMatchObject([{ result: 'NO_WINNER', number: null, consumer: null }]);
  expect(await draw()).toContain('Este sorteio já foi realizado.');
});

test('several prizes go to the next nearest, one to each person where the campaign says so', async () => {
  await givePrizesOneEach(site);
  await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(ana, 4, 50_154);
  await giveNumberTo(bia, 5, 0);
  await endAndClose();
  expect(await draw()).toMatchObject([
    { description: 'Cesta Família', number: '4.50153', consumer: ana.id },
    { description: '1 ano de mercado grátis', number: '5.00000', consumer: bia.id },
  ]);
  expect(await site.query('select passed_over from draws')).toEqual([{ passed_over: ['4.50154'] }]);
  // Where a person may win once, all numbers that were looked at are shown to be whose they are.
  const [hers, his] = [await personOf(ana), await personOf(bia)];
  expect((await lastEntry('DRAW_MADE'))?.['people']).toMatchObject({
    '4.50153': { person: hers },
    '4.50154': { person: hers },
    '5.00000': { person: his },
  });
});

test('a draw passes over more numbers than one entry holds, and shows whose each is before it', async () => {
  await givePrizesOneEach(site);
  const receipt = await giveNumberTo(ana, 4, 50_153);
  await site.query(
    `insert into lucky_numbers
       (campaign_id, consumer_id, receipt_id, created_at, engine_id, series, number, counter, kind)
     select campaign_id, consumer_id, receipt_id, created_at, engine_id, series, number + place,
       counter + place, kind
     from lucky_numbers, generate_series(1, 700) place where receipt_id = $1`,
    [receipt],
  );
  await endAndClose();
  expect(await draw()).toMatchObject([{ number: '4.50153' }, { result: 'NO_WINNER' }]);
  const entries = (await site.query('select entry from ledger_entries order by position'))
    .map(({ entry }) => JSON.parse(String(entry)))
    .slice(-3);
  expect(entries.map(({ type, passedOver }) => [type, passedOver.length])).toEqual([
    ['NUMBERS_OPENED', 400],
    ['NUMBERS_OPENED', 300],
    ['DRAW_MADE', 0],
  ]);
  const people = Object.assign({}, ...entries.map(({ people: own }) => own));
  const looked = ['4.50153', ...entries.flatMap(({ passedOver }) => passedOver)];
  expect(Object.keys(people)).toEqual(expect.arrayContaining(looked));
  expect(Object.keys(people)).toHaveLength(701);
  expect(people['4.50853']).toMatchObject({ person: await personOf(ana) });
});

test('a dry run shows the result and makes no draw', async () => {
  await giveNumberTo(ana, 4, 50_151);
  await endAndClose();
  const tried = await draw('--dry-run');
  expect(tried).toMatchObject([{ number: '4.50151' }]);
  expect(await site.query('select * from draws')).toEqual([]);
  expect(await draw()).toEqual(tried);
});

test('unjudged receipts are counted', async () => {
  await giveNumberTo(ana, 4, 50_151);
  const judged = await giveNumberTo(bia, 4, 50_152);
  await moderate(site, judged, { to: 'APPROVED' });
  await endAndClose();
  const { progress } = await drawToday(site, '--dry-run');
  expect(progress[0]).toBe('Receipts of the draw that are unjudged: 1');
});

test('unjudged receipts of another campaign, whose draw has the same id, do not count', async () => {
  await giveApproved(ana, 4, 50_151);
  const elsewhere = await giveNumberTo(bia, 4, 50_152);
  await endAndClose();
  await site.query(`insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     select 20, variant, date_window, snapshot, seeded_at from campaigns where id = 19`);
  try {
    await site.query('update receipts set campaign_id = 20 where id = $1', [elsewhere]);
    await site.query('update lucky_numbers set campaign_id = 20 where receipt_id = $1', [
      elsewhere,
    ]);
    const { exitCode, text } = await site.operate('freeze', '--campaign', 19);
    expect(exitCode).toBe(0);
    expect(text, 'in São Paulo').toMatch(/ \d{4}-\d\d-\d\d \d\d:/);
  } finally {
    await site.query('update receipts set campaign_id = 19');
    await site.query('update lucky_numbers set campaign_id = 19');
    await site.query('delete from campaigns where id = 20');
  }
});

test('winners find their prize in their data, and are named for five years after leaving', async () => {
  await giveNumberTo(ana, 4, 50_153);
  await endAndClose();
  await draw();
  const token = await site.signIn(ana);
  const { body } = await site.call(getPersonalDataEndpoint, { token });
  expect(body.drawnPrizes).toEqual([
    {
      prize: '1 ano de mercado grátis',
      number: '4.50153',
      drawnAt: site.clock.now.toISOString(),
      city: null,
    },
  ]);
  const erased = await site.call(eraseMeEndpoint, { token });
  expect(erased.body.held?.rewards).toEqual(['DRAW']);
});

test('the ledger still proves whose number it is after an erasure between freeze and draw', async () => {
  await giveNumberTo(ana, 4, 50_153);
  passTheEnd(site);
  site.passTime(-24 * 60 * 60 * 1000);
  await site.operate('close');
  await site.operate('freeze', '--unjudged', 'x');
  expect((await site.operate('consumers', 'erase', ana.id)).exitCode).toBe(0);
  passTheEnd(site);
  expect(await draw()).toMatchObject([{ number: '4.50153', consumer: ana.id }]);
  expect((await lastEntry('DRAW_MADE'))?.['people']).toMatchObject({
    '4.50153': { person: await personOf(ana) },
  });
});

test('a number voided after the freeze stays in the list before the log has published that', async () => {
  await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(bia, 4, 50_160);
  passTheEnd(site);
  site.passTime(-24 * 60 * 60 * 1000);
  await site.operate('close');
  await site.operate('freeze', '--unjudged', 'x');
  await site.operate('consumers', 'erase', ana.id);
  const waiting = await site.query(
    `select from ledger_entries where type = 'NUMBERS_VOIDED' and position is null`,
  );
  expect(waiting).toHaveLength(1);
  const [written] = await site.operateRows('scpc', 'export', 'lista.csv', '--dry-run');
  expect(written).toMatchObject({ numbers: 2 });
});

test('erasing a winner voids none of their other numbers, which would reveal the owner', async () => {
  await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(ana, 4, 50_154);
  await endAndClose();
  await draw();
  const token = await site.signIn(ana);
  expect((await site.call(eraseMeEndpoint, { token })).status).toBe(200);
  expect(await lastEntry('NUMBERS_VOIDED')).toBeNull();
  expect(await lastEntry('RECEIPT_MODERATED')).toBeNull();
});

test('a draw is decided by the declared extraction, or by the next one if none was held', async () => {
  await giveNumberTo(ana, 4, 50_151);
  await endAndClose();
  const declared = dayInSaoPaulo(site.clock.now);
  const next = nextExtraction(declared);
  const at = (day: string, time: string) => {
    site.clock.now = instantOf(`${day}T${time}-03:00`);
  };
  const skip = (day: string, ...words: string[]) =>
    site.operate('draw', '--no-extraction', '--extraction', day, ...words);
  at(declared, '18:59:59');
  expect((await skip(declared, ...confirmed)).text).toContain('Só depois da hora da extração');
  at(declared, '19:00:00');
  expect(await draw('--extraction', next)).toContain(
    `O sorteio é decidido pela extração de ${formatDate(declared)}.`,
  );
  at(next, '18:59:59');
  expect((await skip(next, ...confirmed)).text).toContain('Só depois da hora da extração');
  expect((await skip(declared)).text).toContain('Confirme o sorteio com o nome da promoção');
  const both = await skip(declared, ...confirmed, '--federal', '12345,67890,11121,31415,92653');
  expect(both.exitCode, 'prizes of a day without an extraction').toBe(2);
  expect((await skip(declared, ...confirmed)).text).toMatch(`${declared}  NO_EXTRACTION  ${next}`);
  const { engines } = (await site.call(getCampaignEndpoint)).body;
  expect(engines[0]?.details.extractionAt).toBe(`${next}T19:00:00-03:00`);
  expect(await draw('--extraction', declared)).toContain(formatDate(next));
  expect(await draw('--extraction', next)).toContain('A extração ainda não ocorreu.');
  at(next, '19:00:00');
  expect((await skip(declared, ...confirmed)).text).toContain('O sorteio é decidido pela extração');
  expect(await draw('--extraction', next)).toMatchObject([{ number: '4.50151' }]);
  expect((await skip(next, ...confirmed)).text).toContain('Este sorteio já foi realizado.');
});

test('a receipt that waits for cashback stops neither the close nor the draw, and gets it afterwards', async () => {
  await site.query('update cashback_funds set reserved_centavos = total_centavos - 300');
  const fake = await giveNumberTo(ana, 4, 50_160);
  const honest = await giveNumberTo(bia, 4, 50_151);
  passTheEnd(site);
  const refused = { code: 'NOT_ALLOWED_NOW' };
  const reject = () => moderate(site, fake, { to: 'REJECTED', reason: 'Nota inventada' });
  expect(await moderate(site, honest, { to: 'APPROVED' })).toMatchObject(refused);
  expect(await reject()).toMatchObject(refused);
  await endAndClose();
  expect(await draw()).toMatchObject([{ number: '4.50151' }]);
  expect(await reject()).toMatchObject({ to: 'REJECTED' });
  expect(await moderate(site, honest, { to: 'APPROVED' })).toMatchObject({ to: 'APPROVED' });
  const token = await site.signIn(bia);
  expect((await site.call(getCashbackWalletEndpoint, { token })).body.balance).toBe(2.59);
  await site.query('update cashback_funds set reserved_centavos = 0');
});

test('a receipt that waits for numbers when the hour comes gets none, and stops no close', async () => {
  await giveNumberTo(ana, 4, 50_151);
  const sequences = await site.query('select engine_id, issued from lucky_number_sequences');
  await site.query('update lucky_number_sequences set issued = space - space / 10');
  const waiting = [await sendFullReceipt(site, bia, 25.9), await sendFullReceipt(site, bia, 25.9)];
  for (const { engine_id: id, issued } of sequences) {
    const restore = 'update lucky_number_sequences set issued = $2 where engine_id = $1';
    await site.query(restore, [id, issued]);
  }
  const statusOf = async (id: unknown) => {
    const order = `select status, events->0->>'message' as message from engine_orders
      where receipt_id = $1 and engine_id = 101`;
    return (await site.query(order, [id])).map(({ status, message }) => [status, message]);
  };
  const [before, after] = waiting.map(({ id }) => id);
  expect(await statusOf(before)).toEqual([['TO_REQUEST', onApprovalText('DRAW')]]);
  const late = ['NOT_ELIGIBLE', 'A hora do sorteio passou antes de a nota ser conferida.'];
  passTheEnd(site);
  expect(await moderate(site, before, { to: 'APPROVED' })).toMatchObject({ to: 'APPROVED' });
  expect(await statusOf(before)).toEqual([late]);
  expect(await site.operateRows('close')).toMatchObject([{ waitedTooLong: 1 }]);
  expect(await statusOf(after)).toEqual([late]);
  expect(await draw()).toMatchObject([{ number: '4.50151' }]);
  expect(await moderate(site, after, { to: 'APPROVED' })).toMatchObject({ to: 'APPROVED' });
  expect(await site.query('select from lucky_numbers')).toHaveLength(1);
});

test('a draw that is not confirmed by the campaign’s name is not made', async () => {
  await giveNumberTo(ana, 4, 50_151);
  await endAndClose();
  const refused =
    'NOT_ALLOWED_NOW: Confirme o sorteio com o nome da promoção: --confirm "Escovou, Brilhou!".';
  expect(await draw('--confirm', 'Outra')).toBe(refused);
  expect(await draw('--confirm', 'Outra', '--dry-run')).toBe(refused);
  expect(await site.query('select * from draws')).toEqual([]);
});

test('unjudged receipts stop the draw, unless a reason is published', async () => {
  await giveNumberTo(ana, 4, 50_151);
  await endAndClose();
  expect(await draw('--unjudged', ' ')).toContain('Há 1 nota(s) do sorteio por julgar');
  expect(await draw('--unjudged', 'A Sefaz não responde')).toMatchObject([{ result: 'WON' }]);
});

test('a frozen list is fixed: a receipt is denied only after the draw, a winner’s not then', async () => {
  const nearest = await giveNumberTo(ana, 4, 50_153);
  const other = await giveNumberTo(bia, 4, 50_160);
  passTheEnd(site);
  site.passTime(-24 * 60 * 60 * 1000);
  await site.operate('close');
  expect((await site.operate('freeze')).text).toContain('Há 2 nota(s)');
  expect((await site.operate('freeze', '--unjudged', 'x')).exitCode).toBe(0);
  expect((await site.operate('freeze', '--unjudged', 'x')).text).toContain('já foi congelada');
  const reject = (receipt: number) => moderate(site, receipt, { to: 'REJECTED', reason: 'x' });
  expect(await reject(nearest)).toMatchObject({
    message: expect.stringContaining('A lista do sorteio está fechada'),
  });
  passTheEnd(site);
  expect(await draw()).toMatchObject([{ number: '4.50153', consumer: ana.id }]);
  expect(await reject(nearest)).toMatchObject({
    message: expect.stringContaining('desclassifique antes o ganhador'),
  });
  expect(await reject(other)).toMatchObject({ to: 'REJECTED' });
});

test('a draw without a freeze uses the list as of the extraction’s hour', async () => {
  const nearest = await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(bia, 4, 50_160);
  await endAndClose();
  const refused = await moderate(site, nearest, { to: 'REJECTED', reason: 'x' });
  expect(refused).toMatchObject({ message: expect.stringContaining('está fechada') });
  const query = 'update lucky_numbers set voided_at = $1 where receipt_id = $2';
  await site.query(query, [site.clock.now, nearest]);
  expect(await draw()).toMatchObject([{ number: '4.50153', consumer: ana.id }]);
});

test('a command that goes on past the hour of the extraction voids nothing more', async () => {
  const [first, second] = [await giveNumberTo(ana, 4, 50_153), await giveNumberTo(bia, 4, 50_160)];
  await endAndClose();
  const moments = [before, before];
  const clock = {
    get now() {
      return moments.shift() ?? site.clock.now;
    },
  };
  const words = ['receipts', 'move', first, second, 'REJECTED', '--reason', 'x'];
  const { text } = await operateOn({ ...site, clock }, ...words);
  expect(text).toContain('está fechada');
  expect(await draw()).toMatchObject([{ number: '4.50160', consumer: bia.id }]);
});

test('a disqualified winner is followed by the next number, and both are published', async () => {
  const winning = await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(bia, 4, 50_160);
  await endAndClose();
  await draw();
  const disqualify = (number: string) =>
    site.operate('winners', 'disqualify', number, '--reason', 'Sem documentos');
  expect((await disqualify('4.50160')).text).toContain('não tem prêmio neste sorteio');
  expect((await disqualify('4.50153')).text).toMatch(/4\.50153 +4\.50160 +Sem documentos/);
  expect(await site.query('select position, consumer_id from winners')).toEqual([
    { position: 1, consumer_id: bia.id },
  ]);
  const rejected = await moderate(site, winning, { to: 'REJECTED', reason: 'x' });
  expect(rejected).toMatchObject({ to: 'REJECTED' });
  expect((await disqualify('4.50160')).exitCode).toBe(0);
  expect(await site.query('select * from winners')).toEqual([]);
});

test('a close, a freeze and a disqualification are refused under another name than theirs', async () => {
  await giveNumberTo(ana, 4, 50_153);
  passTheEnd(site);
  const otherName = ['--confirm', 'Outra'];
  const { campaign } = site.gateway.snapshot;
  const close = await site.operate('close', ...otherName);
  expect(close.text).toContain(`Confirme o encerramento: --confirm "${campaign.name}".`);
  expect(await site.query('select from ledger_entries where position > 1')).toEqual([]);
  expect((await site.operate('close', '--confirm', campaign.name)).exitCode).toBe(0);
  const freeze = await site.operate('freeze', ...otherName);
  expect(freeze.text).toContain(`Confirme a lista do sorteio: --confirm "${campaign.name}".`);
  await draw();
  const disqualify = (...words: string[]) =>
    site.operate('winners', 'disqualify', '4.50153', '--reason', 'x', ...words);
  const { name } = ana.consumer;
  expect(await disqualify(...otherName)).toMatchObject({
    exitCode: 1,
    text: `NOT_ALLOWED_NOW: O número 4.50153 é de ${name}: --confirm "${name}".`,
  });
  expect((await disqualify('--dry-run')).progress).toEqual([
    `4.50153 is of ${name} (consumer ${ana.id}).`,
    'The prize goes to no one.',
    'Only draw --correct takes this back, and it starts the winners over.',
    'This was a dry run: nothing was changed.',
  ]);
  expect(await site.query('select consumer_id from winners')).toEqual([{ consumer_id: ana.id }]);
  await site.operate('consumers', 'erase', ana.id);
  expect((await disqualify('--confirm', name)).exitCode, 'once erased').toBe(0);
});

test('an alternate whose receipt was denied after the draw does not follow', async () => {
  const cora = await site.signUp();
  await giveNumberTo(ana, 4, 50_153);
  const refused = await giveNumberTo(bia, 4, 50_160);
  await giveNumberTo(cora, 4, 50_170);
  await endAndClose();
  await draw();
  await moderate(site, refused, { to: 'REJECTED', reason: 'Ilegível' });
  const disqualify = (number: string) =>
    site.operate('winners', 'disqualify', number, '--reason', 'Sem documentos');
  expect((await disqualify('4.50153')).text).toMatch(/4\.50153 +4\.50170 +Sem documentos/);
  expect(await site.query('select consumer_id from winners')).toEqual([{ consumer_id: cora.id }]);
  expect((await disqualify('4.50170')).exitCode).toBe(0);
  expect(await site.query('select * from winners')).toEqual([]);
});

test('a draw from a wrong prize is corrected in the open, and the new one stands', async () => {
  await giveNumberTo(ana, 4, 50_153);
  await giveNumberTo(bia, 5, 50_153);
  await endAndClose();
  expect(await draw('--correct', 'x')).toContain('Não há sorteio para corrigir.');
  await draw('--federal', '12355,67890,11121,31415,92653');
  expect(await site.query('select consumer_id from winners')).toEqual([{ consumer_id: bia.id }]);
  expect(await draw('--correct', 'Primeiro prêmio digitado errado')).toMatchObject([
    { number: '4.50153', consumer: ana.id },
  ]);
  const [last] = await site.query(
    'select entry from ledger_entries order by position desc limit 1',
  );
  const [made] = await site.query("select position from ledger_entries where type = 'DRAW_MADE'");
  expect(JSON.parse(String(last?.['entry']))).toMatchObject({
    type: 'DRAW_CORRECTED',
    corrects: Number(made?.['position']),
    reason: 'Primeiro prêmio digitado errado',
    winners: ['4.50153'],
  });
  await site.publishLog();
  expect((await site.call(getTransparencyEndpoint)).body.results).toMatchObject([
    { drawn: '4.50153' },
  ]);
});

test('a number that changed hands only in the database wins nothing, and the refused draw freezes no list', async () => {
  const receipt = await giveNumberTo(ana, 4, 50_153);
  await site.query('update lucky_numbers set consumer_id = $1 where receipt_id = $2', [
    bia.id,
    receipt,
  ]);
  await endAndClose();
  expect(await draw()).toContain('O registro não deu o número 4.50153 à pessoa que o tem agora.');
  expect(await lastEntry('LIST_FROZEN')).toBeNull();
});

test('the campaign is closed once, and not before its end', async () => {
  expect((await site.operate('close')).text).toContain('A promoção ainda não terminou.');
  await endAndClose();
  expect((await site.operate('close')).text).toContain('A promoção já foi encerrada.');
});

test('a close in the ten minutes after the end, in which receipts may still arrive, has to be forced', async () => {
  const { endsAt } = site.gateway.snapshot.campaign;
  site.clock.now = firstInstantAfter(endsAt);
  const early = await site.operate('close');
  expect(early).toMatchObject({ exitCode: 1 });
  expect(early.text).toContain('Notas enviadas antes do fim ainda podem estar chegando');
  site.passTime(10 * 60_000 - 1);
  expect((await site.operate('close', '--dry-run')).exitCode).toBe(1);
  expect((await site.operate('close', '--force', '--dry-run')).exitCode).toBe(0);
  site.passTime(1);
  expect((await site.operate('close')).exitCode).toBe(0);
});

test('a forced close is known as done when it is repeated within the ten minutes', async () => {
  site.clock.now = firstInstantAfter(site.gateway.snapshot.campaign.endsAt);
  expect((await site.operate('close', '--force')).exitCode).toBe(0);
  expect((await site.operate('close')).text).toContain('A promoção já foi encerrada.');
});

test('a draw is refused before the close, and for a day that does not decide', async () => {
  passTheEnd(site);
  expect(await draw()).toContain('A promoção ainda não foi encerrada.');
  await site.operate('close');
  site.passTime(-90 * 60 * 1000);
  expect(await draw()).toContain('A extração ainda não ocorreu.');
});

test.each([
  [['--federal', '1,2'], 'Informe os cinco prêmios'],
  [['--federal', federalPrizes], 'The day of the extraction is needed'],
  [
    ['--federal', federalPrizes, '--extraction', '2026-02-30'],
    'A day is yyyy-MM-dd, not 2026-02-30.',
  ],
  [['--federal', federalPrizes, '--extraction', '2026-02-20', '--engine', '7'], 'one of 101'],
  [
    ['--federal', federalPrizes, '--extraction', '2026-02-20', '--campaign', '7'],
    'There is no campaign 7, but 19.',
  ],
])('the draw’s words %j are refused', async (words, sentence) => {
  const { exitCode, text } = await site.operate('draw', ...words);
  expect(exitCode).toBe(2);
  expect(text).toContain(sentence);
});

test('a ledger from before draws declared their day accepts any day after the end, and says so', async () => {
  const [opening] = await site.query('select entry from ledger_entries where position = 1');
  const { draws, ...entry } = JSON.parse(String(opening?.['entry']));
  const undeclared = draws.map(({ rules: _, ...draw }: Record<string, unknown>) => draw);
  const text = JSON.stringify({ ...entry, draws: undeclared });
  const change = 'update ledger_entries set entry = $1 where position = 1';
  await site.query(change, [text]);
  await giveNumberTo(ana, 4, 50_151);
  await endAndClose();
  const { endsAt } = site.gateway.snapshot.campaign;
  expect(await draw('--extraction', endsAt.slice(0, 10))).toContain(
    'A extração deve ser posterior ao fim da promoção.',
  );
  expect(await draw()).toMatchObject([{ number: '4.50151', consumer: ana.id }]);
  await site.query(change, [String(opening?.['entry'])]);
});
