import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brokenMultiples,
  canDecrease,
  canIncrease,
  leastPoints,
  multipleOf,
  type RedeemPrize,
  redemptionBlocker,
  redemptionStages,
  redemptionStatuses,
  type Selection,
  selectedPoints,
  selectedQuantity,
  selectionWithinReach,
  sortPrizes,
  stagesReached,
} from '../../../../src/rules/rewards/redeem.ts';

const food = { id: 1, name: 'Alimentos' };
const care = { id: 2, name: 'Higiene' };

const prizes: RedeemPrize[] = [
  { id: 'a', points: 30, description: 'Cesta A', stock: 5, category: food },
  { id: 'b', points: 20, description: 'Cesta B', stock: 2, category: food },
  { id: 3, points: 10, description: 'Cesta C', stock: 9, category: care },
  { id: 4, points: 1, description: 'Cesta D', stock: 0 },
];
const [a, b, c, d] = prizes as [RedeemPrize, RedeemPrize, RedeemPrize, RedeemPrize];

const rule = (referenceValue: number | string, value: number) => ({
  type: 'MULTIPLE_ITEMS_PER_CATEGORY',
  referenceValue,
  value,
});
const wallet = { balance: 100, status: 'ACTIVE' };

function click(
  selection: Selection,
  { prize, up }: { prize: RedeemPrize; up: boolean },
): Selection {
  const remaining = wallet.balance - selectedPoints(prizes, selection);
  const enabled = up ? canIncrease(prize, selection, remaining) : canDecrease(prize, selection);
  if (!enabled) return selection;
  return { ...selection, [prize.id]: selectedQuantity(prize, selection) + (up ? 1 : -1) };
}

describe('stepper', () => {
  it('never goes below zero', () => {
    expect(canDecrease(a, {})).toBe(false);
    expect(canDecrease(a, { a: 0 })).toBe(false);
    expect(canDecrease(a, { a: 1 })).toBe(true);
    expect(canDecrease({ ...a, stock: 1 }, { a: 1 })).toBe(true);
  });

  it('goes up while the remaining balance pays for one more', () => {
    expect(canIncrease(a, {}, 30)).toBe(true);
    expect(canIncrease(a, {}, 29)).toBe(false);
  });

  it('goes up to the stock', () => {
    expect(canIncrease(b, { b: 1 }, 1000)).toBe(true);
    expect(canIncrease(b, { b: 2 }, 1000)).toBe(false);
  });

  it('does not move without stock, however large the balance', () => {
    expect(canIncrease(d, {}, 1_000_000)).toBe(false);
    expect(canDecrease(d, { 4: 1 })).toBe(false);
    expect(canIncrease({ ...d, stock: -1 }, {}, 1_000_000)).toBe(false);
  });

  it('leads to no selection that would be refused for balance or stock', () => {
    const step = fc.record({ prize: fc.constantFrom(...prizes), up: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const selection = steps.reduce<Selection>(click, {});
        expect([null, 'NOTHING_SELECTED']).toContain(
          redemptionBlocker(prizes, selection, { rules: [], wallet }),
        );
      }),
    );
  });
});

describe('an earlier selection', () => {
  it('stays as it is while stock and balance allow', () => {
    expect(selectionWithinReach(prizes, { a: 2, 3: 1 }, 70)).toEqual({ a: 2, 3: 1 });
  });

  it('loses what is sold out or no prize any more', () => {
    expect(selectionWithinReach(prizes, { b: 3, 4: 1, gone: 1 }, 100)).toEqual({ b: 2 });
  });

  it('loses what the balance no longer pays for, the dearest first', () => {
    expect(selectionWithinReach(prizes, { a: 1, b: 1, 3: 1 }, 35)).toEqual({ 3: 1, b: 1 });
    expect(selectionWithinReach(prizes, { a: 1 }, -1)).toEqual({});
  });
});

