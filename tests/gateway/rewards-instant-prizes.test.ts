import { afterAll, afterEach, expect, test } from 'vitest';
import { getNewsEndpoint } from '../../src/contract/news.ts';
import { getReceiptDetailsEndpoint, type ReceiptBody } from '../../src/contract/receipts.ts';
import { forgetWonPrizes, prizeMoments } from '../../src/gateway/rewards/instant-prizes.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { confirmByOffice, moderate } from '../support/moderation.ts';
import { promotionViolations } from '../support/promotion-violations.ts';
import { readLedger } from '../support/read-ledger.ts';
import { otherCnpj } from '../support/receipt-body.ts';

const site = await openGateway();
const { now: start } = site.clock;
afterEach(() => {
  site.clock.now = start;
});
afterAll(() => site.close());

/** Leaves the schedule with these moments alone, all in the hour after the test's clock. */
async function schedulePrizes(...minutes: number[]) {
  const { database } = site.gateway;
  await database.query(
    `update instant_prizes set receipt_id = null, consumer_id = null, handed_out_at = null,
       free_from = null, freed_receipt_id = null`,
  );
  await database.query("update instant_prizes set moment = '2999-01-01T00:00:00Z'");
  for (const [position, minute] of minutes.entries()) {
    await database.query('update instant_prizes set moment = $2 where position = $1', [
      position,
      new Date(site.clock.now.getTime() + minute * 60_000),
    ]);
  }
}

async function tryForPrize(
  who: TestConsumer,
  overrides: Partial<ReceiptBody> = {},
  gateway = site,
) {
  const { body } = await gateway.sendReceipt(who, overrides);
  const order = body.engineOrders.find(({ engineType }) => engineType === 'INSTANT_PRIZE');
  return { id: body.id, won: order?.details?.winner?.campaignPrizeId, order };
}

test('the campaign is seeded with a prize per moment, all inside its window', async () => {
  const { snapshot, database } = site.gateway;
  const { startsAt, endsAt } = snapshot.campaign;
  const end = new Date(new Date(endsAt).getTime() + 1000);
  const moments = await prizeMoments(database, { campaignId: 19, engineId: 102 });
  const due = moments.duePrizes(end).map(({ moment }) => moment);
  expect(due).toHaveLength(500);
  expect(new Set(due).size).toBe(500);
  expect(due).toEqual(due.toSorted());
  expect(due[0]).toSatisfy((first: string) => new Date(first) >= new Date(startsAt));
  expect(await database.query('select moment from instant_prizes group by moment')).toEqual([
    { moment: null },
  ]);
});

test('a receipt that comes while a new gateway reads the moments waits for no reading behind it', async () => {
  const fresh = await openGateway();
  const { database } = fresh.gateway;
  const instants = { campaignId: 19, engineId: 102 };
  const reading = Promise.withResolvers<unknown>();
  const moments = await database.transaction((queries) => {
    // Over the only connection, its statements come after this transaction.
    reading.resolve(prizeMoments(database, instants));
    return prizeMoments(queries, instants);
  });
  expect(await reading.promise).toBe(moments);
  await fresh.close();
});

test('a prize that comes back is won from an unknown moment on, which the log does not tell before', async () => {
  const { snapshot, database } = site.gateway;
  const { now } = site.clock;
  const schedule = await prizeMoments(database, { campaignId: 19, engineId: 102 });
  const [first] = schedule.duePrizes(new Date('2999-01-01'));
  const { index } = first ?? {};
  await site.query("update instant_prizes set moment = '2999-01-01' where position <> $1", [index]);
  site.clock.now = new Date(Math.max(Date.parse(first?.moment ?? ''), now.getTime()));
  const [ana, bruno] = [await site.signUp(), await site.signUp()];
  const { id, won } = await tryForPrize(ana);
  expect(won).toBe(902);
  await moderate(site, id, { to: 'REJECTED', reason: 'FRAUD_SUSPECT' });
  for (const who of [ana, bruno]) expect((await tryForPrize(who)).won).toBeUndefined();
  const prizeEntries = async () =>
    (await readLedger(site)).filter(({ type }) => String(type).startsWith('PRIZE_'));
  expect(await prizeEntries()).toMatchObject([{ type: 'PRIZE_WON', receipt: Number(id) }]);
  expect((await site.call(getNewsEndpoint)).body.instantPrizes).toMatchObject([{ left: 499 }]);

  site.clock.now = new Date(snapshot.campaign.endsAt);
  const carla = await site.signUp();
  const again = await tryForPrize(carla);
  expect(again.won).toBe(902);
  expect(await prizeEntries()).toMatchObject([
    { type: 'PRIZE_WON', receipt: Number(id), leaf: { index } },
    { type: 'PRIZE_FREED', receipt: Number(id), index },
    { type: 'PRIZE_WON', receipt: Number(again.id), leaf: { index } },
  ]);
  expect(await promotionViolations(site)).toEqual([]);
});

