import { createHmac, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../../../src/rules/rewards/instant-prize-schedule.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const window = { startsAt: '2025-10-01T00:00:00-03:00', endsAt: '2025-11-30T23:59:59-03:00' };

describe('schedule of instant prizes', () => {
  it('is what another program computes from the description', () => {
    const prizes = [
      { campaignPrizeId: 'a', quantity: 1 },
      { campaignPrizeId: 'b', quantity: 2 },
    ];
    expect(instantPrizeSchedule({ seed, ...window, prizes })).toEqual([
      { index: 0, moment: '2025-10-13T20:51:23.723Z', campaignPrizeId: 'a' },
      { index: 1, moment: '2025-10-15T04:19:53.805Z', campaignPrizeId: 'b' },
      { index: 2, moment: '2025-11-12T02:26:52.281Z', campaignPrizeId: 'b' },
    ]);
  });

  it('holds every prize, sorted, inside the window, and the same each time', () => {
    const prize = fc.record({
      campaignPrizeId: fc.uuid(),
      quantity: fc.integer({ min: 0, max: 30 }),
    });
    const prizeList = fc.uniqueArray(prize, {
      maxLength: 5,
      selector: ({ campaignPrizeId }) => campaignPrizeId,
    });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        prizeList,
        (anySeed, seconds, prizes) => {
          const start = Date.parse(window.startsAt);
          const endsAt = new Date(start + seconds * 1000).toISOString();
          const input = { seed: anySeed, startsAt: window.startsAt, endsAt, prizes };
          const schedule = instantPrizeSchedule(input);
          const moments = schedule.map(({ moment }) => Date.parse(moment));
          expect(moments).toEqual(moments.toSorted((a, b) => a - b));
          for (const moment of moments) {
            expect(moment).toBeGreaterThanOrEqual(start);
            expect(moment).toBeLessThan(start + (seconds + 1) * 1000);
          }
          for (const { campaignPrizeId, quantity } of prizes) {
            const units = schedule.filter((unit) => unit.campaignPrizeId === campaignPrizeId);
            expect(units).toHaveLength(quantity);
          }
          expect(instantPrizeSchedule(input)).toEqual(schedule);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('spreads evenly over the window', () => {
    const units = 6100;
    const prizes = [{ campaignPrizeId: 1, quantity: units }];
    const perDay = new Array<number>(61).fill(0);
    for (const { moment } of instantPrizeSchedule({ seed, ...window, prizes })) {
      const day = Math.floor((Date.parse(moment) - Date.parse(window.startsAt)) / 86_400_000);
      perDay[day] = (perDay[day] ?? 0) + 1;
    }
    const expected = units / perDay.length;
    const chiSquare = perDay.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Sixty degrees of freedom: 99.61 is exceeded by chance once in a thousand.
    expect(chiSquare).toBeLessThan(99.61);
  });

  it('does not move prizes that stand before others in the list', () => {
    const first = { campaignPrizeId: 1, quantity: 3 };
    const alone = instantPrizeSchedule({ seed, ...window, prizes: [first] });
    const among = instantPrizeSchedule({
      seed,
      ...window,
      prizes: [first, { campaignPrizeId: 2, quantity: 5 }],
    });
    expect(among.filter(({ campaignPrizeId }) => campaignPrizeId === 1)).toEqual(alone);
  });

  it('keeps the order of the list where moments fall together', () => {
    const crowded = { startsAt: window.startsAt, endsAt: window.startsAt };
    const prizes = [{ campaignPrizeId: 1, quantity: 3000 }];
    const schedule = instantPrizeSchedule({ seed, ...crowded, prizes });
    const keys = schedule.map(({ moment, index }) => `${moment} ${String(index).padStart(4, '0')}`);
    expect(keys).toEqual(keys.toSorted());
  });

  it('is refused for a window that ends before it starts, and for a short seed', () => {
    const prizes = [{ campaignPrizeId: 1, quantity: 1 }];
    const backwards = { startsAt: window.endsAt, endsAt: window.startsAt };
    expect(() => instantPrizeSchedule({ seed, ...backwards, prizes })).toThrow(RangeError);
    const empty = { startsAt: '2025-10-01T00:00:01-03:00', endsAt: '2025-10-01T00:00:00-03:00' };
    expect(() => instantPrizeSchedule({ seed, ...empty, prizes })).toThrow(RangeError);
    expect(() => instantPrizeSchedule({ seed: seed.slice(1), ...window, prizes })).toThrow(
      RangeError,
    );
  });
});

describe('commitment to a schedule', () => {
  const prizes = [
    { campaignPrizeId: 902, quantity: 500 },
    { campaignPrizeId: 903, quantity: 1 },
  ];
  const committed = scheduleCommitment({ seed, ...window, prizes });

  it('is what another program computes from the description', () => {
    const text = `instant-prizes/1:1759287600000:1764558000000:902x500,903x1:${Buffer.from(seed).toString('hex')}`;
    expect(committed).toBe(hash('sha256', text, 'hex'));
  });

  it('binds seed, window and prizes', () => {
    const other = { seed, ...window, prizes };
    expect(scheduleCommitment({ ...other, seed: seed.with(0, 1) })).not.toBe(committed);
    expect(scheduleCommitment({ ...other, endsAt: window.startsAt })).not.toBe(committed);
    expect(scheduleCommitment({ ...other, prizes: prizes.slice(1) })).not.toBe(committed);
    expect(() => scheduleCommitment({ ...other, seed: seed.slice(1) })).toThrow(RangeError);
  });

  it('hides each leaf behind what only the seed tells', () => {
    const nonce = createHmac('sha256', seed)
      .update(Buffer.concat([Buffer.from('instant-prizes/1/nonce'), Buffer.of(0, 0, 1, 2)]))
      .digest('hex');
    expect(scheduleNonce(seed, 258)).toBe(nonce);
    const prize = { index: 258, moment: '2025-10-13T20:51:23.723Z', campaignPrizeId: 902, nonce };
    expect(scheduleLeaf(prize)).toBe(`instant-prizes/1:258:2025-10-13T20:51:23.723Z:902:${nonce}`);
    expect(() => scheduleNonce(seed.slice(1), 0)).toThrow(RangeError);
  });
});
