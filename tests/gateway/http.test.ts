import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createConsumerEndpoint } from '../../src/contract/consumer.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { createApp } from '../../src/gateway/http-app.ts';
import { openGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';

const json = { 'content-type': 'application/json' };

const site = await openGateway();
afterAll(() => site.close());

async function errorOf(response: Response) {
  const body = await response.json();
  expect(body).toEqual({
    statusCode: response.status,
    error: { code: expect.any(String), message: expect.any(String), fields: expect.any(Array) },
  });
  return body.error;
}

describe('every refusal has the shape of the contract', () => {
  test.each([
    ['an unknown path', 404, 'NOT_FOUND', '/api/nada', {}],
    ['another campaign', 404, 'NOT_FOUND', '/api/campaign/20', {}],
    ['a path that is no text', 404, 'NOT_FOUND', '/api/%E0%A4%A', {}],
    ['a page that is not there', 404, 'NOT_FOUND', '/nada', {}],
    ['another method', 405, 'METHOD_NOT_ALLOWED', '/api/consumer', { method: 'DELETE' }],
    ['no token', 401, 'UNAUTHENTICATED', '/api/consumer/me', {}],
    [
      'no token, and a body',
      401,
      'UNAUTHENTICATED',
      '/api/consumer',
      { method: 'PATCH', body: '{' },
    ],
    [
      'no JSON',
      400,
      'INVALID_REQUEST',
      '/api/consumer',
      { method: 'POST', headers: json, body: '{' },
    ],
    ['another media type', 400, 'INVALID_REQUEST', '/api/consumer', { method: 'POST', body: '{}' }],
    [
      'a list',
      400,
      'INVALID_REQUEST',
      '/api/consumer',
      { method: 'POST', headers: json, body: '[]' },
    ],
    ['no body', 400, 'INVALID_REQUEST', '/api/consumer', { method: 'POST' }],
  ])('%s', async (_, status, code, path, init) => {
    const response = await site.send(path, init);
    expect(response.status).toBe(status);
    expect((await errorOf(response)).code).toBe(code);
  });

  test('a body with bytes that are no UTF-8 is no JSON', async () => {
    const good = JSON.stringify(validSignUp(site.gateway.snapshot, { password: 'Escova1é' }));
    const body = Buffer.from(good, 'latin1');
    const response = await site.send('/api/consumer', { method: 'POST', headers: json, body });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toBe('Os dados enviados não são um JSON válido');
  });

  test('a body over the limit is refused', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(7_500_000) });
    const response = await site.send('/api/consumer', { method: 'POST', headers: json, body });
    expect(response.status).toBe(413);
    expect((await errorOf(response)).code).toBe('TOO_LARGE');
  });

  test('a body over the limit that does not say so is refused before its end', async () => {
    const chunk = new Uint8Array(1_000_000).fill(0x20);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const init = { method: 'POST', headers: json, body, duplex: 'half' };
    const response = await site.send('/api/consumer', init);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(12);
  });

  test('a failure says nothing about what happened', async () => {
    const failing = await openGateway();
    await failing.query('drop table prize_stock');
    const response = await failing.send('/api/campaign/19/prize');
    expect(response.status).toBe(500);
    expect(await errorOf(response)).toEqual({
      code: 'INTERNAL_ERROR',
      message: 'Ocorreu algum erro interno, entre com contato com o suporte.',
      fields: [],
    });
    expect(failing.lines.at(-2)).toMatch(
      /^\{"event":"failure","id":".{36}","during":"call","kind":"error","code":"42P01"/,
    );
    await failing.close();
  });
});

test('405 names the available methods', async () => {
  const response = await site.send('/api/consumer', { method: 'DELETE' });
  expect(response.headers.get('Allow')).toBe('POST, PATCH');
});

describe('bodies', () => {
  test('every wrong, missing and unknown field is named', async () => {
    const { phone: _, ...body } = validSignUp(site.gateway.snapshot);
    const response = await site.send('/api/consumer', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ ...body, name: 7, birthDate: '17/05/1990', status: 'ACTIVE' }),
    });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).fields).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'Valor inválido' },
        { field: 'phone', message: 'Campo obrigatório' },
        { field: 'birthDate', message: 'Data inválida' },
        { field: 'status', message: 'Campo desconhecido' },
      ]),
    );
  });
});

test('a site under http does not insist on https', async () => {
  const { headers } = await site.send('/healthz');
  expect(headers.get('strict-transport-security')).toBeNull();
});

describe('the log', () => {
  test('has a line for each call, without what people sent', async () => {
    const body = validSignUp(site.gateway.snapshot);
    await site.call(createConsumerEndpoint, { body });
    await site.send('/api/campaign/19/coupon/31337/details?token=sesame');
    const written = site.lines.join('\n');
    expect(written).toContain('"route":"POST /api/consumer","status":201');
    expect(written).toContain('"route":"GET /api/campaign/:campaignId/coupon/:couponId/details"');
    for (const secret of [
      body.document,
      body.email,
      body.phone,
      body.password,
      '31337',
      'sesame',
    ]) {
      expect(written).not.toContain(secret);
    }
  });
});

describe('the id of a request', () => {
  test('is the caller’s own, in the answer and in the log', async () => {
    const id = randomUUID();
    const { headers } = await site.send('/api/nada', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
    expect(site.lines.at(-1)).toContain(`"id":"${id}"`);
  });

  test.each(['11144477735', 'a'.repeat(36), '00000000-0000-4000-8000-0000000000000', 'é'])(
    '%s is not taken',
    async (id) => {
      const { headers } = await site.send('/api/nada', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).not.toBe(id);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    },
  );

  test('may be sent and read by the pages that may call', async () => {
    const preflight = await site.send('/api/consumer', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://loja.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-request-id',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-request-id');
    const read = await site.send('/api/campaign/19', {
      headers: { origin: 'https://loja.example' },
    });
    expect(read.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  });
});

describe('a gateway that is alive', () => {
  const ask = (parts: Partial<Gateway>, path: string) =>
    createApp({ ...site.gateway, ...parts })(new Request(`http://127.0.0.1:4321${path}`));
  const databaseThat = (ping: () => Promise<never>) => ({
    database: { ...site.gateway.database, ping },
  });

  test('is ready if its database answers', async () => {
    expect((await site.send('/readyz')).status).toBe(200);
  });

  test.each([
    ['whose database is away', databaseThat(() => Promise.reject(new Unavailable('database')))],
    ['whose database does not answer', databaseThat(() => new Promise(() => {}))],
    ['which was asked to end', { stopping: AbortSignal.abort() }],
  ])('%s is not ready', async (_, parts) => {
    expect((await ask(parts, '/healthz')).status).toBe(200);
    const response = await ask(parts, '/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect((await errorOf(response)).code).toBe('UNAVAILABLE');
  });
});