test('a prize that comes back after the end is won by no receipt that is approved later', async () => {
  await schedulePrizes(0);
  const { id, won } = await tryForPrize(await site.signUp());
  expect(won).toBe(902);
  // A total of its own, or a receipt of a later test would look like it, and wait.
  const withoutKey = { identifier: '8'.repeat(34), totalAmount: 33 };
  const waiting = await tryForPrize(await site.signUp(), withoutKey);
  site.clock.now = new Date(Date.parse(site.gateway.snapshot.campaign.endsAt) + 1000);
  const rejection = await moderate(site, id, { to: 'REJECTED', reason: 'FRAUD_SUSPECT' });
  expect(rejection).toMatchObject({ to: 'REJECTED' });
  const approval = await moderate(site, waiting.id, { to: 'APPROVED' });
  expect(approval).toMatchObject({ to: 'APPROVED' });
  expect(
    await site.query('select position from instant_prizes where receipt_id is not null'),
  ).toEqual([]);
});

test('a gateway that does not know yet of fewer wins for each person gives none above them', async () => {
  const ana = await site.signUp();
  await schedulePrizes(0, 0);
  await changeCampaign(site, ({ engines, ...campaign }) => ({
    ...campaign,
    engines: engines.map(({ details, ...each }) => ({
      ...each,
      details: { ...details, maxRewardsByConsumer: 2 },
    })),
  }));
  const late = await openGateway({ database: site.gateway.database, clock: site.clock });
  await changeCampaign(site, (campaign) => campaign);
  expect((await tryForPrize(ana, { totalAmount: 71 }, late)).won).toBe(902);
  expect((await tryForPrize(ana, { totalAmount: 72 }, late)).won).toBeUndefined();
  await late.close();
});

test('the first receipt at or after a moment wins it, and the next does not', async () => {
  const [ana, bruno, carla] = [await site.signUp(), await site.signUp(), await site.signUp()];
  await schedulePrizes(10);
  const { now } = site.clock;
  site.clock.now = new Date(now.getTime() + 10 * 60_000 - 1);
  expect((await tryForPrize(ana)).won).toBeUndefined();
  site.clock.now = new Date(now.getTime() + 10 * 60_000);
  const winner = await tryForPrize(bruno);
  expect(winner.order).toMatchObject({ status: 'REQUESTED', rewarded: true });
  expect(winner.won).toBe(902);
  const loser = await tryForPrize(carla);
  expect(loser.order).toMatchObject({ status: 'REQUESTED', rewarded: false });
  expect(loser.won).toBeUndefined();
});

test('a prize whose moment no row knows is won in the order of the moments', async () => {
  const [ana, bruno] = [await site.signUp(), await site.signUp()];
  const { database } = site.gateway;
  await schedulePrizes();
  await database.query('update instant_prizes set moment = null');
  const instants = { campaignId: 19, engineId: 102 };
  const all = await prizeMoments(database, instants);
  const [first, second] = all.duePrizes(new Date('2999-01-01'));
  site.clock.now = new Date(second?.moment ?? '');
  const won = await tryForPrize(ana);
  expect(won.won).toBe(902);
  const wins = () =>
    database.query<{ position: number; moment: Date; receipt: number | null }>(
      `select position, moment, receipt_id as receipt from instant_prizes
       where moment is not null order by moment`,
    );
  expect(await wins()).toEqual([
    { position: first?.index, moment: new Date(first?.moment ?? ''), receipt: Number(won.id) },
  ]);
  await forgetWonPrizes(database, instants, site.clock.now);
  expect(all.duePrizes(site.clock.now)).toEqual([second]);
  expect((await tryForPrize(bruno)).won).toBe(902);
  expect((await wins()).map(({ position }) => position)).toEqual([first?.index, second?.index]);
  expect((await tryForPrize(await site.signUp())).won).toBeUndefined();
});

