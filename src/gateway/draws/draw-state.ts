import { dayInSaoPaulo, formatDate, instantOf } from '../../rules/dates.ts';
import {
  decidingDay,
  extractionMoment,
  isExtractionOver,
  nextExtraction,
  otherDecidingDay,
} from '../../rules/draws/federal-lottery.ts';
import { succession } from '../../rules/draws/winners-and-alternates.ts';
import {
  type Commitments,
  type DatedEntry,
  type DrawResult,
  type DrawRules,
  type EntryOf,
  type LedgerEntry,
  readLedgerEntry,
} from '../../rules/log/ledger-entry-types.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { type EngineKey, requestRebuild } from '../db/queries/campaigns.ts';
import { appendToLedger, lockLedgerAndAssignPositions } from '../ledger/append-entries.ts';
import { findMilestones } from '../ledger/queries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import { type DrawCutoff, findNumbersByDraw, lockLuckyNumbersShared } from './draw-queries.ts';

export interface DrawState {
  /** Null in ledgers from before draws declared it. */
  rules: DrawRules | null;
  /** The frozen list must be time-stamped before it; null when the commitments ask for no stamp. */
  stampDeadline: Date | null;
  daysWithoutExtraction: readonly string[];
  frozen: (EntryOf<'LIST_FROZEN'> & { position: number }) | null;
  draw: {
    position: number;
    result: DrawResult;
    winners: readonly (string | null)[];
    alternates: readonly string[];
  } | null;
}

