import { addMs, minuteMs } from '../../rules/dates.ts';
import { type Commitments, readLedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { findOne, named, type Queries } from '../db/database.ts';

interface VersionRow {
  version: number;
  author: string;
  reason: string;
  forced: boolean;
  createdAt: Date;
  /** When a build service accepted to build it; null while one is to be asked. */
  rebuildTakenAt: Date | null;
}

/** SHA-256 by the picture's path from `/`. */
export type PictureHashes = Readonly<Record<string, string>>;

export async function insertVersion(
  queries: Queries,
  campaignId: number,
  row: VersionRow & { snapshot: unknown; pictures: PictureHashes },
): Promise<void> {
  await queries.query(
    ...named(
      `insert into campaign_versions (campaign_id, version, snapshot, pictures, author, reason,
         forced, created_at, rebuild_taken_at)
       values ($campaignId, $version, $snapshot::jsonb, $pictures::jsonb, $author, $reason,
         $forced, $createdAt, $rebuildTakenAt)`,
      {
        ...row,
        campaignId,
        snapshot: JSON.stringify(row.snapshot),
        pictures: JSON.stringify(row.pictures),
      },
    ),
  );
}

export function findVersions(
  queries: Queries,
  campaignId: number,
  limit: number,
): Promise<VersionRow[]> {
  return queries.query(
    `select version, author, reason, forced, created_at as "createdAt",
       rebuild_taken_at as "rebuildTakenAt"
     from campaign_versions where campaign_id = $1 order by version desc limit $2`,
    [campaignId, limit],
  );
}

export function findVersion(
  queries: Queries,
  campaignId: number,
  version: number,
): Promise<{ snapshot: unknown; pictures: PictureHashes } | null> {
  return findOne<{ snapshot: unknown; pictures: PictureHashes }>(
    queries,
    'select snapshot, pictures from campaign_versions where campaign_id = $1 and version = $2::bigint',
    [campaignId, version],
  );
}

export async function findPictureHashes(
  queries: Queries,
  campaignId: number,
): Promise<Record<string, string>> {
  const row = await findOne<{ pictures: Record<string, string> }>(
    queries,
    `select campaign_versions.pictures from campaign_versions
       join campaigns on campaigns.id = campaign_versions.campaign_id
     where campaign_versions.campaign_id = $1 and campaign_versions.version = campaigns.version`,
    [campaignId],
  );
  return row?.pictures ?? {};
}

export async function insertPictures(
  queries: Queries,
  campaignId: number,
  pictures: readonly { sha256: string; base64: string }[],
): Promise<void> {
  await queries.query(
    `insert into campaign_pictures (campaign_id, sha256, base64)
     select $1, sha256, base64 from jsonb_to_recordset($2::jsonb) as pictures (sha256 text, base64 text)
     on conflict do nothing`,
    [campaignId, JSON.stringify(pictures)],
  );
}

export async function findPicture(
  queries: Queries,
  campaignId: number,
  sha256: string,
): Promise<Buffer | null> {
  const row = await findOne<{ base64: string }>(
    queries,
    'select base64 from campaign_pictures where campaign_id = $1 and sha256 = $2',
    [campaignId, sha256],
  );
  return row ? Buffer.from(row.base64, 'base64') : null;
}

export async function findFirstTenant(
  queries: Queries,
  campaignId: number,
): Promise<string | null> {
  const row = await findOne<{ tenant: string }>(
    queries,
    `select parameter ->> 'value' as tenant
     from campaign_versions
       cross join jsonb_array_elements(campaign_versions.snapshot #> '{campaign,parameters}')
         as parameter
     where campaign_versions.campaign_id = $1 and parameter ->> 'code' = 'TENANT_ID'
     order by campaign_versions.version limit 1`,
    [campaignId],
  );
  return row?.tenant ?? null;
}

export async function findDrawsWithNumbers(
  queries: Queries,
  campaignId: number,
): Promise<Set<string>> {
  const rows = await queries.query<{ id: string }>(
    `select engine_id::text as id from lucky_number_sequences
     where campaign_id = $1 and issued > 0`,
    [campaignId],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function findNewestCommitments(
  queries: Queries,
  campaignId: number,
): Promise<Commitments | null> {
  const row = await findOne<{ entry: string }>(
    queries,
    `select entry from ledger_entries
     where campaign_id = $1 and type in ('COMMITMENTS', 'COMMITMENTS_CHANGED')
     order by position desc limit 1`,
    [campaignId],
  );
  const read = row ? readLedgerEntry(row.entry) : null;
  if (read?.type === 'COMMITMENTS_CHANGED') return read.after;
  if (read?.type !== 'COMMITMENTS') return null;
  const { type: _, at: __, ...commitments } = read;
  return commitments;
}

/** The newest version whose build the service has not accepted yet. */
interface Rebuild {
  campaignId: number;
  version: number;
  askedAt: Date;
}

/** After this time another gateway asks, since the one that claimed the call must have died. */
const leaseMs = minuteMs;

/** Claims the call for one gateway. @returns null when there is nothing to ask for yet */
export async function claimRebuild(
  queries: Queries,
  campaignId: number,
  now: Date,
): Promise<Rebuild | null> {
  const rows = await queries.query<{ version: number }>(
    `update campaign_versions set rebuild_asked_at = $2, rebuild_next_at = $3
     where campaign_id = $1 and rebuild_taken_at is null
       and (rebuild_next_at is null or rebuild_next_at <= $2) returning version`,
    [campaignId, now, addMs(now, leaseMs)],
  );
  if (rows.length === 0) return null;
  return { campaignId, version: Math.max(...rows.map(({ version }) => version)), askedAt: now };
}

/** The service accepted the call, also for older versions. One added during the call stays open. */
export async function recordRebuild(
  queries: Queries,
  { campaignId, version, askedAt }: Rebuild,
  takenAt: Date,
): Promise<void> {
  await queries.query(
    `update campaign_versions set rebuild_taken_at = $4
     where campaign_id = $1 and rebuild_taken_at is null
       and (version < $2 or version = $2 and rebuild_asked_at = $3)`,
    [campaignId, version, askedAt, takenAt],
  );
}

/** The service did not accept the call: whichever gateway comes first asks again, after a wait. */
export async function postponeRebuild(
  queries: Queries,
  { campaignId, askedAt }: Rebuild,
  {
    now,
    firstSeconds,
    longestSeconds,
  }: { now: Date; firstSeconds: number; longestSeconds: number },
): Promise<void> {
  await queries.query(
    `update campaign_versions set rebuild_failures = rebuild_failures + 1,
       rebuild_next_at = $3::timestamptz
         + least($4 * power(2, rebuild_failures), $5) * interval '1 second'
     where campaign_id = $1 and rebuild_asked_at = $2 and rebuild_taken_at is null`,
    [campaignId, askedAt, now, firstSeconds, longestSeconds],
  );
}