describe('multiples of a category', () => {
  it('count all prizes of the category together', () => {
    expect(brokenMultiples(prizes, { a: 1, b: 1 }, [rule(1, 2)])).toEqual([]);
    expect(brokenMultiples(prizes, { a: 1 }, [rule(1, 2)])).toEqual([
      { categoryId: 1, category: 'Alimentos', multiple: 2, missing: 1 },
    ]);
  });

  it('hold when nothing of the category is selected', () => {
    expect(brokenMultiples(prizes, { 3: 1 }, [rule(1, 2)])).toEqual([]);
  });

  it('are distinguished by category', () => {
    const rules = [rule('1', 2), rule(2, 3)];
    expect(brokenMultiples(prizes, { a: 1, 3: 1 }, rules)).toEqual([
      { categoryId: '1', category: 'Alimentos', multiple: 2, missing: 1 },
      { categoryId: 2, category: 'Higiene', multiple: 3, missing: 2 },
    ]);
    expect(brokenMultiples(prizes, { a: 2, 3: 1 }, rules)).toEqual([
      { categoryId: 2, category: 'Higiene', multiple: 3, missing: 2 },
    ]);
  });

  it('belong to each prize of the category, and to no other', () => {
    const rules = [rule(1, 2)];
    expect(prizes.map((prize) => multipleOf(prize, rules))).toEqual(
      prizes.map(({ category }) => (category?.id === 1 ? 2 : null)),
    );
    expect(prizes.some((prize) => multipleOf(prize, rules) === 2)).toBe(true);
    expect(prizes.every((prize) => multipleOf(prize, [rule(1, 1)]) === null)).toBe(true);
  });

  it('are completed by the cheapest prizes that are left', () => {
    const least = (prize: RedeemPrize, multiple: number, selection: Selection = {}) =>
      leastPoints(prize, prizes, { selection, rules: [rule(1, multiple)] });
    expect(least(a, 2)).toBe(30 + 20);
    expect(least(b, 2)).toBe(20 + 20);
    expect(least(b, 3), 'of two in stock').toBe(20 + 20 + 30);
    expect(least(a, 3, { b: 2 }), 'the last of three').toBe(30);
    expect(least(a, 3, { b: 1 }), 'one chosen, one more to complete').toBe(30 + 20);
    expect(least(c, 2), 'of another category').toBe(10);
  });

  it('are asked by their own type of rule only', () => {
    expect(brokenMultiples(prizes, { a: 1 }, [{ ...rule(1, 2), type: 'OTHER' }])).toEqual([]);
  });
});

describe('redemption', () => {
  it.each([
    ['with one item that the balance pays for exactly', { a: 3, 3: 1 }, wallet, null],
    ['with one item beside others not taken', { a: 1, b: 0 }, wallet, null],
    ['without an item', { a: 0 }, wallet, 'NOTHING_SELECTED'],
    ['above the balance', { a: 3, b: 1 }, wallet, 'INSUFFICIENT_BALANCE'],
    ['above the stock', { b: 3 }, wallet, 'OUT_OF_STOCK'],
    ['of what is out of stock', { 4: 1 }, wallet, 'OUT_OF_STOCK'],
    ['of less than nothing', { a: 1, b: -1 }, wallet, 'INVALID_QUANTITY'],
    ['of half an item', { a: 0.5 }, wallet, 'INVALID_QUANTITY'],
    ['from a blocked wallet', { a: 1 }, { ...wallet, status: 'BLOCKED' }, 'WALLET_INACTIVE'],
    ['from an empty wallet', { a: 1 }, { ...wallet, balance: 0 }, 'INSUFFICIENT_BALANCE'],
    ['of nothing, from a blocked wallet', {}, { ...wallet, status: 'BLOCKED' }, 'WALLET_INACTIVE'],
    ['of nothing, from an empty wallet', {}, { ...wallet, balance: 0 }, 'INSUFFICIENT_BALANCE'],
  ])('%s', (_, selection, from, blocker) => {
    expect(redemptionBlocker(prizes, selection, { rules: [], wallet: from })).toBe(blocker);
  });

  it('needs a balance, even for what costs nothing', () => {
    const gift = { id: 'g', points: 0, description: 'Brinde', stock: 1 };
    const from = (balance: number) => ({ rules: [], wallet: { balance, status: 'ACTIVE' } });
    expect(redemptionBlocker([gift], { g: 1 }, from(0))).toBe('INSUFFICIENT_BALANCE');
    expect(redemptionBlocker([gift], { g: 1 }, from(1))).toBeNull();
  });

  it('keeps the rules of every category', () => {
    const rules = [rule(1, 2)];
    expect(redemptionBlocker(prizes, { a: 1, 3: 1 }, { rules, wallet })).toBe('CATEGORY_MULTIPLE');
    expect(redemptionBlocker(prizes, { a: 1, b: 1 }, { rules, wallet })).toBeNull();
  });
});

describe('prize cards', () => {
  it('are sorted by points, then by description without regard to accents', () => {
    const cards = [
      { points: 10, description: 'Zebra' },
      { points: 10, description: 'Água' },
      { points: 10, description: 'abacate' },
      { points: 5, description: 'Último' },
    ];
    expect(sortPrizes(cards).map(({ description }) => description)).toEqual([
      'Último',
      'abacate',
      'Água',
      'Zebra',
    ]);
    expect(sortPrizes([c, a, b])).toEqual([c, b, a]);
  });
});

it('an order’s stages are counted, and none for a cancelled one', () => {
  const path = ['NEW_ORDER', 'REQUESTED', 'CONFIRMED', 'BILLED', 'SHIPPED', 'COMPLETED'];
  expect(path.map(stagesReached)).toEqual([1, 1, 2, 2, 3, redemptionStages.length]);
  expect(stagesReached('AWAITING_WITHDRAW')).toBe(3);
  const nowhere = redemptionStatuses.filter((status) => stagesReached(status) === null);
  expect(nowhere).toEqual(['CANCELED', 'ERROR']);
  expect([null, undefined, 'LOST'].map(stagesReached)).toEqual([null, null, null]);
});
