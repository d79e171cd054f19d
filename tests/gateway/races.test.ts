import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { answerPollEndpoint } from '../../src/contract/polls.ts';
import type { ReceiptBody } from '../../src/contract/receipts.ts';
import {
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  redeemEndpoint,
  withdrawCashbackEndpoint,
} from '../../src/contract/wallets.ts';
import { callLimits } from '../../src/gateway/db/database.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { claimEarliestPrize } from '../../src/gateway/rewards/instant-prize-queries.ts';
import { claimInstantPrize } from '../../src/gateway/rewards/instant-prizes.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { keepRows } from '../support/borrowed-database.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import {
  openGateway,
  type TestAnswer,
  type TestConsumer,
  type TestGateway,
} from '../support/gateway.ts';
import { postponePrizes } from '../support/gateway-actions.ts';
import { openGateways } from '../support/gateways.ts';
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

/** Waits for all of them even if one fails, so that none goes on during the next test. */
async function all<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [Each in keyof Works]: Awaited<Works[Each]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** As many as one gateway has connections, which operators' commands wait for but do not ask again. */
const tenAtOnce = pLimit(10);

const pairsAtOnce = pLimit(30);

const maxTries = 30;

/**
 * A crowd larger than the gateways can serve is put off, each after seconds of waiting for a
 * connection. Like a page, it asks again, with the same key.
 */
async function untilTaken<Answer extends Pick<TestAnswer<unknown>, 'status' | 'headers'>>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === maxTries) return answer;
    expect(answer.headers.get('retry-after')).toBe('2');
  }
}

