import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { answerPollEndpoint } from '../../src/contract/polls.ts';
import type { ReceiptBody } from '../../src/contract/receipts.ts';
import { createIncidentEndpoint } from '../../src/contract/support.ts';
import {
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  redeemEndpoint,
  withdrawCashbackEndpoint,
} from '../../src/contract/wallets.ts';
import { findReceiptFileKeys } from '../../src/gateway/backup/queries.ts';
import { correctEmail } from '../../src/gateway/consumers/profile.ts';
import { callLimits } from '../../src/gateway/db/database.ts';
import { engineKeyOf } from '../../src/gateway/db/queries/campaigns.ts';
import { freezeList } from '../../src/gateway/draws/freeze-list.ts';
import { makeDraw } from '../../src/gateway/draws/make-draw.ts';
import { eraseConsumer } from '../../src/gateway/privacy/erase.ts';
import { deleteDueFiles } from '../../src/gateway/receipts/file-deletion.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { claimEarliestPrize } from '../../src/gateway/rewards/instant-prize-queries.ts';
import { claimInstantPrize } from '../../src/gateway/rewards/instant-prizes.ts';
import { insertComment, lockIncident } from '../../src/gateway/support/queries.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import { drawRequest, drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { passwordCodeFor } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { openGateways } from '../support/gateways.ts';
import { incidentBody } from '../support/incident-body.ts';
import { holdTransaction, untilOneWaitsForLock } from '../support/lock-wait.ts';
import { moderate } from '../support/moderation.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { readLedger } from '../support/read-ledger.ts';
import {
  acceleratedProducts,
  newAccessKey,
  newPicture,
  otherCnpj,
  receiptBody,
} from '../support/receipt-body.ts';
import { withCheckDigit } from '../support/receipts/receipt-key.ts';

const isFull = process.env.RACES === 'full';

vi.setConfig({ testTimeout: isFull ? 900_000 : 30_000, ...(isFull && { hookTimeout: 900_000 }) });

/**
 * As many as take seconds; `RACES=full` takes minutes. Sixty are more than four gateways have
 * connections.
 */
const { everyone, many, claims } = isFull
  ? { everyone: 300, many: 300, claims: 5000 }
  : { everyone: 60, many: 30, claims: 60 };

const severalGateways = 'PostgreSQL and four gateways';

/**
 * Several gateways that know nothing of each other take the calls in turn. One connection of PGlite
 * cannot race with itself, so what holds among them holds there, which only `RACES=full` tries.
 */
const kinds = isFull ? ['PGlite', severalGateways] : [severalGateways];

