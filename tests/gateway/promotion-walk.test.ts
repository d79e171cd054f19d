import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { listLuckyNumbersEndpoint } from '../../src/contract/engines.ts';
import {
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  redeemEndpoint,
  withdrawCashbackEndpoint,
} from '../../src/contract/wallets.ts';
import { findLedgerEntries } from '../../src/gateway/ledger/queries.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { isRefusal } from '../../src/gateway/refusal.ts';
import { correctSettlement, settleWithdrawal } from '../../src/gateway/wallets/withdrawals.ts';
import { type DatedEntry, readLedgerEntry } from '../../src/rules/log/ledger-entry-types.ts';
import { applyNext } from '../../src/rules/verification/replay.ts';
import { emptyReplayState } from '../../src/rules/verification/replay-state.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { balancesInLedger } from '../support/ledger-balances.ts';
import { moderate } from '../support/moderation.ts';
import {
  anyStep,
  chosen,
  holdings,
  newPersonModel,
  type Step,
  takeInModel,
} from '../support/person-model.ts';

const numRuns = Number(process.env.RANDOM_CASES ?? 12);
let site: TestGateway;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  await site.query('update prize_stock set quantity = 1000000 where quantity > 0');
});
afterAll(() => site.close());

/** What a user has done so far, by the gateway's ids. */
interface Walk {
  who: TestConsumer;
  receipts: number[];
  withdrawals: number[];
  redemptions: number[];
}

/** @returns whether the gateway let it happen. */
async function runStep(walk: Walk, step: Step): Promise<boolean> {
  const { token } = walk.who;
  const { now } = site.clock;
  const { database } = site.gateway;
  switch (step.step) {
    case 'send': {
      const sent = await site.sendReceipt(walk.who, { totalAmount: step.total });
      return storeIds(walk.receipts, sent);
    }
    case 'approve':
    case 'reject': {
      const to = step.step === 'approve' ? 'APPROVED' : 'REJECTED';
      const id = chosen(walk.receipts, step.which) ?? 0;
      return !isRefusal(await moderate(site, id, { to, reason: 'Nota ilegível' }));
    }
    case 'withdraw':
      return storeIds(walk.withdrawals, await site.call(withdrawCashbackEndpoint, { token }));
    case 'settle': {
      const settlement = { id: chosen(walk.withdrawals, step.which) ?? 0, to: step.to, now };
      return !isRefusal(await database.transaction((to) => settleWithdrawal(to, settlement)));
    }
    case 'correct': {
      const settlement = { id: chosen(walk.withdrawals, step.which) ?? 0, to: step.to, now };
      return !isRefusal(await database.transaction((to) => correctSettlement(to, settlement)));
    }
    case 'redeem': {
      const body = { items: [{ prizeId: 501, quantity: 1 }] };
      return storeIds(walk.redemptions, await site.call(redeemEndpoint, { token, body }));
    }
    case 'cancel': {
      const id = chosen(walk.redemptions, step.which) ?? 0;
      const move = { id, to: 'CANCELED' as const, now };
      return !isRefusal(await database.transaction((to) => moveRedemption(to, move)));
    }
    default:
      return step satisfies never;
  }
}

/** Keeps the id of what was made, if it was. */
function storeIds(ids: number[], { status, text }: { status: number; text: string }): boolean {
  if (status < 300) ids.push(JSON.parse(text).id);
  return status < 300;
}

async function heldBy({ token }: TestConsumer) {
  const cashback = (await site.call(getCashbackWalletEndpoint, { token })).body.balance;
  const points = (await site.call(getPointsWalletEndpoint, { token })).body.balance;
  const numbers = (await site.call(listLuckyNumbersEndpoint, { token })).body;
  return {
    centavos: Math.round(cashback * 100),
    points,
    numbers: numbers.filter(({ voided }) => !voided).length,
  };
}

const state = emptyReplayState();
/** The entry at 0 opens the log and is not replayed. */
let seen = 1;

/** The entries since the last call. */
async function newEntries(): Promise<DatedEntry[]> {
  await site.publishLog();
  const page = { campaignId: 19, from: seen, limit: 10_000 };
  const rows = await findLedgerEntries(site.gateway.database, page);
  seen += rows.length;
  return rows.flatMap(({ entry }) => readLedgerEntry(entry) ?? []);
}

test('a user gets what the regulation says and the ledger shows, whatever they do', async () => {
  const { database } = site.gateway;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 16 }), async (steps) => {
      // Else the fund would be spent after some hundred people.
      await database.query('update cashback_funds set reserved_centavos = 0');
      const who = await site.signUp();
      const body = { instantPaymentKeyType: 'CPF' as const };
      await site.call(setInstantPaymentKeyEndpoint, { token: who.token, body });
      const walk = { who, receipts: [], withdrawals: [], redemptions: [] };
      const model = newPersonModel();
      for (const step of steps) expect(await runStep(walk, step)).toBe(takeInModel(model, step));
      const held = holdings(model);
      expect(await heldBy(who)).toEqual(held);
      const entries = await newEntries();
      const { centavos, points } = held;
      const balances = await balancesInLedger(database, entries);
      expect(balances.get(who.id) ?? { centavos: 0, points: 0 }).toEqual({ centavos, points });
      for (const entry of entries) expect(await applyNext(state, entry)).toBeNull();
    }),
    { numRuns },
  );
}, 3_600_000);
