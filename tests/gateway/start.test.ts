import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { recordFile } from '../../src/commands/site-folder.ts';
import { sendCommand, socketPath } from '../../src/gateway/cli/socket.ts';
import { readSettings } from '../../src/gateway/settings/settings.ts';
import { copyEmptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { briefly } from '../support/site-process.ts';

/** Each test starts processes and makes databases, which a busy machine does slowly. */
vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));

/** In the place of Astro's program: half of a site, the other half when the test lets it go on. */
const builder = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require('node:fs');
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
for (const parts of ['/_astro', '/widgets/v1']) mkdirSync(folder + parts, { recursive: true });
writeFileSync(folder + '/index.html', 'half');
const asked = process.env.CAMPAIGN_API + '/api/campaign/' + process.env.CAMPAIGN_ID;
Promise.all([fetch(asked), fetch(process.env.BUILD_GATE + folder)]).then(async ([answer, gate]) => {
  if (!gate.ok) process.exit(1);
  const { engines } = await answer.json();
  writeFileSync(folder + '/index.html', 'whole: ' + engines.map(({ type }) => type).join(' '));
});
`;

/** Shared by all tests: each start finds the data and the site that the one before it left. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let gate: ReturnType<typeof createServer>;
/** Builds that wait. */
let waiting: ServerResponse[];
const started: ChildProcess[] = [];
/** The folders of the sites, by the names under which they were started. */
const siteOf: Record<string, string> = {};
/** What is built into, and served: removed afterwards. */
const sites = new Set<string>();

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'astro'), builder);
  await chmod(join(folder.path, 'astro'), 0o755);
  waiting = [];
  gate = createServer(({ url }, response) => {
    sites.add(String(url));
    waiting.push(response);
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  }
  waiting.splice(0);
});
afterAll(async () => {
  gate.closeAllConnections();
  gate.close();
  for (const site of sites) await rm(site, { recursive: true, force: true });
  await folder.remove();
});

/** `npm start` once the packages are there, with data of its own. */
async function start(name: string, variables: Record<string, string> = {}) {
  const port = await freePort();
  const dataDirectory = join(folder.path, name);
  if (!(await readdir(folder.path)).includes(name)) copyEmptyDatabase(dataDirectory);
  const child = spawn(process.execPath, [...briefly, 'src/commands/serve-and-rebuild.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${folder.path}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      BUILD_GATE: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
      ...variables,
    },
  });
  started.push(child);
  let log = '';
  child.stderr.on('data', (data) => {
    log += data;
  });
  const output = text(child.stdout);
  const firstLine = once(child.stdout, 'data').then(([data]) => String(data));
  await expect.poll(() => log, { timeout: 60_000 }).toContain('"event":"preparing"');
  const preparing = log.split('\n').find((line) => line.includes('"event":"preparing"')) ?? '';
  const site: string = JSON.parse(preparing).siteDirectory;
  if (dirname(site) === join(root, '.sites')) sites.add(site);
  siteOf[name] = site;
  return {
    child,
    site,
    url: `http://127.0.0.1:${port}`,
    ready: firstLine,
    isReady: () => log.includes('"event":"ready"'),
    get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
    async stop() {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return { code, output: await output };
    },
  };
}

/** Lets so many builds go on once they have begun. */
async function goOn(builds: number): Promise<void> {
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(builds);
  for (const response of waiting.splice(0)) response.end();
}

test('a build that is killed leaves nothing that counts as built', async () => {
  const killed = await start('one');
  await expect.poll(() => waiting.length).toBe(1);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  for (const response of waiting) response.destroy();
  await expect(readFile(join(killed.site, 'index.html'))).rejects.toThrow('ENOENT');
});