describe.each(kinds)('at the same time, on %s', (kind) => {
  let site: TestGateway;
  /** Without a draw, whose counter receipts wait for, they race for what the other engines give. */
  let undrawn: TestGateway;
  /** The same promotion with the limits of a person and day. */
  let strict: TestGateway;
  let crowd: TestConsumer[];
  let people: TestConsumer[];

  beforeAll(async () => {
    const databaseUrl = kind === 'PGlite' ? null : await createPostgresDatabase();
    const all = { variant: 'all' as const };
    const first = databaseUrl ? await openGateways(4, { ...all, databaseUrl }) : null;
    site = first ?? (await openGateway(all));
    const open = (options: { limitsReceipts?: boolean } = {}) =>
      first
        ? openGateways(4, { ...all, ...options, over: first })
        : openGateway({ ...all, ...options, database: site.gateway.database });
    strict = await open({ limitsReceipts: true });
    await changeCampaign(site, (campaign) => ({
      ...campaign,
      engines: campaign.engines.filter(({ type }) => type !== 'DRAW'),
    }));
    undrawn = await open();
    await changeCampaign(site, (campaign) => campaign);
    crowd = await pLimit(60).map(Array.from({ length: everyone }).keys(), () => site.signUp());
    people = crowd.slice(0, many);
  });
  afterAll(async () => {
    await undrawn.close();
    await strict.close();
    await site.close();
  });

  function forAll<Result>(work: (person: TestConsumer, index: number) => Promise<Result>) {
    return Promise.all(people.map(work));
  }

  function personAt(index: number): TestConsumer {
    const found = people[index];
    if (!found) throw new Error(`No consumer is number ${index}`);
    return found;
  }

  function countByStatus(answers: readonly { status: number }[]): Record<number, number> {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  test('a key sent fifty times gives one receipt and one answer', async () => {
    const body = receiptBody(personAt(0), site.clock.now);
    const send = (changes = {}) =>
      site.sendReceipt(personAt(0), { ...body, ...changes }, { idempotencyKey: 'race' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    const created = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(others.every(({ error }) => error.code === 'REQUEST_IN_PROGRESS')).toBe(true);
    const retry = await send();
    expect([retry.status, retry.text]).toEqual([201, created[0]?.text]);
    expect(
      await site.query('select id from receipts where identifier = $1', [body.identifier]),
    ).toHaveLength(1);
    expect((await send({ totalAmount: 99 })).status).toBe(422);
  });

  test('a receipt sent by all is entered once, with the numbers of one', async () => {
    const identifier = newAccessKey('2025-01-01');
    const answers = await Promise.all(crowd.map((each) => site.sendReceipt(each, { identifier })));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: everyone - 1 });
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.every(({ error }) => error.code === 'DUPLICATE')).toBe(true);
    const numbers = await site.query(
      `select 1 from lucky_numbers join receipts on receipts.id = receipt_id
       where identifier = $1`,
      [identifier],
    );
    expect(numbers).toHaveLength(1);
  });

  test('receipts sent together get unique numbers, without a gap', async () => {
    const [before] = await site.query<{ issued: number }>(
      'select issued from lucky_number_sequences',
    );
    const answers = await Promise.all(
      Array.from({ length: everyone }, (_, index) =>
        site.sendReceipt(personAt(index % many), {
          totalAmount: 30,
          products: acceleratedProducts(30),
        }),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 201: everyone });
    const issuedNumbers = answers.flatMap(
      ({ body }) => body.engineOrders[0]?.details?.luckyNumbers ?? [],
    );
    expect(issuedNumbers).toHaveLength(11 * everyone);
    expect(
      new Set(issuedNumbers.map((each) => `${each.series}.${each.generatedNumber}`)).size,
    ).toBe(11 * everyone);
    const [after] = await site.query<{ issued: number }>(
      'select issued from lucky_number_sequences',
    );
    expect(Number(after?.issued) - Number(before?.issued)).toBe(11 * everyone);
  });

  test('a dry run of an approval leaves the numbers to others', async () => {
    const imageBase64 = newPicture();
    await site.sendReceipt(personAt(0), { imageBase64 });
    const { body } = await site.sendReceipt(personAt(0), { imageBase64 });
    expect(body.status).toBe('PENDING_ANALYSIS');
    const issued = () => site.query('select issued from lucky_number_sequences');
    const before = await issued();
    const approve = ['receipts', 'move', Number(body.id), 'approved'] as const;
    expect((await site.operate(...approve, '--dry-run')).exitCode).toBe(0);
    expect(await issued()).toEqual(before);
    expect((await site.operate(...approve)).exitCode).toBe(0);
    expect(await issued()).not.toEqual(before);
  });

  test('the last numbers go to as many as there are, and no receipt gets a part of its own', async () => {
    const [before] = await site.query<{ issued: number }>(
      'select issued from lucky_number_sequences',
    );
    await site.query('update lucky_number_sequences set issued = space - space / 10 - 50');
    const [elevenEach, oneEach] = [{ products: acceleratedProducts(25.9) }, {}];
    const waiting = [];
    for (const [products, rewarded, numbers] of [
      [elevenEach, 4, 11],
      [oneEach, 6, 1],
    ] as const) {
      const answers = await forAll((each) => site.sendReceipt(each, products));
      const draws = answers.map(({ body }) => body.engineOrders[0]);
      const rewardedOrders = draws.filter((order) => order?.rewarded);
      expect(rewardedOrders).toHaveLength(rewarded);
      for (const order of rewardedOrders)
        expect(order?.details?.luckyNumbers).toHaveLength(numbers);
      const held = answers.filter(({ body }) => body.status === 'PENDING_ANALYSIS');
      expect(held).toHaveLength(many - rewarded);
      waiting.push(...held.map(({ body }) => body.id));
    }
    // Approved together, some by two operators at once, they share what is left to the last number.
    await site.query('update lucky_number_sequences set issued = space - 5');
    const approved = [...waiting, ...waiting.slice(0, 10)];
    await Promise.all(approved.map((id) => moderate(site, id, { to: 'APPROVED' })));
    const orders = await site.query<{ status: string; numbers: number }>(
      `select status, (
         select count(*)::int from lucky_numbers as given where given.receipt_id = orders.receipt_id
       ) as numbers
       from engine_orders as orders where receipt_id = any($1) and engine_type = 'DRAW'`,
      [waiting],
    );
    const byResult = Object.groupBy(orders, ({ status, numbers }) => `${status} ${numbers}`);
    expect(Object.keys(byResult).toSorted()).toEqual(['NOT_ELIGIBLE 0', 'REQUESTED 1']);
    expect(byResult['REQUESTED 1']).toHaveLength(5);
    await site.query('update lucky_number_sequences set issued = $1', [before?.issued]);
  });

  test('a person cannot exceed their limits, however many receipts are sent together', async () => {
    const eva = await site.signUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        strict.sendReceipt(
          eva,
          index < 10
            ? {}
            : { identifier: `${7000 + index}`, cnpj: otherCnpj, totalAmount: 20 + 2 * index },
        ),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 201: 20 });
    const results = answers.map(({ body }) => `${body.status} ${body.rewarded}`);
    expect(results.toSorted()).toEqual([
      ...Array(6).fill('IN_ANALYSIS true'),
      ...Array(14).fill('PENDING_ANALYSIS false'),
    ]);
  });

  test('a file or a number sent by all at once earns once', async () => {
    const imageBase64 = newPicture();
    const sameFile = await Promise.all(
      crowd.map((each) => site.sendReceipt(each, { imageBase64 })),
    );
    expect(sameFile.filter(({ body }) => body.status === 'IN_ANALYSIS')).toHaveLength(1);
    const key = newAccessKey(dayInSaoPaulo(site.clock.now));
    const number = String(Number(key.slice(25, 34)));
    const yesterday = dayInSaoPaulo(new Date(site.clock.now.getTime() - 24 * 60 * 60 * 1000));
    const sameNumber = await Promise.all([
      site.sendReceipt(personAt(0), { identifier: key, totalAmount: 61.7 }),
      site.sendReceipt(personAt(1), { identifier: number, totalAmount: 61.7 }),
      // Of another total than this person's receipt above, which else might be the same paper.
      site.sendReceipt(personAt(2), {
        identifier: number,
        purchaseDate: yesterday,
        totalAmount: 61.7,
      }),
    ]);
    expect(sameNumber.filter(({ body }) => body.status === 'IN_ANALYSIS')).toHaveLength(1);
  });

  test('of an NF-e and a stranger’s coupon that are sent together, the NF-e waits if it comes later', () =>
    forAll(async (person, index) => {
      const key = newAccessKey(dayInSaoPaulo(site.clock.now));
      const identifier = withCheckDigit(`${key.slice(0, 20)}55${key.slice(22, 43)}`);
      const totalAmount = 125 + 9 * index;
      const [coupon, invoice] = await Promise.all([
        site.sendReceipt(person, { totalAmount }),
        site.sendReceipt(personAt((index + 1) % many), { totalAmount, identifier }),
      ]);
      const isLater = Number(invoice.body.id) > Number(coupon.body.id);
      expect(invoice.body.status).toBe(isLater ? 'PENDING_ANALYSIS' : 'IN_ANALYSIS');
    }));

  test('a key and the same one without a digit of its number, sent together, do not miss each other', async () => {
    const keys = Array.from({ length: 10 }, () => newAccessKey(dayInSaoPaulo(site.clock.now)));
    const pairs = await Promise.all(
      keys.map((key, index) => {
        const ways = [key, key.slice(0, 25) + key.slice(26)];
        return Promise.all(
          ways.map((identifier, way) =>
            site.sendReceipt(personAt(2 * index + way), { identifier }),
          ),
        );
      }),
    );
    const doubted = await site.query<{ id: number }>(
      "select id from receipts where 'SAME_NUMBER' = any(review_reasons)",
    );
    const ids = new Set(doubted.map(({ id }) => id));
    const seen = pairs.filter((pair) => pair.some(({ body }) => ids.has(Number(body.id))));
    expect(seen).toHaveLength(keys.length);
  });

  test('ten prizes have ten winners, each once', async () => {
    await site.query(
      'update instant_prizes set receipt_id = null, consumer_id = null, won_at = null',
    );
    await site.query(
      "update instant_prizes set moment = '2999-01-01T00:00:00Z' where position >= 10",
    );
    await site.query(
      "update instant_prizes set moment = '2020-01-01T00:00:00Z' where position < 10",
    );
    const answers = await pLimit(64).map(Array.from({ length: claims }).keys(), (claim) =>
      undrawn.sendReceipt(personAt(claim % many)),
    );
    const won = answers.filter(({ body }) => body.engineOrders[0]?.details?.winner);
    expect(won).toHaveLength(10);
    const winners = await site.query<{
      consumer: number;
      receipt: number;
      isDue: boolean;
    }>(`select consumer_id as consumer, receipt_id as receipt, moment <= won_at as "isDue"
       from instant_prizes where receipt_id is not null`);
    expect(winners.every(({ isDue }) => isDue)).toBe(true);
    expect(new Set(winners.map(({ consumer }) => consumer)).size).toBe(10);
    expect(new Set(winners.map(({ receipt }) => receipt)).size).toBe(10);
  });

  test('simultaneous receipts of a shop that gives one prize win one', async () => {
    await site.query(
      'update instant_prizes set receipt_id = null, consumer_id = null, won_at = null',
    );
    await site.query("update instant_prizes set moment = '2020-01-01T00:00:00Z'");
    const claimed = await site.query<{
      receiptId: number;
      consumerId: number;
      shopWithOneWin: string;
    }>(`select distinct on (consumer_id) id as "receiptId", consumer_id as "consumerId",
         shop as "shopWithOneWin"
       from receipts where shop = (select shop from receipts order by id limit 1)`);
    const [engine] = await site.query<{ engineId: number }>(
      'select engine_id as "engineId" from instant_prizes limit 1',
    );
    const claim = {
      campaignId: 19,
      engineId: 0,
      ...engine,
      maxWinsPerPerson: null,
      now: site.clock.now,
    };
    const won = await Promise.all(
      claimed.map((receipt) =>
        site.gateway.database.transaction((queries) =>
          claimInstantPrize(queries, { ...claim, ...receipt }),
        ),
      ),
    );
    expect(won.length).toBeGreaterThan(20);
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  test('a receipt wins although fifty thousand prizes are due and not won', async () => {
    await site.query(`insert into instant_prizes (campaign_id, engine_id, position, campaign_prize_id)
      select 19, 9, position, 902 from generate_series(0, 49999) as position`);
    const [receipt] = await site.query<{
      receiptId: number;
      consumerId: number;
    }>(`select id as "receiptId", consumer_id as "consumerId" from receipts
       where id not in (select receipt_id from instant_prizes where receipt_id is not null) limit 1`);
    const now = site.clock.now;
    const claim = { campaignId: 19, engineId: 9, receiptId: 0, consumerId: 0, ...receipt };
    const due = Array.from({ length: 50_000 }, (_, step) => ({
      index: 49_999 - step,
      moment: new Date(now.getTime() - 50_000 + step).toISOString(),
    }));
    const won = await site.gateway.database.transaction(async (queries) => {
      await queries.query(`set local statement_timeout = ${callLimits.statementMs}`);
      const limits = { maxWinsPerPerson: 1, shopWithOneWin: null };
      return claimEarliestPrize(queries, { ...claim, ...limits, now }, due);
    });
    expect(won).toMatchObject({ index: 49_999, moment: new Date(now.getTime() - 50_000) });
  });

  test('the fund of the cashback goes in full to as many as it covers, and to no others', async () => {
    await site.query('delete from engine_orders where engine_type = $1', ['CASHBACK']);
    await site.query('update cashback_funds set reserved_centavos = total_centavos - 1250');
    const answers = await forAll((each) => undrawn.sendReceipt(each, { totalAmount: 20 }));
    const values = answers.map(({ body }) => body.engineOrders[1]?.details?.transaction?.value);
    expect(values.filter((value) => value === 2)).toHaveLength(6);
    expect(values.filter((value) => value === undefined)).toHaveLength(many - 6);
  });

  test('a hundred withdrawals of one wallet are one withdrawal', async () => {
    const ana = await site.signUp();
    await site.query('update cashback_funds set reserved_centavos = 0');
    await moderate(site, (await site.sendReceipt(ana, { totalAmount: 200 })).body.id, {
      to: 'APPROVED',
    });
    const key = { instantPaymentKeyType: 'CPF' as const };
    await site.call(setInstantPaymentKeyEndpoint, { token: ana.token, body: key });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => site.call(withdrawCashbackEndpoint, { token: ana.token })),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 99 });
    const { body } = await site.call(getCashbackWalletEndpoint, { token: ana.token });
    expect(body).toMatchObject({
      balance: 0,
      transactions: [{ type: 'WITHDRAW', value: 20 }, {}],
    });
  });

  test('a receipt approved twenty times at once is credited once', async () => {
    const ana = await site.signUp();
    const { id } = (await site.sendReceipt(ana, { totalAmount: 50 })).body;
    const moves = await Promise.all(
      Array.from({ length: 20 }, () => moderate(site, id, { to: 'APPROVED' })),
    );
    expect(moves.filter((move) => 'from' in move)).toHaveLength(1);
    const credits = await site.query('select 1 from cashback_entries where receipt_id = $1', [
      Number(id),
    ]);
    expect(credits).toHaveLength(1);
  });

  test('a stock of seven is sold seven times, and points are spent once', async () => {
    await site.query('update prize_stock set quantity = 7 where campaign_prize_id = 903');
    await forAll(async (each) => {
      const { body } = await site.sendReceipt(each, { totalAmount: 15 });
      await moderate(site, body.id, { to: 'APPROVED' });
    });
    const [before] = await site.query<{ points: number }>(
      'select sum(points)::bigint as points from points_entries',
    );
    const body = { items: [{ prizeId: 501, quantity: 1 }] };
    const answers = await Promise.all(
      [...people, ...people].map((each) => site.call(redeemEndpoint, { token: each.token, body })),
    );
    expect(countByStatus(answers)).toEqual({ 201: 7, 409: 2 * many - 7 });
    const [stock] = await site.query(
      'select quantity from prize_stock where campaign_prize_id = 903',
    );
    expect(stock).toEqual({ quantity: 0 });
    const [after] = await site.query<{ points: number }>(
      'select sum(points)::bigint as points from points_entries',
    );
    expect(Number(before?.points) - Number(after?.points)).toBe(14);
    const negative = await site.query(
      'select consumer_id from points_entries group by consumer_id having sum(points) < 0',
    );
    expect(negative).toEqual([]);
  });

  test('a redemption cancelled ten times at once is given back once', async () => {
    await site.query('update prize_stock set quantity = 1 where campaign_prize_id = 903');
    const bia = await site.signUp();
    await moderate(site, (await site.sendReceipt(bia, { totalAmount: 10 })).body.id, {
      to: 'APPROVED',
    });
    const { body } = await site.call(redeemEndpoint, {
      token: bia.token,
      body: { items: [{ prizeId: 501, quantity: 1 }] },
    });
    const move = { id: Number(body?.id), to: 'CANCELED' as const, now: site.clock.now };
    const moves = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.gateway.database.transaction((queries) => moveRedemption(queries, move)),
      ),
    );
    expect(moves.filter((moved) => 'from' in moved)).toHaveLength(1);
    const [stock] = await site.query(
      'select quantity from prize_stock where campaign_prize_id = 903',
    );
    expect(stock).toEqual({ quantity: 1 });
    expect((await site.call(getPointsWalletEndpoint, { token: bia.token })).body.balance).toBe(2);
  });

  test('a poll answered ten times at once is answered once', async () => {
    const call = { body: { '321': 9, '322': true }, parameters: { pollId: 32 } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.call(answerPollEndpoint, { ...call, token: personAt(0).token }),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 });
  });

  test('a draw requested ten times at once is made once', async () => {
    const before = site.clock.now;
    const waiting = await site.query<{ id: number }>(
      `select distinct receipt_id as id from engine_orders where status = 'TO_REQUEST'`,
    );
    for (const { id } of waiting) await moderate(site, id, { to: 'NOT_ELIGIBLE' });
    passTheEnd(site);
    await site.operate('close');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => drawToday(site)));
    site.clock.now = before;
    expect(outcomes.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
    expect(outcomes.filter(({ text }) => text.includes('já foi realizado'))).toHaveLength(9);
    expect(await site.query('select position from winners')).toEqual([{ position: 1 }]);
  });

  test('the ledger has all of it in one tree, without a gap', async () => {
    const entries = await readLedger(site);
    const issued = entries.flatMap(({ type, numbers }) =>
      type === 'NUMBERS_ISSUED' ? numbers : [],
    );
    const issuedNumbers = await site.query<{ series: number; number: number }>(
      'select series, number from lucky_numbers order by id',
    );
    expect(issued).toEqual(issuedNumbers.map(formatLuckyNumber));
  });
});

