import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { instantPrizes19 } from '../../src/campaign/19/products-and-prizes.ts';
import { embeddedCampaign } from '../../src/campaign/load.ts';
import { getCampaignEndpoint, getPrizesEndpoint } from '../../src/contract/campaign.ts';
import type { Database } from '../../src/gateway/db/database.ts';
import { insertCampaign } from '../../src/gateway/db/queries/campaigns.ts';
import { loadOrCreateCampaign } from '../../src/gateway/load-or-create-campaign.ts';
import { readSettings, type Settings } from '../../src/gateway/settings/settings.ts';
import { borrowDatabase } from '../support/borrowed-database.ts';
import { openDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway } from '../support/gateway.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

const now = new Date('2026-03-10T15:00:00Z');
const settings = readSettings({});

test('tables and campaign are created once, however many processes start at once', async () => {
  const url = await createPostgresDatabase('no tables');
  const warnings: string[] = [];
  const start = async () => {
    const database = await openDatabase(url);
    const warn = (sentence: string) => warnings.push(sentence);
    const snapshot = await loadOrCreateCampaign(database, settings, { now, warn });
    const counts = await database.query(
      `select (select count(*) from migrations) as migrations,
         (select count(*) from campaigns) as campaigns,
         (select count(*) from prize_stock) as prizes,
         (select count(*) from instant_prizes) as moments,
         (select string_agg(wrapped, ' ' order by name) from secrets) as keys`,
    );
    await database.close();
    return JSON.stringify([snapshot, counts]);
  };
  const seen = await Promise.all(Array.from({ length: 8 }, start));
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toContain('"campaigns":1,"prizes":2,"moments":500');
  expect(seen[0]).toMatch(/"keys":"[\w-]{100,} /);
  expect(warnings).toEqual([]);
});

test('a start that broke off leaves nothing half made', async () => {
  const database = await openDatabase(await createPostgresDatabase());
  const breaking = {
    ...database,
    transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
      database.transaction<T>(async (queries) => {
        await work(queries);
        throw new Error('The power failed');
      }),
  };
  const quiet = { now, warn: () => {} };
  await expect(loadOrCreateCampaign(breaking, settings, quiet)).rejects.toThrow('The power failed');
  expect(await database.query('select 1 from campaigns')).toEqual([]);
  await loadOrCreateCampaign(database, settings, quiet);
  expect(await database.query('select 1 from instant_prizes')).toHaveLength(500);
  await database.close();
});

test('a database keeps its campaign, its dates and its stock', async () => {
  const first = await openGateway({ now });
  const { database } = first.gateway;
  await database.query('update prize_stock set quantity = 1');
  const later = new Date('2026-03-20T15:00:00Z');
  const second = await openGateway({ database, now: later, variant: 'all' });
  expect((await second.call(getCampaignEndpoint)).text).toBe(
    (await first.call(getCampaignEndpoint)).text,
  );
  expect((await second.call(getPrizesEndpoint)).body.map(({ quantity }) => quantity)).toEqual([
    1, 1,
  ]);
  expect(await database.query('select 1 from prize_stock')).toHaveLength(2);
  expect(await database.query('select 1 from cashback_funds')).toEqual([]);
  expect(second.lines.filter((line) => !line.includes('"call"'))).toEqual([
    JSON.stringify({
      event: 'warning',
      sentence:
        'The database keeps the campaign it was created with: CAMPAIGN_VARIANT is 19, not all.',
    }),
  ]);
  await second.close();
  await first.close();
});

test('a campaign that is stored starts although its file is wrong by now, and says what is', async () => {
  const folder = await temporaryFolder();
  const campaignFile = join(folder.path, 'campanha.json');
  await writeFile(campaignFile, '{}');
  const { gateway, close } = await openGateway({ now });
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  const start = (database: Database) =>
    loadOrCreateCampaign(database, { ...settings, campaignFile }, { now, warn });
  expect(await start(gateway.database)).toMatchObject({ version: 1 });
  expect(warnings).toEqual([expect.stringContaining(`Campaign from ${campaignFile}: `)]);
  const empty = await openDatabase(await createPostgresDatabase());
  await expect(start(empty)).rejects.toThrow('so it is not used');
  await empty.close();
  await close();
  await folder.remove();
});

test('a promotion that began without alternates starts again with its file, also beside another one; a new one does not begin so', async () => {
  const folder = await temporaryFolder();
  const campaignFile = join(folder.path, 'campanha.json');
  const { gateway, close } = await openGateway({ now });
  const { database, snapshot } = gateway;
  const begun = structuredClone(snapshot);
  for (const { type, details } of begun.campaign.engines) {
    if (type === 'DRAW') details.alternates = null;
  }
  await writeFile(
    campaignFile,
    JSON.stringify({ ...begun, secrets: { instantPrizes: instantPrizes19 } }),
  );
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  const start = (opened: Database) =>
    loadOrCreateCampaign(opened, { ...settings, campaignFile }, { now, warn });
  const empty = await openDatabase(await createPostgresDatabase());
  await expect(start(empty)).rejects.toThrow('a disqualified winner’s prize would go to no one');
  await empty.close();
  await start(database);
  const other = { ...snapshot, campaign: { ...snapshot.campaign, id: 27 } };
  await insertCampaign(database, {
    id: 27,
    variant: 'all',
    window: 'live',
    snapshot: other,
    seededAt: now,
  });
  await start(database);
  const differs = expect.stringContaining('campaign.engines[101].details.alternates');
  expect(warnings).toEqual([differs, differs]);
  await close();
  await folder.remove();
});

async function warningsOfFirstStart(changed: Partial<Settings>, at = now): Promise<string[]> {
  const database = await borrowDatabase();
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  const campaignFile = 'src/campaign/examples/cafe-premiado/campaign.jsonc';
  const starting = { ...settings, campaignFile, ...changed };
  for (const _ of ['first', 'second']) {
    await loadOrCreateCampaign(database, starting, { now: at, warn });
  }
  await database.close();
  return warnings;
}

test('a first start that names the public log after this machine warns of it, once', async () => {
  const { siteUrl } = settings;
  expect(await warningsOfFirstStart({})).toEqual([
    expect.stringContaining(`The public log is named after ${siteUrl}, and keeps that name`),
  ]);
  expect(await warningsOfFirstStart({ siteUrl: 'http://[::1]:4321' })).toHaveLength(1);
  expect(await warningsOfFirstStart({ siteUrl: 'https://promo.example' })).toEqual([]);
  expect(await warningsOfFirstStart({ campaignFile: null })).toEqual([]);
});

test('a first start after the beginning warns that the instant prizes due since then go to the first receipts', async () => {
  const folder = await temporaryFolder();
  const campaignFile = join(folder.path, 'campanha.json');
  const options = { window: 'live', variant: '19', tenantId: 'embedded' } as const;
  const campaign = embeddedCampaign({ ...options, today: '2026-03-10' });
  await writeFile(campaignFile, JSON.stringify(campaign));
  const start = (at: Date) =>
    warningsOfFirstStart({ campaignFile, siteUrl: 'https://promo.example' }, at);
  const startsAt = new Date(campaign.campaign.startsAt);
  expect(await start(startsAt)).toEqual([
    expect.stringMatching(/^The promotion began at .+ the first receipts win them, one each\.$/),
  ]);
  expect(await start(new Date(startsAt.getTime() - 1))).toEqual([]);
  await folder.remove();
});

test('a difference is reported once', async () => {
  const { gateway, close } = await openGateway({ now });
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  await loadOrCreateCampaign(gateway.database, { ...settings, window: 'after' }, { now, warn });
  expect(warnings).toEqual([
    'The database keeps the campaign it was created with: CAMPAIGN_WINDOW is live, not after.',
  ]);
  await close();
});

test('a gateway of one tenant does not start with the campaign of another', async () => {
  const { gateway, signUp, close } = await openGateway({ now });
  const identity = { kind: 'embedded', projectId: 'promocao', tenantId: 'other' } as const;
  const start = (database: Database, change: Partial<Settings> = {}) =>
    loadOrCreateCampaign(
      database,
      { ...settings, identity, ...change },
      { now, warn: expect.fail },
    );
  const sentence = /of the tenant embedded, .+ and this gateway of other: start it with TENANT_ID/;
  await expect(start(gateway.database)).rejects.toThrow(sentence);
  await signUp();
  await expect(start(gateway.database)).rejects.toThrow('by operator campaign restore');
  const empty = await openDatabase(await createPostgresDatabase());
  const campaignFile = 'src/campaign/examples/cafe-premiado/campaign.jsonc';
  await expect(start(empty, { campaignFile })).rejects.toThrow(sentence);
  expect(await empty.query('select from campaigns')).toEqual([]);
  await empty.close();
  await close();
});
