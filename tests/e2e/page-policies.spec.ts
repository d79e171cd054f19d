import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, plainTest as test } from './fixtures.ts';
import { siteDirectory } from './sites.ts';

const directory = siteDirectory('everything');
const pages = () =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html'));

/** Pages that read receipts, with WebAssembly. */
const scanning = ['nova-nota/index.html', 'quadro/notas/index.html'];

test('every page has a content security policy, and no inline event handler', () => {
  expect(pages().length).toBeGreaterThan(20);
  for (const file of pages()) {
    const html = readFileSync(join(directory, file), 'utf8');
    const [, policy = ''] =
      /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? [];
    expect.soft(policy, file).toContain("default-src 'self';base-uri 'none';object-src 'none'");
    expect.soft(policy, file).toContain("require-trusted-types-for 'script'");
    expect.soft(policy, file).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    expect.soft(policy.includes('wasm-unsafe-eval'), file).toBe(scanning.includes(file));
    expect.soft(html, file).not.toMatch(/<[a-z][^>]* on[a-z]+=|javascript:/);
    expect
      .soft(html.indexOf('<script'), file)
      .toBeGreaterThan(html.indexOf('content-security-policy'));
  }
});

test('pages are the same whichever folder they were built in', () => {
  for (const file of pages()) {
    const islands = readFileSync(join(directory, file), 'utf8').match(/<astro-island[^>]*>/g) ?? [];
    for (const island of islands) expect.soft(island, file).not.toContain(' uid=');
  }
});

test('a file that both pages and workers load has one address', () => {
  const assets = readdirSync(join(directory, '_astro')).filter((file) => !file.endsWith('.br'));
  const firstWith = new Map<string, string>();
  for (const asset of assets) {
    const content = readFileSync(join(directory, '_astro', asset), 'base64');
    expect.soft(firstWith.get(content), asset).toBeUndefined();
    firstWith.set(content, asset);
  }
});
