import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCampaignEndpoint } from '../../../src/contract/campaign.ts';
import type { Database } from '../../../src/gateway/db/database.ts';
import { loadOrCreateCampaign } from '../../../src/gateway/load-or-create-campaign.ts';
import { temporaryFolder } from '../../support/folder.ts';
import type { Figure } from '../figure.ts';
import { growthFigures, type Point } from './exponent.ts';
import { gatherStatistics, openGrowingSite, sendOne, timeCall } from './growing-site.ts';
import { campaignToBuild, timeBuild } from './timed-build.ts';

const inDatabase = [1, 10, 100, 1000];
const built = [1, 3, 10];

/** What many campaigns in one database do to one of them, and what it takes to build their sites. */
export async function measureCampaigns(): Promise<Figure[]> {
  return [...(await measureOneOfMany()), ...(await measureBuilds())];
}

async function measureOneOfMany(): Promise<Figure[]> {
  const { site, person, close } = await openGrowingSite();
  const { database, settings: own } = site.gateway;
  // A start in a database with several campaigns has to name its own.
  const folder = await temporaryFolder();
  const campaignFile = join(folder.path, 'campaign.json');
  await writeFile(campaignFile, JSON.stringify(site.gateway.snapshot));
  const settings = { ...own, campaignFile };
  const points = new Map<string, Point[]>();
  let there = 1;
  for (const n of inDatabase) {
    await copyCampaigns(database, { first: there + 1, last: n });
    await gatherStatistics(site);
    there = n;
    const context = { now: site.clock.now, warn: () => {} };
    const values = {
      'campaign read': await timeCall(() => site.call(getCampaignEndpoint)),
      'campaign found by a gateway that starts': await timeCall(() =>
        loadOrCreateCampaign(database, settings, context),
      ),
      'receipt sent': await timeCall(() => sendOne(site, person)),
    };
    for (const [name, value] of Object.entries(values)) {
      points.set(name, [...(points.get(name) ?? []), { n, value }]);
    }
  }
  await close();
  await folder.remove();
  const about = { unit: 'ms', of: 'campaigns in a database', how: 'median of 9, PostgreSQL' };
  return [...points].flatMap(([name, found]) => growthFigures(name, about, found));
}

/** Writes campaigns like the first one, with what each of them keeps count of. */
async function copyCampaigns(
  database: Database,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const copies = `generate_series(${first}, ${last}) as n where campaign_id = 19`;
  const statements = [
    `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     select 1000 + n, variant, date_window,
       jsonb_set(snapshot, '{campaign,id}', to_jsonb(1000 + n)), seeded_at
     from campaigns, generate_series(${first}, ${last}) as n where id = 19`,
    `insert into prize_stock (campaign_id, campaign_prize_id, quantity)
     select 1000 + n, campaign_prize_id, quantity from prize_stock, ${copies}`,
    `insert into lucky_number_sequences (campaign_id, engine_id, commitment, space)
     select 1000 + n, engine_id, commitment, space from lucky_number_sequences, ${copies}`,
    `insert into instant_prizes
       (campaign_id, engine_id, position, campaign_prize_id, proof)
     select 1000 + n, engine_id, position, campaign_prize_id, proof
     from instant_prizes, ${copies} and position < 100`,
    `insert into cashback_funds (campaign_id, engine_id, total_centavos)
     select 1000 + n, engine_id, total_centavos from cashback_funds, ${copies}`,
    `insert into ledgers (campaign_id, size)
     select 1000 + n, size from ledgers, ${copies}`,
    `insert into log_heads (campaign_id, size, open_tiles, checkpoint)
     select 1000 + n, size, open_tiles, checkpoint from log_heads, ${copies}`,
    `insert into ledger_entries (campaign_id, position, type, entry)
     select 1000 + n, position, type, entry from ledger_entries, ${copies}`,
  ];
  for (const statement of statements) await database.query(statement);
}

/** Sites are built one by one: what so many of them take together. */
async function measureBuilds(): Promise<Figure[]> {
  const campaign = campaignToBuild();
  const points: Point[] = [];
  let seconds = 0;
  for (let n = 1; n <= Math.max(...built); n += 1) {
    const one = { ...campaign, campaign: { ...campaign.campaign, id: 1000 + n } };
    seconds += (await timeBuild(one)).seconds;
    if (built.includes(n)) points.push({ n, value: seconds });
  }
  const about = { unit: 's', of: 'campaigns', how: 'one after the other' };
  return growthFigures('builds', about, points);
}
