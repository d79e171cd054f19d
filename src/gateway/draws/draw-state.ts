import { dayInSaoPaulo, formatDate, instantOf } from '../../rules/dates.ts';
import {
  decidingDay,
  extractionMoment,
  nextExtraction,
  otherDecidingDay,
} from '../../rules/draws/federal-lottery.ts';
import {
  type Commitments,
  type DatedEntry,
  type DrawResult,
  type DrawRules,
  type EntryOf,
  type LedgerEntry,
  readLedgerEntry,
} from '../../rules/log/ledger-entry-types.ts';
import type { Queries } from '../db/database.ts';
import { type EngineKey, requestRebuild } from '../db/queries/campaigns.ts';
import { appendToLedger, lockLedger } from '../ledger/append-entries.ts';
import { findMilestones } from '../ledger/queries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import type { DrawCutoff } from './draw-queries.ts';

/** What the ledger's milestones say of one draw. */
export interface DrawState {
  /** Null in ledgers from before draws declared it. */
  rules: DrawRules | null;
  /** The hour before which the frozen list must be time-stamped; null when no stamp is promised. */
  stampDeadline: Date | null;
  daysWithoutExtraction: string[];
  frozen: (EntryOf<'LIST_FROZEN'> & { position: number }) | null;
  draw: {
    position: number;
    result: DrawResult;
    winners: (string | null)[];
    alternates: string[];
  } | null;
}

export async function readDrawState(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<DrawState> {
  const state: DrawState = {
    rules: null,
    stampDeadline: null,
    daysWithoutExtraction: [],
    frozen: null,
    draw: null,
  };
  let isStampPromised = false;
  for (const { position, entry: text } of await findMilestones(queries, campaignId)) {
    const entry = readLedgerEntry(text);
    if (!entry) continue;
    applyEntry(state, engineId, { ...entry, position });
    if (entry.type === 'COMMITMENTS') isStampPromised = promisesStamps(entry);
  }
  const hour = state.rules?.extractionAt;
  if (isStampPromised && hour) state.stampDeadline = instantOf(hour);
  return state;
}

function applyEntry(
  state: DrawState,
  engine: number,
  entry: DatedEntry & { position: number },
): void {
  if (entry.type === 'COMMITMENTS') state.rules = rulesIn(entry, engine);
  if (entry.type === 'COMMITMENTS_CHANGED') state.rules = rulesIn(entry.after, engine);
  if (!('engine' in entry) || entry.engine !== engine) return;
  if (entry.type === 'NO_EXTRACTION') state.daysWithoutExtraction.push(entry.day);
  if (entry.type === 'LIST_FROZEN') state.frozen = entry;
  if (entry.type === 'DRAW_MADE' || entry.type === 'DRAW_CORRECTED') {
    const { type: _, at: __, position, ...result } = entry;
    const alternates = [...(entry.alternates ?? [])];
    state.draw = { position, result, winners: [...entry.winners], alternates };
  }
  if (entry.type === 'WINNER_DISQUALIFIED' && state.draw) {
    const { winners, alternates } = state.draw;
    winners[winners.indexOf(entry.number)] = entry.successor;
    // Alternates before the successor are skipped: their numbers had become void.
    if (entry.successor) alternates.splice(0, alternates.indexOf(entry.successor) + 1);
  }
}

/** As in the verifier, a ledger opened after the start promises no stamps. */
export function promisesStamps({ at, startsAt, timeStamps }: EntryOf<'COMMITMENTS'>): boolean {
  return timeStamps === true && startsAt !== undefined && new Date(at) < instantOf(startsAt);
}

function rulesIn({ draws }: Pick<Commitments, 'draws'>, wanted: number): DrawRules | null {
  return draws.find(({ engine }) => engine === wanted)?.rules ?? null;
}

export function drawCutoffOf(key: EngineKey, { frozen, rules }: DrawState): DrawCutoff {
  const extractionAt = rules?.extractionAt ? instantOf(rules.extractionAt) : null;
  return { ...key, extractionAt, frozenPosition: frozen?.position ?? null };
}

/** The hour has passed or the list is frozen: voiding a number no longer removes it. */
export function isAwaitingDraw({ frozen, rules, draw }: DrawState, now: Date): boolean {
  if (draw) return false;
  return frozen !== null || (rules?.extractionAt != null && now >= instantOf(rules.extractionAt));
}

export function dayProblem(
  state: DrawState,
  { day, endsAt, now }: { day: string; endsAt: string; now: Date },
): string | null {
  const otherDay = otherDecidingDay(day, state);
  if (otherDay) {
    const declared = formatDate(otherDay);
    return `O sorteio é decidido pela extração de ${declared}. Se não houve extração nesse dia, registre isso antes, com draw --no-extraction --extraction ${otherDay}.`;
  }
  if (day <= dayInSaoPaulo(instantOf(endsAt))) {
    return 'A extração deve ser posterior ao fim da promoção.';
  }
  return isBeforeExtraction(state, day, now) ? 'A extração ainda não ocorreu.' : null;
}

function isBeforeExtraction(state: DrawState, day: string, now: Date): boolean {
  return now < instantOf(extractionMoment(day, state));
}

const alreadyDrawn = 'Este sorteio já foi realizado.';

export function repetitionProblem({ draw }: DrawState, correction: string | null): string | null {
  if (draw && !correction) return alreadyDrawn;
  return !draw && correction ? 'Não há sorteio para corrigir.' : null;
}

/** Refuses any day but the deciding one, before its hour, and every day once the draw is made. */
export async function declareNoExtraction(
  queries: Queries,
  { day, now, ...key }: EngineKey & { day: string; now: Date },
): Promise<{ next: string } | Refusal> {
  await lockLedger(queries, key.campaignId);
  const state = await readDrawState(queries, key);
  if (state.draw) return notAllowedNow(alreadyDrawn);
  if (isBeforeExtraction(state, day, now)) {
    return notAllowedNow('Só depois da hora da extração se sabe que não houve.');
  }
  const otherDay = otherDecidingDay(day, state);
  if (otherDay)
    return notAllowedNow(`O sorteio é decidido pela extração de ${formatDate(otherDay)}.`);
  const entry: LedgerEntry = { type: 'NO_EXTRACTION', engine: key.engineId, day };
  await appendToLedger(queries, key.campaignId, { now, entries: [entry] });
  await requestRebuild(queries, key.campaignId);
  const stateAfter = { ...state, daysWithoutExtraction: [...state.daysWithoutExtraction, day] };
  return { next: decidingDay(stateAfter) ?? nextExtraction(day) };
}
