import { embeddedCampaign } from '../campaign/embedded.ts';
import { readCampaignFile } from '../campaign/load.ts';
import { type CampaignSnapshot, parseSnapshot } from '../campaign/snapshot.ts';
import { todayInSaoPaulo } from '../rules/dates.ts';
import { parameter } from '../rules/parameters.ts';
import { insertStock } from './campaign/prizes.ts';
import type { Database, Queries } from './db/database.ts';
import { findCampaign, insertCampaign } from './db/queries/campaigns.ts';
import { openLedger } from './rewards/open-ledger.ts';
import { seedEngines } from './rewards/seed.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Writes the campaign of CAMPAIGN_FILE, else the embedded one, into a database that lacks it, in one
 * transaction, also when several processes try. A database that has it keeps dates, engines, stock.
 * @param warn gets one sentence when the stored campaign differs from what the settings ask for.
 */
export async function seed(
  database: Database,
  settings: Settings,
  { now, warn }: { now: Date; warn: (sentence: string) => void },
): Promise<CampaignSnapshot> {
  const { window, variant } = settings;
  const { tenantId } = settings.identity;
  const today = todayInSaoPaulo(now);
  const fresh = settings.campaignFile
    ? await readCampaignFile(settings.campaignFile)
    : embeddedCampaign({ window, variant, tenantId, today });
  const campaignId = Number(fresh.campaign.id);
  const { kept, snapshot } = await database.transaction(async (queries) => {
    const row = { id: campaignId, variant, window, snapshot: fresh, seededAt: now };
    if (await insertCampaign(queries, row)) await seedCampaign(queries, fresh);
    const kept = await findCampaign(queries, campaignId);
    const snapshot = parseSnapshot(kept?.snapshot, 'the database');
    await openLedger(queries, snapshot, now);
    return { kept, snapshot };
  });
  const asked = { CAMPAIGN_WINDOW: window, CAMPAIGN_VARIANT: variant, TENANT_ID: tenantId };
  const found = {
    CAMPAIGN_WINDOW: kept?.window,
    CAMPAIGN_VARIANT: kept?.variant,
    TENANT_ID: parameter(snapshot.campaign, 'TENANT_ID'),
  };
  const difference = differences(asked, found);
  if (difference) warn(`The database keeps the campaign it was seeded with: ${difference}.`);
  return snapshot;
}

async function seedCampaign(queries: Queries, snapshot: CampaignSnapshot): Promise<void> {
  const stock = snapshot.prizes.map(({ id, quantity }) => ({
    campaignPrizeId: Number(id),
    quantity,
  }));
  await insertStock(queries, Number(snapshot.campaign.id), stock);
  await seedEngines(queries, snapshot);
}

function differences(
  asked: Record<string, string>,
  found: Record<string, string | null | undefined>,
): string {
  return Object.entries(asked)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name} is ${found[name]}, not ${value}`)
    .join('; ');
}
