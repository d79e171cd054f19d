import { WrongCampaign } from '../campaign/checks/problem.ts';
import { embeddedCampaign, readCampaignFile } from '../campaign/load.ts';
import { hashesOf, readPictures } from '../campaign/pictures.ts';
import { type CampaignSnapshot, changesBetween } from '../campaign/snapshot.ts';
import { parameter } from '../rules/campaign/parameters.ts';
import { dayInSaoPaulo, formatDateTime, instantOf } from '../rules/dates.ts';
import { readLedgerEntry } from '../rules/log/ledger-entry-types.ts';
import { insertStock } from './campaign/prize-stock.ts';
import { type CurrentCampaign, currentCampaignOf } from './campaign-versions/follow-campaign.ts';
import { insertPictures, insertVersion } from './campaign-versions/version-queries.ts';
import type { Database, Queries } from './db/database.ts';
import {
  type CampaignRecord,
  campaignIdOf,
  findCampaign,
  findCampaignIds,
  insertCampaign,
} from './db/queries/campaigns.ts';
import { isInUse } from './db/queries/consumers.ts';
import { commitsToStamps, readDrawStates } from './draws/draw-state.ts';
import { isLoopback } from './ip-address.ts';
import { entryText } from './ledger/append-entries.ts';
import { createLogKey } from './ledger/log-key.ts';
import {
  findLedger,
  findLedgerEntries,
  findMilestones,
  insertFirstEntry,
} from './ledger/queries.ts';
import { createEngineSecrets, publishCommitments } from './rewards/prepare-engines.ts';
import { type Settings, SettingsError } from './settings/settings.ts';

const sampleId = '19';

/**
 * The database's campaign, in its newest version. An empty database gets that of CAMPAIGN_FILE,
 * else the sample, in one transaction.
 * @param warn called with a sentence when the stored campaign differs from the settings
 * @throws Error when CAMPAIGN_FILE is of another campaign, or wrong while the database is empty
 * @throws SettingsError when the campaign names another tenant than the settings
 */
export async function loadOrCreateCampaign(
  database: Database,
  settings: Settings,
  { now, warn }: { now: Date; warn: (sentence: string) => void },
): Promise<CurrentCampaign> {
  const file = settings.campaignFile;
  const { length: stored } = await findCampaignIds(database);
  const reading = { isNew: stored === 0, mayRunWithout: stored === 1, warn };
  const fromFile = file ? await readCampaignOrWarn(file, reading) : null;
  const { row, isNew } = await database.transaction((queries) =>
    findOrCreate(queries, settings, { fromFile, now }),
  );
  const current = currentCampaignOf(row);
  if (fromFile && isNew) warnOfWhatStays(current, { settings, now, warn });
  if (fromFile && file && !isNew) warnIfFileDiffers(current, { file, fromFile, warn });
  if (!file) warnIfVariablesDiffer(row, current, { settings, warn });
  if (!settings.timestampUrl) await warnIfStampsAreNeeded(database, row.id, { now, warn });
  return current;
}

/** A stored campaign runs on without its file: what is wrong with that is then a warning. */
async function readCampaignOrWarn(
  file: string,
  {
    isNew,
    mayRunWithout,
    warn,
  }: { isNew: boolean; mayRunWithout: boolean; warn: (sentence: string) => void },
): Promise<CampaignSnapshot | null> {
  try {
    return await readCampaignFile(file, { isNew, ...(isNew && { advise: warn }) });
  } catch (error) {
    if (!mayRunWithout || !(error instanceof WrongCampaign)) throw error;
    warn(error.message);
    return null;
  }
}

