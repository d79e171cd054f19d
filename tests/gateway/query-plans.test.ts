import { afterAll, expect, test } from 'vitest';
import { applyCampaign } from '../../src/gateway/campaign-versions/change-campaign.ts';
import { luckyNumberSql } from '../../src/gateway/db/database.ts';
import { findConsumer } from '../../src/gateway/db/queries/consumers.ts';
import { lockDeliveries } from '../../src/gateway/deliveries/queries.ts';
import { eraseConsumer, eraseExpiredHolds } from '../../src/gateway/privacy/erase.ts';
import { isSamePurchase } from '../../src/gateway/receipts/queries.ts';
import { findReceiptsPendingOnFund } from '../../src/gateway/rewards/cashback.ts';
import { revertPayoutChanges } from '../../src/gateway/wallets/withdrawals.ts';
import { openGateway } from '../support/gateway.ts';
import {
  enterTexts,
  holdErasedPeople,
  sendApproved,
  signUpWithAllFields,
} from '../support/gateway-actions.ts';
import { readingWhole, watchPlans } from '../support/query-plans.ts';
import { newAccessKey } from '../support/receipt-body.ts';

const site = await openGateway({ variant: 'all' });
const ana = await signUpWithAllFields(site);
await enterTexts(site, ana);
await sendApproved(site, ana);
afterAll(() => site.close());

/** Tables with at least a row per person: to read one whole takes longer than a statement may. */
const grown = [
  'attributions',
  'cashback_entries',
  'consents',
  'consumers',
  'emails',
  'engine_orders',
  'idempotency_keys',
  'identity_sessions',
  'identity_users',
  'incidents',
  'incident_comments',
  'ledger_entries',
  'lucky_numbers',
  'points_entries',
  'poll_answers',
  'rate_limits',
  'receipts',
  'receipt_moderations',
  'redemptions',
  'tax_office_questions',
];

test('the work of every ten minutes reads no large table whole', async () => {
  const { database, plans } = watchPlans(site.gateway.database);
  const { storageUrl } = site.gateway.settings;
  const other = await openGateway({ variant: 'all', database, settings: { storageUrl } });
  plans.length = 0;
  await other.tidy();
  expect(plans.length).toBeGreaterThan(0);
  expect(readingWhole(plans, grown)).toEqual([]);
  await other.close();
});

