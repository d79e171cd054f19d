import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';

/** Each test starts processes and makes databases, which a busy machine does slowly. */
vi.setConfig({ testTimeout: 120_000 });

const entry = fileURLToPath(new URL('../../src/gateway/server.ts', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let port: number;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  port = await freePort();
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  }
  await folder.remove();
});

/** Starts the server as whoever runs it does; what it wrote is there when it has ended. */
function run(variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder.path, ...variables },
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

test('says that it is ready in one line, and ends well when it is asked to', async () => {
  const server = run();
  expect(await server.ready).toBe(`ready http://127.0.0.1:${port}\n`);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  const { output, errors, exitCode } = await server.end();
  expect([output, errors, exitCode]).toEqual([`ready http://127.0.0.1:${port}\n`, '', 0]);
});

test('answers what is under way before it ends', async () => {
  const server = run();
  await server.ready;
  const body = JSON.stringify({ campaignId: 19, email: 'ana@exemplo.com.br' });
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/consumer/password/reset',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answered = once(call, 'response');
  call.write(body.slice(0, 10));
  await fetch(`http://127.0.0.1:${port}/healthz`);
  server.child.kill('SIGINT');
  await expect.poll(() => refusesConnections(port)).toBe(true);
  call.end(body.slice(10));
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  response.resume();
  expect((await server.end()).exitCode).toBe(0);
});

test('a second process on the same data is refused, and a killed one is in nobody’s way', async () => {
  const first = run();
  await first.ready;
  const second = await run({ PORT: String(await freePort()) }).end();
  expect(second.exitCode).toBe(1);
  expect(second.output).toBe('');
  expect(second.errors).toMatch(/^The database in .* is in use by another process/);
  first.child.kill('SIGKILL');
  await first.end();
  const third = run();
  expect(await third.ready).toContain('ready');
});

test('a port that is taken is told in one sentence', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await run({ DATABASE_URL: 'memory://' }).end()).toEqual({
    output: '',
    errors: `PORT must be free, and another process already listens on 127.0.0.1:${port}.`,
    exitCode: 1,
  });
  other.close();
});

test('a wrong variable is told in one sentence', async () => {
  expect(await run({ CAMPAIGN_WINDOW: 'now' }).end()).toEqual({
    output: '',
    errors: 'CAMPAIGN_WINDOW must be one of live, spec, before, after.',
    exitCode: 1,
  });
});

test('a database that is away is told in one sentence', async () => {
  expect(await run({ DATABASE_URL: `postgres://x:y@127.0.0.1:${port}/z` }).end()).toEqual({
    output: '',
    errors: 'The database does not answer',
    exitCode: 1,
  });
});

test('a body over the limit is answered, not cut off', async () => {
  await run().ready;
  const body = 'x'.repeat(9_000_000);
  const headers = { 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${port}/api/consumer`;
  const response = await fetch(address, { method: 'POST', headers, body });
  expect(response.status).toBe(413);
  expect((await response.json()).error.code).toBe('TOO_LARGE');
});

async function refusesConnections(where: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${where}/healthz`).then(
    () => false,
    () => true,
  );
}
