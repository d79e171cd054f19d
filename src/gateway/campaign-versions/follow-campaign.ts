import { type CampaignSnapshot, parseSnapshot } from '../../campaign/snapshot.ts';
import { closesWithItsPrizes } from '../../rules/campaign/campaign-phase.ts';
import { readPrizes } from '../campaign/prize-stock.ts';
import type { Queries } from '../db/database.ts';
import {
  type CampaignRecord,
  campaignIdOf,
  engineKeyOf,
  findCampaign,
  findCampaignVersion,
  requestRebuild,
  setSoldOut,
} from '../db/queries/campaigns.ts';
import type { Gateway } from '../gateway.ts';
import { assertSameDatabase } from '../ledger/append-entries.ts';
import { findLedger } from '../ledger/queries.ts';
import { forgetWonPrizes } from '../rewards/instant-prizes.ts';
import { claimRebuild, postponeRebuild, recordRebuild } from './version-queries.ts';

export interface CurrentCampaign {
  version: number;
  snapshot: CampaignSnapshot;
}

export function currentCampaignOf({ version, snapshot }: CampaignRecord): CurrentCampaign {
  return { version, snapshot: parseSnapshot(snapshot, 'the database') };
}

export interface CampaignState {
  current: CurrentCampaign;
  isSoldOut?: boolean;
}

/** Loads a newer version, forgets prizes that are won, and has the site rebuilt when due. */
export async function followCampaign(
  gateway: Gateway,
  state: CampaignState,
  fetch: Fetch,
): Promise<void> {
  const { campaignId, database, settings, now, log } = gateway;
  assertSameDatabase(database, await findLedger(database, campaignId));
  const newer = await findNewer(database, state.current);
  if (newer) {
    state.current = newer;
    log('campaign', { version: newer.version });
  }
  await forgetAllWonPrizes(gateway);
  await rebuildWhenSoldOut(gateway, state);
  const { rebuildHook: hook } = settings;
  if (hook) await askForRebuild(database, { hook, campaignId, now, fetch });
}

async function forgetAllWonPrizes({ database, snapshot, now }: Gateway): Promise<void> {
  const { campaign } = snapshot;
  for (const engine of campaign.engines) {
    if (engine.type !== 'INSTANT_PRIZE') continue;
    await forgetWonPrizes(database, engineKeyOf(campaign, engine), now());
  }
}

async function rebuildWhenSoldOut(gateway: Gateway, state: CampaignState): Promise<void> {
  const { database, snapshot } = gateway;
  const { engines } = snapshot.campaign;
  const prizes = await readPrizes(database, snapshot);
  const isSoldOut = closesWithItsPrizes({ engines, prizes });
  if (state.isSoldOut !== isSoldOut) {
    await database.transaction(async (queries) => {
      const isFirst = await setSoldOut(queries, gateway.campaignId, isSoldOut);
      if (isFirst) await requestRebuild(queries, gateway.campaignId);
    });
  }
  state.isSoldOut = isSoldOut;
}

async function findNewer(
  queries: Queries,
  { version, snapshot }: CurrentCampaign,
): Promise<CurrentCampaign | null> {
  const id = campaignIdOf(snapshot.campaign);
  if ((await findCampaignVersion(queries, id)) === version) return null;
  const row = await findCampaign(queries, id);
  return row && currentCampaignOf(row);
}

const hookMs = 10_000;
const rebuildRetries = { firstSeconds: 5, longestSeconds: 300 };

/**
 * Only one of several gateways calls the hook. If the call fails, or its gateway is killed, a
 * gateway repeats it after the wait that the database holds.
 * @throws Error when the service does not accept it
 */
async function askForRebuild(
  queries: Queries,
  {
    hook,
    campaignId,
    now,
    fetch,
  }: Pick<Gateway, 'campaignId' | 'now'> & {
    hook: string;
    fetch: Fetch;
  },
): Promise<void> {
  const rebuild = await claimRebuild(queries, campaignId, now());
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
    await postponeRebuild(queries, rebuild, { now: now(), ...rebuildRetries });
    throw error;
  }
  await recordRebuild(queries, rebuild, now());
}

type Fetch = typeof globalThis.fetch;
