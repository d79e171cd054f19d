import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../../dist/', import.meta.url));
const STATIC_IMPORT = /\b(?:import|from)\s*["'](\.[^"']+\.js)["']/g;

/**
 * Files of the built site that a page fetches before anyone touches or scrolls it. Styles are those
 * that the first picture waits for; a sheet linked at the end of the body comes after it.
 */
export function filesOf(page: string): { scripts: string[]; styles: string[]; html: string } {
  const html = resolve(site, page);
  const text = readFileSync(html, 'utf8');
  const islands = [...text.matchAll(/<astro-island[^>]*>/g)].map(([tag]) => tag);
  const entries = [
    ...addresses(text, /<script[^>]+src="([^"]+)"/g),
    ...islands
      .filter((tag) => !/client="(?:visible|touch)"/.test(tag))
      .flatMap((tag) => addresses(tag, /(?:component|renderer)-url="([^"]+)"/g)),
  ];
  return {
    html,
    scripts: [...withImports(entries.map(inSite))],
    styles: addresses(text.slice(0, text.indexOf('</head>')), /<link[^>]+href="([^"]+\.css)"/g).map(
      inSite,
    ),
  };
}

function addresses(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, address]) => address ?? []))];
}

function inSite(address: string): string {
  return resolve(site, `.${address}`);
}

function withImports(files: string[], seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const imports = [...readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)];
    withImports(
      imports.flatMap(([, path]) => (path ? resolve(dirname(file), path) : [])),
      seen,
    );
  }
  return seen;
}
