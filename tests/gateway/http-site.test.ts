import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';

const page = `<!doctype html><title>Perguntas</title>${'<p>Promoção</p>'.repeat(200)}`;
const files = {
  'site/index.html': '<!doctype html><title>Início</title>',
  'site/404.html': '<!doctype html><title>Não encontrada</title>',
  'site/faq/index.html': page,
  'site/quadro/entrar/index.html': '<!doctype html><title>Entrar</title>',
  'site/atendimento/index.html': '<!doctype html><title>Atendimento</title>',
  'site/_astro/app.0f3a9c1d.js': 'export const a = 1;',
  'site/widgets/1.0.0/sign-up.js': 'export const b = 2;',
  'site/widgets/1.0.0/integrity.json': '{"sign-up.js":"sha384-AAAAAAAA"}',
  'site/widgets/1.1.0/sign-up.js': 'export const b = 2;',
  'site/widgets/v1/sign-up.js': 'export const b = 2;',
  'site/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site/regulamento.pdf': '%PDF-1.7',
  'site/lembrete.ics': 'BEGIN:VCALENDAR',
  'site/ready.js': 'plain',
  'site/ready.js.br': brotliCompressSync('made by the build'),
  'secret.txt': 'not for the world',
};

let site: TestGateway;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  site = await openGateway({
    settings: {
      siteDirectory: join(folder.path, 'site'),
      allowedOrigins: ['https://loja.example', 'https://mercado.example'],
    },
  });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

