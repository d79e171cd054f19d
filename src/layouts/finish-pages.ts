import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { hashInlineCode } from './content-policy.ts';
import { type Imports, preloadIslands, rememberImports } from './island-preload.ts';

/** The last step of a build, on every page: neighbours joined, module preloads, then the hashes of its policy. */
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
          const html = await readFile(file, 'utf8');
          await writeFile(file, hashInlineCode(preloadIslands(joinNeighbours(html), imports)));
        }
      },
    },
  };
}

/** Inline styles, or scripts, that stand side by side need one element and one hash. */
function joinNeighbours(html: string): string {
  return html.replaceAll('</style><style>', '').replaceAll('</script><script>', ';');
}

function fileOf(pathname: string): string {
  if (pathname === '404/' || pathname === '404') return '404.html';
  return `${pathname}index.html`;
}