function countByStatus(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

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
  /** Back to promotions in which these people have only signed up. */
  let startAgain: () => Promise<void>;

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
    const [restoreRows, { now }] = [await keepRows(site.gateway.database), site.clock];
    startAgain = async () => {
      site.clock.now = now;
      await restoreRows();
    };
  });
  beforeEach(() => startAgain());
  afterAll(async () => {
    await undrawn.close();
    await strict.close();
    await site.close();
  });

  function forAll<Result>(work: (person: TestConsumer, index: number) => Promise<Result>) {
    return all(people.map(work));
  }

  /** What a page sends, with the key of one receipt, until the gateway takes it. */
  function send(to: TestGateway, person: TestConsumer, overrides?: Partial<ReceiptBody>) {
    const body = receiptBody(person, to.clock.now, overrides);
    const idempotencyKey = randomUUID();
    return untilTaken(() => to.sendReceipt(person, body, { idempotencyKey }));
  }

  function approve(receiptId: unknown) {
    return tenAtOnce(() => moderate(site, receiptId, { to: 'APPROVED' }));
  }

  function personAt(index: number): TestConsumer {
    const found = people[index];
    if (!found) throw new Error(`No consumer is number ${index}`);
    return found;
  }

  test('a key sent fifty times gives one receipt and one answer', async () => {
    const body = receiptBody(personAt(0), site.clock.now);
    const send = (changes = {}) =>
      site.sendReceipt(personAt(0), { ...body, ...changes }, { idempotencyKey: 'race' });
    const answers = await all(Array.from({ length: 50 }, () => send()));
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
    const answers = await all(crowd.map((each) => send(site, each, { identifier })));
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
    const answers = await all(
      Array.from({ length: everyone }, (_, index) =>
        send(site, personAt(index % many), {
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
    const sequences = await site.query('select issued from lucky_number_sequences');
    expect(sequences).toEqual([{ issued: 11 * everyone }]);
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
    await site.query('update lucky_number_sequences set issued = space - space / 10 - 50');
    const [elevenEach, oneEach] = [{ products: acceleratedProducts(25.9) }, {}];
    const waiting = [];
    for (const [products, rewarded, numbers] of [
      [elevenEach, 4, 11],
      [oneEach, 6, 1],
    ] as const) {
      const answers = await forAll((each) => send(site, each, products));
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
    await all(approved.map(approve));
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
  });

  test('a person cannot exceed their limits, however many receipts are sent together', async () => {
    const eva = await site.signUp();
    const answers = await all(
      Array.from({ length: 20 }, (_, index) =>
        send(
          strict,
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
    const sameFile = await all(crowd.map((each) => send(site, each, { imageBase64 })));
    expect(sameFile.filter(({ body }) => body.status === 'IN_ANALYSIS')).toHaveLength(1);
    const key = newAccessKey(dayInSaoPaulo(site.clock.now));
    const number = String(Number(key.slice(25, 34)));
    const yesterday = dayInSaoPaulo(new Date(site.clock.now.getTime() - 24 * 60 * 60 * 1000));
    const sameNumber = await all([
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
    forAll((person, index) =>
      pairsAtOnce(async () => {
        const key = newAccessKey(dayInSaoPaulo(site.clock.now));
        const identifier = withCheckDigit(`${key.slice(0, 20)}55${key.slice(22, 43)}`);
        const totalAmount = 125 + 9 * index;
        const [coupon, invoice] = await all([
          send(site, person, { totalAmount }),
          send(site, personAt((index + 1) % many), { totalAmount, identifier }),
        ]);
        const isLater = Number(invoice.body.id) > Number(coupon.body.id);
        expect(invoice.body.status).toBe(isLater ? 'PENDING_ANALYSIS' : 'IN_ANALYSIS');
      }),
    ));

  test('a key and the same one without a digit of its number, sent together, do not miss each other', async () => {
    const keys = Array.from({ length: 10 }, () => newAccessKey(dayInSaoPaulo(site.clock.now)));
    const pairs = await all(
      keys.map((key, index) => {
        const ways = [key, key.slice(0, 25) + key.slice(26)];
        return all(
          ways.map((identifier, way) => send(site, personAt(2 * index + way), { identifier })),
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
    await postponePrizes(site);
    await site.query(
      "update instant_prizes set moment = '2020-01-01T00:00:00Z' where position < 10",
    );
    const atOnce = pLimit(64);
    const answers = await all(
      Array.from({ length: claims }, (_, claim) =>
        atOnce(() => send(undrawn, personAt(claim % many))),
      ),
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
    await postponePrizes(site);
    await forAll((each) => send(site, each));
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
    const claimFor = (receipt: (typeof claimed)[number]) =>
      site.gateway.database.transaction((queries) =>
        claimInstantPrize(queries, { ...claim, ...receipt }),
      );
    const won = await all(claimed.map((receipt) => tenAtOnce(() => claimFor(receipt))));
    expect(won).toHaveLength(many);
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  test('a receipt wins although fifty thousand prizes are due and not won', async () => {
    await postponePrizes(site);
    await site.query(`insert into instant_prizes (campaign_id, engine_id, position, campaign_prize_id)
      select 19, 9, position, 902 from generate_series(0, 49999) as position`);
    const ana = personAt(0);
    const receiptId = Number((await site.sendReceipt(ana)).body.id);
    const now = site.clock.now;
    const claim = { campaignId: 19, engineId: 9, receiptId, consumerId: ana.id };
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
    await site.query('update cashback_funds set reserved_centavos = total_centavos - 1250');
    const answers = await forAll((each) => send(undrawn, each, { totalAmount: 20 }));
    const values = answers.map(({ body }) => body.engineOrders[1]?.details?.transaction?.value);
    expect(values.filter((value) => value === 2)).toHaveLength(6);
    expect(values.filter((value) => value === undefined)).toHaveLength(many - 6);
  });

  test('a hundred withdrawals of one wallet are one withdrawal', async () => {
    const ana = await site.signUp();
    await approve((await site.sendReceipt(ana, { totalAmount: 200 })).body.id);
    const key = { instantPaymentKeyType: 'CPF' as const };
    await site.call(setInstantPaymentKeyEndpoint, { token: ana.token, body: key });
    const answers = await all(
      Array.from({ length: 100 }, () => {
        const call = { token: ana.token, idempotencyKey: randomUUID() };
        return untilTaken(() => site.call(withdrawCashbackEndpoint, call));
      }),
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
    const moves = await all(Array.from({ length: 20 }, () => approve(id)));
    expect(moves.filter((move) => 'from' in move)).toHaveLength(1);
    const credits = await site.query('select 1 from cashback_entries where receipt_id = $1', [
      Number(id),
    ]);
    expect(credits).toHaveLength(1);
  });

  test('a stock of seven is sold seven times, and points are spent once', async () => {
    await site.query('update prize_stock set quantity = 7 where campaign_prize_id = 903');
    const receipts = await forAll((each) => send(site, each, { totalAmount: 15 }));
    await all(receipts.map(({ body }) => approve(body.id)));
    const [before] = await site.query<{ points: number }>(
      'select sum(points)::bigint as points from points_entries',
    );
    const body = { items: [{ prizeId: 501, quantity: 1 }] };
    const answers = await all(
      [...people, ...people].map(({ token }) => {
        const idempotencyKey = randomUUID();
        return untilTaken(() => site.call(redeemEndpoint, { token, body, idempotencyKey }));
      }),
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
    await approve((await site.sendReceipt(bia, { totalAmount: 10 })).body.id);
    const { body } = await site.call(redeemEndpoint, {
      token: bia.token,
      body: { items: [{ prizeId: 501, quantity: 1 }] },
    });
    const move = { id: Number(body?.id), to: 'CANCELED' as const, now: site.clock.now };
    const moves = await all(
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
    const answers = await all(
      Array.from({ length: 10 }, () =>
        site.call(answerPollEndpoint, { ...call, token: personAt(0).token }),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 });
  });

  test('a draw requested ten times at once is made once', async () => {
    await giveNumber(site, personAt(0), [4, 50_153]);
    passTheEnd(site);
    await site.operate('close');
    const outcomes = await all(Array.from({ length: 10 }, () => drawToday(site)));
    expect(outcomes.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
    expect(outcomes.filter(({ text }) => text.includes('já foi realizado'))).toHaveLength(9);
    expect(await site.query('select position from winners')).toEqual([{ position: 1 }]);
  });

  test('the ledger has the numbers of receipts sent and approved together in one tree, without a gap', async () => {
    const imageBase64 = newPicture();
    const receipts = await forAll((each, index) =>
      send(site, each, index % 2 === 0 ? { imageBase64 } : {}),
    );
    await all(receipts.map(({ body }) => approve(body.id)));
    const entries = await readLedger(site);
    const issued = entries.flatMap(({ type, numbers }) =>
      type === 'NUMBERS_ISSUED' ? numbers : [],
    );
    const issuedNumbers = await site.query<{ series: number; number: number }>(
      'select series, number from lucky_numbers order by id',
    );
    expect(issuedNumbers).toHaveLength(many);
    expect(issued).toEqual(issuedNumbers.map(formatLuckyNumber));
  });
});
