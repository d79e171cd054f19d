import { instantOf } from '../dates.ts';
import type {
  Commitments,
  DrawCommitment,
  DrawResult,
  ScheduleCommitment,
} from '../log/ledger-entry-types.ts';
import type { FrozenList, IssuedNumbers } from './issued-numbers.ts';

/** An entry's position, and what it does wrong, as the rest of a sentence. */
export interface Contradiction {
  position: number;
  says: string;
}

interface CurrentDraw {
  position: number;
  result: DrawResult & { at: string };
  /** One number per prize, first prize first; null when the prize went to no number. */
  winners: (string | null)[];
  alternates: string[];
}

export interface ReplayedDraw extends DrawCommitment {
  numbers: IssuedNumbers;
  key: Uint8Array | null;
  daysWithoutExtraction: string[];
  frozen: (FrozenList & { at: string }) | null;
  /** Openings that precede the next draw, for that draw. */
  openings: { passedOver: string[]; people: NonNullable<DrawResult['people']> };
  draw: CurrentDraw | null;
}

interface HeldPrize {
  receipt: number;
  /** Null where the log hides it, which it may where a person may have any number of prizes. */
  person: string | null;
}

export interface PrizeMove {
  position: number;
  atMs: number;
  index: number;
  move: 'WON' | 'FREED';
}

export interface ReplayedSchedule extends ScheduleCommitment {
  total: number;
  /** By the prize's index in the schedule. */
  heldPrizes: Map<number, HeldPrize>;
  winsByPerson: Map<string, number>;
  winningReceipts: Set<number>;
  moves: PrizeMove[];
  seed: Uint8Array | null;
}

/** What a log says up to its entry `position`; draws and schedules go by their engine's id. */
export interface ReplayState {
  commitments: Commitments | null;
  committedAt: string;
  position: number;
  latestMs: number;
  closedAt: string | null;
  revealedAt: string | null;
  draws: Map<number, ReplayedDraw>;
  schedules: Map<number, ReplayedSchedule>;
  deniedReceipts: Set<number>;
  /** Sentences about what is no error but worth knowing. */
  notes: string[];
}

export function emptyReplayState(): ReplayState {
  return {
    commitments: null,
    committedAt: '',
    position: 0,
    latestMs: Number.NEGATIVE_INFINITY,
    closedAt: null,
    revealedAt: null,
    draws: new Map(),
    schedules: new Map(),
    deniedReceipts: new Set(),
    notes: [],
  };
}

/** Older ledgers have it in a schedule alone. */
export function windowOf({
  commitments,
}: ReplayState): { startsAt: string; endsAt: string } | null {
  const [schedule] = commitments?.schedules ?? [];
  const startsAt = commitments?.startsAt ?? schedule?.startsAt;
  const endsAt = commitments?.endsAt ?? schedule?.endsAt;
  return startsAt && endsAt ? { startsAt, endsAt } : null;
}

/** Why a receipt may get nothing, or null. A receipt of the last days may until the close. */
export function outsideCampaign(
  state: ReplayState,
  { at, receipt }: { at: string; receipt: number },
): string | null {
  if (state.closedAt) return 'depois do encerramento';
  if (state.deniedReceipts.has(receipt)) return `à nota ${receipt}, que foi recusada`;
  const window = windowOf(state);
  return window && new Date(at) < instantOf(window.startsAt) ? 'antes do início da promoção' : null;
}