test('a user who has won wins no second one', async () => {
  const [ana, bruno] = [await site.signUp(), await site.signUp()];
  await schedulePrizes(0, 0);
  expect((await tryForPrize(ana)).won).toBe(902);
  expect((await tryForPrize(ana)).won).toBeUndefined();
  expect((await tryForPrize(bruno)).won).toBe(902);
});

test('a receipt that waits for its approval takes part in the prizes when it is approved', async () => {
  const [ana, bruno] = [await site.signUp(), await site.signUp()];
  await schedulePrizes(0, 0);
  const waiting = await tryForPrize(ana, { identifier: '9'.repeat(34), totalAmount: 34 });
  expect(waiting.order).toMatchObject({
    status: 'TO_REQUEST',
    rewarded: false,
    events: [{ message: 'A nota concorre ao prêmio na hora quando for aprovada.' }],
  });
  expect((await tryForPrize(bruno)).won).toBe(902);
  // As an older gateway enters it, while one after the other is replaced.
  await site.query('update receipts set shop = null where id = $1', [waiting.id]);
  await moderate(site, waiting.id, { to: 'APPROVED' });
  const parameters = { couponId: Number(waiting.id) };
  const { body } = await site.call(getReceiptDetailsEndpoint, { parameters, token: ana.token });
  const order = body.engineOrders.find(({ engineType }) => engineType === 'INSTANT_PRIZE');
  expect(order).toMatchObject({
    status: 'REQUESTED',
    details: { winner: { campaignPrizeId: 902 } },
  });
});

test('a prize is sent once, after its receipt is approved or confirmed, and then stays gone', async () => {
  const [ana, bruno] = [await site.signUp(), await site.signUp()];
  await schedulePrizes(0, 0);
  const [first, second] = [
    Number((await tryForPrize(ana)).id),
    Number((await tryForPrize(bruno, { totalAmount: 64.9 })).id),
  ];
  const states = async (...words: string[]) => {
    const rows = await site.operateRows('prizes', 'list', ...words);
    return rows.map(({ receipt, status }) => [receipt, status]);
  };
  const handOut = (id: number) => site.operate('prizes', 'hand-out', id);
  expect(await states()).toEqual([
    [first, 'WAITING'],
    [second, 'WAITING'],
  ]);
  expect(await handOut(first)).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: A nota deste prêmio ainda não foi aprovada.',
  });
  await moderate(site, first, { to: 'APPROVED' });
  await confirmByOffice(site, second);
  expect(await states('--status', 'ready')).toHaveLength(2);
  expect((await handOut(first)).exitCode).toBe(0);
  expect((await handOut(second)).exitCode).toBe(0);
  expect(await handOut(first)).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: Este prêmio já foi entregue.',
  });
  expect((await handOut(999_999)).exitCode).toBe(1);
  await moderate(site, first, { to: 'REJECTED', reason: 'Compra devolvida' });
  expect((await tryForPrize(await site.signUp())).won).toBeUndefined();
});

test('shops that count separately give one prize each, also to simultaneous receipts', async () => {
  const engine = site.gateway.snapshot.campaign.engines.find(
    ({ type }) => type === 'INSTANT_PRIZE',
  );
  if (!engine) throw new Error('The campaign has no instant prizes');
  engine.details.segregateByEstablishment = true;
  const people = await Promise.all([1, 2, 3, 4].map(() => site.signUp()));
  await schedulePrizes(0, 0, 0, 0);
  const here = await Promise.all(people.map((each) => tryForPrize(each)));
  expect(here.filter(({ won }) => won === 902)).toHaveLength(1);
  expect((await tryForPrize(await site.signUp(), { cnpj: otherCnpj })).won).toBeUndefined();
  const elsewhere = { identifier: '1234', cnpj: otherCnpj };
  expect((await tryForPrize(await site.signUp(), elsewhere)).won).toBe(902);
  engine.details.segregateByEstablishment = false;
  expect((await tryForPrize(await site.signUp())).won).toBe(902);
});
