import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cashbackEarned,
  cashbackOfAll,
  nothingYet,
} from '../../../../src/rules/rewards/cashback-and-points.ts';

const limits = {
  percentage: 10,
  maxAmountByConsumer: 50,
  maxCouponsByConsumer: 3,
  totalAmount: 1000,
};

describe('cashback', () => {
  it.each([
    [1000, 10, 100],
    [1999, 10, 199],
    [999, 5, 49],
    [1000, 7.5, 75],
    [1_234_567, 1.15, 14_197],
    [1000, 0, 0],
  ])('for %i centavos at %d %% is %i', (total, percentage, value) => {
    expect(cashbackEarned(total, { percentage }, nothingYet)).toEqual({ value, blocker: null });
  });

  it('is nothing where no percentage is set', () => {
    expect(cashbackEarned(1000, {}, nothingYet)).toEqual({ value: 0, blocker: null });
  });

  it('ends at the amount of the consumer with what is left', () => {
    const nearly = { ...nothingYet, consumerAmount: 4970 };
    expect(cashbackEarned(1000, limits, nearly)).toEqual({ value: 30, blocker: null });
    const lastCentavo = { ...nothingYet, consumerAmount: 4999 };
    expect(cashbackEarned(1000, limits, lastCentavo)).toEqual({ value: 1, blocker: null });
    const full = { ...nothingYet, consumerAmount: 5000 };
    expect(cashbackEarned(1000, limits, full)).toEqual({ value: 0, blocker: 'CEC-004' });
  });

  it('ends at the number of receipts of the consumer', () => {
    expect(cashbackEarned(1000, limits, { ...nothingYet, consumerReceipts: 2 }).value).toBe(100);
    expect(cashbackEarned(1000, limits, { ...nothingYet, consumerReceipts: 3 })).toEqual({
      value: 0,
      blocker: 'CEC-005',
    });
  });

  it('ends with the fund of the campaign, to the last centavo', () => {
    const nearly = { ...nothingYet, campaignAmount: 99_999 };
    expect(cashbackEarned(1000, limits, nearly)).toEqual({ value: 1, blocker: null });
    const empty = { ...nothingYet, campaignAmount: 100_000 };
    expect(cashbackEarned(1000, limits, empty)).toEqual({ value: 0, blocker: 'CEC-008' });
  });

  it('of several receipts is at most the share of each, cut to the amount of a consumer', () => {
    expect(cashbackOfAll([1009, 100_000], limits)).toBe(100 + 5000);
    expect(cashbackOfAll([], limits)).toBe(0);
  });

  it('never exceeds a limit, nor the share', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.nat(6000),
        fc.nat(110_000),
        (total, consumer, campaign) => {
          const { value, blocker } = cashbackEarned(total, limits, {
            consumerAmount: consumer,
            consumerReceipts: 0,
            campaignAmount: campaign,
          });
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(total / 10);
          if (blocker === null) {
            expect(consumer + value).toBeLessThanOrEqual(5000);
            expect(campaign + value).toBeLessThanOrEqual(100_000);
          }
        },
      ),
    );
  });
});
