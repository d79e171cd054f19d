import { type CampaignSnapshot, parseSnapshot } from '../../../campaign/snapshot.ts';
import type { OptIn } from '../../../contract/campaign.ts';
import type { Id } from '../../../contract/primitives.ts';
import { exists, findOne, hasWritten, type Queries, type Transaction } from '../database.ts';

interface CampaignRow {
  id: number;
  variant: string;
  window: string;
  snapshot: unknown;
  seededAt: Date;
}

export interface CampaignRecord extends CampaignRow {
  version: number;
}

export interface EngineKey {
  campaignId: number;
  engineId: number;
}

/** A campaign's file may write ids as texts; tables and ledger have numbers. */
export function campaignIdOf(campaign: { id: Id }): number {
  return Number(campaign.id);
}

export function engineKeyOf(campaign: { id: Id }, engine: { id: Id }): EngineKey {
  return { campaignId: campaignIdOf(campaign), engineId: Number(engine.id) };
}

export function insertCampaign(queries: Queries, row: CampaignRow): Promise<boolean> {
  return hasWritten(
    queries,
    `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     values ($1, $2, $3, $4::jsonb, $5) on conflict do nothing returning id`,
    [row.id, row.variant, row.window, JSON.stringify(row.snapshot), row.seededAt],
  );
}

const columnsSql =
  'id, variant, date_window as "window", snapshot, seeded_at as "seededAt", version';

export function findCampaign(queries: Queries, id: number): Promise<CampaignRecord | null> {
  return findOne<CampaignRecord>(queries, `select ${columnsSql} from campaigns where id = $1`, [
    id,
  ]);
}

/** @throws WrongCampaign also for a campaign that is not there */
export async function findSnapshot(queries: Queries, id: number): Promise<CampaignSnapshot> {
  const row = await findCampaign(queries, id);
  return parseSnapshot(row?.snapshot, 'the database');
}

export function lockCampaign(queries: Transaction, id: number): Promise<CampaignRecord | null> {
  return findOne<CampaignRecord>(
    queries,
    `select ${columnsSql} from campaigns where id = $1 for no key update`,
    [id],
  );
}

export async function findCampaignVersion(queries: Queries, id: number): Promise<number> {
  const row = await findOne<{ version: number }>(
    queries,
    'select version from campaigns where id = $1',
    [id],
  );
  return row?.version ?? 0;
}

export async function updateCampaign(
  queries: Queries,
  { id, version, snapshot }: Pick<CampaignRecord, 'id' | 'version' | 'snapshot'>,
): Promise<void> {
  await queries.query('update campaigns set version = $2, snapshot = $3::jsonb where id = $1', [
    id,
    version,
    JSON.stringify(snapshot),
  ]);
}

/** Each as the newest version that has it says: pages opened before a change still send its code. */
export async function findFormerOptIns(
  queries: Queries,
  campaignId: number,
  codes: readonly string[],
): Promise<OptIn[]> {
  const rows = await queries.query<{ optIn: OptIn }>(
    `select distinct on (opt_in->>'code') opt_in as "optIn"
     from campaign_versions
       cross join jsonb_array_elements(campaign_versions.snapshot->'campaign'->'registerOptins')
         as opt_in
     where campaign_versions.campaign_id = $1 and opt_in->>'code' = any($2)
     order by opt_in->>'code', campaign_versions.version desc`,
    [campaignId, codes],
  );
  return rows.map(({ optIn }) => optIn);
}

export async function findCampaignIds(queries: Queries): Promise<number[]> {
  const rows = await queries.query<{ id: number }>('select id from campaigns order by id');
  return rows.map(({ id }) => id);
}

export async function markClosed(
  queries: Queries,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  await queries.query('update campaigns set closed_at = $2 where id = $1', [id, now]);
}

/** Keeps the campaign open until this transaction ends. @returns false when it is closed already */
export function lockCampaignIfOpen(queries: Transaction, id: number): Promise<boolean> {
  return exists(queries, 'select from campaigns where id = $1 and closed_at is null for share', [
    id,
  ]);
}

export function isCampaignClosed(queries: Queries, id: number): Promise<boolean> {
  return exists(queries, 'select from campaigns where id = $1 and closed_at is not null', [id]);
}

/** A version whose build no service has taken is wanted; `claimRebuild` asks for it. */
export const wantRebuildSql =
  'set rebuild_taken_at = null, rebuild_asked_at = null, rebuild_next_at = null, rebuild_failures = 0';

/** The site has pages of what is not campaign data, such as winners: it is built again for those too. */
export async function requestRebuild(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    `update campaign_versions ${wantRebuildSql}
     where campaign_versions.campaign_id = $1
       and campaign_versions.version = (
         select campaigns.version from campaigns where campaigns.id = $1
       )`,
    [campaignId],
  );
}

/** @returns whether this gateway is the first to notice it */
export function setSoldOut(
  queries: Queries,
  campaignId: number,
  isSoldOut: boolean,
): Promise<boolean> {
  return hasWritten(
    queries,
    'update campaigns set is_sold_out = $2 where id = $1 and is_sold_out <> $2 returning id',
    [campaignId, isSoldOut],
  );
}
