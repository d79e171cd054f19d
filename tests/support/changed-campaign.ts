import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { windowDates } from '../../src/campaign/embedded-options.ts';
import { type CampaignSnapshot, parseSnapshot } from '../../src/campaign/snapshot.ts';
import type { Campaign } from '../../src/contract/campaign.ts';
import { openDatabase } from '../../src/gateway/db/open.ts';
import { findCampaign } from '../../src/gateway/db/queries/campaigns.ts';
import { todayInSaoPaulo } from '../../src/rules/dates.ts';
import { openGateway, type TestGateway } from './gateway.ts';

/** Another gateway over the same database, whose campaign was changed by its administrator. */
export async function withCampaign(
  site: TestGateway,
  change: (campaign: Campaign) => Campaign,
): Promise<TestGateway> {
  await changeCampaign(site, change);
  const { database } = site.gateway;
  return openGateway({ variant: 'all', database, settings: { rateLimited: false } });
}

/** What the administrator changes; gateways that are opened from now on show it. */
export async function changeCampaign(
  { gateway: { database, campaign: snapshot } }: TestGateway,
  change: (campaign: Campaign) => Campaign,
): Promise<void> {
  const changed = { ...snapshot, campaign: change(snapshot.campaign) };
  await database.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(changed)]);
}

/** The same in the data of a served site that was killed; it shows when it is served again. */
export async function changeKeptCampaign(
  dataDirectory: string,
  change: (snapshot: CampaignSnapshot) => CampaignSnapshot,
): Promise<void> {
  const database = await openDatabase(pathToFileURL(join(dataDirectory, 'database')).href);
  const kept = await findCampaign(database, 19);
  const changed = change(parseSnapshot(kept?.snapshot, 'the database'));
  await database.query('update campaigns set snapshot = $1::jsonb', [JSON.stringify(changed)]);
  await database.close();
}

/** A campaign that was open has ended. */
export function endCampaign(dataDirectory: string): Promise<void> {
  const dates = windowDates('after', todayInSaoPaulo(new Date()));
  return changeKeptCampaign(dataDirectory, ({ campaign, ...rest }) => ({
    ...rest,
    campaign: { ...campaign, ...dates },
  }));
}