describe('pages', () => {
  test.each([
    ['/', 'Início'],
    ['/?mgm=ABC', 'Início'],
    ['/faq', 'Perguntas'],
    ['/faq/', 'Perguntas'],
    ['/atendimento/zZ9-_token', 'Atendimento'],
  ])('%s is the page %s', async (path, title) => {
    const response = await site.send(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain(`<title>${title}</title>`);
  });

  test.each(['/nada', '/faq/nada', '/atendimento/a/b', '/faq.html/', '/404', '/404.html'])(
    '%s is the page that says so, as 404',
    async (path) => {
      const response = await site.send(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<title>Não encontrada</title>');
    },
  );

  test('a drawing that is opened as a page runs no script', async () => {
    const policy = (await site.send('/logo.svg')).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(policy).not.toContain('script-src');
  });

  test.each([
    ['/faq', "'self'"],
    ['/quadro/entrar/', "'self' https://loja.example https://mercado.example"],
    ['/quadro/../faq', "'self'"],
  ])('%s may be framed by %s alone', async (path, ancestors) => {
    const { headers } = await site.send(path);
    expect(headers.get('content-security-policy')).toBe(
      `frame-ancestors ${ancestors}; base-uri 'none'; object-src 'none'`,
    );
    expect(headers.get('x-frame-options')).toBeNull();
  });

  test('HEAD has no body', async () => {
    const response = await site.send('/faq', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  test('a file that an app shares before there is a service worker opens the page, which asks for one', async () => {
    const response = await site.send('/nova-nota', { method: 'POST', body: new FormData() });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/nova-nota']);
  });

  test('have beside them a reminder that a calendar takes', async () => {
    const response = await site.send('/lembrete.ics');
    expect(response.headers.get('content-type')).toContain('text/calendar');
  });

  test('are not written to', async () => {
    const response = await site.send('/faq', { method: 'POST' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
  });
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/faq/../../secret.txt',
  '/quadro/..%2ffaq',
  '//secret.txt',
  '/faq%00',
  '/%c0%ae%c0%ae/secret.txt',
  '/%252e%252e%252fsecret.txt',
  '/..%255c..%255csecret.txt',
  '/.%2e/secret.txt',
  '/faq/..%2f..%2fsecret.txt',
  '/faq%2f..%2f..%2fsecret.txt',
  '/%2fetc%2fpasswd',
  '/%5c%5chost%5csecret.txt',
  '/secret.txt%00.html',
  '/..;/secret.txt',
  '/\u2025/secret.txt',
  '/%uff0e%uff0e/secret.txt',
  '/file:///etc/passwd',
  '/%',
])('%s leads nowhere', async (path) => {
  const response = await site.app(new Request(`http://127.0.0.1:4321${path}`));
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('not for the world');
});

describe('caching', () => {
  test.each([
    ['/_astro/app.0f3a9c1d.js', 'public, max-age=31536000, immutable'],
    ['/widgets/1.0.0/sign-up.js', 'public, max-age=31536000, immutable'],
    // Not published: it has no hashes.
    ['/widgets/1.1.0/sign-up.js', 'public, max-age=600, must-revalidate'],
    ['/widgets/v1/sign-up.js', 'public, max-age=600, must-revalidate'],
    ['/logo.svg', 'public, max-age=600, must-revalidate'],
    ['/regulamento.pdf', 'public, max-age=600, must-revalidate'],
  ])('%s: %s', async (path, expected) => {
    expect((await site.send(path)).headers.get('cache-control')).toBe(expected);
  });

  test('a page that has not changed is not sent again', async () => {
    const first = await site.send('/faq');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await site.send('/faq', { headers: { 'if-none-match': `"x", ${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const other = await site.send('/faq', { headers: { 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });
});

test('what a replaced build alone had is forgotten', async () => {
  const writtenAt = new Date('2026-11-01T12:00:00Z');
  const part = join(folder.path, 'site/_astro/earlier.5d2c7b1a.js');
  const writePart = async (text: string) => {
    await writeFile(part, text);
    await utimes(part, writtenAt, writtenAt);
  };
  const textOf = async (path: string) => (await site.send(path)).text();
  await writePart('export const a = 1;');
  expect(await textOf('/_astro/earlier.5d2c7b1a.js')).toBe('export const a = 1;');
  expect(await textOf('/quadro/entrar')).toContain('Entrar');

  await rm(part);
  await writeFile(join(folder.path, 'site/quadro/entrar/index.html'), '<title>Entre já</title>');
  expect(await textOf('/quadro/entrar')).toContain('Entre já');
  // Time and size are those of the file that was there: only one that is remembered is not read.
  await writePart('export const a = 2;');
  expect(await textOf('/_astro/earlier.5d2c7b1a.js')).toBe('export const a = 2;');
});

describe('compression', () => {
  const coded = (path: string, accepted: string) =>
    site.send(path, { headers: { 'accept-encoding': accepted } });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('is brotli where it is understood', async () => {
    const response = await coded('/faq', 'gzip, deflate, br');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const sent = await bytes(response);
    expect(sent.length).toBeLessThan(200);
    expect(response.headers.get('content-length')).toBe(String(sent.length));
    expect(brotliDecompressSync(sent).toString()).toBe(page);
  });

  test('is gzip elsewhere, or none', async () => {
    const zipped = await coded('/faq', 'gzip, br;q=0');
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await bytes(zipped)).toString()).toBe(page);
    expect((await coded('/faq', 'identity')).headers.get('content-encoding')).toBeNull();
  });

  test('uses what the build has compressed', async () => {
    const sent = await bytes(await coded('/ready.js', 'br'));
    expect(brotliDecompressSync(sent).toString()).toBe('made by the build');
  });

  test('leaves alone what is compressed already', async () => {
    expect((await coded('/regulamento.pdf', 'br')).headers.get('content-encoding')).toBeNull();
  });
});

test('a site that is built while the gateway runs is served as it is then', async () => {
  const path = join(folder.path, 'site/novidade/index.html');
  expect((await site.send('/novidade')).status).toBe(404);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '<title>Uma</title>');
  expect(await (await site.send('/novidade')).text()).toBe('<title>Uma</title>');
  await writeFile(path, '<title>Outra!</title>');
  expect(await (await site.send('/novidade')).text()).toBe('<title>Outra!</title>');
});

test('widgets may be loaded by any page, the rest by this site', async () => {
  const widget = await site.send('/widgets/1.0.0/sign-up.js');
  expect(widget.headers.get('access-control-allow-origin')).toBe('*');
  expect(widget.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const list = await site.send('/widgets/embedders.json');
  expect(list.headers.get('access-control-allow-origin')).toBe('*');
  expect(list.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await list.json()).toEqual(['https://loja.example', 'https://mercado.example']);
  const own = await site.send('/_astro/app.0f3a9c1d.js');
  expect(own.headers.get('access-control-allow-origin')).toBeNull();
  expect(own.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(own.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
});