test('two gateways delete files side by side, and neither waits for one that the other is deleting', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  await site.query(
    "insert into files_to_remove select 'receipts-19/' || each from generate_series(1, 9) as each",
  );
  const [isDeleting, mayDelete] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const removed: string[] = [];
  const removeSlowly = async (key: string) => {
    removed.push(key);
    if (removed.length === 4) isDeleting.resolve();
    await mayDelete.promise;
  };
  const gatewayThat = (remove: (key: string) => Promise<void>) => ({
    ...site.gateway,
    storage: { ...site.gateway.storage, remove },
  });
  const slow = deleteDueFiles(gatewayThat(removeSlowly));
  await isDeleting.promise;
  await deleteDueFiles(gatewayThat(async (key) => void removed.push(key)));
  expect(removed).toHaveLength(9);
  mayDelete.resolve();
  await slow;
  expect(new Set(removed).size).toBe(9);
  expect(removed).toHaveLength(9);
  await site.close();
});

test('a picture that is sent again while it is being deleted stays', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ databaseUrl });
  const { database, storage } = site.gateway;
  const ana = await site.signUp();
  const body = receiptBody(ana, site.clock.now);
  let { token } = ana;
  const sendChanged = (changes: Partial<ReceiptBody>) =>
    site.sendReceipt({ ...ana, token }, { ...body, ...changes });
  expect((await sendChanged({ imageBase64: newPicture() })).status).toBe(201);
  expect((await sendChanged({})).error.code).toBe('DUPLICATE');
  site.passTime(60 * 60_000);
  token = await site.signIn(ana);
  const [isDeleting, isSentAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const remove = async (key: string) => {
    isDeleting.resolve();
    await isSentAgain.promise;
    await storage.remove(key);
  };
  const deleting = deleteDueFiles({ ...site.gateway, storage: { ...storage, remove } });
  await isDeleting.promise;
  const sending = sendChanged({ identifier: newAccessKey(body.purchaseDate) });
  await Promise.race([sending, untilOneWaitsForLock(database)]);
  isSentAgain.resolve();
  await deleting;
  expect((await sending).status).toBe(201);
  const keys = await findReceiptFileKeys(database);
  const files = await Promise.all(keys.map((key) => storage.get(key)));
  expect(files.map((file) => file !== null)).toEqual([true, true]);
  await site.close();
});

