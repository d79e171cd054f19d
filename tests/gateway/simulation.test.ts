import { afterAll, expect, test } from 'vitest';
import { listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { parseMoney } from '../../src/rules/money.ts';
import { simulateReceipt } from '../../src/rules/rewards/simulation.ts';
import { openGateway } from '../support/gateway.ts';
import { acceleratedProducts } from '../support/receipt-body.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

test.each([
  ['10,00', false],
  ['54,90', true],
  ['800,00', true],
])(
  'a first receipt of R$ %s, accelerator: %s, earns what the simulator says',
  async (price, accelerated) => {
    const total = parseMoney(price) ?? 0;
    const ana = await site.signUp();
    const products = accelerated ? { products: acceleratedProducts(total / 100) } : {};
    const extra = { additionalFields: [{ campaignAdditionalFieldId: 21, value: 'Loja física' }] };
    await site.sendReceipt(ana, { totalAmount: total / 100, ...products, ...extra });
    const [receipt] = (await site.call(listReceiptsEndpoint, { token: ana.token })).body;
    const details = new Map(
      receipt?.engineOrders.map((order) => [order.engineType, order.details]),
    );

    const { engines } = site.gateway.snapshot.campaign;
    const line = { quantity: 1, unitaryValue: total, bonusGenerator: accelerated };
    const simulation = simulateReceipt([line], engines, 1000);
    if (simulation.state !== 'earns') throw new Error(simulation.state);
    for (const reward of simulation.rewards) {
      const real = details.get(reward.type);
      if (reward.type === 'DRAW') {
        expect(real?.luckyNumbers).toHaveLength(reward.regular + reward.bonus);
      }
      if (reward.type === 'CASHBACK') expect(real?.transaction?.value).toBe(reward.value / 100);
      if (reward.type === 'COLLECT_TO_WIN') expect(real?.transaction?.value).toBe(reward.points);
    }
  },
);
