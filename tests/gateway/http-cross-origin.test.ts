import { afterAll, describe, expect, test } from 'vitest';
import { contractEndpoints, sampleAddress } from '../support/contract-endpoints.ts';
import { openGateway } from '../support/gateway.ts';

const site = await openGateway({
  settings: {
    siteUrl: 'https://promo.example',
    allowedOrigins: ['https://loja.example', 'https://mercado.example:8443'],
  },
});
afterAll(() => site.close());

const preflight = (origin: string, method = 'POST', path = '/api/consumer') =>
  site.send(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'idempotency-key,traceparent',
    },
  });

test.each([
  'https://promo.example',
  'https://loja.example',
  'https://mercado.example:8443',
  'http://127.0.0.1:4321',
])('%s may call', async (origin) => {
  const response = await preflight(origin);
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  // Also what scripts that measure a page add to each call of it.
  expect(response.headers.get('access-control-allow-headers')).toMatch(
    /idempotency-key, ?traceparent/,
  );
  const called = await site.send('/api/campaign/19', { headers: { origin } });
  expect(called.headers.get('access-control-allow-origin')).toBe(origin);
  expect(called.headers.get('vary')).toMatch(/Origin/);
});

describe.each([
  'null',
  '*',
  'file://',
  'about:blank',
  'data:',
  'http://loja.example',
  'http://promo.example',
  'ws://loja.example',
  'https:loja.example',
  'https:/loja.example',
  'https:///loja.example',
  'https://loja.example:443',
  'https://loja.example:8443',
  'https://mercado.example',
  'https://mercado.example:84430',
  'https://mercado.example:8443.evil.example',
  'https://loja.example.evil.example',
  'https://loja.example.',
  'https://evil-loja.example',
  'https://evilloja.example',
  'https://sub.loja.example',
  'https://lojaXexample',
  'https://LOJA.example',
  'https://loja.example/',
  'https://loja.example/path',
  'https://loja.example?',
  'https://loja.example#',
  'https://loja.example@evil.example',
  'https://evil.example@loja.example',
  'https://evil.example#https://loja.example',
  'https://evil.example?https://loja.example',
  'https://loja.example,https://evil.example',
  'https://loja.example https://evil.example',
  'https://evil.example\\@loja.example',
  'https://xn--loja-6qa.example',
  'https://loja%2eexample',
  'https://[::1]',
  'http://127.0.0.1',
  'http://127.0.0.1:4322',
  'http://localhost:4321',
])('%s', (origin) => {
  test('can neither read nor write', async () => {
    for (const answer of [
      await preflight(origin),
      await site.send('/api/campaign/19', { headers: { origin } }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const written = await site.send('/api/consumer', { method: 'POST', headers: { origin } });
    expect(written.status).toBe(403);
    expect(written.headers.get('access-control-allow-origin')).toBeNull();
    expect((await written.json()).error.code).toBe('ORIGIN_NOT_ALLOWED');
  });
});

test('no endpoint answers all origins, or allows any to send credentials', async () => {
  for (const endpoint of contractEndpoints.values()) {
    const path = sampleAddress(endpoint);
    for (const origin of ['https://loja.example', 'https://evil.example', 'null']) {
      for (const answer of [
        await preflight(origin, endpoint.method, path),
        await site.send(path, { method: endpoint.method, headers: { origin } }),
      ]) {
        const allowed = origin === 'https://loja.example' ? origin : null;
        expect.soft(answer.headers.get('access-control-allow-origin')).toBe(allowed);
        expect.soft(answer.headers.get('access-control-allow-credentials')).toBeNull();
      }
    }
  }
});

test('the list of embedders is readable by any page, also with headers that its scripts add', async () => {
  const response = await preflight('https://evil.example', 'HEAD', '/widgets/embedders.json');
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toContain('traceparent');
});

test('a form of another page writes nothing, since it cannot send JSON', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
    const headers = { 'content-type': type };
    const body = '{"email":"a@exemplo.com.br","campaignId":19}';
    const path = '/api/consumer/password/reset';
    const answer = await site.send(path, { method: 'POST', headers, body });
    expect((await answer.json()).error.message).toBe('Os dados devem ser enviados em JSON');
  }
});