function eraseAtOwnRequest({ gateway, clock }: TestGateway, { id: consumerId }: TestConsumer) {
  const request = { consumerId, requestedBy: 'CONSUMER', now: clock.now } as const;
  return gateway.database.transaction((queries) =>
    eraseConsumer(queries, gateway.snapshot.campaign, request),
  );
}

test('a link to a new password does not go to an address that is corrected meanwhile', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { database, identity } = site.gateway;
  const ana = await site.signUp();
  const email = 'nova@exemplo.com.br';
  const correcting = await holdTransaction(database, (queries) =>
    correctEmail(queries, { consumerId: ana.id, email, now: site.clock.now }),
  );
  const asking = identity.sendPasswordReset(ana.consumer.email);
  await untilOneWaitsForLock(database);
  await correcting.commit();
  await asking;
  expect(await database.query('select from identity_codes')).toEqual([]);
  await expect(passwordCodeFor(site, ana.consumer.email)).rejects.toThrow('No email');
  await site.close();
});

test('an email that another person takes while it is corrected is refused', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { database } = site.gateway;
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  for (const table of ['identity_users', 'consumers']) {
    const email = `${table}@exemplo.com.br`;
    const take = `update ${table} set email = $1 where email = $2`;
    const taking = await holdTransaction(database, (queries) =>
      queries.query(take, [email, bia.consumer.email]),
    );
    const correcting = site.operate('consumers', 'change-email', ana.id, email);
    await untilOneWaitsForLock(database);
    await taking.commit();
    expect((await correcting).text).toContain('email: Email já cadastrado');
  }
  await site.close();
});