async function findOrCreate(
  queries: Queries,
  settings: Settings,
  { fromFile, now }: { fromFile: CampaignSnapshot | null; now: Date },
): Promise<{ row: CampaignRecord; isNew: boolean }> {
  const stored = await findStoredCampaign(queries, fromFile);
  if (stored) {
    assertSameTenant(currentCampaignOf(stored), settings, {
      hasPeople: await isInUse(queries),
    });
    await carryLedgerOn(queries, stored.id, { origin: settings.siteUrl, now });
    return { row: stored, isNew: false };
  }
  const { window, variant, identity } = settings;
  const today = dayInSaoPaulo(now);
  const fresh =
    fromFile ?? embeddedCampaign({ window, variant, tenantId: identity.tenantId, today });
  assertSameTenant({ snapshot: fresh }, settings, { hasPeople: false });
  const isNew = await createCampaign(queries, settings, { fresh, now });
  const id = campaignIdOf(fresh.campaign);
  const row = await findCampaign(queries, id);
  if (!row) throw new Error(`Campaign ${id} was not written`);
  const timeStamps = settings.timestampUrl !== null;
  const opening = { origin: settings.siteUrl, timeStamps, now };
  await publishCommitments(queries, currentCampaignOf(row).snapshot, opening);
  return { row, isNew };
}

/** Continues an older hash chain as a tree, whose first entry records the end of the chain. */
async function carryLedgerOn(
  queries: Queries,
  campaignId: number,
  { origin, now }: { origin: string; now: Date },
): Promise<void> {
  const { chainPosition, chainHash } = await findLedger(queries, campaignId);
  if (chainPosition === null || chainHash === null) return;
  const page = { campaignId, from: 0, limit: 1 };
  const [first] = await findLedgerEntries(queries, page);
  if (!first || first.position === 0) return;
  const commitments = readLedgerEntry(first.entry);
  const logKey = commitments?.type === 'COMMITMENTS' ? commitments.log : undefined;
  const log = logKey ?? (await createLogKey(queries, campaignId, origin));
  const chain = { position: chainPosition, hash: chainHash };
  const entry = entryText({ type: 'LOG_OPENED', log, chain }, now);
  await insertFirstEntry(queries, campaignId, { type: 'LOG_OPENED', entry });
}

/** With another tenant's accounts, people could sign up at one and not sign in at the other. */
function assertSameTenant(
  { snapshot: { campaign } }: Pick<CurrentCampaign, 'snapshot'>,
  { identity: { tenantId } }: Settings,
  { hasPeople }: { hasPeople: boolean },
): void {
  const tenantOfCampaign = parameter(campaign, 'TENANT_ID');
  if (tenantOfCampaign === null || tenantOfCampaign === tenantId) return;
  const remedy = hasPeople
    ? `people have signed up already, so first find out at which tenant. If the parameter was changed since, take the change back by operator campaign restore; else start it with TENANT_ID=${tenantOfCampaign}.`
    : `start it with TENANT_ID=${tenantOfCampaign}, or give it a campaign and a database of its own.`;
  throw new SettingsError(
    `Campaign ${campaign.id} is of the tenant ${tenantOfCampaign}, as its parameter TENANT_ID says, and this gateway of ${tenantId}: ${remedy}`,
  );
}

/** False when another gateway has just done so. */
async function createCampaign(
  queries: Queries,
  { variant, window, campaignFile }: Settings,
  { fresh, now }: { fresh: CampaignSnapshot; now: Date },
): Promise<boolean> {
  const id = campaignIdOf(fresh.campaign);
  const isNew = await insertCampaign(queries, {
    id,
    variant,
    window,
    snapshot: fresh,
    seededAt: now,
  });
  if (!isNew) return false;
  const files = campaignFile ? await readPictures(campaignFile, fresh) : [];
  await insertStockAndSecrets(queries, fresh);
  await insertPictures(queries, id, files);
  await insertVersion(queries, id, {
    version: 1,
    snapshot: fresh,
    pictures: hashesOf(files),
    author: 'gateway',
    reason: campaignFile ?? 'embedded',
    forced: false,
    createdAt: now,
    rebuildTakenAt: now,
  });
  return true;
}

async function findStoredCampaign(
  queries: Queries,
  fromFile: CampaignSnapshot | null,
): Promise<CampaignRecord | null> {
  const ids = await findCampaignIds(queries);
  const campaignId = fromFile ? campaignIdOf(fromFile.campaign) : ids[0];
  if (ids.length === 0 || campaignId === undefined) return null;
  if (!ids.includes(campaignId)) {
    throw new Error(
      `The database holds campaign ${ids.join(', ')}, and the file is of campaign ${campaignId}: a database takes no second campaign, so give this one a DATA_DIR or DATABASE_URL of its own.`,
    );
  }
  if (!fromFile && ids.length > 1) {
    throw new Error(
      `The database holds the campaigns ${ids.join(', ')}: choose one with CAMPAIGN_FILE.`,
    );
  }
  return findCampaign(queries, campaignId);
}

