import { hexToBytes } from '@noble/hashes/utils.js';
import { firstInstantAfter, instantOf } from '../dates.ts';
import type {
  Commitments,
  DrawCommitment,
  DrawRules,
  EntryOf,
  ScheduleCommitment,
} from '../log/ledger-entry-types.ts';
import { scheduleCommitment } from '../rewards/instant-prize-schedule.ts';
import { commitment } from '../rewards/lucky-numbers.ts';
import { outOfOrderContradiction } from './instant-prizes.ts';
import { IssuedNumbers } from './issued-numbers.ts';
import {
  type Contradiction,
  type ReplayedDraw,
  type ReplayState,
  windowOf,
} from './replay-state.ts';

export function recordCommitments(
  state: ReplayState,
  entry: EntryOf<'COMMITMENTS'>,
): string | null {
  if (state.commitments) return 'repete os compromissos';
  const { type: _, at, ...commitments } = entry;
  state.commitments = commitments;
  state.committedAt = at;
  for (const draw of entry.draws) {
    state.draws.set(draw.engine, {
      ...draw,
      numbers: new IssuedNumbers(draw),
      key: null,
      daysWithoutExtraction: [],
      frozen: null,
      openings: { passedOver: [], people: {} },
      draw: null,
    });
  }
  for (const schedule of entry.schedules) {
    const total = schedule.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
    const empty = {
      heldPrizes: new Map(),
      winsByPerson: new Map(),
      winningReceipts: new Set<number>(),
      moves: [],
      seed: null,
    };
    state.schedules.set(schedule.engine, { ...schedule, total, ...empty });
  }
  return null;
}

/** Valid if it repeats the earlier commitments and keeps what numbers and prizes derive from. */
export function changeCommitments(
  state: ReplayState,
  { at, before, after, reason, regulationVersion }: EntryOf<'COMMITMENTS_CHANGED'>,
): string | null {
  if (state.closedAt) return 'muda os compromissos depois do encerramento';
  if (!reason.trim()) return 'muda os compromissos sem dizer por quê';
  if (!isSame(before, state.commitments)) return 'muda compromissos que não eram os que valiam';
  if (!isSame(boundOf(before), boundOf(after))) return 'muda o que os compromissos prendiam';
  const shortened: string[] = [];
  for (const { engine, rules } of after.draws) {
    const replayed = state.draws.get(engine);
    if (isTooLate(replayed, rules, at))
      return 'muda as regras de um sorteio cuja extração já ocorreu';
    const promised = replayed?.rules?.prizes.length ?? 0;
    const left = rules?.prizes.length ?? 0;
    if (promised > left)
      shortened.push(` (prêmios do sorteio ${engine}: de ${promised} para ${left})`);
    if (replayed && rules) replayed.rules = rules;
  }
  changeCaps(state, after);
  state.commitments = after;
  state.notes.push(
    `O lançamento ${state.position} muda os compromissos${shortened.join()}, pela versão ${regulationVersion} do regulamento: ${reason}`,
  );
  return null;
}

/** After the extraction, a change of the rules could choose the result. */
function isTooLate(
  replayed: ReplayedDraw | undefined,
  rules: DrawRules | undefined,
  at: string,
): boolean {
  const hour = replayed?.rules?.extractionAt;
  return Boolean(hour && new Date(at) >= instantOf(hour) && !isSame(replayed?.rules, rules));
}

function changeCaps(state: ReplayState, { schedules }: Commitments): void {
  for (const { engine, maxRewardsByConsumer: maximum } of schedules) {
    const schedule = state.schedules.get(engine);
    if (schedule && maximum !== undefined) schedule.maxRewardsByConsumer = maximum;
  }
}

function boundOf({ campaign, draws, schedules, log = '' }: Commitments) {
  const withoutRules = ({ rules: _, ...draw }: DrawCommitment) => draw;
  const withoutCap = ({ maxRewardsByConsumer: _, ...schedule }: ScheduleCommitment) => schedule;
  return { campaign, draws: draws.map(withoutRules), schedules: schedules.map(withoutCap), log };
}

function isSame(a: unknown, b: unknown): boolean {
  return difference(a, b, '') === null;
}

/** The path of the first member that differs, such as `.draws.0.key`; null when nothing does. */
export function difference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null;
  if (!isRecord(a) || !isRecord(b)) return path;
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const firstDifference = difference(a[name], b[name], `${path}.${name}`);
    if (firstDifference !== null) return firstDifference;
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function close(state: ReplayState, { at }: EntryOf<'CAMPAIGN_CLOSED'>): string | null {
  if (state.closedAt) return 'encerra de novo a promoção';
  const window = windowOf(state);
  if (window && new Date(at) < firstInstantAfter(window.endsAt)) {
    return 'encerra a promoção antes do fim';
  }
  state.closedAt = at;
  return null;
}

export function reveal(
  state: ReplayState,
  entry: EntryOf<'SECRETS_REVEALED'>,
): string | Contradiction | null {
  if (!state.closedAt) return 'revela os segredos antes do encerramento';
  if (state.revealedAt) return 'revela os segredos de novo';
  state.revealedAt = entry.at;
  for (const replayed of state.draws.values()) {
    const revealed = entry.draws.find(({ engine }) => engine === replayed.engine);
    const key = secretOf(revealed?.key);
    if (!key || commitment(key, replayed) !== replayed.commitment) {
      return 'revela uma chave que não é a do compromisso';
    }
    replayed.key = key;
    if (replayed.numbers.hasGap()) return 'revela uma sequência de números em que ficou um vão';
  }
  for (const schedule of state.schedules.values()) {
    const revealed = entry.schedules.find(({ engine }) => engine === schedule.engine);
    const seed = secretOf(revealed?.seed);
    if (!seed || scheduleCommitment({ ...schedule, seed }) !== schedule.commitment) {
      return 'revela uma semente que não é a do compromisso';
    }
    schedule.seed = seed;
    const contradiction = outOfOrderContradiction(schedule, seed);
    if (contradiction) return contradiction;
  }
  return null;
}

function secretOf(text: string | undefined): Uint8Array | null {
  return text && /^(?:[0-9a-f]{2}){32,}$/.test(text) ? hexToBytes(text) : null;
}
