import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { eraseMe, getPersonalData } from '../../src/contract/personal-data.ts';
import { todayInSaoPaulo } from '../../src/rules/dates.ts';
import { drawToday, federalPrizes, giveNumber, passTheEnd } from '../support/draws.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { operateOn } from '../support/operator.ts';

let ana: TestConsumer;
let bia: TestConsumer;
let before: Date;

const site = await openGateway({ variant: 'all', settings: { rateLimited: false } });
afterAll(() => site.close());

beforeEach(async () => {
  before = site.clock.now;
  ana = await site.signUp();
  bia = await site.signUp();
});
afterEach(async () => {
  site.clock.now = before;
  await rows('delete from winners');
  await rows('delete from draws');
  await rows('delete from lucky_numbers');
  const snapshot = JSON.stringify(site.gateway.campaign);
  await rows('update campaigns set closed_at = null, snapshot = $1::jsonb', snapshot);
  await rows('update ledgers set secrets_revealed_at = null');
});

const rows = (text: string, ...values: unknown[]) =>
  site.gateway.database.query<Record<string, string>>(text, values);
const operate = (...words: (string | number)[]) => operateOn(site, ...words);

const give = (who: TestConsumer, ...number: [series: number, number: number]) =>
  giveNumber(site, who, number);

async function endAndClose() {
  passTheEnd(site);
  expect((await operate('close')).exitCode).toBe(0);
}

async function draw(...words: string[]) {
  const { exitCode, text } = await drawToday(site, ...words);
  return exitCode === 0 ? JSON.parse(text) : text;
}

test('the nearest number wins, the superior of two at the same distance', async () => {
  await give(ana, 4, 50_151);
  await give(bia, 4, 50_155);
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

test('the ledger tells of the close, of what was secret, and of the draw', async () => {
  await give(ana, 4, 50_151);
  await endAndClose();
  await draw();
  const entries = await rows('select entry from ledger_entries order by position desc limit 3');
  const [made, revealed, closed] = entries.map(({ entry }) => JSON.parse(String(entry)));
  expect([closed.type, revealed.type]).toEqual(['CAMPAIGN_CLOSED', 'SECRETS_REVEALED']);
  expect(made).toEqual({
    at: site.clock.now.toISOString(),
    type: 'DRAW_MADE',
    engine: 101,
    federal: federalPrizes.split(','),
    extraction: todayInSaoPaulo(site.clock.now),
    drawn: '4.50153',
    winners: ['4.50151'],
    passedOver: [],
  });
});

test('a void number does not win: the next nearest does', async () => {
  const receipt = await give(ana, 4, 50_153);
  await give(bia, 4, 50_160);
  await moderate(site, receipt, { to: 'REJECTED', reason: 'Ilegível' });
  await endAndClose();
  expect(await draw()).toMatchObject([{ number: '4.50160', consumer: bia.id }]);
});

test('without any number there is no winner, which the draw says', async () => {
  await endAndClose();
  expect(await draw()).toMatchObject([{ result: 'NO_WINNER', number: null, consumer: null }]);
  expect(await draw()).toContain('Este sorteio já foi realizado.');
});

test('several prizes go to the next nearest, one to each person where the campaign says so', async () => {
  const { campaign, ...snapshot } = site.gateway.campaign;
  const prizes = [{ campaignPrizeId: 904 }, { campaignPrizeId: 901 }].map((prize, index) => ({
    ...prize,
    id: index + 1,
    points: 0,
    description: '',
  }));
  const engines = campaign.engines.map((engine) =>
    engine.type === 'DRAW'
      ? { ...engine, details: { ...engine.details, maxRewardsByConsumer: 1, prizes } }
      : engine,
  );
  const changed = { ...snapshot, campaign: { ...campaign, engines } };
  await rows('update campaigns set snapshot = $1::jsonb', JSON.stringify(changed));
  await give(ana, 4, 50_153);
  await give(ana, 4, 50_154);
  await give(bia, 5, 0);
  await endAndClose();
  expect(await draw()).toMatchObject([
    { description: 'Cesta Família', number: '4.50153', consumer: ana.id },
    { description: '1 ano de mercado grátis', number: '5.00000', consumer: bia.id },
  ]);
  expect(await rows('select passed_over from draws')).toEqual([{ passed_over: ['4.50154'] }]);
});

test('a rehearsed draw shows its result and leaves the draw to be made', async () => {
  await give(ana, 4, 50_151);
  await endAndClose();
  const tried = await draw('--dry-run');
  expect(tried).toMatchObject([{ number: '4.50151' }]);
  expect(await rows('select * from draws')).toEqual([]);
  expect(await draw()).toEqual(tried);
});

test('receipts that nobody has judged are counted', async () => {
  await give(ana, 4, 50_151);
  const judged = await give(bia, 4, 50_152);
  await moderate(site, judged, { to: 'APPROVED' });
  await endAndClose();
  const { progress } = await drawToday(site, '--dry-run');
  expect(progress[0]).toBe('Receipts in the draw that nobody has judged: 1');
});

test('whoever won is told so with their data, and named for five years after leaving', async () => {
  await give(ana, 4, 50_153);
  await endAndClose();
  await draw();
  const token = await site.signIn(ana.consumer.email, ana.password);
  const { body } = await site.call(getPersonalData, { token });
  expect(body.drawnPrizes).toEqual([
    {
      prize: '1 ano de mercado grátis',
      number: '4.50153',
      drawnAt: site.clock.now.toISOString(),
    },
  ]);
  const erased = await site.call(eraseMe, { token });
  expect(erased.body.held?.rewards).toEqual(['DRAW']);
});

test('a day without an extraction names the one that counts, and nothing is drawn', async () => {
  const { text } = await operate('draw', '--no-extraction', '--extraction', '2026-12-05');
  expect(text).toMatch(/2026-12-05 +NO_EXTRACTION +2026-12-09/);
});

test('the campaign is closed once, and not before its end', async () => {
  expect((await operate('close')).text).toContain('A promoção ainda não terminou.');
  await endAndClose();
  expect((await operate('close')).text).toContain('A promoção já foi encerrada.');
});

test('nothing is drawn before the close, or from a day that decides nothing', async () => {
  passTheEnd(site);
  expect(await draw()).toContain('A promoção ainda não foi encerrada.');
  await operate('close');
  const { endsAt } = site.gateway.campaign.campaign;
  expect(await draw('--extraction', endsAt.slice(0, 10))).toContain(
    'A extração deve ser posterior ao fim da promoção.',
  );
  const tomorrow = todayInSaoPaulo(new Date(site.clock.now.getTime() + 24 * 60 * 60 * 1000));
  expect(await draw('--extraction', tomorrow)).toContain('A extração ainda não ocorreu.');
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
])('a draw of %j is no draw', async (words, sentence) => {
  const { exitCode, text } = await operate('draw', ...words);
  expect(exitCode).toBe(2);
  expect(text).toContain(sentence);
});
