import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLuckyNumbersEndpoint } from '../../src/contract/engines.ts';
import { listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { commonHeaders } from '../../src/contract/response-headers.ts';
import { getTransparencyEndpoint } from '../../src/contract/transparency.ts';
import { refusalMessage } from '../../src/rules/messages/messages.ts';
import { nginx, nginxTemplate } from '../support/nginx.ts';
import { openScaledOut } from '../support/scaled-out.ts';
import { callSite, registerAt, sendReceiptTo } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { waitFor } from '../support/wait-for.ts';

const scaled = await openScaledOut();
afterAll(() => scaled.close());

test('processes starting at once on an empty database create tables, keys and campaign once', async () => {
  const served = await Promise.all(
    scaled.gateways.map(async (gateway) => {
      const keys = await (await fetch(`${gateway.url}/.well-known/jwks.json`)).text();
      return JSON.stringify([keys, await callSite(gateway, getTransparencyEndpoint)]);
    }),
  );
  expect(new Set(served).size).toBe(1);
  const scripts = await readdir(new URL('../../src/gateway/db/migrations/', import.meta.url));
  const counts = await scaled.database.query(
    `select (select count(*) from migrations) as scripts,
       (select count(*) from campaigns) as campaigns,
       (select string_agg(type, ' ' order by position) from ledger_entries) as ledger`,
  );
  expect(counts).toEqual([
    { scripts: scripts.length, campaigns: 1, ledger: 'LOG_OPENED COMMITMENTS' },
  ]);
});

test('nginx knows every header that the gateway puts on each answer', async () => {
  const conf = await readFile(nginxTemplate, 'utf8');
  for (const [name, value] of Object.entries(commonHeaders)) {
    expect(conf.replaceAll('"', '')).toContain(`add_header ${name} ${value} always;`);
  }
});

// Where npm test could not get an nginx, nothing is said of it.
if (nginx) describe('behind nginx', () => behindNginx(nginx ?? ''));

function behindNginx(program: string): void {
  let front: ServedSite;

  beforeAll(async () => {
    front = await scaled.openFront(program);
  });

  test.each([
    '/',
    '/faq',
    '/faq/',
    '/nada',
    '/quadro/entrar',
    '/atendimento/zZ9-_token',
    '/_astro/app.0f3a9c1d.js',
    '/_astro/app.0f3a9c1d.css',
    '/widgets/1.0.0/sign-up.js',
    '/widgets/1.0.0/integrity.json',
    '/widgets/1.1.0/sign-up.js',
    '/widgets/v1/sign-up.js',
    '/lojas.json',
    '/logo.svg',
    '/regulamento.pdf',
    '/lembrete.ics',
    '/premios/viagem.jpg',
    '/api/nada',
    '/api/campaign/19',
  ])('%s is answered as the gateway itself would', async (path) => {
    const [direct, proxied] = await Promise.all([
      ask(scaled.gateways[0]?.url, path),
      ask(front.url, path),
    ]);
    expect(proxied).toEqual(direct);
  });

  test('a file that an app shares before there is a service worker opens the page, which asks for one', async () => {
    const body = Buffer.alloc(5_000_000);
    const share = { method: 'POST', body, redirect: 'manual' } as const;
    const { status, headers } = await fetch(`${front.url}/nova-nota`, share);
    expect(status).toBe(303);
    expect(new URL(headers.get('location') ?? '', front.url).href).toBe(`${front.url}/nova-nota`);
    expect((await fetch(`${front.url}/faq`, share)).status).toBe(405);
  });

  test('the proof of who asks for a certificate is a file of the site', async () => {
    const proof = await fetch(`${front.url}/.well-known/acme-challenge/token`);
    expect(await proof.text()).toBe('proof');
    expect((await fetch(`${front.url}/.well-known/jwks.json`)).status).toBe(200);
  });

  test('its log holds no link out of the newsletter', async () => {
    await fetch(`${front.url}/api/emails/unsubscribe/7/NEWS/signature?x=1`);
    await fetch(`${front.url}/logo.svg?secret=1`, { method: 'HEAD' });
    // Each is written once it has ended, and other tests wrote theirs before.
    await waitFor(async () => {
      const log = await scaled.accessLog();
      expect(log).toContain('HEAD /logo.svg 200');
      expect(log).toContain('GET /api/emails/unsubscribe/ ');
    });
    expect(await scaled.accessLog()).not.toMatch(/signature|secret/);
  });

  test('the outside does not see the metrics', async () => {
    expect((await fetch(`${scaled.gateways[0]?.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${front.url}/metrics`)).status).toBe(404);
  });

  test('a person registers, sends a picture of five megabytes and has their numbers', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const create = { width: 1290, height: 1250, channels: 3, background: '#000', noise } as const;
    const picture = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
    expect(picture.length).toBeGreaterThan(4_800_000);
    const person = await registerAt(front);
    const id = await sendReceiptTo(front, person, { imageBase64: picture.toString('base64') });
    // As another proxy says that has ended TLS before.
    const headers = { 'x-forwarded-proto': 'https' };
    const [receipt, ...others] = await callSite(front, listReceiptsEndpoint, {
      ...person,
      headers,
    });
    expect([receipt?.id, others]).toEqual([id, []]);
    expect(receipt?.imageUrl).toMatch(/^https:/);
    expect(await callSite(front, listLuckyNumbersEndpoint, person)).not.toHaveLength(0);
    expect(scaled.bucket.seen.some(({ method }) => method === 'PUT')).toBe(true);
  });

  test('a body larger than any receipt gets the gateway’s own refusal', async () => {
    const body = Buffer.alloc(10_500_000, ' ');
    const response = await fetch(`${front.url}/api/consumer`, { method: 'POST', body });
    expect(response.status).toBe(413);
    const error = { code: 'TOO_LARGE', message: refusalMessage('TOO_LARGE'), fields: [] };
    expect(await response.json()).toEqual({ statusCode: 413, error });
  });

  test('callers are counted by their own address, whatever headers they send and whichever gateway answers', async () => {
    const call = request(`${front.url}/api/consumer/password/reset`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    });
    call.end(JSON.stringify(reset));
    const [response] = await once(call, 'response');
    expect(response.resume().statusCode).toBe(200);
    for (let calls = 0; calls < 4; calls += 1) expect((await askReset(front.url)).status).toBe(200);
    const rows = await scaled.database.query(
      "select bucket, hits from rate_limits where bucket like 'address % password reset' order by bucket",
    );
    expect(rows).toEqual([
      { bucket: 'address 127.0.0.1 password reset', hits: 4 },
      { bucket: 'address 127.0.0.2 password reset', hits: 1 },
    ]);
  });

  test('pages get their answers while one gateway stops, and after it has stopped', async () => {
    let isThere = true;
    const statuses: number[] = [];
    // A write that meets the closing socket is 503: like the pages, it is sent again, once.
    const ask = async (path: string, method = 'GET') => {
      const send = async () =>
        (await fetch(`${front.url}/api/campaign/19${path}`, { method })).status;
      const status = await send();
      statuses.push(method === 'POST' && status === 503 ? await send() : status);
    };
    const callOn = async () => {
      while (isThere) {
        await ask('');
        // Without a token it costs little, and is answered all the same.
        await ask('/coupon', 'POST');
      }
    };
    const callers = [callOn(), callOn(), callOn()];
    await scaled.gateways[1]?.stop();
    isThere = false;
    await Promise.all(callers);
    for (let call = 0; call < 8; call += 1) await ask('');
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
  });

  test('an answer has the gateway’s date, by which pages set their clock', async () => {
    const date = 'Mon, 01 Jan 2001 00:00:00 GMT';
    const port = Number(new URL(scaled.gateways[1]?.url ?? '').port);
    const ofOtherTime = createHttpServer((_, response) => response.setHeader('Date', date).end());
    await once(ofOtherTime.listen(port, '127.0.0.1'), 'listening');
    const { headers } = await waitFor(async () => {
      const response = await fetch(`${front.url}/api/campaign/19`);
      expect(await response.text()).toBe('');
      return response;
    });
    expect(headers.get('date')).toBe(date);
    ofOtherTime.closeAllConnections();
    ofOtherTime.close();
  });

  test('a read that a gateway may have begun is repeated at another, a write is not', async () => {
    const begun: string[] = [];
    const dying = createServer((socket) => {
      socket.once('data', (data) => {
        begun.push(data.toString('latin1').split(' ')[0] ?? '');
        socket.destroy();
      });
    }).listen(Number(new URL(scaled.gateways[1]?.url ?? '').port), '127.0.0.1');
    await once(dying, 'listening');
    const refused: Response[] = [];
    // Three calls a round and two gateways in turn: each call meets the dying one.
    for (let round = 0; round < 8; round += 1) {
      expect((await fetch(`${front.url}/api/campaign/19`)).status).toBe(200);
      const written = [await askReset(front.url), await askReset(front.url)];
      refused.push(...written.filter(({ ok }) => !ok));
    }
    dying.close();
    expect(refused.length).toBeGreaterThan(0);
    expect(begun.filter((method) => method === 'POST')).toHaveLength(refused.length);
    for (const response of refused) expect(await shapeOf(response)).toEqual(unavailable);
  });

  test('the answer without any gateway is that of a gateway without a database', async () => {
    await Promise.all(scaled.gateways.map((gateway) => gateway.kill()));
    const headers = { origin: 'https://loja.example' };
    const asked = { 'access-control-request-headers': 'authorization,idempotency-key' };
    const preflight = await fetch(`${front.url}/api/campaign/19/coupon`, {
      method: 'OPTIONS',
      headers: { ...headers, ...asked, 'access-control-request-method': 'POST' },
    });
    // Otherwise a form on another site's page would take the refusal for a lost network.
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': headers.origin,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': asked['access-control-request-headers'],
    });
    const response = await fetch(`${front.url}/api/campaign/19`, { headers });
    // A form on another site's page reads it too.
    expect(response.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(await shapeOf(response)).toEqual(unavailable);
    expect((await fetch(front.url)).status).toBe(200);
  });
}

const reset = { campaignId: 19, email: 'ninguem@exemplo.com.br' };
const unavailable = {
  status: 503,
  retryAfter: '5',
  type: 'application/json',
  body: {
    statusCode: 503,
    error: {
      code: 'UNAVAILABLE',
      message: 'Sistema indisponível no momento, entre com contato com o suporte.',
      fields: [],
    },
  },
};

function askReset(url: string): Promise<Response> {
  return fetch(`${url}/api/consumer/password/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reset),
  });
}

async function shapeOf(response: Response) {
  const { status, headers } = response;
  const [retryAfter, type] = [headers.get('retry-after'), headers.get('content-type')];
  return { status, retryAfter, type, body: await response.json() };
}

/** What is another one with each server or call. */
const ownHeaders = new Set([
  'accept-ranges',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'vary',
  'x-request-id',
]);

async function ask(origin: string | undefined, path: string) {
  const response = await fetch(`${origin}${path}`);
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name));
  const vary = response.headers.get('vary')?.toLowerCase() ?? null;
  return { status: response.status, vary, headers, text: await response.text() };
}
