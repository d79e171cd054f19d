import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { filesOf } from './page-weight.ts';

export const contentPages = [
  'index.html',
  'faq/index.html',
  'regulamento/index.html',
  'privacidade/index.html',
  'em-breve/index.html',
  '404.html',
];

/** Brotli bytes of what each page fetches before anyone touches it. */
export function measureSizes(): Record<string, { page: number; scripts: number }> {
  return Object.fromEntries(
    [...contentPages, 'entrar/index.html', 'nova-nota/index.html', 'minhas-notas/index.html'].map(
      (name) => {
        const { html, styles, scripts } = filesOf(name);
        return [name, { page: weigh([html, ...styles]), scripts: weigh(scripts) }];
      },
    ),
  );
}

/** Brotli bytes of each widget's scripts; `-page` is a form in the document of a page. */
export function measureWidgets(): Record<string, number> {
  return Object.fromEntries(
    globSync('dist/widgets/v1/*.js').map((file) => [basename(file), weigh([file])]),
  );
}

function weigh(files: string[]): number {
  return files.reduce((total, file) => total + brotliCompressSync(readFileSync(file)).length, 0);
}
