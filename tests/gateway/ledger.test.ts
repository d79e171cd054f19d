import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { getCashbackWalletEndpoint, getPointsWalletEndpoint } from '../../src/contract/wallets.ts';
import { findPseudonym } from '../../src/gateway/db/queries/consumers.ts';
import { findSecret } from '../../src/gateway/db/queries/secrets.ts';
import {
  appendToLedger,
  openClock,
  watchNewestEntry,
} from '../../src/gateway/ledger/append-entries.ts';
import { findEntryOwners } from '../../src/gateway/ledger/queries.ts';
import { eraseConsumer } from '../../src/gateway/privacy/erase.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { findSeed } from '../../src/gateway/rewards/instant-prizes.ts';
import { drawSecretName } from '../../src/gateway/rewards/lucky-numbers.ts';
import { settleWithdrawal } from '../../src/gateway/wallets/withdrawals.ts';
import { personIn } from '../../src/rules/log/hidden-owners.ts';
import { type DatedEntry, disorderMs } from '../../src/rules/log/ledger-entry-types.ts';
import { isInTree } from '../../src/rules/log/merkle.ts';
import {
  type ScheduleLeaf,
  scheduleCommitment,
  scheduleLeaf,
} from '../../src/rules/rewards/instant-prize-schedule.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { commitment } from '../../src/rules/rewards/lucky-numbers.ts';
import { applyNext } from '../../src/rules/verification/replay.ts';
import { emptyReplayState } from '../../src/rules/verification/replay-state.ts';
import { sampleAddress } from '../support/contract-endpoints.ts';
import { openDatabase } from '../support/database.ts';
import { passTheEnd } from '../support/draws.ts';
import { openGateway } from '../support/gateway.ts';
import {
  redeemKits,
  sendApproved,
  sendFullReceipt,
  signUpWithAllFields,
  withdraw,
} from '../support/gateway-actions.ts';
import { moderate } from '../support/moderation.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { readLedger } from '../support/read-ledger.ts';

const now = new Date();
const site = await openGateway({ variant: 'all', now });
const ana = await signUpWithAllFields(site);
afterEach(() => {
  site.clock.now = now;
});
afterAll(() => site.close());

const draw = { campaignId: 19, engineId: 101 };
const schedule = { campaignId: 19, engineId: 102 };

async function committedSchedule(): Promise<{ root: string }> {
  const [opening] = await readLedger(site);
  const { schedules } = opening as { schedules: { root: string }[] };
  return schedules[0] ?? { root: '' };
}

/** The entries that were added to the ledger while `work` ran. */
async function entriesAddedBy(work: () => Promise<unknown>) {
  const before = (await readLedger(site)).length;
  await work();
  return (await readLedger(site)).slice(before);
}

function inTransaction<Result>(
  work: Parameters<typeof site.gateway.database.transaction<Result>>[0],
) {
  return site.gateway.database.transaction(work);
}

test('the first entries bind keys, schedules and their trees', async () => {
  const { database, snapshot } = site.gateway;
  const { startsAt, endsAt } = snapshot.campaign;
  const [first] = await readLedger(site);
  const key = Buffer.from(await findSecret(database, drawSecretName(draw)), 'hex');
  const seed = await findSeed(database, schedule);
  const prizes = [{ campaignPrizeId: 902, quantity: 500 }];
  const space = { seriesQuantity: 10, numbersPerSeries: 100_000 };
  expect(first).toEqual({
    at: now.toISOString(),
    type: 'COMMITMENTS',
    campaign: 19,
    startsAt,
    endsAt,
    draws: [
      {
        engine: 101,
        ...space,
        commitment: commitment(key, space),
        rules: {
          prizes: [901],
          alternates: 5,
          maxRewardsByConsumer: null,
          extractionAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT19:00:00-03:00$/),
          disqualified: 'NEXT',
          numbersPerReceipt: 11,
        },
      },
    ],
    schedules: [
      {
        engine: 102,
        startsAt,
        endsAt,
        prizes,
        commitment: scheduleCommitment({ seed, startsAt, endsAt, prizes }),
        root: expect.stringMatching(/^[0-9a-f]{64}$/),
        maxRewardsByConsumer: 1,
      },
    ],
  });
});

