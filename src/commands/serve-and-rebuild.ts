import { setInterval } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { loadCampaign } from '../campaign/load.ts';
import { type RunningServer, startServer } from '../gateway/server.ts';
import { buildSite, recordOf } from './build.ts';
import { noteUse, readBuildRecord, removeOldSites, siteFolder } from './site-folder.ts';

/** How often we check whether pages must be rebuilt; every so many checks also read the draws. */
const checkEveryMs = 1000;
const checksPerDraws = 30;

interface SiteData {
  version: number;
  isSoldOut: boolean;
  draws: unknown;
}

interface DataSource {
  version(): number;
  isSoldOut(): boolean;
  draws(): Promise<unknown>;
}

async function main(stopping: AbortSignal): Promise<void> {
  const directory = await siteFolder(process.env);
  const server = await startServer({ ...process.env, SITE_DIR: directory }, 'missing');
  const initial = await prepareSite(directory, server, stopping);
  process.stdout.write(`ready ${server.url}\n`);
  await noteUse(directory);
  await removeOldSites();
  const check = followChanges(server, initial, () =>
    bringUpToDate(directory, server, { stopping, isFirst: false }),
  );
  let checks = 0;
  for await (const _ of ticks(stopping)) {
    checks += 1;
    const readsDraws = checks % checksPerDraws === 0;
    if (readsDraws) await noteUse(directory);
    await check(readsDraws);
  }
  await server.stop();
}

async function prepareSite(
  directory: string,
  server: RunningServer,
  stopping: AbortSignal,
): Promise<SiteData> {
  try {
    const shown = readSiteData(server, await server.draws());
    await bringUpToDate(directory, server, { stopping, isFirst: true });
    server.showSite('built');
    return shown;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Each check builds after a change; those that read the draws also try again what failed. */
export function followChanges(
  server: DataSource,
  initial: SiteData,
  build: () => Promise<void>,
): (readsDraws: boolean) => Promise<void> {
  let lastBuilt = initial;
  let lastTried = initial;
  return async (readsDraws) => {
    const { draws } = lastTried;
    const keepDraws = (error: unknown) => {
      report(error);
      return draws;
    };
    const current = readSiteData(
      server,
      readsDraws ? await server.draws().catch(keepDraws) : draws,
    );
    if (isDeepStrictEqual(current, readsDraws ? lastBuilt : lastTried)) return;
    lastTried = current;
    await build().then(() => {
      lastBuilt = current;
    }, report);
  };
}

function readSiteData(server: DataSource, draws: unknown): SiteData {
  return { version: server.version(), isSoldOut: server.isSoldOut(), draws };
}

async function bringUpToDate(
  directory: string,
  { url, campaignId, pictures, showSite }: RunningServer,
  { stopping, isFirst }: { stopping: AbortSignal; isFirst: boolean },
): Promise<void> {
  const variables = { CAMPAIGN_API: url, CAMPAIGN_ID: campaignId };
  const record = await recordOf(await loadCampaign(variables), await pictures());
  const built = await readBuildRecord(directory);
  if (built?.inputs === record.inputs) return;
  // Pages that an earlier version made of the same campaign are better than none.
  if (isFirst && built?.campaign === record.campaign) showSite('earlier');
  await buildSite(directory, { variables, record, isServed: true, signal: stopping });
}

async function* ticks(stopping: AbortSignal): AsyncGenerator<void> {
  try {
    yield* setInterval(checkEveryMs, undefined, { signal: stopping });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
}

if (import.meta.main) {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopping.abort());
  }
  try {
    await main(stopping.signal);
    process.exit(0);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    report(error);
    process.exit(1);
  }
}
