import type { Queries } from '../database.ts';

/** The newest version whose build the service has not accepted yet. */
interface Rebuild {
  campaignId: number;
  version: number;
  askedAt: Date;
}

/** After this time another gateway asks, since the one that claimed it must have died. */
const leaseMs = 60_000;

/** Makes sure that only one gateway asks. @returns null when there is nothing to ask for */
export async function claimRebuild(
  queries: Queries,
  campaignId: number,
  now: Date,
): Promise<Rebuild | null> {
  const rows = await queries.query<{ version: number }>(
    `update campaign_versions set rebuild_asked_at = $2
     where campaign_id = $1 and rebuild_taken_at is null
       and (rebuild_asked_at is null or rebuild_asked_at <= $3) returning version`,
    [campaignId, now, new Date(now.getTime() - leaseMs)],
  );
  if (rows.length === 0) return null;
  return { campaignId, version: Math.max(...rows.map(({ version }) => version)), askedAt: now };
}

/** The service accepted the call. A version that was added meanwhile stays open. */
export async function recordRebuild(
  queries: Queries,
  { campaignId, askedAt }: Rebuild,
  takenAt: Date,
): Promise<void> {
  await queries.query(
    `update campaign_versions set rebuild_taken_at = $3
     where campaign_id = $1 and rebuild_asked_at = $2`,
    [campaignId, askedAt, takenAt],
  );
}

/** The service did not accept the call: the next gateway may ask at once. */
export async function releaseRebuild(
  queries: Queries,
  { campaignId, version, askedAt }: Rebuild,
): Promise<void> {
  await queries.query(
    `update campaign_versions set rebuild_asked_at = null
     where campaign_id = $1 and version = $2 and rebuild_asked_at = $3`,
    [campaignId, version, askedAt],
  );
}

/** Builds the newest version again, for pages that show more than the campaign's data. */
export async function requestRebuild(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    `update campaign_versions set rebuild_asked_at = null, rebuild_taken_at = null
     where campaign_id = $1 and version = (select version from campaigns where id = $1)`,
    [campaignId],
  );
}