test('two simultaneous starts with different campaigns each build and serve their own pages, and build again after a change', async () => {
  const both = await Promise.all([start('one'), start('two', { CAMPAIGN_VARIANT: 'all' })]);
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(2);
  for (const one of both) {
    const page = await one.get('/');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await page.text()).toContain('Estamos preparando o site');
    expect((await one.get('/readyz')).status).toBe(503);
    expect((await one.get('/healthz')).status).toBe(200);
    expect((await one.get('/api/campaign/19')).status).toBe(200);
    expect(one.isReady()).toBe(false);
  }
  await goOn(2);
  for (const one of both) {
    expect(await one.ready).toBe(`ready ${one.url}\n`);
    expect((await one.get('/readyz')).status).toBe(200);
    expect(one.isReady()).toBe(true);
  }
  const pages = await Promise.all(both.map(async ({ get }) => (await get('/')).text()));
  expect(pages).toEqual(['whole: DRAW INSTANT_PRIZE', expect.stringContaining('COLLECT_TO_WIN')]);

  const [one, two] = both;
  expect(await two.stop()).toEqual({ code: 0, output: `ready ${two.url}\n` });
  for (const name of ['open.js', 'old.js']) await writeFile(join(one.site, '_astro', name), name);
  const replaced = { '_astro/old.js': Date.now() - 25 * 60 * 60_000 };
  await writeRecord(one.site, { ...(await readRecord(one.site)), replaced });
  await changeQuestions();
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(1);
  expect(await (await one.get('/api/campaign/19/faq')).text()).toContain('Quem mora no Sul.');
  expect((await one.get('/readyz')).status).toBe(200);
  const before = await readRecord(one.site);
  await goOn(1);
  // The folder is away for a moment while the new site takes its place.
  await expect.poll(() => readRecord(one.site).catch(() => before)).not.toEqual(before);
  expect(await (await one.get('/_astro/open.js')).text()).toBe('open.js');
  expect((await one.get('/_astro/old.js')).status).toBe(404);
  expect(await one.stop()).toEqual({ code: 0, output: `ready ${one.url}\n` });
});

test('a site that is right is not built again', async () => {
  const again = await start('one');
  await again.ready;
  expect(waiting).toEqual([]);
  await again.stop();
});

test('a campaign’s earlier site is shown until the new one is there, and stays where none comes', async () => {
  const site = siteOf['one'] ?? '';
  const older = { ...(await readRecord(site)), inputs: 'of an earlier version' };
  await writeRecord(site, older);
  const stopped = await start('one');
  await expect.poll(() => waiting.length).toBe(1);
  expect(await (await stopped.get('/')).text()).toMatch(/^whole/);
  expect((await stopped.get('/readyz')).status).toBe(503);
  expect(await stopped.stop()).toEqual({ code: 0, output: '' });
  waiting.splice(0);
  expect(await readRecord(site)).toEqual(older);
});

test('another campaign’s site is not shown, and stays where a build fails', async () => {
  const site = siteOf['one'] ?? '';
  const other = { inputs: '', campaign: 'another' };
  await writeRecord(site, other);
  const failing = await start('one');
  await expect.poll(() => waiting.length).toBe(1);
  expect((await failing.get('/')).status).toBe(503);
  for (const response of waiting.splice(0)) response.writeHead(500).end();
  const [code] = await once(failing.child, 'exit');
  expect(code).toBe(1);
  expect(failing.isReady()).toBe(false);
  expect(await readRecord(site)).toEqual(other);
});

const recordOf = (site: string) => join(site, recordFile);
const readRecord = async (site: string) => JSON.parse(await readFile(recordOf(site), 'utf8'));
const writeRecord = (site: string, record: object) =>
  writeFile(recordOf(site), JSON.stringify(record));

/** By the operator of the first, while it runs. */
async function changeQuestions(): Promise<void> {
  const { databaseUrl } = readSettings({ DATA_DIR: join(folder.path, 'one') });
  const operate = async (...words: string[]) => {
    const request = { words, directory: folder.path, user: 'tester' };
    return String((await sendCommand(socketPath(databaseUrl) ?? '', request, () => {}))?.text);
  };
  const campaign = JSON.parse(await operate('campaign', 'show'));
  campaign.faq[0].answer = 'Quem mora no Sul.';
  const file = join(folder.path, 'changed.json');
  await writeFile(file, JSON.stringify(campaign));
  expect(await operate('campaign', 'apply', file)).toContain('Version 2 holds, 1 change');
}
