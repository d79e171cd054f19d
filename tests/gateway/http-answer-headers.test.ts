import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { transparencyFiles } from '../../src/contract/transparency.ts';
import { winnerFiles } from '../../src/contract/winners.ts';
import { contractEndpoints, sampleAddress } from '../support/contract-endpoints.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway } from '../support/gateway.ts';

const folder = await temporaryFolder();
for (const page of [
  'index.html',
  '404.html',
  'quadro/entrar/index.html',
  '_astro/a.js',
  'logo.svg',
])
  await put(page);
const site = await openGateway({
  settings: { siteDirectory: folder.path, siteUrl: 'https://promo.example' },
});
const ana = await site.signUp();
const signedIn = { authorization: `Bearer ${ana.token}` };
afterAll(async () => {
  await site.close();
  await folder.remove();
});

async function put(name: string): Promise<void> {
  await mkdir(join(folder.path, name, '..'), { recursive: true });
  await writeFile(join(folder.path, name), '<!doctype html><title>Promoção</title>');
}

const calls = [...contractEndpoints.values()].map((endpoint) => ({
  method: endpoint.method,
  path: sampleAddress(endpoint),
}));
const others = [
  ...[...Object.values(transparencyFiles), ...Object.values(winnerFiles)].map((path) =>
    sampleAddress({ path }),
  ),
  '/api/campaign/19/coupon/1/file?expires=1&signature=x',
  '/.well-known/jwks.json',
  '/identitytoolkit.googleapis.com/v1/accounts:lookup',
  '/securetoken.googleapis.com/v1/token',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/nada',
  '/',
  '/nada',
  '/quadro/entrar',
  '/_astro/a.js',
  '/logo.svg',
].map((path) => ({ method: 'GET', path }));

const everyMethod = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe.each([...calls, ...others])('$method $path', ({ method, path }) => {
  test('has the protecting headers, for every method and outcome', async () => {
    for (const asked of everyMethod) {
      for (const headers of [{}, signedIn, { ...signedIn, origin: 'https://evil.example' }]) {
        const answer = await site.send(path, { method: asked, headers });
        expect.soft(Object.fromEntries(answer.headers), asked).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'permissions-policy': expect.stringContaining('geolocation=(self)'),
          'cross-origin-opener-policy': 'same-origin',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'content-security-policy': expect.stringContaining('frame-ancestors'),
          'cache-control': expect.any(String),
          'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        });
        // Drawings have style sheets of their own.
        const policy = answer.headers.get('content-security-policy');
        expect
          .soft(policy?.replace(/^default-src 'none'; style-src \S+/, ''))
          .not.toContain('unsafe');
        expect.soft(answer.headers.has('set-cookie')).toBe(false);
        expect.soft(answer.headers.has('server')).toBe(false);
        expect.soft(answer.status).toBeLessThan(500);
      }
    }
  });

  test('cannot be loaded into another site’s process when it is data', async () => {
    const answer = await site.send(path, { method, headers: signedIn });
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return;
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
  });
});

const personal = [...contractEndpoints].filter(([, { access }]) => access === 'consumer');

test.each(personal)('%s is stored in no cache, refused or not', async (_, endpoint) => {
  for (const headers of [{}, signedIn]) {
    const answer = await site.send(sampleAddress(endpoint), { method: endpoint.method, headers });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('a failure and a body over the limit are answered with the same', async () => {
  await site.query('drop table prize_stock');
  const headers = { 'content-type': 'application/json' };
  const answers = [
    await site.send('/api/campaign/19/prize'),
    await site.send('/api/consumer', { method: 'POST', headers, body: ' '.repeat(200_000) }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([500, 413]);
  for (const { headers: sent } of answers) {
    expect(sent.get('x-content-type-options')).toBe('nosniff');
    expect(sent.get('cache-control')).toBe('no-store');
    expect(sent.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});
