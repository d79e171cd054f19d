import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCashbackWallet, withdrawCashback } from '../../src/contract/cashback.ts';
import { setInstantPaymentKey } from '../../src/contract/consumer.ts';
import { type DatedEntry, readLedgerEntry } from '../../src/contract/ledger-entries.ts';
import { getPointsWallet, redeem } from '../../src/contract/points.ts';
import { emptyBooks, enter } from '../../src/features/transparency/ledger-replay.ts';
import { findLedgerEntries } from '../../src/gateway/db/queries/ledger.ts';
import { moveRedemptionTo } from '../../src/gateway/engine/move-redemption.ts';
import { settleWithdrawal } from '../../src/gateway/engine/settle-withdrawal.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { sendReceipt, signUpTalkative } from '../support/participant.ts';
import { toldBalances } from '../support/told-balances.ts';

const numRuns = Number(process.env.RANDOM_CASES ?? 12);
let site: TestGateway;

beforeAll(async () => {
  site = await openGateway({ variant: 'all', settings: { rateLimited: false } });
  await site.gateway.database.query('update prize_stock set quantity = 1000000 where quantity > 0');
});
afterAll(() => site.close());

type Step =
  | { step: 'send'; total: number }
  | { step: 'approve' | 'reject' | 'cancel'; which: number }
  | { step: 'settle'; which: number; to: 'SUCCESS' | 'ERROR' }
  | { step: 'withdraw' | 'redeem' };

const which = fc.nat({ max: 5 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ step: fc.constant('send' as const), total: fc.integer({ min: 10, max: 300 }) }),
  fc.record({
    step: fc.constantFrom('approve' as const, 'reject' as const, 'cancel' as const),
    which,
  }),
  fc.record({
    step: fc.constant('settle' as const),
    which,
    to: fc.constantFrom('SUCCESS' as const, 'ERROR' as const),
  }),
  fc.record({ step: fc.constantFrom('withdraw' as const, 'redeem' as const) }),
);

/** What somebody has done so far; steps choose among it, and many a choice is refused. */
interface Walk {
  who: TestConsumer;
  receipts: number[];
  withdrawals: number[];
  redemptions: number[];
}

async function take(walk: Walk, step: Step): Promise<void> {
  const { who } = walk;
  const { token } = who;
  const { now } = site.clock;
  const { database } = site.gateway;
  const at = (list: readonly number[], index: number) => list[index % (list.length || 1)] ?? 0;
  switch (step.step) {
    case 'send':
      walk.receipts.push(Number((await sendReceipt(site, who, step.total)).id));
      return;
    case 'approve':
      await moderate(site, at(walk.receipts, step.which), { to: 'APPROVED' });
      return;
    case 'reject':
      await moderate(site, at(walk.receipts, step.which), { to: 'REJECTED', reason: 'x' });
      return;
    case 'withdraw': {
      const { text, status } = await site.call(withdrawCashback, { token });
      if (status === 200) walk.withdrawals.push(JSON.parse(text).id);
      return;
    }
    case 'settle': {
      const settlement = { id: at(walk.withdrawals, step.which), to: step.to, now };
      await database.transaction((queries) => settleWithdrawal(queries, settlement));
      return;
    }
    case 'redeem': {
      const body = { items: [{ prizeId: 501, quantity: 1 }] };
      const { text, status } = await site.call(redeem, { token, body });
      if (status === 201) walk.redemptions.push(JSON.parse(text).id);
      return;
    }
    case 'cancel': {
      const move = { id: at(walk.redemptions, step.which), to: 'CANCELED' as const, now };
      await database.transaction((queries) => moveRedemptionTo(queries, move));
      return;
    }
    default:
      step satisfies never;
  }
}

const books = emptyBooks();
let seen = 0;

/** What the ledger was told since it was asked last. */
async function newEntries(): Promise<DatedEntry[]> {
  const page = { campaignId: 19, after: seen, limit: 10_000 };
  const rows = await findLedgerEntries(site.gateway.database, page);
  seen = rows.at(-1)?.position ?? seen;
  return rows.flatMap(({ entry }) => readLedgerEntry(entry) ?? []);
}

test('wherever somebody goes, the wallets hold what the ledger tells, and it contradicts itself nowhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 16 }), async (steps) => {
      const who = await signUpTalkative(site);
      const { token } = who;
      await site.call(setInstantPaymentKey, { token, body: { instantPaymentKeyType: 'CPF' } });
      const walk = { who, receipts: [], withdrawals: [], redemptions: [] };
      for (const step of steps) await take(walk, step);
      const [{ pseudonym } = { pseudonym: '' }] = await site.gateway.database.query<{
        pseudonym: string;
      }>('select pseudonym from consumers where id = $1', [who.id]);
      const entries = await newEntries();
      const cashback = (await site.call(getCashbackWallet, { token })).body.balance;
      const points = (await site.call(getPointsWallet, { token })).body.balance;
      expect({ centavos: Math.round(cashback * 100), points }).toEqual(
        toldBalances(entries).get(pseudonym) ?? { centavos: 0, points: 0 },
      );
      for (const entry of entries) expect(await enter(books, entry)).toBeNull();
    }),
    { numRuns },
  );
}, 900_000);
