import { addMs, formatDateTime, minuteMs } from '../../rules/dates.ts';
import { frozenListHash } from '../../rules/draws/winners-and-alternates.ts';
import type { EntryOf } from '../../rules/log/ledger-entry-types.ts';
import type { Queries } from '../db/database.ts';
import { type EngineKey, isCampaignClosed } from '../db/queries/campaigns.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import {
  countUnjudgedReceipts,
  findListedInDraw,
  findNumbersByDraw,
  lockNumbersAgainstChange,
  lockNumbersAgainstFreeze,
} from './draw-queries.ts';
import { drawCutoffOf, isAwaitingDraw, readDrawState } from './draw-state.ts';

export const notClosed = 'A promoção ainda não foi encerrada.';

/** A service that stamps may have to be asked a few times. */
const minStampMs = 5 * minuteMs;

interface Freeze extends EngineKey {
  /** Will be published. With null, the freeze is refused while receipts are unjudged. */
  unjudgedReason: string | null;
  /** Freezes the list even if its promised time stamp would come too late. */
  isLateAllowed: boolean;
  now: Date;
}

/**
 * Once, after the close; after the extraction's hour, as of that hour. Writes the ledger last.
 * Refused while receipts with numbers in the draw are unjudged, unless a reason is given; and after
 * the extraction's hour, or just before it, if stamps were promised, unless forced.
 */
export async function freezeList(
  queries: Queries,
  { campaignId, engineId, unjudgedReason, isLateAllowed, now }: Freeze,
): Promise<EntryOf<'LIST_FROZEN'> | Refusal> {
  if (!(await isCampaignClosed(queries, campaignId))) {
    return notAllowedNow(notClosed);
  }
  await lockNumbersAgainstChange(queries);
  const state = await readDrawState(queries, { campaignId, engineId });
  if (state.frozen) return notAllowedNow('A lista deste sorteio já foi congelada.');
  const { stampDeadline } = state;
  if (stampDeadline && now >= stampDeadline && !isLateAllowed) {
    return notAllowedNow(
      `A extração foi em ${formatDateTime(stampDeadline.toISOString())}, e a lista não foi congelada e carimbada antes dela, como os compromissos prometem: o verificador dirá para sempre que ela não confere. Para congelá-la assim mesmo, repita com --force.`,
    );
  }
  if (stampDeadline && addMs(now, minStampMs) > stampDeadline && !isLateAllowed) {
    return notAllowedNow(
      `A extração é em ${formatDateTime(stampDeadline.toISOString())}, e o carimbo da lista pode não chegar antes da extração: sem ele, o verificador dirá para sempre que a lista não confere. Para congelá-la assim mesmo, repita com --force.`,
    );
  }
  const unjudged = await countUnjudgedReceipts(queries, { campaignId, engineId });
  const reason = unjudgedReason?.trim() || null;
  if (unjudged > 0 && !reason) {
    return notAllowedNow(
      `Há ${unjudged} nota(s) do sorteio por julgar: julgue-as, ou diga com --unjudged por que ficam assim, o que será publicado.`,
    );
  }
  const numbers = await findListedInDraw(queries, drawCutoffOf({ campaignId, engineId }, state));
  const entry: Omit<EntryOf<'LIST_FROZEN'>, 'at'> = {
    type: 'LIST_FROZEN',
    engine: engineId,
    numbers: numbers.length,
    hash: frozenListHash(numbers),
    unjudged,
    reason: unjudged > 0 ? reason : null,
  };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { at: now.toISOString(), ...entry };
}

/**
 * Between the freeze (or the extraction's hour) and the draw, a void would favour another number;
 * after the draw a winner must be disqualified first. No list is frozen until the transaction ends.
 */
export async function voidingProblem(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<string | null> {
  await lockNumbersAgainstFreeze(queries);
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

/** Past their hour, frozen or drawn. Until the transaction ends, no other is frozen or drawn. */
export async function findDrawsClosedToNumbers(
  queries: Queries,
  { campaignId, engines, now }: { campaignId: number; engines: Iterable<number>; now: Date },
): Promise<Set<number>> {
  await lockNumbersAgainstFreeze(queries);
  const closedToNumbers = new Set<number>();
  for (const engineId of engines) {
    const state = await readDrawState(queries, { campaignId, engineId });
    if (state.draw || isAwaitingDraw(state, now)) closedToNumbers.add(engineId);
  }
  return closedToNumbers;
}
