import { bytesToHex } from '@noble/hashes/utils.js';
import { merkleTree } from '../log/merkle.ts';
import {
  instantPrizeSchedule,
  scheduleLeaf,
  scheduleNonce,
} from '../rewards/instant-prize-schedule.ts';
import type { ReplayedDraw, ReplayedSchedule, ReplayState } from './replay-state.ts';

export const listHeadings = {
  numbers: 'engine,counter,number,voided_at',
  schedule: 'engine,index,moment,campaign_prize_id,nonce',
} as const;

export function* numberLines({ draws }: ReplayState): Generator<string, void> {
  yield listHeadings.numbers;
  for (const [engine, { numbers }] of inOrder(draws)) {
    for (const { counter, number, voidedAt } of numbers.list()) {
      yield `${engine},${counter},${number},${voidedAt ?? ''}`;
    }
  }
}

/** The prize schedule, computed from the revealed seeds. */
export function* scheduleLines({ schedules }: ReplayState): Generator<string, void> {
  yield listHeadings.schedule;
  for (const [engine, schedule] of inOrder(schedules)) {
    for (const { index, moment, campaignPrizeId, nonce } of leavesOf(schedule)) {
      yield [engine, index, moment, campaignPrizeId, nonce].join(',');
    }
  }
}

/** Whether the revealed seed gives the Merkle root that was published before the start. */
export function hasItsRoot(schedule: ReplayedSchedule): boolean {
  return merkleTree(leavesOf(schedule).map(scheduleLeaf)).root === schedule.root;
}

function leavesOf({ seed, startsAt, endsAt, prizes }: ReplayedSchedule) {
  if (!seed) return [];
  return instantPrizeSchedule({ seed, startsAt, endsAt, prizes })
    .sort((a, b) => a.index - b.index)
    .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
}

function inOrder<Value>(byEngine: Map<number, Value>): [number, Value][] {
  return [...byEngine].sort(([a], [b]) => a - b);
}

/**
 * What the summary must say after this ledger, except for the phase, which the clock decides.
 * It repeats the members of the commitments unchanged.
 */
export function expectedSummary(state: ReplayState) {
  const draws = [...state.draws.values()];
  const { draws: committedDraws = [], schedules: committedSchedules = [] } =
    state.commitments ?? {};
  return {
    campaignId: state.commitments?.campaign,
    committedAt: state.committedAt,
    revealedAt: state.revealedAt,
    draws: committedDraws.map((draw) => {
      const replayed = state.draws.get(draw.engine);
      return {
        ...draw,
        issued: replayed?.numbers.perSeries(),
        voided: replayed?.numbers.voided,
        frozenAt: replayed?.frozen?.at ?? null,
        key: replayed?.key ? bytesToHex(replayed.key) : null,
        winners: shownWinners(replayed),
      };
    }),
    schedules: committedSchedules.map((schedule) => {
      const replayed = state.schedules.get(schedule.engine);
      return {
        ...schedule,
        total: replayed?.total,
        left: (replayed?.total ?? 0) - (replayed?.heldPrizes.size ?? 0),
        seed: replayed?.seed ? bytesToHex(replayed.seed) : null,
      };
    }),
    results: draws
      .flatMap(({ draw }) => draw ?? [])
      .sort((a, b) => a.position - b.position)
      .map(({ result }) => result),
  };
}

function shownWinners(replayed: ReplayedDraw | undefined) {
  const { winners = [], result } = replayed?.draw ?? {};
  return winners.flatMap((number) =>
    number === null ? [] : { number, person: result?.people?.[number]?.person ?? null },
  );
}
