import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnNumber } from '../../../../src/rules/draws/federal-lottery.ts';
import { drawOrder } from '../../../../src/rules/draws/winners-and-alternates.ts';
import { openedPerson, ownerOf, personIn } from '../../../../src/rules/log/hidden-owners.ts';
import { headAfter } from '../../../../src/rules/log/ledger-entry-types.ts';
import { merkleTree } from '../../../../src/rules/log/merkle.ts';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../../../src/rules/rewards/instant-prize-schedule.ts';
import { formatLuckyNumber } from '../../../../src/rules/rewards/lucky-number-format.ts';
import { commitment, luckyNumbers } from '../../../../src/rules/rewards/lucky-numbers.ts';
import { anyStory, honestHistory } from '../../../support/random-history.ts';
import * as other from '../../../support/second-implementation.ts';

const numRuns = Number(process.env.RANDOM_CASES ?? 500);
const secret = fc.uint8Array({ minLength: 32, maxLength: 40 });
const anySpace = fc.record({
  seriesQuantity: fc.integer({ min: 1, max: 300 }),
  numbersPerSeries: fc.oneof(fc.constant(100_000), fc.integer({ min: 1, max: 1000 })),
});
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('both implementations give the same lucky numbers, and the same commitment to their key', () => {
  fc.assert(
    fc.property(secret, fc.nat(), anySpace, (key, counter, space) => {
      const position = counter % (space.seriesQuantity * space.numbersPerSeries);
      const { series, number } = luckyNumbers(key, space)(position);
      expect(other.luckyNumbers(toHex(key), space)(position)).toBe(
        formatLuckyNumber({ series, number }),
      );
      expect(other.drawCommitment(toHex(key), space)).toBe(commitment(key, space));
    }),
    { numRuns },
  );
});

test('both implementations make the same schedule, and commit to it in the same way', () => {
  const prizes = fc.array(
    fc.record({ campaignPrizeId: fc.nat(), quantity: fc.integer({ min: 0, max: 4 }) }),
    { maxLength: 3 },
  );
  const start = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(
      secret,
      start,
      fc.nat({ max: 10_000_000 }),
      prizes,
      (seed, from, seconds, units) => {
        const endsAt = new Date(from.getTime() + seconds * 1000).toISOString();
        const input = { seed, startsAt: from.toISOString().slice(0, 19), endsAt, prizes: units };
        fc.pre(Date.parse(`${input.startsAt}-03:00`) < Date.parse(endsAt));
        const schedule = instantPrizeSchedule(input)
          .sort((one, next) => one.index - next.index)
          .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
        expect(other.scheduledPrizes(toHex(seed), input)).toEqual(schedule);
        expect(schedule.map(other.leafText)).toEqual(schedule.map(scheduleLeaf));
        expect(other.scheduleCommitment(toHex(seed), input)).toBe(scheduleCommitment(input));
      },
    ),
    { numRuns },
  );
});

test('both implementations build the same tree, and prove each leaf', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 40 }), fc.nat(), (leaves, place) => {
      const { root, proofOf } = merkleTree(leaves);
      expect(other.merkleRoot(leaves)).toBe(root);
      if (leaves.length === 0) return;
      const index = place % leaves.length;
      expect(other.provedRoot(leaves[index] ?? '', index, leaves.length, proofOf(index))).toBe(
        root,
      );
    }),
    { numRuns },
  );
});

test('both implementations chain earlier ledgers in the same way', () => {
  fc.assert(
    fc.property(fc.nat(), secret, fc.string({ unit: 'grapheme' }), (position, before, entry) => {
      const hash = toHex(before);
      expect(other.entryHash(position + 1, hash, entry)).toBe(
        headAfter({ position, hash }, entry).hash,
      );
    }),
    { numRuns },
  );
});

test('both implementations hide and open the same person behind an owner', () => {
  const half = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(toHex);
  fc.assert(
    fc.property(fc.nat(), fc.uuid(), half, half, (engine, pseudonym, nonce, otherNonce) => {
      const opening = { person: other.personIn(engine, pseudonym), nonce };
      const owner = other.ownerOf(opening);
      expect(ownerOf({ person: personIn(engine, pseudonym), nonce })).toBe(owner);
      expect(openedPerson(owner, engine, opening)).toBe(opening.person);
      expect(openedPerson(owner, engine, { ...opening, person: nonce })).toBeNull();
      expect(openedPerson(owner, engine)).toBeNull();
      // What entries named before they hid it is the same person.
      expect(openedPerson(pseudonym, engine)).toBe(opening.person);
      fc.pre(nonce !== otherNonce);
      expect(other.ownerOf({ ...opening, nonce: otherNonce })).not.toBe(owner);
    }),
    { numRuns },
  );
});

test('both implementations find the places of a draw, and whom it hides, in the log alone', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const { entries } = honestHistory(story);
      const draw = entries.find((entry) => entry.type === 'DRAW_MADE');
      if (draw?.type !== 'DRAW_MADE') throw new Error('The history has no draw');
      const { winners, alternates, passedOver, people = {} } = draw;
      expect(other.drawnPlaces(entries, draw)).toEqual({ winners, alternates, passedOver });
      const [first] = winners;
      fc.pre(first !== undefined && first in people);
      const hidden = { ...draw, people: { ...people, [first ?? '']: { person: '', nonce: '' } } };
      expect(() => other.drawnPlaces(entries, hidden)).toThrow(`${first} is hidden`);
    }),
    { numRuns },
  );
});

test('both implementations prefer the same numbers in a draw', async () => {
  const prize = fc.integer({ min: 0, max: 99_999 }).map((value) => String(value).padStart(5, '0'));
  const prizes = fc.tuple(prize, prize, prize, prize, prize);
  const givenPlaces = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(prizes, anySpace, givenPlaces, async (federal, space, places) => {
      const drawn = drawnNumber(federal, space);
      expect(other.drawnNumber(federal, space)).toEqual([drawn.series, drawn.number]);
      const bySeries = new Map<number, Set<number>>();
      for (const [one, next] of places) {
        const series = one % space.seriesQuantity;
        const numbers = bySeries.get(series) ?? new Set();
        bySeries.set(series, numbers.add(next % space.numbersPerSeries));
      }
      const ascending = (values: Iterable<number>) => [...values].sort((one, next) => one - next);
      const order = [];
      const distributed = {
        series: ascending(bySeries.keys()),
        numbersOf: (series: number) => ascending(bySeries.get(series) ?? []),
      };
      for await (const { series, number } of drawOrder(drawn, distributed)) {
        order.push(formatLuckyNumber({ series, number }));
      }
      const target = [drawn.series, drawn.number] as const;
      expect(other.drawOrder(target, order.toSorted())).toEqual(order);
    }),
    { numRuns },
  );
});
