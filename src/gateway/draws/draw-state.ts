import { dayInSaoPaulo, formatDate, instantOf } from '../../rules/dates.ts';
import {
  extractionMoment,
  isExtractionOver,
  otherDecidingDay,
} from '../../rules/draws/federal-lottery.ts';
import {
  type Commitments,
  type DatedEntry,
  type DrawResult,
  type DrawRules,
  type EntryOf,
  readLedgerEntry,
} from '../../rules/log/ledger-entry-types.ts';
import type { Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { findMilestones } from '../ledger/queries.ts';
import { blockDraws, type DrawCutoff, findNumbersByDraw } from './draw-queries.ts';

export interface DrawState {
  /** Null in ledgers from before draws declared it. */
  rules: DrawRules | null;
  /** The frozen list must be time-stamped before it; null when the commitments ask for no stamp. */
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
  let isStampCommitted = false;
  for (const { position, entry: text } of await findMilestones(queries, campaignId)) {
    const entry = readLedgerEntry(text);
    if (!entry) continue;
    applyEntry(state, engineId, { ...entry, position });
    if (entry.type === 'COMMITMENTS') isStampCommitted = commitsToStamps(entry);
  }
  const hour = state.rules?.extractionAt;
  if (isStampCommitted && hour) state.stampDeadline = instantOf(hour);
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

export function isBeforeExtraction(state: DrawState, day: string, now: Date): boolean {
  return now < instantOf(extractionMoment(day, state));
}

export const alreadyDrawn = 'Este sorteio já foi realizado.';

export function repetitionProblem({ draw }: DrawState, correction: string | null): string | null {
  if (draw && !correction) return alreadyDrawn;
  return !draw && correction ? 'Não há sorteio para corrigir.' : null;
}

/**
 * Why a receipt's numbers cannot be voided now: from the freeze or the extraction's hour until the
 * draw it would favour others, and a winner must be disqualified first. Holds off any freeze.
 */
export async function voidingProblem(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<string | null> {
  await blockDraws(queries);
  for (const { numbers, ...key } of await findNumbersByDraw(queries, receiptId)) {
    const state = await readDrawState(queries, key);
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
export async function findDrawsClosedToNumbers(
  queries: Queries,
  { campaignId, engines, now }: { campaignId: number; engines: Iterable<number>; now: Date },
): Promise<Set<number>> {
  await blockDraws(queries);
  const closedToNumbers = new Set<number>();
  for (const engineId of engines) {
    const state = await readDrawState(queries, { campaignId, engineId });
    if (state.draw || isAwaitingDraw(state, now)) closedToNumbers.add(engineId);
  }
  return closedToNumbers;
}
