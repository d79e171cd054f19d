import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createConsumerEndpoint,
  setInstantPaymentKeyEndpoint,
} from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceiptEndpoint } from '../../src/contract/receipts.ts';
import { redeemEndpoint, withdrawCashbackEndpoint } from '../../src/contract/wallets.ts';
import { rowsMadeBy } from '../support/added-rows.ts';
import { crashingAt } from '../support/crashing.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { validSignUp } from '../support/people.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { promotionViolations } from '../support/promotion-violations.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { serveSite } from '../support/site-process.ts';

const databaseUrl = await createPostgresDatabase();
/** The gateway that survives, to which callers without an answer turn. */
const site = await openGateway({ variant: 'all', databaseUrl });
/** The first one makes keys that all others share. */
await site.signUp();
afterAll(() => site.close());

/** A call as its client makes it, the first time and again. */
interface Act {
  endpoint: { path: string };
  body?: unknown;
  token?: string;
}

/** Every call under a key takes it first: what the server does when it starts takes none. */
const underKey = 'pg_try_advisory_xact_lock';

/** `CRASHES=full` dies after each statement that writes; else where the answer to `is it there?` changes. */
const isFull = process.env.CRASHES === 'full';

const calls: Record<string, { act: () => Promise<Act>; points: string[] }> = {
  'a receipt': {
    act: async () => {
      const who = await site.signUp();
      return sending(
        createReceiptEndpoint,
        who,
        receiptBody(who, site.clock.now, { totalAmount: 30 }),
      );
    },
    points: [
      ...(isFull
        ? [
            `before ${underKey}`,
            'after insert into receipts',
            'after insert into lucky_numbers',
            'after update instant_prizes',
            'before commit',
            'after commit',
          ]
        : []),
      'after insert into ledger_entries',
      'while commit',
    ],
  },
  'a sign-up': {
    act: async () => ({
      endpoint: createConsumerEndpoint,
      body: validSignUp(site.gateway.snapshot),
    }),
    points: [...(isFull ? ['after insert into identity_users'] : []), 'after commit'],
  },
  'a redemption': {
    act: async () =>
      sending(redeemEndpoint, await someoneRewarded(), { items: [{ prizeId: 504, quantity: 2 }] }),
    points: [...(isFull ? ['after commit'] : []), 'after update prize_stock'],
  },
  'a withdrawal': {
    act: async () => sending(withdrawCashbackEndpoint, await someoneRewarded()),
    points: [...(isFull ? ['after insert into cashback_entries'] : []), 'after commit'],
  },
};

function sending(endpoint: Act['endpoint'], { token }: TestConsumer, body?: unknown): Act {
  return { endpoint, token, body };
}

/** With an approved receipt: R$ 3,00 and six points. */
async function someoneRewarded(): Promise<TestConsumer> {
  const who = await site.signUp();
  await moderate(site, await enteredReceipt(who), { to: 'APPROVED' });
  const body = { instantPaymentKeyType: 'CPF' as const };
  await site.call(setInstantPaymentKeyEndpoint, { token: who.token, body });
  return who;
}

async function enteredReceipt(who: TestConsumer): Promise<number> {
  return Number((await site.sendReceipt(who, { totalAmount: 30 })).body.id);
}

describe.each(Object.entries(calls))('%s', (name, { act, points }) => {
  let whole: Record<string, number>;

  beforeAll(async () => {
    const call = await act();
    whole = await rowsMadeBy(site.gateway.database, () =>
      answered(call, `${name} without a crash`.replaceAll(' ', '-')),
    );
  });

  test.each(points)('cut off by a crash %s is there once when it is sent again', async (point) => {
    const call = await act();
    const key = `${name} ${point}`.replaceAll(' ', '-');
    const addedRows = await rowsMadeBy(site.gateway.database, async () => {
      await cutOff(call, key, crashingAt(point, underKey));
      const answer = await answered(call, key);
      expect(await answered(call, key)).toBe(answer);
    });
    // The picture of a call that died stays listed for an hour, until it is seen that a receipt names it.
    expect({ ...addedRows, files_to_remove: 0 }).toEqual(whole);
  });
});

test('the promotion has no violation after all interrupted calls', async () => {
  expect(await promotionViolations(site)).toEqual([]);
});

/** Sends a call to a gateway that dies of it. */
async function cutOff(call: Act, key: string, crash: Record<string, string>): Promise<void> {
  const doomed = await serveSite({
    dataDirectory: site.gateway.settings.dataDirectory,
    variables: {
      DATABASE_URL: databaseUrl,
      CAMPAIGN_VARIANT: 'all',
      ...crash,
    },
    quiet: true,
  });
  const { path, init } = request(call, key);
  const sent = await fetch(doomed.url + path, init).catch((error: Error) => error.message);
  await doomed.kill();
  expect(sent).toBe('fetch failed');
}

/** Sends a call as often as its twin still runs, which the server has yet to miss; the answer. */
async function answered(call: Act, key: string): Promise<string> {
  const { path, init } = request(call, key);
  for (;;) {
    const response = await site.send(path, init);
    const text = await response.text();
    if (response.ok) return text;
    expect(text).toContain('REQUEST_IN_PROGRESS');
  }
}

function request({ endpoint, body, token }: Act, key: string) {
  const headers = {
    'content-type': 'application/json',
    'Idempotency-Key': key,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const init = {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return { path: pathOf(endpoint.path, { campaignId: 19 }), init };
}
