import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawRule, luckyNumbersEarned } from '../../../../src/rules/rewards/numbers-earned.ts';

const rule: DrawRule = {
  inputType: 'MONETARY',
  type: 'PER_ITEM',
  quantity: 1,
  minAmount: 10,
  maxAmount: null,
  bonusGeneratorType: 'ADD',
  bonusGeneratorQty: 10,
};
const alone = { cumulative: false, carried: 0 };
const main = (unitaryValue: number) => ({ quantity: 1, unitaryValue, bonusGenerator: false });
const accelerator = { quantity: 1, unitaryValue: 10, bonusGenerator: true };

describe('lucky numbers of a receipt', () => {
  it('is one for a purchase that reaches the minimum, none below it', () => {
    expect(luckyNumbersEarned([main(999)], rule, alone).regular).toBe(0);
    expect(luckyNumbersEarned([main(1000)], rule, alone)).toEqual({
      regular: 1,
      bonus: 0,
      carried: 0,
    });
  });

  it('is one however large the purchase is', () => {
    expect(luckyNumbersEarned([main(100_000)], rule, alone).regular).toBe(1);
  });

  it('is ten more with the accelerator product, whose line counts for the minimum', () => {
    expect(luckyNumbersEarned([main(990), accelerator], rule, alone)).toEqual({
      regular: 1,
      bonus: 10,
      carried: 0,
    });
  });

  it('is ten more once, however many lines the accelerator product has', () => {
    const earned = luckyNumbersEarned([main(980), accelerator, accelerator], rule, alone);
    expect(earned).toEqual({ regular: 1, bonus: 10, carried: 0 });
  });

  it('is no bonus below the minimum, nor where the rule has none', () => {
    expect(luckyNumbersEarned([main(980), accelerator], rule, alone).bonus).toBe(0);
    const plain = { ...rule, bonusGeneratorType: null };
    expect(luckyNumbersEarned([main(990), accelerator], plain, alone).bonus).toBe(0);
    const empty = { ...rule, bonusGeneratorQty: null };
    expect(luckyNumbersEarned([main(990), accelerator], empty, alone).bonus).toBe(0);
  });

  it('includes both ends of the band', () => {
    const band = { ...rule, maxAmount: 20 };
    expect(
      [1000, 2000, 2001].map((total) => luckyNumbersEarned([main(total)], band, alone)),
    ).toEqual([
      { regular: 1, bonus: 0, carried: 0 },
      { regular: 1, bonus: 0, carried: 0 },
      { regular: 0, bonus: 0, carried: 0 },
    ]);
  });

  it('needs no minimum, and then leaves nothing over', () => {
    const open = { ...rule, minAmount: null };
    expect(luckyNumbersEarned([], open, alone).regular).toBe(1);
    expect(luckyNumbersEarned([main(5)], open, { cumulative: true, carried: 3 })).toEqual({
      regular: 1,
      bonus: 0,
      carried: 0,
    });
  });

  it('forgets what former receipts left over unless the engine is cumulative', () => {
    const former = { cumulative: false, carried: 900 };
    expect(luckyNumbersEarned([main(600)], rule, former)).toEqual({
      regular: 0,
      bonus: 0,
      carried: 0,
    });
  });

  it('adds up small receipts of a cumulative engine', () => {
    const first = luckyNumbersEarned([main(600)], rule, { cumulative: true, carried: 0 });
    expect(first).toEqual({ regular: 0, bonus: 0, carried: 600 });
    const second = luckyNumbersEarned([main(600)], rule, { cumulative: true, ...first });
    expect(second).toEqual({ regular: 1, bonus: 0, carried: 200 });
  });

  it('carries on what was left over when a receipt is above the band', () => {
    const band = { ...rule, maxAmount: 20 };
    expect(luckyNumbersEarned([main(2001)], band, { cumulative: true, carried: 300 })).toEqual({
      regular: 0,
      bonus: 0,
      carried: 300,
    });
  });

  it('never carries a whole threshold', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(1_000_000), (carried, total) => {
        const earned = luckyNumbersEarned([main(total)], rule, { cumulative: true, carried });
        expect(earned.carried).toBeLessThan(1000);
        expect((carried + total - earned.carried) % 1000).toBe(0);
        expect(earned.regular).toBe(carried + total >= 1000 ? 1 : 0);
      }),
    );
  });

  it('does not guess what an unknown rule means', () => {
    expect(() => luckyNumbersEarned([main(1000)], { ...rule, type: 'PER_POINT' }, alone)).toThrow(
      RangeError,
    );
    expect(() =>
      luckyNumbersEarned([main(1000)], { ...rule, bonusGeneratorType: 'MULTIPLY' }, alone),
    ).toThrow(RangeError);
  });
});
