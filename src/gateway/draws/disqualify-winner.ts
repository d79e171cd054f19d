import { succession } from '../../rules/draws/winners-and-alternates.ts';
import { parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import type { Queries } from '../db/database.ts';
import { type EngineKey, requestRebuild } from '../db/queries/campaigns.ts';
import { passOnDelivery } from '../deliveries/move-delivery.ts';
import { mailChangedResult } from '../emails/mailings.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { appendToLedger, lockLedger } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import {
  deleteWinner,
  findOwner,
  findValidNumbers,
  insertWinner,
  lockNumbers,
} from './draw-queries.ts';
import { readDrawState } from './draw-state.ts';

interface DisqualifiedWinner {
  number: string;
  successor: string | null;
}

/**
 * Publishes the reason, and emails it to the winner. The prize goes where the commitments say: to
 * no one, or to the next number in order that is not void. Refused once it is on its way.
 */
export async function disqualifyWinner(
  queries: Queries,
  request: EngineKey & { number: string; reason: string; author: string; now: Date },
): Promise<DisqualifiedWinner | Refusal> {
  const { campaignId, engineId, number, reason, author, now } = request;
  const key = { campaignId, engineId };
  // Until the transaction ends, no number becomes void or valid again, and no winner is erased.
  await lockNumbers(queries);
  await lockLedger(queries, campaignId);
  const { draw, rules } = await readDrawState(queries, key);
  const drawnNumber = parseLuckyNumber(number);
  if (!drawnNumber || !draw?.winners.includes(number)) {
    return notAllowedNow(`O número ${number} não tem prêmio neste sorteio.`);
  }
  const problem = await passOnDelivery(queries, { ...key, win: number, author, now });
  if (problem) return notAllowedNow(problem);
  const { consumerId: loserId } = await findOwner(queries, { ...key, ...drawnNumber });
  const event = { kind: 'WINNER_DISQUALIFIED', number, reason } as const;
  await queueEmail(queries, { campaignId, consumerId: loserId, event, now });
  const prize = await deleteWinner(queries, { ...key, ...drawnNumber });
  const alternates = rules?.disqualified === 'TREASURY' ? [] : draw.alternates;
  const validNumbers = await findValidNumbers(queries, key, alternates);
  const { successor } = succession(alternates, (alternate) => validNumbers.has(alternate));
  const heir = successor ? parseLuckyNumber(successor) : null;
  if (prize && heir) {
    const { luckyNumberId, consumerId } = await findOwner(queries, { ...key, ...heir });
    await insertWinner(queries, key, { ...prize, luckyNumberId, consumerId });
  }
  await mailChangedResult(queries, { ...key, now });
  await requestRebuild(queries, campaignId);
  await appendToLedger(queries, campaignId, {
    now,
    entries: [{ type: 'WINNER_DISQUALIFIED', engine: engineId, number, reason, successor }],
  });
  return { number, successor };
}
