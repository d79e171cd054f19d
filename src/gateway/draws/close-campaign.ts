import type { Campaign } from '../../contract/campaign.ts';
import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import { firstInstantAfter } from '../../rules/dates.ts';
import type { Queries } from '../db/database.ts';
import { lockCampaign, markClosed } from '../db/queries/campaigns.ts';
import { findSecret } from '../db/queries/secrets.ts';
import { appendToLedger, markSecretsRevealed } from '../ledger/append-entries.ts';
import { notAllowedNow, type Refusal } from '../refusal.ts';
import { declareFreedPrizes, findSeed } from '../rewards/instant-prizes.ts';
import { findUnusedCounters } from '../rewards/lucky-number-queries.ts';
import { drawKeyName } from '../rewards/lucky-numbers.ts';
import { countWaitingReceipts, endWaitingDraw } from '../rewards/queries.ts';
import { findFixedDraws } from './freeze-list.ts';

const notOver = 'A promoção ainda não terminou.';

/**
 * Writes the ledger, so it comes last in its transaction. Refused while receipts wait for numbers or
 * a prize, and before the end, even when all prizes are gone: the secrets tell the next numbers.
 */
export async function closeCampaign(
  queries: Queries,
  campaign: Campaign,
  now: Date,
): Promise<{ closedAt: Date; endedOrders: number } | Refusal> {
  if (now < firstInstantAfter(campaign.endsAt)) {
    return notAllowedNow(notOver);
  }
  const id = Number(campaign.id);
  // The lock waits for receipts being entered right now, so that they are counted too.
  await lockCampaign(queries, id);
  const endedOrders = await endDrawsPastTheirHour(queries, campaign, now);
  const waiting = await countWaitingReceipts(queries, id);
  if (waiting > 0) {
    const message = `Notas que só ganham depois de aprovadas, e ainda não foram julgadas: ${waiting} (receipts list --status unjudged).`;
    return notAllowedNow(message);
  }
  if (!(await markClosed(queries, { id, now }))) {
    return notAllowedNow('A promoção já foi encerrada.');
  }
  const freedPrizes = await declareFreedPrizes(queries, id);
  await appendToLedger(queries, id, {
    now,
    entries: [...freedPrizes, { type: 'CAMPAIGN_CLOSED' }],
  });
  await declareUnused(queries, campaign, now);
  return (await revealSecrets(queries, campaign, now)) ?? { closedAt: now, endedOrders };
}

/** A receipt that waits for such a draw can get no numbers any more, and must not stop it. */
async function endDrawsPastTheirHour(
  queries: Queries,
  { id, engines }: Campaign,
  now: Date,
): Promise<number> {
  const campaignId = Number(id);
  let ended = 0;
  const draws = engines.filter(({ type }) => type === 'DRAW').map((engine) => Number(engine.id));
  for (const engineId of await findFixedDraws(queries, { campaignId, engines: draws, now })) {
    ended += await endWaitingDraw(queries, { campaignId, engineId });
  }
  return ended;
}

/** Ranges per entry, which keeps entries well below the log's maximum length. */
const maxRangesPerEntry = 1000;

/** The ledger is locked and closed: no receipt gets numbers any more. */
async function declareUnused(queries: Queries, campaign: Campaign, now: Date): Promise<void> {
  const campaignId = Number(campaign.id);
  for (const { id } of campaign.engines.filter(({ type }) => type === 'DRAW')) {
    const engine = Number(id);
    const unused = await findUnusedCounters(queries, { campaignId, engineId: engine });
    for (let at = 0; at < unused.length; at += maxRangesPerEntry) {
      const ranges = unused.slice(at, at + maxRangesPerEntry);
      const entries = [{ type: 'NUMBERS_UNUSED' as const, engine, ranges }];
      await appendToLedger(queries, campaignId, { now, entries });
    }
  }
}

/** Last in its transaction. Refused while the campaign runs: the key tells the next number. */
export async function revealSecrets(
  queries: Queries,
  campaign: Campaign,
  now: Date,
): Promise<Refusal | null> {
  if (campaignPhase(campaign, now) !== 'over') {
    return notAllowedNow(notOver);
  }
  const campaignId = Number(campaign.id);
  if (!(await markSecretsRevealed(queries, { campaignId, now }))) return null;
  const engines = campaign.engines.map(({ id, type }) => ({ engine: Number(id), type }));
  const draws = [];
  for (const { engine } of engines.filter(({ type }) => type === 'DRAW')) {
    const key = await findSecret(queries, drawKeyName({ campaignId, engineId: engine }));
    draws.push({ engine, key });
  }
  const schedules = [];
  for (const { engine } of engines.filter(({ type }) => type === 'INSTANT_PRIZE')) {
    const seed = await findSeed(queries, { campaignId, engineId: engine });
    schedules.push({ engine, seed: seed.toString('hex') });
  }
  const entries = [{ type: 'SECRETS_REVEALED' as const, draws, schedules }];
  await appendToLedger(queries, campaignId, { now, entries });
  return null;
}
