import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { isEarned, simulateReceipt } from '../../../../src/rules/rewards/simulation.ts';

const { engines } = embeddedCampaign({
  window: 'spec',
  variant: 'all',
  tenantId: 'teste',
  today: '2025-10-18',
}).campaign;
const minimum = 1000;
const line = (unitaryValue: number, bonusGenerator = false, quantity = 1) => ({
  quantity,
  unitaryValue,
  bonusGenerator,
});

describe('a simulated receipt', () => {
  it('is empty without products', () => {
    expect(simulateReceipt([], engines, minimum)).toEqual({ state: 'empty' });
  });

  it('below the least total says what is missing', () => {
    expect(simulateReceipt([line(333, true, 2)], engines, minimum)).toEqual({
      state: 'too-little',
      total: 666,
      missing: 334,
    });
  });

  it('earns no reward of nothing', () => {
    const engine = 'Prêmios';
    const earned = [
      { type: 'DRAW', engine, regular: 0, bonus: 1 },
      { type: 'INSTANT_PRIZE', engine },
      { type: 'CASHBACK', engine, value: 1, percentage: 10 },
      { type: 'COLLECT_TO_WIN', engine, points: 1, factor: 5 },
    ] as const;
    const nothing = [
      { type: 'DRAW', engine, regular: 0, bonus: 0 },
      { type: 'CASHBACK', engine, value: 0, percentage: 10 },
      { type: 'COLLECT_TO_WIN', engine, points: 0, factor: 5 },
    ] as const;
    expect(earned.every(isEarned)).toBe(true);
    expect(nothing.some(isEarned)).toBe(false);
  });

  it('tells every engine’s reward, in the campaign’s order', () => {
    expect(simulateReceipt([line(1290, true), line(900, false, 2)], engines, minimum)).toEqual({
      state: 'earns',
      total: 3090,
      rewards: [
        { type: 'DRAW', engine: 'Sorteio', regular: 1, bonus: 10 },
        { type: 'INSTANT_PRIZE', engine: 'Prêmio na hora' },
        { type: 'CASHBACK', engine: 'Cashback', value: 309, percentage: 10 },
        { type: 'COLLECT_TO_WIN', engine: 'Junte e troque', points: 6, factor: 5 },
      ],
    });
  });

  it('never earns less for more of the same', () => {
    const worth = fc.integer({ min: 1000, max: 100_000 });
    fc.assert(
      fc.property(worth, fc.integer({ min: 0, max: 5000 }), fc.boolean(), (total, more, bonus) => {
        const of = (value: number) => {
          const simulation = simulateReceipt([line(value, bonus)], engines, minimum);
          if (simulation.state !== 'earns') throw new Error(simulation.state);
          return simulation.rewards.map((reward) => {
            if (reward.type === 'DRAW') return reward.regular + reward.bonus;
            if (reward.type === 'CASHBACK') return reward.value;
            return reward.type === 'COLLECT_TO_WIN' ? reward.points : 1;
          });
        };
        const before = of(total);
        return of(total + more).every((earned, index) => earned >= (before[index] ?? 0));
      }),
    );
  });
});
