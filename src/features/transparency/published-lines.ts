import { listHeadings } from '../../contract/transparency.ts';
import { instantPrizeSchedule, scheduleLeaf, scheduleNonce } from '../../rules/instant-prizes.ts';
import { merkleTree } from '../../rules/merkle.ts';
import type { Books, ScheduleBook } from './ledger-replay.ts';

/** The list of numbers as it follows from the ledger. */
export function* numberLines({ draws }: Books): Generator<string, void> {
  yield listHeadings.numbers;
  for (const [engine, { numbers, voided }] of inOrder(draws)) {
    for (const [place, number] of numbers.entries()) {
      yield `${engine},${place},${number},${voided.get(place) ?? ''}`;
    }
  }
}

/** The schedule as it follows from the revealed seeds. */
export function* scheduleLines({ schedules }: Books): Generator<string, void> {
  yield listHeadings.schedule;
  for (const [engine, book] of inOrder(schedules)) {
    for (const { index, moment, campaignPrizeId, nonce } of leavesOf(book)) {
      yield [engine, index, moment, campaignPrizeId, nonce].join(',');
    }
  }
}

/** Whether the revealed seed gives the tree that was published before the start. */
export function hasItsRoot(book: ScheduleBook): boolean {
  return merkleTree(leavesOf(book).map(scheduleLeaf)).root === book.root;
}

function leavesOf({ seed, startsAt, endsAt, prizes }: ScheduleBook) {
  if (!seed) return [];
  return instantPrizeSchedule({ seed, startsAt, endsAt, prizes })
    .sort((one, other) => one.index - other.index)
    .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
}

function inOrder<Book>(books: Map<number, Book>): [number, Book][] {
  return [...books].sort(([one], [other]) => one - other);
}
