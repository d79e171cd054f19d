import type { Campaign } from '../../contract/campaign.ts';
import { campaignPhase } from '../../rules/campaign-phase.ts';
import type { Queries } from '../db/database.ts';
import { markSecretsRevealed } from '../db/queries/ledger.ts';
import { findSequence } from '../db/queries/lucky-numbers.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { appendToLedger } from './append-to-ledger.ts';
import { findSeed } from './seed-engines.ts';

/**
 * Publishes what the commitments bound, once: the draws' keys and the schedules' seeds, which from
 * then on the ledger tells. Writes the ledger, so it comes last in its transaction.
 * Refused while the campaign runs: whoever has the key knows the next number.
 */
export async function revealSecrets(
  queries: Queries,
  campaign: Campaign,
  now: Date,
): Promise<ApiError | null> {
  if (campaignPhase(campaign, now) !== 'over') {
    return apiError('NOT_ALLOWED_NOW', { message: 'A promoção ainda não terminou.' });
  }
  const campaignId = Number(campaign.id);
  if (!(await markSecretsRevealed(queries, { campaignId, now }))) return null;
  const engines = campaign.engines.map(({ id, type }) => ({ engine: Number(id), type }));
  const draws = [];
  for (const { engine } of engines.filter(({ type }) => type === 'DRAW')) {
    const { keyHex } = await findSequence(queries, { campaignId, engineId: engine });
    draws.push({ engine, key: keyHex });
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
