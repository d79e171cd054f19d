import { type CampaignSnapshot, parseSnapshot } from '../../campaign/snapshot.ts';
import type { Queries } from '../db/database.ts';
import {
  type CurrentRow,
  claimRebuild,
  findCampaign,
  findCampaignVersion,
  recordRebuild,
  releaseRebuild,
} from '../db/queries/campaigns.ts';

export interface CurrentCampaign {
  version: number;
  snapshot: CampaignSnapshot;
}

export function currentOf({ version, snapshot }: CurrentRow): CurrentCampaign {
  return { version, snapshot: parseSnapshot(snapshot, 'the database') };
}

/** @returns null while the given version is still the current one */
export async function findNewer(
  queries: Queries,
  { version, snapshot }: CurrentCampaign,
): Promise<CurrentCampaign | null> {
  const id = Number(snapshot.campaign.id);
  if ((await findCampaignVersion(queries, id)) === version) return null;
  const row = await findCampaign(queries, id);
  return row && currentOf(row);
}

const hookMs = 10_000;

/**
 * Only one of several gateways calls the hook. A call that fails is repeated by the next one to
 * come here, and so is the call of a gateway that was killed.
 * @throws Error when the service does not take it
 */
export async function askForRebuild(
  queries: Queries,
  { hook, campaignId, now, fetch }: { hook: string; campaignId: number; now: Date; fetch: Fetch },
): Promise<void> {
  const rebuild = await claimRebuild(queries, campaignId, now);
  if (!rebuild) return;
  try {
    const response = await fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ campaign: campaignId, version: rebuild.version }),
      signal: AbortSignal.timeout(hookMs),
    });
    if (!response.ok) throw new Error(`REBUILD_HOOK answered ${response.status}`);
  } catch (error) {
    await releaseRebuild(queries, rebuild);
    throw error;
  }
  await recordRebuild(queries, rebuild, now);
}

type Fetch = typeof globalThis.fetch;