async function insertStockAndSecrets(queries: Queries, snapshot: CampaignSnapshot): Promise<void> {
  const stock = snapshot.prizes.map(({ id, quantity }) => ({
    campaignPrizeId: Number(id),
    quantity,
  }));
  await insertStock(queries, campaignIdOf(snapshot.campaign), stock);
  await createEngineSecrets(queries, snapshot);
}

/** Warns of what does no harm in a trial, but can be changed later only with another database. */
function warnOfWhatStays(
  { snapshot: { campaign } }: CurrentCampaign,
  {
    settings: { siteUrl },
    now,
    warn,
  }: { settings: Settings; now: Date; warn: (sentence: string) => void },
): void {
  if (isLoopback(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''))) {
    warn(
      `The public log is named after ${siteUrl}, and keeps that name: unless this is a trial, begin with an empty database and with SITE_URL.`,
    );
  }
  const hasPrizes = campaign.engines.some(({ type }) => type === 'INSTANT_PRIZE');
  if (hasPrizes && now >= instantOf(campaign.startsAt)) {
    warn(
      `The promotion began at ${formatDateTime(campaign.startsAt)}, and all instant prizes whose moments have passed since are due: the first receipts win them, one each.`,
    );
  }
}

/** Starting never applies a file that differs. */
function warnIfFileDiffers(
  { version, snapshot }: CurrentCampaign,
  {
    file,
    fromFile,
    warn,
  }: { file: string; fromFile: CampaignSnapshot; warn: (text: string) => void },
): void {
  const paths = changesBetween(snapshot, fromFile).map(({ path }) => path);
  if (paths.length === 0) return;
  const some = paths.slice(0, 5).join(', ') + (paths.length > 5 ? ', …' : '');
  warn(
    `${file} differs from version ${version} in the database, which holds, in ${paths.length} members (${some}): see and apply it by operator campaign apply.`,
  );
}

/** Variables shape only the sample, not a campaign that is already stored. */
function warnIfVariablesDiffer(
  row: CampaignRecord,
  { snapshot }: CurrentCampaign,
  { settings, warn }: { settings: Settings; warn: (sentence: string) => void },
): void {
  if (String(snapshot.campaign.id) !== sampleId) return;
  const { window, variant } = settings;
  const configured = { CAMPAIGN_WINDOW: window, CAMPAIGN_VARIANT: variant };
  const stored = { CAMPAIGN_WINDOW: row.window, CAMPAIGN_VARIANT: row.variant };
  const difference = differences(configured, stored);
  if (difference) warn(`The database keeps the campaign it was created with: ${difference}.`);
}

async function warnIfStampsAreNeeded(
  queries: Queries,
  campaignId: number,
  { now, warn }: { now: Date; warn: (sentence: string) => void },
): Promise<void> {
  const [first] = await findMilestones(queries, campaignId);
  const entry = first ? readLedgerEntry(first.entry) : null;
  if (entry?.type !== 'COMMITMENTS' || !commitsToStamps(entry)) return;
  const stateOf = await readDrawStates(queries, campaignId);
  const states = entry.draws.map(({ engine }) => stateOf(engine));
  const isStarted = entry.startsAt !== undefined && now >= instantOf(entry.startsAt);
  if (isStarted && states.every(({ draw }) => draw !== null)) return;
  warn(
    'The commitments promise time stamps, and TIMESTAMP_URL is not set: set it again, since every verifier refuses a list that was drawn from without its stamp.',
  );
}

function differences(
  configured: Record<string, string>,
  stored: Record<string, string | null | undefined>,
): string {
  return Object.entries(configured)
    .filter(([name, value]) => stored[name] !== value)
    .map(([name, value]) => `${name} is ${stored[name]}, not ${value}`)
    .join('; ');
}
