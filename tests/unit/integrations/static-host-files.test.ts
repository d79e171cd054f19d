import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { finishPages } from '../../../src/integrations/finish-pages.ts';
import { hostHeaders, widgetHeaders } from '../../../src/integrations/static-host-files.ts';
import { temporaryFolder } from '../../support/folder.ts';

const headers = hostHeaders({
  pages: ['/', '/faq', '/quadro/entrar'],
  drawings: ['/premios/viagem.svg'],
  embedders: ['https://loja.example'],
  loadsThirdParties: false,
});

/** What the rule of a path says. */
function ruleOf(path: string): string {
  const rules = headers.split(/^(?=\/)/m).filter((rule) => rule.startsWith(`${path}\n`));
  expect(rules).toHaveLength(1);
  return rules[0] ?? '';
}

test.each(['/', '/faq', '/atendimento/*'])('%s stands in no frame of others', (path) => {
  expect(ruleOf(path)).toContain("Content-Security-Policy: frame-ancestors 'self';");
});

test('framed pages stand in those of the embedders, by one rule', () => {
  expect(ruleOf('/quadro/*')).toContain("frame-ancestors 'self' https://loja.example;");
  expect(headers).not.toContain('/quadro/entrar');
  expect(ruleOf('/*')).not.toContain('Content-Security-Policy');
});

test('framed pages and their workers fit into isolated pages, unless others’ files are loaded', () => {
  const isolated = 'Cross-Origin-Embedder-Policy: require-corp';
  expect(ruleOf('/quadro/*')).toContain(isolated);
  expect(ruleOf('/_astro/*')).toContain(isolated);
  expect(ruleOf('/*')).toContain('Cross-Origin-Resource-Policy: cross-origin');
  expect(ruleOf('/faq')).not.toContain('Embedder');
  const others = { pages: ['/faq'], drawings: [], embedders: [], loadsThirdParties: true };
  expect(hostHeaders(others)).not.toContain('Embedder');
});

test('a campaign’s drawing that is opened as a page runs no script', () => {
  const policy = ruleOf('/premios/viagem.svg');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox');
  expect(policy).not.toContain('script-src');
});

test('the widgets may be loaded by any page, and a version’s are cached for good', () => {
  const rules = widgetHeaders(['1.0.0', '1.1.0']).split(/^(?=\/)/m);
  expect(rules.find((rule) => rule.startsWith('/widgets/*'))).toContain('Allow-Origin: *');
  for (const version of ['1.0.0', '1.1.0']) {
    const rule = rules.find((each) => each.startsWith(`/widgets/${version}/`));
    expect(rule).toContain('immutable');
  }
  expect(rules.find((rule) => rule.startsWith('/widgets/v1/'))).toContain('max-age=600');
});

test('embedders are listed for their widgets as the gateway reads them, with blanks after commas', async () => {
  const { path, remove } = await temporaryFolder();
  vi.stubEnv('ALLOWED_ORIGINS', 'https://loja.example, https://outra.example');
  const done = finishPages().hooks['astro:build:done'] as (site: object) => Promise<void>;
  await done({ dir: pathToFileURL(`${path}/`), pages: [] });
  vi.unstubAllEnvs();
  const listed = await readFile(join(path, 'widgets/embedders.json'), 'utf8');
  expect(JSON.parse(listed)).toEqual(['https://loja.example', 'https://outra.example']);
  await remove();
});
