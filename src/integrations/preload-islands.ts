/** Files that a chunk imports at once, by its file name inside the output. */
export type Imports = Map<string, string[]>;

/** A Vite plugin that remembers, while the browser's files are written, who imports whom. */
export function rememberImports(imports: Imports) {
  return {
    name: 'remember-imports',
    generateBundle(_: unknown, bundle: Record<string, { type: string; imports?: string[] }>) {
      for (const [fileName, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk') imports.set(fileName, chunk.imports ?? []);
      }
    },
  };
}

/**
 * Names the scripts of a page's `client:load` islands early in its head, so that the browser fetches
 * them together instead of discovering them one after another.
 */
export function preloadIslands(html: string, imports: Imports): string {
  const islands = html.match(/<astro-island[^>]*client="load"[^>]*>/g) ?? [];
  const entries = islands.flatMap((tag) =>
    [...tag.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, address = '']) => address),
  );
  const files = new Set(entries.flatMap((entry) => withImports(entry, imports)));
  const links = [...files].map((file) => `<link rel="modulepreload" href="${file}">`);
  return html.replace(/<link|<\/head>/, (place) => links.join('') + place);
}

/** An entry's address and those of everything it imports, on the same asset host. */
function withImports(address: string, imports: Imports): string[] {
  const at = address.lastIndexOf('_astro/');
  const host = address.slice(0, at);
  const seen = new Set<string>();
  const visit = (fileName: string) => {
    if (seen.has(fileName)) return;
    seen.add(fileName);
    for (const next of imports.get(fileName) ?? []) visit(next);
  };
  visit(address.slice(at));
  return [...seen].map((fileName) => host + fileName);
}
