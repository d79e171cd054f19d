import type { Campaign } from '../../contract/campaign.ts';
import { firstInstantAfter } from '../../rules/dates.ts';
import type { Queries } from '../db/database.ts';
import { markClosed } from '../db/queries/campaigns.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { appendToLedger } from './append-to-ledger.ts';
import { revealSecrets } from './reveal-secrets.ts';

/**
 * Closes a campaign whose time is over, once: what its commitments bound is revealed, and its draws
 * may be made. Writes the ledger, so it comes last in its transaction. Refused before the end, whatever the prizes' stock: whoever knows the secrets could use them.
 */
export async function closeCampaign(
  queries: Queries,
  campaign: Campaign,
  now: Date,
): Promise<{ closedAt: Date } | ApiError> {
  if (now < firstInstantAfter(campaign.endsAt)) {
    return apiError('NOT_ALLOWED_NOW', { message: 'A promoção ainda não terminou.' });
  }
  const id = Number(campaign.id);
  if (!(await markClosed(queries, { id, now }))) {
    return apiError('NOT_ALLOWED_NOW', { message: 'A promoção já foi encerrada.' });
  }
  await appendToLedger(queries, id, { now, entries: [{ type: 'CAMPAIGN_CLOSED' }] });
  return (await revealSecrets(queries, campaign, now)) ?? { closedAt: now };
}
