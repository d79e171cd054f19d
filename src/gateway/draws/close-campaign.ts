import { parseSnapshot } from '../../campaign/snapshot.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import { addMs, firstInstantAfter, minuteMs } from '../../rules/dates.ts';
import type { Queries } from '../db/database.ts';
import {
  campaignIdOf,
  type EngineKey,
  engineKeyOf,
  isCampaignClosed,
  lockCampaign,
  markClosed,
} from '../db/queries/campaigns.ts';
import { findSecret } from '../db/queries/secrets.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { markSecretsRevealed } from '../ledger/queries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import {
  countReceiptsWithPendingOrders,
  endPendingOrdersOfDraw,
} from '../rewards/engine-order-queries.ts';
import { declareFreedPrizes, findSeed } from '../rewards/instant-prizes.ts';
import { findUnusedCounters } from '../rewards/lucky-number-queries.ts';
import { drawSecretName } from '../rewards/lucky-numbers.ts';
import { lockAndFindDrawsClosedToNumbers } from './draw-state.ts';

/** The longest that an upload and its turn take. A receipt counts by when its upload began. */
const arrivalMs = 10 * minuteMs;
const stillArrivingMessage = `Notas enviadas antes do fim ainda podem estar chegando: feche ${arrivalMs / minuteMs} minutos depois do fim, ou com --force, que as recusa.`;

/**
 * Last in its transaction, since it writes the ledger. Refused while receipts wait for numbers or a
 * prize, and before the end, even when all prizes are gone: it publishes secrets that tell numbers.
 */
export async function closeCampaign(
  queries: Queries,
  id: number,
  { now, allowStillArriving }: { now: Date; allowStillArriving: boolean },
): Promise<{ closedAt: Date; endedOrders: number } | Refusal> {
  // Waits for a change of the period, and for receipts being entered, so that they are counted too.
  const row = await lockCampaign(queries, id);
  const { campaign } = parseSnapshot(row?.snapshot, 'the database');
  const end = firstInstantAfter(campaign.endsAt);
  if (await isCampaignClosed(queries, id)) return notAllowedNow('A promoção já foi encerrada.');
  if (now < end) return notAllowedNow('A promoção ainda não terminou.');
  if (now < addMs(end, arrivalMs) && !allowStillArriving)
    return notAllowedNow(stillArrivingMessage);
  const endedOrders = await endDrawsPastTheirHour(queries, campaign, now);
  const pending = await countReceiptsWithPendingOrders(queries, id);
  if (pending > 0) {
    const message = `Notas que só ganham depois de aprovadas, e ainda não foram julgadas: ${pending} (receipts list --status unjudged).`;
    return notAllowedNow(message);
  }
  await markClosed(queries, { id, now });
  const freedPrizes = await declareFreedPrizes(queries, id);
  await appendToLedger(queries, id, {
    now,
    entries: [...freedPrizes, { type: 'CAMPAIGN_CLOSED' }],
  });
  await declareUnused(queries, campaign, now);
  await revealSecrets(queries, campaign, now);
  return { closedAt: now, endedOrders };
}

/** A receipt that waits for such a draw can get no numbers any more, and must not stop it. */
async function endDrawsPastTheirHour(
  queries: Queries,
  campaign: Campaign,
  now: Date,
): Promise<number> {
  const campaignId = campaignIdOf(campaign);
  let ended = 0;
  const engineIds = enginesOf(campaign, 'DRAW').map(({ engineId }) => engineId);
  const drawsToEnd = await lockAndFindDrawsClosedToNumbers(queries, { campaignId, engineIds, now });
  for (const engineId of drawsToEnd) {
    ended += await endPendingOrdersOfDraw(queries, { campaignId, engineId });
  }
  return ended;
}

/** Ranges per entry, which keeps entries well below the log's maximum length. */
const maxRangesPerEntry = 1000;

/** Call it with the ledger locked and the campaign closed, when no receipt gets numbers any more. */
async function declareUnused(queries: Queries, campaign: Campaign, now: Date): Promise<void> {
  for (const draw of enginesOf(campaign, 'DRAW')) {
    const unused = await findUnusedCounters(queries, draw);
    for (let at = 0; at < unused.length; at += maxRangesPerEntry) {
      const ranges = unused.slice(at, at + maxRangesPerEntry);
      await appendToLedger(queries, draw.campaignId, {
        now,
        entries: [{ type: 'NUMBERS_UNUSED', engine: draw.engineId, ranges }],
      });
    }
  }
}

/** Call it with the campaign closed: the secrets would tell the next numbers. */
async function revealSecrets(queries: Queries, campaign: Campaign, now: Date): Promise<void> {
  const campaignId = campaignIdOf(campaign);
  await markSecretsRevealed(queries, { campaignId, now });
  const draws = [];
  for (const draw of enginesOf(campaign, 'DRAW')) {
    const secret = await findSecret(queries, drawSecretName(draw));
    draws.push({ engine: draw.engineId, key: secret });
  }
  const schedules = [];
  for (const schedule of enginesOf(campaign, 'INSTANT_PRIZE')) {
    const seed = await findSeed(queries, schedule);
    schedules.push({ engine: schedule.engineId, seed: seed.toString('hex') });
  }
  await appendToLedger(queries, campaignId, {
    now,
    entries: [{ type: 'SECRETS_REVEALED', draws, schedules }],
  });
}

function enginesOf(campaign: Campaign, wanted: Engine['type']): EngineKey[] {
  return campaign.engines
    .filter(({ type }) => type === wanted)
    .map((engine) => engineKeyOf(campaign, engine));
}
