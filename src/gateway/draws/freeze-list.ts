import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { addMs, formatDateTime, minuteMs } from '../../rules/dates.ts';
import {
  checkParticipantLine,
  participantHeading,
  participantLine,
} from '../../rules/draws/participants-export.ts';
import type { EntryOf } from '../../rules/log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { type Queries, readInPages, type Transaction } from '../db/database.ts';
import { type EngineKey, isCampaignClosed } from '../db/queries/campaigns.ts';
import { appendToLedger, lockLedgerAndAssignPositions } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import {
  countUnjudgedReceipts,
  type DrawCutoff,
  findListedInDraw,
  findParticipations,
  type ListedNumber,
  lockLuckyNumbers,
  type ParticipationRecord,
} from './draw-queries.ts';
import { drawCutoffOf, readDrawState } from './draw-state.ts';

export const notClosedMessage = 'A promoção ainda não foi encerrada.';

/** Leaves time before the deadline to ask the time-stamp service again if it fails. */
const minStampMs = 5 * minuteMs;

interface Freeze extends EngineKey {
  /** Why the list is frozen although receipts are unjudged, to be published; null refuses that. */
  unjudgedReason: string | null;
  /** Freezes the list even if its time stamp would come too late. */
  allowLateFreeze: boolean;
  now: Date;
}

/**
 * Once, after the close, and last in its transaction. After the extraction's hour the list is that
 * of the hour. Refused while receipts with numbers in it are unjudged, unless a reason is given, and,
 * where the commitments ask for a stamp, when it would come too late, unless forced.
 */
export async function freezeList(
  queries: Transaction,
  { campaignId, engineId, unjudgedReason, allowLateFreeze, now }: Freeze,
): Promise<EntryOf<'LIST_FROZEN'> | Refusal> {
  if (!(await isCampaignClosed(queries, campaignId))) {
    return notAllowedNow(notClosedMessage);
  }
  await lockLuckyNumbers(queries);
  // Waits for another freeze or draw, so that the state shows what it has fixed.
  await lockLedgerAndAssignPositions(queries, campaignId);
  const state = await readDrawState(queries, { campaignId, engineId });
  if (state.frozen) return notAllowedNow('A lista deste sorteio já foi congelada.');
  const { stampDeadline } = state;
  if (stampDeadline && now >= stampDeadline && !allowLateFreeze) {
    return notAllowedNow(
      `A extração foi em ${formatDateTime(stampDeadline.toISOString())}, e a lista não foi congelada e carimbada antes dela, como os compromissos prometem: o verificador dirá para sempre que ela não confere. Para congelá-la assim mesmo, repita com --force.`,
    );
  }
  if (stampDeadline && addMs(now, minStampMs) > stampDeadline && !allowLateFreeze) {
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
  const list = await hashList(queries, drawCutoffOf({ campaignId, engineId }, state));
  const entry: Omit<EntryOf<'LIST_FROZEN'>, 'at'> = {
    type: 'LIST_FROZEN',
    engine: engineId,
    ...list,
    unjudged,
    reason: unjudged > 0 ? reason : null,
  };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { at: now.toISOString(), ...entry };
}

const numbersAtOnce = 10_000;

/** The `frozenListHash`, page by page: all the numbers of a large draw do not fit into the memory. */
async function hashList(
  queries: Queries,
  cutoff: DrawCutoff,
): Promise<{ numbers: number; hash: string }> {
  const hasher = createHash('sha256');
  let numbers = 0;
  const pages = readInPages<ListedNumber>(numbersAtOnce, (last) =>
    findListedInDraw(queries, cutoff, { after: last?.counter ?? -1, limit: numbersAtOnce }),
  );
  for await (const page of pages) {
    hasher.update(page.map((number) => `${formatLuckyNumber(number)}\n`).join(''));
    numbers += page.length;
  }
  return { numbers, hash: hasher.digest('hex') };
}

const pageSize = 5000;

/** The frozen list or, until then, all valid numbers, page by page; without a file, only counts. */
export async function writeParticipants(
  queries: Queries,
  key: EngineKey,
  { file, progress }: { file: FileHandle | null; progress: (sentence: string) => void },
): Promise<{ lines: number; refused: Set<number>; erased: Set<number> }> {
  const cutoff = drawCutoffOf(key, await readDrawState(queries, key));
  const refused = new Set<number>();
  const erased = new Set<number>();
  let lines = 0;
  await file?.appendFile(`${participantHeading}\r\n`);
  const pages = readInPages<ParticipationRecord>(pageSize, (last) =>
    findParticipations(queries, cutoff, { after: last?.id ?? 0, limit: pageSize }),
  );
  for await (const numbers of pages) {
    await file?.appendFile(numbers.map((number) => `${participantLine(number)}\r\n`).join(''));
    for (const { consumerId, isErased, ...number } of numbers) {
      if (isErased) erased.add(consumerId);
      else if (checkParticipantLine(participantLine(number)).length > 0) refused.add(consumerId);
    }
    lines += numbers.length;
    if (numbers.length === pageSize) progress(`${lines} numbers`);
  }
  return { lines, refused, erased };
}
