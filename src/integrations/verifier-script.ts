import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';

const entry = fileURLToPath(new URL('../verificar/verificar.ts', import.meta.url));
const fileName = 'verificar.mjs';

/** Writes the verifier beside the pages: one file, which needs nothing but Node. */
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

/** The verifier's text: the page's rules, and the reading of files. Not minified, to be read. */
export async function buildVerifierScript(): Promise<string> {
  const [usage = ''] = /^\/\*\*[\s\S]*?\*\/\n/.exec(await readFile(entry, 'utf8')) ?? [];
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'node20',
      ssr: entry,
      rolldownOptions: { output: { banner: `#!/usr/bin/env node\n${usage}` } },
    },
    ssr: { noExternal: true },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`);
  return chunk.code;
}
