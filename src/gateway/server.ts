import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics } from 'prom-client';
import { readCampaignFile } from '../campaign/load.ts';
import { findDrawAnnouncements } from './campaign/published-campaign.ts';
import { findPictureHashes, type PictureHashes } from './campaign-versions/version-queries.ts';
import { listenForCommands, socketPath } from './cli/socket.ts';
import { callLimits } from './db/database.ts';
import { missingLimits } from './db/open.ts';
import { readWinners } from './draws/winners.ts';
import type { Gateway, SiteState } from './gateway.ts';
import { listen } from './http/listen.ts';
import { createApp } from './http-app.ts';
import { openLedgerClock } from './ledger/append-entries.ts';
import { stderrLog } from './logging.ts';
import { allCommands } from './operator.ts';
import { startJobs } from './periodic-jobs.ts';
import { makeDataFolders } from './private-files.ts';
import { openWithSecrets } from './secrets/key-file.ts';
import { describeSettings, localOrigin, readSettings } from './settings/settings.ts';
import { databaseLocation } from './settings/variables.ts';
import { startUp } from './start-up.ts';

export interface RunningServer {
  url: string;
  campaignId: string;
  version(): number;
  isSoldOut(): boolean;
  /** What pages show of the draws beside the campaign's data. */
  draws(): Promise<unknown>;
  pictures(): Promise<PictureHashes>;
  showSite(state: 'earlier' | 'built'): void;
  stop(): Promise<void>;
}

/** Pages that are `missing` answer 503 until `showSite`. @throws Error with one sentence for the operator */
export async function startServer(
  environment: Readonly<Record<string, string | undefined>>,
  siteState: Exclude<SiteState, 'earlier'> = 'built',
): Promise<RunningServer> {
  const settings = readSettings(environment);
  // Before the first start makes any folder or database: a wrong file leaves nothing behind.
  const location = databaseLocation(settings.databaseUrl);
  const isFirst = location.kind === 'folder' && !existsSync(location.path);
  if (settings.campaignFile && isFirst) {
    await readCampaignFile(settings.campaignFile, { isNew: true });
  }
  const log = stderrLog(settings.logLevel);
  const warn = (sentence: string) => log('warning', { sentence }, 'warning');
  for (const sentence of await makeDataFolders(settings)) warn(sentence);
  const database = await openWithSecrets(settings, warn, { limits: callLimits });
  const unlimited = await missingLimits(settings.databaseUrl, database);
  if (unlimited) warn(unlimited);
  const clock = await openLedgerClock(database, warn);
  const stopping = new AbortController();
  const started = await startUp(settings, database, {
    now: clock.now,
    log,
    stopping: stopping.signal,
    site: { state: siteState },
  });
  const { gateway, sendEmails, close } = started;
  gateway.runInBackground('clock', clock.follow);
  // Once per process: these metrics are the process's, not the gateway's.
  collectDefaultMetrics({ register: gateway.metrics.registry });
  const closeServer = await listen(createApp(gateway), settings);
  const commandSocket = await openCommandSocket(gateway);
  gateway.runInBackground('erasure list', gateway.writeErasureList);
  const stopJobs = startJobs(gateway, { ...started, followClock: clock.follow });
  const server: RunningServer = {
    url: localOrigin(settings),
    campaignId: String(gateway.campaignId),
    version: started.version,
    isSoldOut: started.isSoldOut,
    draws: () =>
      Promise.all([
        readWinners(database, gateway.snapshot, clock.now()),
        findDrawAnnouncements(database, gateway.campaignId, clock.now()),
      ]),
    pictures: () => findPictureHashes(gateway.database, gateway.campaignId),
    showSite(state) {
      gateway.site.state = state;
      if (state === 'built') log('ready', describeSettings(settings));
    },
    async stop() {
      log('stopping');
      stopping.abort();
      await pause(settings.drainSeconds * 1000);
      await stopJobs();
      commandSocket?.close();
      await closeServer();
      // Emails of the last calls, such as of an erasure.
      gateway.runInBackground('email', sendEmails);
      await close();
      log('stopped', { calls: await countCalls(gateway), seconds: Math.round(process.uptime()) });
    },
  };
  if (siteState === 'missing') log('preparing', { siteDirectory: settings.siteDirectory });
  else server.showSite(siteState);
  return server;
}

/** Null with a PostgreSQL server, which operator commands open themselves. */
async function openCommandSocket(gateway: Gateway) {
  const path = socketPath(gateway.settings.databaseUrl);
  if (!path) return null;
  return listenForCommands(path, allCommands, gateway).catch((error: unknown) => {
    const sentence = `No operator commands while this runs: ${error}`;
    gateway.log('warning', { sentence }, 'warning');
    return null;
  });
}

async function countCalls({ metrics }: Gateway): Promise<number> {
  const { values } = await metrics.calls.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .reduce((sum, { value }) => sum + value, 0);
}

async function main(): Promise<void> {
  // The embedded database alone would fill the default ten frames of a stack trace.
  Error.stackTraceLimit = 50;
  const server = await startServer(process.env);
  process.stdout.write(`ready ${server.url}\n`);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await server.stop();
}

if (import.meta.main) {
  try {
    await main();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