export async function readDrawState(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<DrawState> {
  return (await readDrawStates(queries, campaignId))(engineId);
}

/** Reads the milestones once, for several draws of the campaign. */
export async function readDrawStates(
  queries: Queries,
  campaignId: number,
): Promise<(engineId: number) => DrawState> {
  const milestones = (await findMilestones(queries, campaignId)).flatMap(({ position, entry }) => {
    const read = readLedgerEntry(entry);
    return read ? [{ ...read, position }] : [];
  });
  return (engineId) => stateFrom(milestones, engineId);
}

function stateFrom(milestones: readonly Milestone[], engineId: number): DrawState {
  let state = untouched;
  let isStampCommitted = false;
  for (const entry of milestones) {
    state = stateAfter(state, engineId, entry);
    if (entry.type === 'COMMITMENTS') isStampCommitted = commitsToStamps(entry);
  }
  const hour = state.rules?.extractionAt;
  return isStampCommitted && hour ? { ...state, stampDeadline: instantOf(hour) } : state;
}

type Milestone = DatedEntry & { position: number };

const untouched: DrawState = {
  rules: null,
  stampDeadline: null,
  daysWithoutExtraction: [],
  frozen: null,
  draw: null,
};

function stateAfter(state: DrawState, engine: number, entry: Milestone): DrawState {
  if (entry.type === 'COMMITMENTS') return { ...state, rules: rulesIn(entry, engine) };
  if (entry.type === 'COMMITMENTS_CHANGED')
    return { ...state, rules: rulesIn(entry.after, engine) };
  if (!('engine' in entry) || entry.engine !== engine) return state;
  if (entry.type === 'NO_EXTRACTION') {
    return { ...state, daysWithoutExtraction: [...state.daysWithoutExtraction, entry.day] };
  }
  if (entry.type === 'LIST_FROZEN') return { ...state, frozen: entry };
  if (entry.type === 'DRAW_MADE' || entry.type === 'DRAW_CORRECTED') {
    const { type: _, at: __, position, ...result } = entry;
    const { winners, alternates = [] } = entry;
    return { ...state, draw: { position, result, winners, alternates } };
  }
  if (entry.type !== 'WINNER_DISQUALIFIED' || !state.draw) return state;
  const { number: disqualified, successor } = entry;
  const winners = state.draw.winners.map((winner) =>
    winner === disqualified ? successor : winner,
  );
  const { alternates } = succession(state.draw.alternates, (number) => number === successor);
  return { ...state, draw: { ...state.draw, winners, alternates } };
}

/** A ledger opened after the start asks for no stamps, and the verifier agrees. */
export function commitsToStamps({ at, startsAt, timeStamps }: EntryOf<'COMMITMENTS'>): boolean {
  return timeStamps === true && startsAt !== undefined && new Date(at) < instantOf(startsAt);
}

function rulesIn({ draws }: Pick<Commitments, 'draws'>, wanted: number): DrawRules | null {
  return draws.find(({ engine }) => engine === wanted)?.rules ?? null;
}

export function drawCutoffOf(key: EngineKey, { frozen, rules }: DrawState): DrawCutoff {
  const extractionAt = rules?.extractionAt ? instantOf(rules.extractionAt) : null;
  return { ...key, extractionAt, frozenPosition: frozen?.position ?? null };
}

/** From the freeze or the extraction's hour until the draw, a number that is voided stays in it. */
export function isAwaitingDraw({ frozen, rules, draw }: DrawState, now: Date): boolean {
  if (draw) return false;
  return frozen !== null || isExtractionOver(rules, now);
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

const alreadyDrawnMessage = 'Este sorteio já foi realizado.';

/** Refuses any day but the deciding one, before its hour, and every day once the draw is made. */
export async function declareNoExtraction(
  queries: Queries,
  { day, now, ...key }: EngineKey & { day: string; now: Date },
): Promise<{ next: string } | Refusal> {
  await lockLedgerAndAssignPositions(queries, key.campaignId);
  const state = await readDrawState(queries, key);
  if (state.draw) return notAllowedNow(alreadyDrawnMessage);
  if (isBeforeExtraction(state, day, now)) {
    return notAllowedNow('Só depois da hora da extração se sabe que não houve.');
  }
  const otherDay = otherDecidingDay(day, state);
  if (otherDay)
    return notAllowedNow(`O sorteio é decidido pela extração de ${formatDate(otherDay)}.`);
  const entry: LedgerEntry = { type: 'NO_EXTRACTION', engine: key.engineId, day };
  await appendToLedger(queries, key.campaignId, { now, entries: [entry] });
  await requestRebuild(queries, key.campaignId);
  const daysWithoutExtraction = [...state.daysWithoutExtraction, day];
  return { next: decidingDay({ ...state, daysWithoutExtraction }) ?? nextExtraction(day) };
}

export function repetitionProblem(
  { draw }: DrawState,
  correctionReason: string | null,
): string | null {
  if (draw && !correctionReason) return alreadyDrawnMessage;
  return !draw && correctionReason ? 'Não há sorteio para corrigir.' : null;
}

/**
 * Why a receipt's numbers cannot be voided now: from the freeze or the extraction's hour until the
 * draw it would favour others, and a winner must be disqualified first. Makes any freeze wait.
 */
export async function voidingProblem(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<string | null> {
  await lockLuckyNumbersShared(queries);
  const draws = await findNumbersByDraw(queries, receiptId);
  const [first] = draws;
  if (!first) return null;
  const stateOf = await readDrawStates(queries, first.campaignId);
  for (const { numbers, engineId } of draws) {
    const state = stateOf(engineId);
    if (isAwaitingDraw(state, now)) {
      return 'A lista do sorteio está fechada: esta nota só pode ser recusada depois dele.';
    }
    const winner = numbers.find((number) => state.draw?.winners.includes(number));
    if (winner) {
      return `O número ${winner} desta nota ganhou: desclassifique antes o ganhador, com winners disqualify ${winner}.`;
    }
  }
  return null;
}

/** Draws past their hour, frozen or drawn; no other becomes so until the transaction ends. */
export async function lockAndFindDrawsClosedToNumbers(
  queries: Transaction,
  { campaignId, engineIds, now }: { campaignId: number; engineIds: Iterable<number>; now: Date },
): Promise<Set<number>> {
  await lockLuckyNumbersShared(queries);
  const closedToNumbers = new Set<number>();
  const stateOf = await readDrawStates(queries, campaignId);
  for (const engineId of engineIds) {
    const state = stateOf(engineId);
    if (state.draw || isAwaitingDraw(state, now)) closedToNumbers.add(engineId);
  }
  return closedToNumbers;
}
