import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceiptEndpoint } from '../../src/contract/receipts.ts';
import { listen } from '../../src/gateway/http/listen.ts';
import { lockFolder } from '../../src/gateway/private-files.ts';
import { startServer } from '../../src/gateway/server.ts';
import { secretsKey } from '../support/database.ts';
import { copyEmptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { openGateway } from '../support/gateway.ts';
import { incidentBody } from '../support/incident-body.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { briefly } from '../support/site-process.ts';

/** Each test starts processes and makes databases, which a busy machine does slowly. */
vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = 'src/gateway/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let port: number;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  copyEmptyDatabase(folder.path);
  port = await freePort();
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  }
  await folder.remove();
});

/** Starts the server like an operator; its output is available when it has ended. */
function run(
  variables: Record<string, string> = {},
  [program, ...words]: string[] = [process.execPath, ...briefly, entry],
) {
  const child = spawn(program ?? '', words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: folder.path,
      ...secretsKey,
      ...variables,
    },
  });
  started.push(child);
  const firstLine = once(child.stdout, 'data').then(([data]) => String(data));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return {
    child,
    ready: firstLine,
    end: async () => {
      const [output, errors, [exitCode]] = await ended;
      return { output, errors: errors.trim(), exitCode };
    },
  };
}

test('the server prints one line when it is ready, and ends cleanly on SIGTERM', async () => {
  // A folder that others could reach until now.
  await chmod(folder.path, 0o777);
  const server = run({ SECRETS_KEY: '' }, ['npm', 'run', '--silent', 'gateway']);
  expect(await server.ready).toBe(`ready http://127.0.0.1:${port}\n`);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  // No other user of the machine can read the data.
  expect((await stat(folder.path)).mode & 0o077).toBe(0);
  server.child.kill('SIGTERM');
  const { output, errors, exitCode } = await server.end();
  expect([output, exitCode]).toEqual([`ready http://127.0.0.1:${port}\n`, 0]);
  const lines = errors.split('\n').map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      level: 'warning',
      sentence: expect.stringContaining(`${folder.path}/secrets.key: keep a copy`),
    },
    { level: 'info', event: 'ready', port, window: 'live', rateLimited: true },
    { level: 'info', event: 'stopping' },
    { level: 'info', event: 'stopped', calls: 1, seconds: expect.any(Number) },
  ]);
});

test('a second gateway on the same data is refused', async () => {
  const unlock = lockFolder(join(folder.path, 'database'));
  const starting = startServer({ ...secretsKey, DATA_DIR: folder.path });
  await expect(starting).rejects.toThrow(/^The database in .* is in use by another process/);
  unlock();
});

test('a balancer that watches readiness loses no call, every email is sent, and what is under way is answered', async () => {
  const server = run({ DRAIN_SECONDS: '1', RATE_LIMIT: 'off', LOG_LEVEL: 'warning' });
  await server.ready;
  const upload = slowCall('/api/consumer/password/reset');
  const statuses: number[] = [];
  let isReady = true;
  const callWhileReady = async () => {
    while (isReady)
      statuses.push((await send(port, '/api/incident/campaign/19', incidentBody)).status);
  };
  const callers = Promise.all([callWhileReady(), callWhileReady(), callWhileReady()]);
  await expect.poll(() => statuses.length).toBeGreaterThan(10);
  server.child.kill('SIGINT');
  await expect.poll(async () => (await send(port, '/readyz')).status, { interval: 20 }).toBe(503);
  isReady = false;
  await callers;
  const alive = await send(port, '/healthz');
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
  await expect.poll(() => refusesConnections(port)).toBe(true);
  expect((await upload.finish()).statusCode).toBe(200);

  const { errors, exitCode } = await server.end();
  expect([errors, exitCode]).toEqual(['', 0]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await readdir(`${folder.path}/mail`)).toHaveLength(statuses.length);
});

test('an occupied port is reported in one sentence', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  await expect(listen(async () => new Response(), { port, host: '127.0.0.1' })).rejects.toThrow(
    `PORT must be free, and another process already listens on 127.0.0.1:${port}.`,
  );
  other.close();
});

test('a wrong variable is reported in one sentence', async () => {
  expect(await run({ CAMPAIGN_WINDOW: 'now' }).end()).toEqual({
    output: '',
    errors: 'CAMPAIGN_WINDOW must be one of live, spec, before, after.',
    exitCode: 1,
  });
});

test('an unavailable database is reported in one sentence', async () => {
  const DATABASE_URL = `postgres://x:y@127.0.0.1:${port}/z`;
  const starting = startServer({ ...secretsKey, DATA_DIR: folder.path, DATABASE_URL });
  await expect(starting).rejects.toThrow(/^The database does not answer$/);
});

test('neither the server nor the operator records anything before the newest entry of the ledger', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const ana = await site.signUp();
  const receipt = (await site.sendReceipt(ana)).body;
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const settled = { at, type: 'WITHDRAWAL_SETTLED', withdrawal: 1, status: 'SUCCESS' };
  await site.query('insert into ledger_entries (campaign_id, type, entry) values (19, $1, $2)', [
    settled.type,
    JSON.stringify(settled),
  ]);
  await site.close();
  const variables = { DATABASE_URL: databaseUrl, CAMPAIGN_VARIANT: 'all' };
  const own = { ...secretsKey, ...variables, DATA_DIR: folder.path, PORT: String(port) };
  const server = await startServer({ ...own, LOG_LEVEL: 'error' });
  const answer = await fetch(
    new URL(pathOf(createReceiptEndpoint.path, { campaignId: 19 }), server.url),
    {
      method: createReceiptEndpoint.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify(receiptBody(ana, new Date())),
    },
  );
  expect(answer.status, await answer.text()).toBe(503);
  await server.stop();
  const words = ['receipts', 'move', String(receipt.id), 'approved'];
  const program = [process.execPath, ...briefly, 'src/gateway/operator.ts', ...words];
  const { errors, exitCode } = await run(variables, program).end();
  expect([errors, exitCode]).toEqual([expect.stringContaining('The clock was set back'), 1]);
});

/** A call whose body is on its way; `finish` sends the rest and gives the answer. */
function slowCall(path: string) {
  const body = JSON.stringify({ campaignId: 19, email: 'ana@exemplo.com.br' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers });
  const answered = once(call, 'response');
  call.write(body.slice(0, 10));
  return {
    finish: async (): Promise<IncomingMessage> => {
      call.end(body.slice(10));
      const [response] = await answered;
      return response.resume();
    },
  };
}

/** One call, its answer read to the end. */
async function send(where: number, path: string, body?: object): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${where}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response;
}

async function refusesConnections(where: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${where}/healthz`).then(
    () => false,
    () => true,
  );
}