test('a receipt’s entry has its numbers with their positions, and a prize with its proof', async () => {
  const { root } = await committedSchedule();
  let receipt: Awaited<ReturnType<typeof sendFullReceipt>> | undefined;
  const entries = await entriesAddedBy(async () => {
    receipt = await sendFullReceipt(site, ana);
  });
  const numbers = receipt?.engineOrders[0]?.details?.luckyNumbers ?? [];
  const facts = { at: site.clock.now.toISOString(), receipt: receipt?.id };
  expect(entries).toEqual([
    {
      ...facts,
      type: 'NUMBERS_ISSUED',
      engine: 101,
      owner: expect.stringMatching(/^[0-9a-f]{64}$/),
      first: 0,
      numbers: numbers.map((each) =>
        formatLuckyNumber({ series: each.series, number: each.generatedNumber }),
      ),
    },
    {
      ...facts,
      type: 'PRIZE_WON',
      engine: 102,
      person: personIn(102, await findPseudonym(site.gateway.database, ana.id)),
      leaf: expect.objectContaining({ campaignPrizeId: 902 }),
      proof: expect.any(Array),
    },
  ]);
  const { leaf, proof } = entries[1] as { leaf: ScheduleLeaf; proof: string[] };
  const claim = { index: leaf.index, size: 500, proof, root };
  expect(isInTree(scheduleLeaf(leaf), claim)).toBe(true);
});

test('the owner of a receipt’s numbers is found however its entry is written', async () => {
  const entry = JSON.stringify({ owner: 'hidden', receipt: 7, type: 'NUMBERS_ISSUED', engine: 3 });
  const query =
    "insert into ledger_entries (campaign_id, type, entry) values (19, 'NUMBERS_ISSUED', $1)";
  let owners: unknown;
  const undone = new Error('undone');
  const reading = inTransaction(async (queries) => {
    await queries.query(query, [entry]);
    owners = await findEntryOwners(queries, { campaignId: 19, engineId: 3, receiptIds: [7, 8] });
    throw undone;
  });
  await expect(reading).rejects.toBe(undone);
  expect(owners).toEqual(new Map([[7, { owner: 'hidden', consumer: null }]]));
});

test('a rejection after the approval voids and takes back, down to below zero', async () => {
  const bia = await signUpWithAllFields(site);
  const receipt = await sendApproved(site, bia);
  const withdrawal = await withdraw(site, bia);
  const redemption = await redeemKits(site, bia);
  const entries = await entriesAddedBy(() =>
    moderate(site, receipt.id, { to: 'REJECTED', reason: 'x' }),
  );
  const at = site.clock.now.toISOString();
  expect(entries).toEqual([
    { at, type: 'RECEIPT_MODERATED', receipt: receipt.id, from: 'APPROVED', to: 'REJECTED' },
    {
      at,
      type: 'NUMBERS_VOIDED',
      engine: 101,
      receipt: receipt.id,
      numbers: [expect.stringMatching(/^\d\.\d{5}$/)],
    },
    { at, type: 'CASHBACK_REVERSED', receipt: receipt.id, centavos: 1000 },
    { at, type: 'POINTS_REVERSED', receipt: receipt.id, points: 20 },
  ]);
  const { token } = bia;
  expect((await site.call(getCashbackWalletEndpoint, { token })).body.balance).toBe(-10);
  expect((await site.call(getPointsWalletEndpoint, { token })).body.balance).toBe(-2);
  const owing = {
    consumer: bia.id,
    name: bia.consumer.name,
    cashback: '-R$\u00a010,00',
    points: -2,
  };
  expect(await site.operateRows('wallets', 'negative')).toEqual([owing]);
  expect([withdrawal, redemption].every(Number.isInteger)).toBe(true);
});

test('a rejection after the approval that finds nothing spent leaves nothing', async () => {
  const carla = await signUpWithAllFields(site);
  const { id } = await sendApproved(site, carla);
  const moved = await site.operateRows(
    'receipts',
    'move',
    String(id),
    'REJECTED',
    '--reason',
    'RETURNED',
  );
  expect(moved).toEqual([
    {
      id,
      from: 'APPROVED',
      to: 'REJECTED',
      consumer: carla.id,
      cashback: 'R$\u00a00,00',
      points: 0,
    },
  ]);
  expect(await site.operateRows('wallets', 'negative')).toHaveLength(1);
});

test('a suspicion that was cleared is not in the log', async () => {
  const eva = await signUpWithAllFields(site);
  const { id } = await sendFullReceipt(site, eva);
  const entries = await entriesAddedBy(async () => {
    await moderate(site, id, { to: 'FRAUD_SUSPECT' });
    await moderate(site, id, { to: 'APPROVED' });
  });
  expect(entries.filter(({ type }) => type === 'RECEIPT_MODERATED')).toMatchObject([
    { from: 'PENDING_ANALYSIS', to: 'APPROVED' },
  ]);
});

