import type { Campaign } from '../../contract/campaign.ts';
import { firstInstantAfter } from '../../rules/dates.ts';
import type { Queries } from '../db/database.ts';
import { markClosed } from '../db/queries/campaigns.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

/**
 * Closes a campaign whose time is over, once: the draws may be made.
 * Refused before the end, whatever the prizes' stock: whoever knows the secrets could use them.
 */
export async function closeCampaign(
  queries: Queries,
  { id, endsAt }: Pick<Campaign, 'id' | 'endsAt'>,
  now: Date,
): Promise<{ closedAt: Date } | Refusal> {
  if (now < firstInstantAfter(endsAt)) {
    return refuse('NOT_ALLOWED_NOW', { message: 'A promoção ainda não terminou.' });
  }
  if (!(await markClosed(queries, { id: Number(id), now }))) {
    return refuse('NOT_ALLOWED_NOW', { message: 'A promoção já foi encerrada.' });
  }
  return { closedAt: now };
}
