import { setInterval } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { loadCampaign } from '../campaign/load.ts';
import { type RunningServer, startServer } from '../gateway/server.ts';
import { buildSite, readBuildRecord, recordOf } from './build.ts';
import { noteUse, removeOldSites, siteFolder } from './site-folder.ts';

/** How often we check whether pages must be rebuilt; every so many checks also read the winners. */
const checkEveryMs = 1000;
const checksPerWinners = 30;

/** Builds again when winners or data change, or the last prize closes the campaign. */
async function main(stopping: AbortSignal): Promise<void> {
  const directory = await siteFolder(process.env);
  let shown: unknown;
  let version = 0;
  let isSoldOut = false;
  const server = await startServer(
    { ...process.env, SITE_DIR: directory },
    async (starting, showEarlierSite) => {
      shown = await starting.winners();
      version = starting.version();
      await bringUpToDate(directory, starting, { stopping, showEarlierSite });
    },
  );
  process.stdout.write(`ready ${server.url}\n`);
  await noteUse(directory);
  await removeOldSites();
  let checks = 0;
  for await (const _ of ticks(stopping)) {
    checks += 1;
    const hasChanged = server.version() !== version || server.isSoldOut() !== isSoldOut;
    version = server.version();
    isSoldOut = server.isSoldOut();
    let hasWinners = false;
    if (checks % checksPerWinners === 0) {
      await noteUse(directory);
      const winners = await server.winners().catch(() => shown);
      hasWinners = !isDeepStrictEqual(winners, shown);
      shown = winners;
    }
    if (hasChanged || hasWinners) {
      await bringUpToDate(directory, server, { stopping }).catch(report);
    }
  }
  await server.stop();
}

async function bringUpToDate(
  directory: string,
  { url, campaignId }: RunningServer,
  { stopping, showEarlierSite }: { stopping: AbortSignal; showEarlierSite?: () => void },
): Promise<void> {
  const variables = { CAMPAIGN_API: url, CAMPAIGN_ID: campaignId };
  const record = await recordOf(await loadCampaign(variables));
  const built = await readBuildRecord(directory);
  if (built?.inputs === record.inputs) return;
  // Pages that an earlier version made of the same campaign are better than none.
  if (built?.campaign === record.campaign) showEarlierSite?.();
  await buildSite(directory, { variables, record, signal: stopping });
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
