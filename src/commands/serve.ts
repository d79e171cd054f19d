import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { loadCampaign } from '../campaign/load.ts';
import { startServer } from '../gateway/server.ts';
import { siteInputs } from './site-inputs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const record = join(root, 'node_modules/.cache/promo-site/built-from');

/** How often it is looked whether winners were published meanwhile. */
const watchMilliseconds = 30_000;

/**
 * The whole promotion in one process: the gateway, and the site built from the campaign that this
 * gateway holds, so that pages and answers speak of the same dates. It is built again when winners
 * are published.
 */
async function main(): Promise<void> {
  const server = await startServer(process.env);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
  const source = { CAMPAIGN_API: server.url, CAMPAIGN_ID: server.campaignId };
  let shown = await server.winners();
  await buildSite(source);
  process.stdout.write(`ready ${server.url}\n`);
  for await (const _ of setInterval(watchMilliseconds)) {
    const winners = await server.winners().catch(() => shown);
    if (isDeepStrictEqual(winners, shown)) continue;
    shown = winners;
    await buildSite(source).catch(tell);
  }
}

async function buildSite(source: Record<string, string>): Promise<void> {
  const { prizes: _stock, ...campaign } = await loadCampaign(source);
  const inputs = await siteInputs(root, campaign);
  const built = await readFile(record, 'utf8').catch(() => null);
  if (built === inputs && (await isThere(join(root, 'dist/index.html')))) return;
  const build = spawn('astro', ['build', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...source },
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The site could not be built.');
  await mkdir(join(record, '..'), { recursive: true });
  await writeFile(record, inputs);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function tell(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
}

main().catch((error: unknown) => {
  tell(error);
  process.exit(1);
});
