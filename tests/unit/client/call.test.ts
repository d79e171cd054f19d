import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { call, recordsInTime } from '../../../src/client/call.ts';
import { readCredentials, storeCredentials } from '../../../src/client/credentials.ts';
import { errorMessages, NetworkError } from '../../../src/client/result.ts';
import { getCampaignEndpoint } from '../../../src/contract/campaign.ts';
import {
  createConsumerEndpoint,
  getMeEndpoint,
  updateConsumerEndpoint,
} from '../../../src/contract/consumer.ts';
import { setEnvironment } from '../../../src/environment.ts';
import { startFastTime, stopFastTime } from '../../support/fast-time.ts';
import { startFaultyServer } from '../../support/faulty-server.ts';
import { gatewayOfFile } from '../../support/gateway-of-file.ts';
import { validSignUp } from '../../support/people.ts';
import { openHost, type TestHost } from '../../support/site-environment.ts';

let host: TestHost;
const realFetch = globalThis.fetch;
const inAnHour = () => host.now().getTime() + 3_600_000;

const gateway = await gatewayOfFile();
startFastTime();
afterAll(stopFastTime);
beforeEach(() => {
  host = openHost(gateway);
});

describe('call', () => {
  test('answers a read, parsed', async () => {
    const outcome = await call(getCampaignEndpoint);
    expect(outcome).toMatchObject({ ok: true, value: { id: 19, status: 'PUBLISHED' } });
  });

  test('sends token and language only when a user is signed in', async () => {
    await call(getCampaignEndpoint);
    const { token } = await gateway.signUp();
    storeCredentials({ token, expiresAt: inAnHour() });
    await call(getMeEndpoint);
    const [anonymous, signedIn] = host.requests;
    expect(anonymous?.headers.has('authorization')).toBe(false);
    expect(anonymous?.headers.get('accept-language')).not.toBe('pt-BR');
    expect(signedIn?.headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(signedIn?.headers.get('accept-language')).toBe('pt-BR');
  });

  test('sends an id with each request, except anonymous reads, which need no preflight', async () => {
    await call(getCampaignEndpoint);
    await call(createConsumerEndpoint, { body: validSignUp(gateway.gateway.snapshot) });
    const [read, written] = host.requests.map(({ headers }) => headers.get('x-request-id'));
    expect(read).toBeNull();
    expect(gateway.lines.at(-1)).toContain(`"id":"${written}","route":"POST /api/consumer"`);
  });

  test('sends lists as lists from a page whose library writes them as text', async () => {
    const text = { configurable: true, value: () => 'text' };
    Object.defineProperty(Array.prototype, 'toJSON', text);
    try {
      await call(createConsumerEndpoint, { body: validSignUp(gateway.gateway.snapshot) });
    } finally {
      Reflect.deleteProperty(Array.prototype, 'toJSON');
    }
    const sent: unknown = await host.requests[0]?.json();
    expect(sent).toMatchObject({ optIns: ['PRIVACY'] });
  });

  test('gives a refusal as data, with its fields', async () => {
    const outcome = await call(createConsumerEndpoint, {
      body: validSignUp(gateway.gateway.snapshot, { document: '11111111111' }),
    });
    expect(outcome).toMatchObject({
      ok: false,
      error: { status: 400, fields: [{ field: 'document', message: 'CPF Inválido' }] },
    });
  });

  test('ends the session at a 401', async () => {
    storeCredentials({ token: 'no-token', expiresAt: inAnHour() });
    const outcome = await call(getMeEndpoint);
    expect(outcome).toMatchObject({ ok: false, error: { status: 401 } });
    expect(readCredentials()).toBeNull();
  });

  test('keeps the session that began while an old token was being refused', async () => {
    storeCredentials({ token: 'old', expiresAt: inAnHour() });
    const late = call(getMeEndpoint);
    storeCredentials({ token: 'new', expiresAt: inAnHour() });
    await late;
    expect(readCredentials()?.token).toBe('new');
  });

  test('reads again after a lost connection and a 503', async () => {
    host.interruptions.push('no connection', new Response('{}', { status: 503 }));
    expect(await call(getCampaignEndpoint)).toMatchObject({ ok: true });
    expect(host.requests).toHaveLength(3);
  });

  test('gives up after three tries, as a failure', async () => {
    host.interruptions.push('answer lost', 'answer lost', 'no connection');
    await expect(call(getCampaignEndpoint)).rejects.toMatchObject({
      kind: 'offline',
      code: null,
    });
    expect(host.requests).toHaveLength(3);
  });

  test('creates once although the answer to the first try was lost', async () => {
    const body = validSignUp(gateway.gateway.snapshot);
    host.interruptions.push('answer lost');
    expect(await call(createConsumerEndpoint, { body })).toMatchObject({ ok: true });
    expect(host.requests).toHaveLength(2);
  });

  test('waits for its twin that still runs', async () => {
    const running = { statusCode: 409, error: { code: 'REQUEST_IN_PROGRESS', message: '' } };
    host.interruptions.push(Response.json(running, { status: 409 }));
    const body = validSignUp(gateway.gateway.snapshot);
    expect(await call(createConsumerEndpoint, { body })).toMatchObject({ ok: true });
    const keys = host.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toBeTruthy();
  });

  test('does not repeat a PATCH', async () => {
    host.interruptions.push('answer lost');
    await expect(call(updateConsumerEndpoint, { body: {} })).rejects.toBeInstanceOf(NetworkError);
    expect(host.requests).toHaveLength(1);
  });

  test.each([
    { status: 500, text: '{"error":{"code":"E-1"}}', failure: { kind: 'server', code: 'E-1' } },
    { status: 500, text: '<html>', failure: { kind: 'server', status: 500, code: null } },
    { status: 504, text: '<html>', failure: { kind: 'unavailable', status: 504 } },
    { status: 522, text: '<html>', failure: { kind: 'unavailable', status: 522 } },
    { status: 404, text: '<html>', failure: { kind: 'contract', status: 404 } },
    { status: 200, text: '{"id":19}', failure: { kind: 'contract', status: 200 } },
    { status: 200, text: 'no json', failure: { kind: 'contract', status: 200 } },
  ])('fails on $status $text', async ({ status, text, failure }) => {
    const answer = new Response(text, { status });
    host.interruptions.push(answer, answer, answer);
    await expect(call(getCampaignEndpoint)).rejects.toMatchObject(failure);
  });

  test('never shows the words for developers of an answer that is not the gateway’s', async () => {
    const page = new Response('<html>Forbidden', { status: 403 });
    host.interruptions.push(page);
    const failure = await call(getCampaignEndpoint).catch((thrown: unknown) => thrown);
    const sentence =
      'Ocorreu algum erro desconhecido, entre com contato com o suporte. (Cód.: 403)';
    expect(errorMessages(failure)).toEqual([sentence]);
  });

  test('stops when its caller says so', async () => {
    const stop = new AbortController();
    stop.abort();
    const stopped = call(getCampaignEndpoint, { signal: stop.signal });
    await expect(stopped).rejects.toMatchObject({ kind: 'aborted' });
    expect(host.requests).toEqual([]);
  });

  test('retries when the gateway allows it, not before, and with the same key', async () => {
    const busy = new Response('{}', { status: 503, headers: { 'retry-after': '2' } });
    host.interruptions.push(busy);
    const start = performance.now();
    const body = validSignUp(gateway.gateway.snapshot);
    expect(await call(createConsumerEndpoint, { body })).toMatchObject({ ok: true });
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_990);
    const keys = host.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('brings a fresh bot token to every try, because the one before is spent', async () => {
    const tokens = ['token-1', 'token-2'];
    setEnvironment({ ...host, botToken: async () => tokens.shift() ?? 'none' });
    host.interruptions.push('answer lost', new Response('{}', { status: 503 }));
    const body = validSignUp(gateway.gateway.snapshot, { recaptchaToken: 'token-0' });
    expect(await call(createConsumerEndpoint, { body })).toMatchObject({ ok: true });
    const bodies = await Promise.all(host.requests.map((request) => request.json()));
    const sent = bodies.map(({ recaptchaToken }) => recaptchaToken);
    expect(sent).toEqual(['token-0', 'token-1', 'token-2']);
  });

  test('fails at once if the gateway asks for too long a wait', async () => {
    const closed = new Response('{}', { status: 503, headers: { 'retry-after': '60' } });
    host.interruptions.push(closed);
    await expect(call(getCampaignEndpoint)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(host.requests).toHaveLength(1);
  });
});

describe('a call of a gateway in trouble', () => {
  test.each([
    ['refuses', 'timeout', 300],
    ['hangs', 'timeout', 5_000],
    ['says half', 'timeout', 5_000],
    ['fails', 'server', 5_000],
    ['says a page', 'contract', 5_000],
  ] as const)('when it %s the call ends as %s', async (fault, kind, timeoutMs) => {
    const server = await startFaultyServer();
    server.fault = fault;
    host.site.apiUrl = `http://127.0.0.1:${server.port}`;
    setEnvironment({ ...host, fetch: realFetch });
    const start = performance.now();
    await expect(call(getCampaignEndpoint, { timeoutMs })).rejects.toMatchObject({ kind });
    expect(performance.now() - start).toBeLessThan(timeoutMs + 1_000);
    await server.close();
  });
});

test('records of a database that never answers fail after seconds, so that what asks goes on', async () => {
  const silent = () => new Promise<never>(() => {});
  const store = { all: silent, put: silent, remove: silent };
  setEnvironment({ ...host, records: async () => store });
  const records = await recordsInTime();
  const asked = [records.all(), records.put('x', {}), records.remove('x')];
  const failed = { status: 'rejected', reason: { name: 'TimeoutError' } };
  expect(await Promise.allSettled(asked)).toMatchObject([failed, failed, failed]);
});
