import { setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import {
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  redeemEndpoint,
  withdrawCashbackEndpoint,
} from '../../src/contract/wallets.ts';
import { isRefusal } from '../../src/gateway/refusal.ts';
import { settleWithdrawal } from '../../src/gateway/wallets/withdrawals.ts';
import type { TestConsumer, TestGateway } from './gateway.ts';
import type { Operation } from './linearizable.ts';
import { moderate } from './moderation.ts';
import type { Issued, WalletDone } from './promotion-models.ts';
import { acceleratedProducts } from './receipt-body.ts';
import type { Random } from './receipts/random.ts';

/** What one person and moderation did at the same time, as each saw it. */
export interface CallHistory {
  cashback: Operation<WalletDone>[];
  points: Operation<WalletDone>[];
  numbers: Operation<Issued>[];
}

/** How many act at the same time, and how many steps each takes, one after the other. */
const hands = 4;
const steps = 5;

/** What a receipt of R$ 30,00 earns, and what a basket costs. */
const centavos = 300;
const points = 6;
const cost = 2;

/** One person's cashback is limited; fewer receipts, even if all hands send at once, earn in full. */
const maxReceipts = 6;

/** Lets a new person and moderation act at the same time, choosing at random. */
export async function recordHistory(site: TestGateway, random: Random): Promise<CallHistory> {
  const who = await site.signUp();
  const body = { instantPaymentKeyType: 'CPF' as const };
  await site.call(setInstantPaymentKeyEndpoint, { token: who.token, body });
  const { acts, history } = actsOf(site, who, random);
  const { send, approve, reject, withdraw, fail, spend, readCashback, readPoints } = acts;
  for (let receipt = 0; receipt < 3; receipt += 1) await send();
  const likely = [approve, approve, reject, withdraw, withdraw, fail, spend, send] as const;
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let step = 0; step < steps; step += 1) {
        await random.pick([...likely, readCashback, readPoints, readCashback, readPoints])();
      }
    }),
  );
  return history;
}

function actsOf(site: TestGateway, who: TestConsumer, random: Random) {
  const { token } = who;
  const history: CallHistory = { cashback: [], points: [], numbers: [] };
  const receipts: number[] = [];
  const withdrawals: { id: number; amount: number }[] = [];
  const { database } = site.gateway;

  /** Something that was sent earlier; 0 where nothing was. */
  const any = <Item>(items: readonly Item[]) => items[random.between(0, items.length - 1)];

  const acts = {
    async send() {
      if (receipts.length === maxReceipts) return;
      const products = random.pick([{}, { products: acceleratedProducts(30) }]);
      const { result, ...times } = await timed(() =>
        site.sendReceipt(who, { totalAmount: 30, ...products }),
      );
      const id = Number(result.body.id);
      receipts.push(id);
      const [issued] = await database.query<Issued>(
        `select min(counter) as first, count(*) as quantity
         from lucky_numbers where receipt_id = $1`,
        [id],
      );
      if (issued) history.numbers.push({ ...times, done: issued });
    },
    approve: () => move('APPROVED', 'credit'),
    reject: () => move('REJECTED', 'reverse'),
    async withdraw() {
      const { result, ...times } = await timed(() =>
        site.call(withdrawCashbackEndpoint, { token }),
      );
      if (result.status !== 200) {
        history.cashback.push({ ...times, done: { did: 'withdraw nothing' } });
        return;
      }
      const { id } = JSON.parse(result.text);
      const [row] = await database.query<{ amount: number }>(
        'select value_centavos as amount from cashback_entries where id = $1',
        [id],
      );
      const amount = row?.amount ?? 0;
      withdrawals.push({ id, amount });
      history.cashback.push({ ...times, done: { did: 'withdraw', amount } });
    },
    async fail() {
      const { id, amount } = any(withdrawals) ?? { id: 0, amount: 0 };
      const { result, ...times } = await timed(() =>
        database.transaction((queries) =>
          settleWithdrawal(queries, { id, to: 'ERROR', now: site.clock.now }),
        ),
      );
      if (!isRefusal(result))
        history.cashback.push({ ...times, done: { did: 'give back', amount } });
    },
    async spend() {
      const body = { items: [{ prizeId: 501, quantity: 1 }] };
      const { result, ...times } = await timed(() => site.call(redeemEndpoint, { token, body }));
      const did = result.status === 201 ? 'spend' : 'spend too much';
      history.points.push({ ...times, done: { did, amount: cost } });
    },
    async readCashback() {
      const { result, ...times } = await timed(() =>
        site.call(getCashbackWalletEndpoint, { token }),
      );
      const { balance, transactions } = result.body;
      const sum = transactions.reduce((total, each) => total + signed(each), 0);
      // No model explains an answer that contradicts itself.
      const amount = Math.round(balance * 100) === sum ? sum : Number.NaN;
      history.cashback.push({ ...times, done: { did: 'read', amount } });
    },
    async readPoints() {
      const { result, ...times } = await timed(() => site.call(getPointsWalletEndpoint, { token }));
      history.points.push({ ...times, done: { did: 'read', amount: result.body.balance } });
    },
  };

  /** Moderates any receipt; only what was approved may be taken back. */
  async function move(to: 'APPROVED' | 'REJECTED', did: 'credit' | 'reverse') {
    const { result, ...times } = await timed(() =>
      moderate(site, any(receipts) ?? 0, { to, reason: 'Nota ilegível' }),
    );
    if (isRefusal(result) || (did === 'reverse' && result.from !== 'APPROVED')) return;
    history.cashback.push({ ...times, done: { did, amount: centavos } });
    history.points.push({ ...times, done: { did, amount: points } });
  }

  return { acts, history };
}

/** The amount that a movement adds to a wallet, in centavos. */
function signed({ type, status, value }: { type: string; status: string; value: number }): number {
  if (status === 'ERROR') return 0;
  return Math.round(value * 100) * (type === 'CREDIT' ? 1 : -1);
}

let ticks = 0;

async function timed<Result>(work: () => Promise<Result>) {
  ticks += 1;
  const called = ticks;
  const result = await work();
  ticks += 1;
  return { called, answered: ticks, result };
}