test('wallets record what is credited, withdrawn and returned', async () => {
  const dora = await signUpWithAllFields(site);
  const entries = await entriesAddedBy(async () => {
    await sendApproved(site, dora);
    const id = await withdraw(site, dora);
    const { now } = site.clock;
    await inTransaction((queries) => settleWithdrawal(queries, { id, to: 'SUCCESS', now }));
    const redemption = await redeemKits(site, dora);
    const cancelled = { id: redemption, to: 'CANCELED' as const, now };
    await inTransaction((queries) => moveRedemption(queries, cancelled));
  });
  expect(entries.slice(-7)).toMatchObject([
    { type: 'RECEIPT_MODERATED', from: 'PENDING_ANALYSIS', to: 'APPROVED' },
    { type: 'CASHBACK_CREDITED', centavos: 1000 },
    { type: 'POINTS_CREDITED', points: 20 },
    { type: 'CASHBACK_WITHDRAWN', amount: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { type: 'WITHDRAWAL_SETTLED', status: 'SUCCESS' },
    { type: 'POINTS_SPENT', points: 2 },
    { type: 'POINTS_RETURNED', points: 2 },
  ]);
});

/** Words by which a stranger could tell two entries to be of one person, but for proofs of prizes. */
function marksOf({ proof: _, ...entry }: Record<string, unknown>): string[] {
  return JSON.stringify(entry).match(/[0-9a-f-]{32,}/g) ?? [];
}

test('the ledger does not reveal that two receipts are of one person, nor what they withdrew', async () => {
  const fabio = await signUpWithAllFields(site);
  const entries = await entriesAddedBy(async () => {
    await sendApproved(site, fabio);
    await sendFullReceipt(site, fabio);
    await sendApproved(site, fabio);
    await withdraw(site, fabio);
    await redeemKits(site, fabio);
  });
  const marks = entries.flatMap(marksOf);
  // Three owners, a prize with its nonce or none, an amount.
  expect(marks.length).toBeGreaterThanOrEqual(4);
  expect(new Set(marks).size).toBe(marks.length);
  expect(JSON.stringify(entries)).not.toContain(
    await findPseudonym(site.gateway.database, fabio.id),
  );
  expect(entries.find(({ type }) => type === 'CASHBACK_WITHDRAWN')).not.toHaveProperty('centavos');
});

test('an erasure leaves nothing in it that leads to the person', async () => {
  const eva = await signUpWithAllFields(site);
  const pseudonym = await findPseudonym(site.gateway.database, eva.id);
  await sendFullReceipt(site, eva);
  const { campaign } = site.gateway.snapshot;
  const request = { consumerId: eva.id, requestedBy: 'OPERATOR' as const, now: site.clock.now };
  const entries = await entriesAddedBy(() =>
    inTransaction((queries) => eraseConsumer(queries, campaign, request)),
  );
  expect(entries.map(({ type }) => type)).toContain('NUMBERS_VOIDED');
  expect(JSON.stringify(await readLedger(site))).not.toContain(pseudonym);
});

test('an entry of the ledger is dated when the whole body of its call has arrived', async () => {
  const eva = await site.signUp();
  await sendFullReceipt(site, eva);
  const complete = new Date(now.getTime() + 150_000);
  const body = new ReadableStream(
    {
      pull(controller) {
        site.clock.now = complete;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const entries = await entriesAddedBy(async () => {
    const headers = { authorization: `Bearer ${eva.token}` };
    const left = { method: eraseMeEndpoint.method, headers, body, duplex: 'half' } as const;
    expect((await site.send(sampleAddress(eraseMeEndpoint), left)).status).toBe(200);
  });
  expect(entries.map(({ type, at }) => [type, at])).toContainEqual([
    'NUMBERS_VOIDED',
    complete.toISOString(),
  ]);
});

test('nothing is recorded while the clock is behind the newest entry by more than verifiers allow', async () => {
  const own = await openGateway({ now });
  const { database } = own.gateway;
  const eva = await own.signUp();
  expect((await own.sendReceipt(eva)).status).toBe(201);
  await watchNewestEntry(database);
  own.passTime(-120_000);
  const token = await own.signIn(eva);
  const send = () => own.sendReceipt({ ...eva, token });
  expect((await send()).status).toBe(503);
  const settled = [{ type: 'WITHDRAWAL_SETTLED', withdrawal: 1, status: 'SUCCESS' }] as const;
  const append = database.transaction((queries) =>
    appendToLedger(queries, 19, { now: own.clock.now, entries: settled }),
  );
  const until = new Date(now.getTime() - 60_000).toISOString();
  await expect(append).rejects.toThrow(
    `The clock was set back, or the call waited too long: nothing is recorded until ${until}.`,
  );
  own.passTime(60_000);
  expect((await send()).status).toBe(201);
  const state = emptyReplayState();
  for (const entry of await readLedger(own)) {
    expect(await applyNext(state, entry as DatedEntry)).toBeNull();
  }
  await own.close();
});

test('a database server has the time that counts, however wrong the clock of a machine is', async () => {
  const database = await openDatabase(await createPostgresDatabase());
  const warnings: string[] = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0, 1) });
  const clock = await openClock(database, (sentence) => warnings.push(sentence));
  await clock.follow();
  expect(warnings).toHaveLength(1);
  const expectRight = async () => {
    const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
    expect(Math.abs(Number(row?.at) - clock.now().getTime())).toBeLessThan(disorderMs);
  };
  for (const year of [2031, 2017, 2031]) {
    vi.setSystemTime(Date.UTC(year, 0, 1));
    await expectRight();
    await clock.follow();
    await expectRight();
  }
  vi.useRealTimers();
  await clock.follow();
  expect(warnings.at(-1)).toBe('This machine’s clock is right again.');
  await database.close();
});

test('an entry that was rolled back holds up no later one', async () => {
  const own = await openGateway({ variant: 'all', now });
  const { database } = own.gateway;
  await watchNewestEntry(database);
  const undone = new Error('undone');
  const write = (at: Date, fails: boolean) =>
    database.transaction(async (queries) => {
      const entries = [{ type: 'WITHDRAWAL_SETTLED', withdrawal: 1, status: 'SUCCESS' }] as const;
      await appendToLedger(queries, 19, { now: at, entries });
      if (fails) throw undone;
    });
  await expect(write(new Date(now.getTime() + 3_600_000), true)).rejects.toBe(undone);
  await watchNewestEntry(database);
  await write(now, false);
  await own.close();
});

const { endsAt } = site.gateway.snapshot.campaign;
test.each([
  ['while the campaign runs', now],
  ['when the campaign ended meanwhile', new Date(Date.parse(endsAt) - 60_000)],
])('a receipt that takes long to prepare is dated when it is entered, %s', async (_, sentAt) => {
  const clock = { now: sentAt };
  const checkRequested = Promise.withResolvers<void>();
  const verdict = Promise.withResolvers<Response>();
  const hostname = 'promo.example';
  const slow = await openGateway({
    variant: 'all',
    clock,
    database: site.gateway.database,
    settings: { recaptchaSecret: 'secret', siteUrl: `https://${hostname}` },
    fetch: () => {
      checkRequested.resolve();
      return verdict.promise;
    },
  });
  const additionalFields = [{ campaignAdditionalFieldId: 21, value: 'Loja física' }];
  const token = await slow.signIn(ana);
  const [entry] = await entriesAddedBy(async () => {
    const sent = slow.sendReceipt({ ...ana, token }, { additionalFields, recaptchaToken: 'token' });
    await checkRequested.promise;
    clock.now = new Date(sentAt.getTime() + 120_000);
    verdict.resolve(
      Response.json({ success: true, action: 'create_coupon', score: 0.9, hostname }),
    );
    const { id: couponId } = (await sent).body;
    const parameters = { couponId: Number(couponId) };
    const { body: receipt } = await slow.call(getReceiptDetailsEndpoint, { token, parameters });
    expect(receipt.createdAt).toBe(sentAt.toISOString());
  });
  expect(entry).toMatchObject({ type: 'NUMBERS_ISSUED', at: clock.now.toISOString() });
  await slow.close();
});

test('the secrets are published once, by the close after the end', async () => {
  expect((await site.operate('close')).text).toContain('A promoção ainda não terminou.');
  passTheEnd(site);
  const entries = await entriesAddedBy(async () => {
    expect((await site.operate('close')).exitCode).toBe(0);
    expect((await site.operate('close')).text).toContain('A promoção já foi encerrada.');
  });
  const { database } = site.gateway;
  expect(entries.filter(({ type }) => type === 'SECRETS_REVEALED')).toEqual([
    {
      at: site.clock.now.toISOString(),
      type: 'SECRETS_REVEALED',
      draws: [{ engine: 101, key: await findSecret(database, drawSecretName(draw)) }],
      schedules: [{ engine: 102, seed: (await findSeed(database, schedule)).toString('hex') }],
    },
  ]);
});