test.each([
  ['idempotency_keys', "select each, 'POST /', '', '', 200, '{}', now() - interval '3 days'"],
  ['rate_limits', "select each, 1, now() - interval '1 minute'"],
  [
    'identity_sessions',
    `(user_id, created_at) select id, now() - interval '91 days' from identity_users`,
  ],
])(
  'old rows of %s are removed in slices, so that none takes longer than a statement may',
  async (table, old) => {
    const rows = old.includes(' from ') ? `${old}, ` : `${old} from `;
    await site.query(`insert into ${table} ${rows} generate_series(1, 2500) as each`);
    await site.query(
      `create function note_slice() returns trigger language plpgsql as $$ begin
       insert into slices select count(*) from removed; return null; end $$`,
    );
    await site.query('create table slices (size integer)');
    await site.query(
      `create trigger note_slice after delete on ${table} referencing old table as removed
     for each statement execute function note_slice()`,
    );
    await site.tidy();
    const slices = await site.query<{ size: number }>('select size from slices where size > 0');
    await site.query('drop function note_slice cascade');
    await site.query('drop table slices');
    expect(slices.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThanOrEqual(2500);
    expect(Math.max(...slices.map(({ size }) => size))).toBeLessThanOrEqual(1000);
  },
);

test('holds that end for many people in one moment end in slices, and no further one when the gateway is stopping', async () => {
  const { database } = site.gateway;
  const until = new Date('2031-01-01T00:00:00Z');
  await holdErasedPeople(site, { count: 1200, until });
  const stopping = new AbortController();
  const transaction: typeof database.transaction = (work) => {
    stopping.abort();
    return database.transaction(work);
  };
  const countHeld = () =>
    site.query('select count(*) as held from erasures where held is not null');
  await eraseExpiredHolds({ transaction }, until, stopping.signal);
  expect(await countHeld()).toEqual([{ held: 700 }]);
  await eraseExpiredHolds(database, until);
  expect(await countHeld()).toEqual([{ held: 0 }]);
});

test('a late clean-up ends between two slices and two steps when its gateway is stopping', async () => {
  const { database } = site.gateway;
  const stopping = new AbortController();
  const statements: string[] = [];
  const query: typeof database.query = async (text, values) => {
    statements.push(text);
    if (text.startsWith('delete from rate_limits')) stopping.abort();
    return database.query(text, values);
  };
  const { storageUrl } = site.gateway.settings;
  const other = await openGateway({
    variant: 'all',
    database: { ...database, query },
    settings: { storageUrl },
    stopping: stopping.signal,
  });
  await site.query(
    "insert into rate_limits select 'old ' || each, 1, now() - interval '1 minute' from generate_series(1, 2500) as each",
  );
  await other.tidy();
  expect(statements.at(-1)).toMatch(/^delete from rate_limits/);
  const [left] = await site.query(
    "select count(*)::int as rows from rate_limits where bucket like 'old %'",
  );
  expect(left).toEqual({ rows: 1500 });
  await other.close();
});

test('the look at an account of once a minute reads no large table whole, and takes one statement', async () => {
  const { database, plans } = watchPlans(site.gateway.database);
  const { identityId = '' } = (await findConsumer(site.gateway.database, ana.id)) ?? {};
  const { now } = site.clock;
  const look = (at: Date) =>
    revertPayoutChanges(database, { identityId, endedAt: at, workedUntil: at, now });
  await look(new Date(0));
  expect(plans).toHaveLength(1);
  await look(now);
  expect(plans).toHaveLength(2);
  await site.query(
    `update consumers set bank_info_changed_at = created_at, bank_info =
       '{"instantPaymentKeyType": "CPF", "instantPaymentKeyValue": "52998224725"}' where id = $1`,
    [ana.id],
  );
  const later = new Date(now.getTime() + 6 * 60_000);
  await look(later);
  expect(plans.length).toBeGreaterThan(3);
  expect(readingWhole(plans, grown)).toEqual([]);
  const byIdentity = plans.filter((plan) => plan.includes('identity_id ='));
  const byIndex = /using one_registration_per_identity[^\n]+\n +Index Cond: \(\(campaign_id = ANY/;
  for (const plan of byIdentity) expect(plan).toMatch(byIndex);
});

test('an erasure among two thousand people reads no large table whole', async () => {
  await site.query(
    `insert into consumers
       (campaign_id, identity_id, type, name, email, document, phone, mgm_code, created_at)
     select 19, each, 'PERSON', 'Bia', each, each, '', each, now()
     from generate_series(1, 2000) as each`,
  );
  await site.query('analyze consumers');
  const { database, plans } = watchPlans(site.gateway.database);
  const { campaign } = site.gateway.snapshot;
  const request = { consumerId: ana.id, requestedBy: 'CONSUMER' as const, now: site.clock.now };
  await database.transaction((queries) => eraseConsumer(queries, campaign, request));
  expect(plans.length).toBeGreaterThan(0);
  expect(readingWhole(plans, grown)).toEqual([]);
  const planOf = (statement: string) => plans.find((plan) => plan.includes(statement));
  expect(planOf('update consumers set additional_fields')).toContain('consumers_by_answer');
  expect(planOf('phone = $3')).toMatch(/Index Cond: .*\bphone =/);
  expect(planOf('delete from poll_answers')).toContain('poll_answers_by_consumer');
});

test('receipts that wait for cashback are found among the unjudged, and no more are read than decide', async () => {
  const { database, plans } = watchPlans(site.gateway.database);
  const fund = { campaignId: 19, engineId: 103 };
  await database.transaction(async (queries) => {
    await findReceiptsPendingOnFund(queries, {
      ...fund,
      after: 0,
      before: 2_000_000_000,
      limit: 100,
    });
  });
  expect(readingWhole(plans, grown)).toEqual([]);
  expect(plans).toEqual([expect.stringContaining('awaiting_cashback')]);
});

test.each([
  ['with a key', newAccessKey('2026-03-17')],
  ['without one', '4711'],
])('other receipts of the purchase of one %s are found by index', async (_, identifier) => {
  const { database, plans } = watchPlans(site.gateway.database);
  await database.transaction((queries) =>
    isSamePurchase(queries, { campaignId: 19, identifier, duplicateKey: identifier }),
  );
  expect(readingWhole(plans, grown)).toEqual([]);
  expect(plans).toEqual([expect.stringContaining('receipts_by_purchase')]);
});

test('one prize of the many that were won is found by its id', async () => {
  const [drawn] = await site.query<{ win: string }>(
    `select ${luckyNumberSql} as win from lucky_numbers limit 1`,
  );
  const { database, plans } = watchPlans(site.gateway.database);
  for (const win of ['7', drawn?.win ?? '']) {
    const named = { campaignId: 19, win, engineId: null };
    await database.transaction((queries) => lockDeliveries(queries, named));
  }
  const reading = plans.filter((plan) => plan.includes('with wins as'));
  expect(reading.length).toBeGreaterThanOrEqual(2);
  // A condition on what a view computes, such as an id as text, would be a filter of all rows.
  for (const plan of reading)
    expect(plan).toMatch(/Index Cond: \(\w+ = ANY \('\{\d+\}'::bigint\[\]\)\)/);
});

test('a change of the campaign, which receipts wait for, reads no large table whole', async () => {
  const { database, plans } = watchPlans(site.gateway.database);
  const snapshot = structuredClone(site.gateway.snapshot);
  const cashback = snapshot.campaign.engines.find(({ type }) => type === 'CASHBACK');
  const changed = {
    ...snapshot,
    faq: snapshot.faq.slice(1),
    campaign: {
      ...snapshot.campaign,
      engines: snapshot.campaign.engines.map((engine) =>
        engine === cashback
          ? { ...engine, details: { ...engine.details, totalAmount: 1_000_000 } }
          : engine,
      ),
    },
  };
  const applied = await database.transaction((queries) =>
    applyCampaign(queries, {
      snapshot: changed,
      pictures: {},
      files: [],
      author: 'Rosa',
      reason: 'Mais cashback',
      basedOn: null,
      isForced: true,
      now: site.clock.now,
    }),
  );
  expect(applied).toMatchObject({ version: 2 });
  expect(readingWhole(plans, grown)).toEqual([]);
  const read = /(?:Scan|Index Scan) (?:using \w+ )?on (?:receipts|engine_orders)\b/;
  expect(plans.filter((plan) => read.test(plan))).toEqual([]);
});