test('a comment that is being written does not keep its writer from being erased', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { database } = site.gateway;
  const ana = await site.signUp();
  const { body } = await site.call(createIncidentEndpoint, {
    body: incidentBody,
    token: ana.token,
  });
  const incidentId = Number(body.id);
  const comment = { authorName: 'Ana', description: 'Oi', createdAt: site.clock.now };
  const commenting = await holdTransaction(database, async (queries) => {
    await lockIncident(queries, incidentId);
    await insertComment(queries, incidentId, { ...comment, userType: 'CONSUMER' });
  });
  const erasing = eraseAtOwnRequest(site, ana);
  await untilOneWaitsForLock(database);
  await commenting.commit();
  await erasing;
  expect(await database.query('select from incident_comments')).toEqual([]);
  await site.close();
});

test('a prize of the draw that is sent while its winner is erased leaves no code and no email', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database, snapshot } = site.gateway;
  const ana = await site.signUp();
  await giveNumber(site, ana, [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site);
  await site.operate('winners', 'move', '4.50153', 'confirmed');
  const { now } = site.clock;
  const request = { consumerId: ana.id, requestedBy: 'CONSUMER', now } as const;
  const erasing = await holdTransaction(database, (queries) =>
    eraseConsumer(queries, snapshot.campaign, request),
  );
  const sending = site.operate('winners', 'move', '4.50153', 'sent', '--code', 'BR1');
  await untilOneWaitsForLock(database);
  await erasing.commit();
  expect(await sending).toMatchObject({ exitCode: 0 });
  expect(
    await database.query('select status, tracking_code as code from prize_deliveries'),
  ).toEqual([{ status: 'SENT', code: null }]);
  expect(await database.query("select from emails where kind = 'PRIZE_SENT'")).toEqual([]);
  await site.close();
});

