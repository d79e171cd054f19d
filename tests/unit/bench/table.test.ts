import { describe, expect, test } from 'vitest';
import { brokenLimits, budgetOf } from '../../bench/budgets.ts';
import type { Figure } from '../../bench/figure.ts';
import { figureTable } from '../../bench/table.ts';

const page: Figure = { area: 'Bytes', name: '/faq', value: 12_345, unit: 'B', how: 'brotli 11' };
const start: Figure = { area: 'Start', name: 'warm', value: 1500, unit: 'ms', how: 'once' };
const calls: Figure = { area: 'Gateway', name: 'receipt', value: 90, unit: '/s', how: '5 s' };
const lost: Figure = { area: 'Correctness', name: 'lost', value: 1, unit: '', how: 'chaos' };
const budgets = {
  'Bytes: /faq': { budget: 10_000, limit: 13_000, peer: 'Eleventy 11 KB' },
  'Start: warm': { budget: 1000, limit: 1200 },
  'Gateway: receipt': { budget: 200, limit: 100 },
  'Correctness: lost': { budget: 0, limit: 0, exact: true },
};

describe('what fails the bench', () => {
  test('bytes up to their limit do not', () => {
    expect(brokenLimits([page, { ...page, value: 13_000 }], budgets)).toEqual([]);
  });

  test('bytes beyond it and counts that must be exact do', () => {
    const heavy = { ...page, value: 13_001 };
    expect(brokenLimits([heavy, lost], budgets)).toEqual([heavy, lost]);
  });

  test('times and rates never do', () => {
    expect(brokenLimits([start, calls], budgets)).toEqual([]);
  });
});

describe('a budget of several figures', () => {
  const several = {
    'Bytes: *': { budget: 1, limit: 1 },
    'Bytes: * JS (later)': { budget: 2, limit: 2 },
    'Bytes: /*: exponent over *': { budget: 3, limit: 3 },
    'Bytes: /faq': { budget: 4, limit: 4 },
  };
  const budgetFor = (name: string) => budgetOf({ area: 'Bytes', name }, several)?.budget;

  test('counts where there is none of the figure’s own name', () => {
    expect(budgetFor('/faq')).toBe(4);
    expect(budgetFor('/regulamento')).toBe(1);
  });

  test('gives way to one that has more of the name', () => {
    expect(budgetFor('/faq JS (later)')).toBe(2);
    expect(budgetFor('/faq: exponent over pages')).toBe(3);
    expect(budgetFor('/faq JS later')).toBe(1);
  });

  test('is of its area alone', () => {
    expect(budgetOf({ area: 'Start', name: '/faq' }, several)).toBeNull();
  });
});

describe('the table', () => {
  const lines = figureTable([page, start, calls, lost], budgets).split('\n');

  test('has a row of each figure with what it may be', () => {
    expect(lines[1]).toMatch(/^~ +Bytes +\/faq +12,345 B +10,000 +13,000 +Eleventy 11 KB +brotli/);
  });

  test('marks what is beyond its limit, below it where more is better', () => {
    expect(lines.filter((line) => line.startsWith('!  '))).toHaveLength(3);
    expect(lines[3]).toMatch(/^! +Gateway/);
  });

  test('ends no figure without a budget with a bound', () => {
    const [, row] = figureTable([page], {}).split('\n');
    expect(row).toMatch(/^ +Bytes +\/faq +12,345 B +brotli 11$/);
  });

  test('fits in 160 columns', () => {
    const wordy = { ...page, how: 'all of it '.repeat(40) };
    for (const line of figureTable([wordy], budgets).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(160);
    }
  });
});
