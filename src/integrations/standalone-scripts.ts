import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type InlineConfig } from 'vite';
import { offlinePages, serviceWorkerPath } from '../paths.ts';
import { lazyScripts } from './chunks.ts';

const verifier = fileURLToPath(new URL('../standalone-verifier/verificar.ts', import.meta.url));
const fileName = 'verificar.mjs';

/** Writes the verifier beside the pages: one file that needs only Node. */
export function verifierScript(): AstroIntegration {
  return {
    name: 'verifier-script',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL(fileName, dir), await buildVerifierScript());
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(`/${fileName}`, async (_request, response) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8');
          response.end(await buildVerifierScript());
        });
      },
    },
  };
}

/** The verifier's text: the page's rules and a reader of files. Not minified, to stay readable. */
export async function buildVerifierScript(): Promise<string> {
  const [usage = ''] = /^\/\*\*[\s\S]*?\*\/\n/.exec(await readFile(verifier, 'utf8')) ?? [];
  return buildScript({
    build: {
      minify: false,
      target: 'node20',
      ssr: verifier,
      rolldownOptions: { output: { banner: `#!/usr/bin/env node\n${usage}` } },
    },
    ssr: { noExternal: true },
  });
}

const worker = fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url));

/** Writes the service worker, which names this build's files. Runs after the pages are finished. */
export function serviceWorker(): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const stored = await Promise.all(
          offlinePages.map(async (url) => ({
            url,
            html: await readFile(new URL(`.${url}/index.html`, dir), 'utf8'),
          })),
        );
        const drawings = await textsIn(new URL('desenhos/', dir));
        const assets = await textsIn(new URL('_astro/', dir), /\.(?:js|css)$/);
        const code = await buildServiceWorker(stored, [...drawings.values()], assets);
        await writeFile(new URL(`.${serviceWorkerPath}`, dir), code);
      },
    },
  };
}

async function textsIn(folder: URL, ending = /$/): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => ending.test(name)).sort();
  const texts = names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')]);
  return new Map((await Promise.all(texts)) as [string, string][]);
}

interface Page {
  url: string;
  html: string;
}

/**
 * Stores the pages, the files that they name, and what their scripts load later; drawings, whose
 * names stay, make another version.
 */
export async function buildServiceWorker(
  stored: readonly Page[],
  drawings: readonly string[],
  assets: ReadonlyMap<string, string>,
): Promise<string> {
  const named = [...stored.flatMap(filesNamedIn), ...filesOfLazySteps(assets)];
  const files = [
    ...stored.map(({ url, html }) => ({ url, revision: hashOf(html) })),
    ...[...new Set(named)].map((url) => ({ url, revision: null })),
  ];
  const known = { files, version: hashOf(JSON.stringify([files, drawings])) };
  return buildScript({
    define: { BUILD: JSON.stringify(known), 'process.env.NODE_ENV': '"production"' },
    build: {
      rolldownOptions: { input: worker, output: { format: 'iife' } },
      modulePreload: false,
    },
  });
}

function filesNamedIn({ html }: Page): string[] {
  return Array.from(
    html.matchAll(/["'(](\/_astro\/[\w./@-]+\.(?:js|css|woff2))/g),
    ([, url]) => url,
  ).filter((url) => url !== undefined);
}

/** Scripts, what they import, and the sheets of the same names. */
function filesOfLazySteps(assets: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const imports = assets.get(name)?.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)/g) ?? [];
    for (const [, next = ''] of imports) visit(next);
  };
  const isLazy = (name: string) => lazyScripts.some((lazy) => name.startsWith(`${lazy}.`));
  for (const name of assets.keys()) if (isLazy(name)) visit(name);
  return Array.from(found, (name) => `/_astro/${name}`);
}

function hashOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}

/** @returns the text of the one file that `config` makes */
async function buildScript(config: InlineConfig): Promise<string> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The build made no script');
  return chunk.code;
}