test.each(['freeze', 'draw'])('a list that a %s is fixing is not fixed again', async (first) => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database, snapshot } = site.gateway;
  await giveNumber(site, await site.signUp(), [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  const { engine, ...request } = drawRequest(snapshot);
  const fixing = await holdTransaction(database, (queries) =>
    first === 'draw'
      ? makeDraw(queries, snapshot, { engine, ...request })
      : freezeList(queries, { ...engineKeyOf(snapshot.campaign, engine), ...request }),
  );
  const freezing = site.operate('freeze', '--unjudged', 'Em análise');
  await untilOneWaitsForLock(database);
  await fixing.commit();
  expect((await freezing).text).toContain('já foi congelada');
  const types = (await readLedger(site)).map(({ type }) => type);
  expect(types.filter((type) => type === 'LIST_FROZEN')).toHaveLength(1);
  await site.close();
});

test('a person erased while the draw is made is erased as its winner', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database, snapshot } = site.gateway;
  const ana = await site.signUp();
  await giveNumber(site, ana, [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  const drawing = await holdTransaction(database, (queries) =>
    makeDraw(queries, snapshot, drawRequest(snapshot)),
  );
  const erasing = eraseAtOwnRequest(site, ana);
  await untilOneWaitsForLock(database);
  await drawing.commit();
  expect(await erasing).toMatchObject({ held: { rewards: ['DRAW'] } });
  expect((await readLedger(site)).at(-1)).toMatchObject({ type: 'DRAW_MADE' });
  await site.close();
});
