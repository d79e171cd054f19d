import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { myReceiptsPath, newReceiptPath, serviceWorkerPath } from '../paths.ts';

const entry = fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url));

/** Pages that open without a network; their HTML holds nothing about a person. */
const pages = [newReceiptPath, myReceiptsPath];

/** Writes the service worker, which names this build's files. Runs after the pages' last step. */
export function serviceWorker(): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const stored = await Promise.all(
          pages.map(async (url) => ({
            url,
            html: await readFile(new URL(`.${url}/index.html`, dir), 'utf8'),
          })),
        );
        const code = await buildServiceWorker(stored);
        await writeFile(new URL(`.${serviceWorkerPath}`, dir), code);
      },
    },
  };
}

interface Page {
  url: string;
  html: string;
}

/** @returns the script, with the pages and the files of this origin that their HTML names */
export async function buildServiceWorker(stored: readonly Page[]): Promise<string> {
  const files = [
    ...stored.map(({ url, html }) => ({ url, revision: hashOf(html) })),
    ...[...new Set(stored.flatMap(filesNamedIn))].map((url) => ({ url, revision: null })),
  ];
  const known = { files, version: hashOf(JSON.stringify(files)) };
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(known), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
      modulePreload: false,
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`);
  return chunk.code;
}

function filesNamedIn({ html }: Page): string[] {
  return Array.from(
    html.matchAll(/["'(](\/_astro\/[\w./@-]+\.(?:js|css|woff2))/g),
    ([, url]) => url,
  ).filter((url) => url !== undefined);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
