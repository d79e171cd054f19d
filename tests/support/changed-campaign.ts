import type { Campaign } from '../../src/contract/campaign.ts';
import { openGateway, type TestGateway } from './gateway.ts';

/** Another gateway over the same database, whose campaign was changed by its administrator. */
export async function withCampaign(
  { gateway: { database, campaign: snapshot } }: TestGateway,
  change: (campaign: Campaign) => Campaign,
): Promise<TestGateway> {
  const changed = { ...snapshot, campaign: change(snapshot.campaign) };
  await database.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(changed)]);
  return openGateway({ variant: 'all', database, settings: { rateLimited: false } });
}
