import { formatDate, todayInSaoPaulo } from '../../rules/dates.ts';
import { nextExtraction } from '../../rules/federal-lottery.ts';
import { parseLuckyNumber } from '../../rules/lucky-number-format.ts';
import { succession } from '../../rules/winners-and-alternates.ts';
import type { Queries } from '../db/database.ts';
import { passOnDelivery } from '../deliveries/move.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { appendToLedger, lockLedger } from '../ledger/entries.ts';
import {
  deleteWinner,
  findNumbersByDraw,
  findOwner,
  findStandingNumbers,
  holdLuckyNumbers,
  insertWinner,
  letNumbersChange,
} from './draw-queries.ts';
import { decidingInstead, isListFixed, readDrawState } from './draw-state.ts';

interface DrawKey {
  campaignId: number;
  engineId: number;
}

/** Refuses any day but the deciding one, a day to come, and every day once the draw is made. */
export async function skipExtraction(
  queries: Queries,
  { day, now, ...key }: DrawKey & { day: string; now: Date },
): Promise<{ next: string } | ApiError> {
  await lockLedger(queries, key.campaignId);
  const state = await readDrawState(queries, key);
  if (state.draw) return no('Este sorteio já foi realizado.');
  if (day > todayInSaoPaulo(now)) return no('Este dia ainda está por vir.');
  const decides = decidingInstead(state, day);
  if (decides) return no(`O sorteio é decidido pela extração de ${formatDate(decides)}.`);
  const entry = { type: 'NO_EXTRACTION' as const, engine: key.engineId, day };
  await appendToLedger(queries, key.campaignId, { now, entries: [entry] });
  const skipped = { ...state, without: [...state.without, day] };
  return { next: decidingInstead(skipped, '9999-12-31') ?? nextExtraction(day) };
}

interface DisqualifiedWinner {
  number: string;
  successor: string | null;
}

/**
 * The reason is published. The prize goes where the commitments say: to no one, or to the next
 * number in order that is not void by now. Refused once the prize is on its way.
 */
export async function disqualifyWinner(
  queries: Queries,
  request: DrawKey & { number: string; reason: string; author: string; now: Date },
): Promise<DisqualifiedWinner | ApiError> {
  const { campaignId, engineId, number, reason, author, now } = request;
  const key = { campaignId, engineId };
  // Until the transaction ends, no number becomes void or valid again.
  await holdLuckyNumbers(queries);
  await lockLedger(queries, campaignId);
  const { draw, rules } = await readDrawState(queries, key);
  const parsed = parseLuckyNumber(number);
  if (!parsed || !draw?.winners.includes(number)) {
    return no(`O número ${number} não tem prêmio neste sorteio.`);
  }
  const obstacle = await passOnDelivery(queries, { ...key, win: number, author, now });
  if (obstacle) return no(obstacle);
  const prize = await deleteWinner(queries, { ...key, ...parsed });
  const left = rules?.disqualified === 'TREASURY' ? [] : draw.alternates;
  const standing = await findStandingNumbers(queries, key, left);
  const { successor: next } = succession(left, (alternate) => standing.has(alternate));
  const successor = next && parseLuckyNumber(next);
  if (prize && successor) {
    const { luckyNumberId, consumerId } = await findOwner(queries, { ...key, ...successor });
    await insertWinner(queries, key, { ...prize, luckyNumberId, consumerId });
  }
  const entry = {
    type: 'WINNER_DISQUALIFIED' as const,
    engine: engineId,
    number,
    reason,
    successor: next,
  };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { number, successor: next };
}

/**
 * From the freeze, or the extraction's hour, to the draw a void would make way for another number;
 * after it a winner has to be disqualified first. No list is frozen until the transaction ends.
 */
export async function voidingObstacle(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<string | null> {
  await letNumbersChange(queries);
  for (const { numbers, ...key } of await findNumbersByDraw(queries, receiptId)) {
    const state = await readDrawState(queries, key);
    if (isListFixed(state, now)) {
      return 'A lista do sorteio está fechada: esta nota só pode ser recusada depois dele.';
    }
    const winner = numbers.find((number) => state.draw?.winners.includes(number));
    if (winner) {
      return `O número ${winner} desta nota ganhou: desclassifique antes o ganhador, com winners disqualify ${winner}.`;
    }
  }
  return null;
}

/** Null while they may; holds until the transaction ends. */
export async function givingObstacle(
  queries: Queries,
  { campaignId, engines, now }: { campaignId: number; engines: Iterable<number>; now: Date },
): Promise<string | null> {
  await letNumbersChange(queries);
  for (const engineId of engines) {
    const state = await readDrawState(queries, { campaignId, engineId });
    if (state.draw || isListFixed(state, now)) {
      return 'A lista do sorteio está fechada: esta nota não pode mais receber números.';
    }
  }
  return null;
}

function no(message: string): ApiError {
  return apiError('NOT_ALLOWED_NOW', { message });
}
