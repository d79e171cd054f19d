import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { minifyInline } from '../inline/before-first-paint.ts';
import { holdPressScript, retryScript } from '../inline/before-hydration.ts';
import { hashInlineCode } from './content-policy.ts';
import { type Imports, preloadIslands, rememberImports } from './islands.ts';
import { writeHostFiles } from './static-host-files.ts';

export function finishPages(): AstroIntegration {
  const imports: Imports = new Map();
  return {
    name: 'finish-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [rememberImports(imports)] } });
      },
      'astro:build:done': async ({ dir, pages }) => {
        for (const { pathname } of pages) {
          const file = fileURLToPath(new URL(fileOf(pathname), dir));
          await writeFile(file, finishPage(await readFile(file, 'utf8'), imports));
        }
        await writeHostFiles(
          dir,
          pages.map(({ pathname }) => `/${pathname.replace(/\/$/, '')}`),
        );
      },
    },
  };
}

function finishPage(html: string, imports: Imports): string {
  const joined = joinDirectives(withoutRetryQuery(joinNeighbours(html)));
  const plain = withoutIslandStyle(withoutIslandOptions(joined));
  const preloading = preloadIslands(plain, imports);
  return hashInlineCode(guardIslands(withPlainMarkup(preloading)));
}

/** Retries islands whose script failed; holds early presses where an island loads late. */
export function guardIslands(html: string): string {
  if (!html.includes('<astro-island')) return html;
  const holds = /client="(?:load|touch)"|data-hold/.test(html);
  const scripts = [retryScript()];
  if (holds) scripts.push(holdPressScript());
  return html.replace('<script>', (start) => `${start}${scripts.join(';')};`);
}

/** What compresses best: drawings close alike, nothing is `=""`, and JSON stands between single quotes. */
export function withPlainMarkup(html: string): string {
  const plain = html
    .replaceAll(/(?<=") \/>/g, '/>')
    .replaceAll(/(<(circle|ellipse|path|rect|stop|use)\b[^>]*)><\/\2>/g, '$1/>')
    .replaceAll(/ (alt|disabled|required|value)=""/g, ' $1')
    .replaceAll(/(?<=<astro-island[^>]*? props=)"([^"]*)"/g, (_, json: string) => {
      const plain = json.replaceAll("'", '&#39;').replaceAll('&quot;', '"');
      return `'${plain}'`;
    });
  if (/<astro-island(?![^>]* props=')/.test(plain)) {
    throw new Error('Astro writes the props of islands in another way');
  }
  return plain;
}

function joinNeighbours(html: string): string {
  return html.replaceAll('</style><style>', '').replaceAll('</script><script>', ';');
}

const directiveScript =
  /<script>((?:(?!<\/script>).)*\(self\.Astro\|\|\(self\.Astro=\{\}\)\).*?)<\/script>/gs;

/** Each stands where its directive is first used; joined, they cost one hash in the page's policy. */
function joinDirectives(html: string): string {
  const scripts = [...html.matchAll(directiveScript)];
  const code = minifyInline(scripts.map(([, code]) => code).join(';'));
  return html.replace(directiveScript, (_script, _code, offset: number) =>
    offset === scripts[0]?.index ? `<script>${code}</script>` : '',
  );
}

/** A retry by Astro's other address would load a second Preact and a second session. */
function withoutRetryQuery(html: string): string {
  const plain = html.replace(
    /\w+\.searchParams\.set\("astro-retry",Date\.now\(\)\.toString\(\)\),/,
    '',
  );
  if (plain.includes('astro-retry')) throw new Error('Astro tries scripts again in another way');
  return plain;
}

/** `client:load` and `client:touch` read no options, Preact no prefix. Ids come from the build's folder: they differ by machine. */
function withoutIslandOptions(html: string): string {
  const plain = html
    .replaceAll(/(?<=<astro-island) uid="\w*"/g, '')
    .replaceAll(/(?<=<astro-island[^>]*) prefix="\w*"/g, '')
    .replaceAll(/(?<=client="(?:load|touch)") opts="[^"]*"/g, '')
    .replaceAll(/(?<= opts="\{)&quot;name&quot;:&quot;\w+&quot;,/g, '');
  if (/<astro-island[^>]* (?:uid="|opts="\{&quot;name)/.test(plain)) {
    throw new Error('Astro names islands in another way');
  }
  return plain;
}

/** Astro's one rule of style, which stands in base.css: each style in a page costs a hash in its policy. */
function withoutIslandStyle(html: string): string {
  const style = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
  if (html.includes('<astro-island') && !html.includes(style)) {
    throw new Error('Astro styles islands in another way');
  }
  return html.replace(style, '');
}

function fileOf(pathname: string): string {
  if (pathname === '404/' || pathname === '404') return '404.html';
  return `${pathname}index.html`;
}
