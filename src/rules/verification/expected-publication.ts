import { bytesToHex } from '@noble/hashes/utils.js';
import { merkleTree } from '../log/merkle.ts';
import {
  instantPrizeSchedule,
  scheduleLeaf,
  scheduleNonce,
} from '../rewards/instant-prize-schedule.ts';
import type { Books, DrawBook, ScheduleBook } from './books.ts';

export const listHeadings = {
  numbers: 'engine,counter,number,voided_at',
  schedule: 'engine,index,moment,campaign_prize_id,nonce',
} as const;

export function* numberLines({ draws }: Books): Generator<string, void> {
  yield listHeadings.numbers;
  for (const [engine, { numbers }] of inOrder(draws)) {
    for (const { counter, number, voidedAt } of numbers.list()) {
      yield `${engine},${counter},${number},${voidedAt ?? ''}`;
    }
  }
}

/** The prize schedule, computed from the revealed seeds. */
export function* scheduleLines({ schedules }: Books): Generator<string, void> {
  yield listHeadings.schedule;
  for (const [engine, book] of inOrder(schedules)) {
    for (const { index, moment, campaignPrizeId, nonce } of leavesOf(book)) {
      yield [engine, index, moment, campaignPrizeId, nonce].join(',');
    }
  }
}

/** Whether the revealed seed gives the Merkle root that was published before the start. */
export function hasItsRoot(book: ScheduleBook): boolean {
  return merkleTree(leavesOf(book).map(scheduleLeaf)).root === book.root;
}

function leavesOf({ seed, startsAt, endsAt, prizes }: ScheduleBook) {
  if (!seed) return [];
  return instantPrizeSchedule({ seed, startsAt, endsAt, prizes })
    .sort((a, b) => a.index - b.index)
    .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
}

function inOrder<Book>(books: Map<number, Book>): [number, Book][] {
  return [...books].sort(([a], [b]) => a - b);
}

/**
 * What the summary must say after this ledger, except for the phase, which the clock decides.
 * It repeats the members of the commitments unchanged.
 */
export function expectedSummary(books: Books) {
  const draws = [...books.draws.values()];
  const { draws: committedDraws = [], schedules: committedSchedules = [] } =
    books.commitments ?? {};
  return {
    campaignId: books.commitments?.campaign,
    committedAt: books.committedAt,
    revealedAt: books.revealedAt,
    draws: committedDraws.map((draw) => {
      const book = books.draws.get(draw.engine);
      return {
        ...draw,
        issued: book?.numbers.perSeries(),
        voided: book?.numbers.voided,
        frozenAt: book?.frozen?.at ?? null,
        key: book?.key ? bytesToHex(book.key) : null,
        winners: shownWinners(book),
      };
    }),
    schedules: committedSchedules.map((schedule) => {
      const book = books.schedules.get(schedule.engine);
      return {
        ...schedule,
        total: book?.total,
        left: (book?.total ?? 0) - (book?.heldPrizes.size ?? 0),
        seed: book?.seed ? bytesToHex(book.seed) : null,
      };
    }),
    results: draws
      .flatMap(({ draw }) => draw ?? [])
      .sort((a, b) => a.position - b.position)
      .map(({ result }) => result),
  };
}

function shownWinners(book: DrawBook | undefined) {
  const { winners = [], result } = book?.draw ?? {};
  return winners.flatMap((number) =>
    number === null ? [] : { number, person: result?.people?.[number]?.person ?? null },
  );
}
