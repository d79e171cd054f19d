import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** Components are written for React; browsers run them on Preact, which is a tenth as large. */
const preactForReact: Readonly<Record<string, string>> = {
  react: '@preact/compat',
  'react-dom': '@preact/compat',
  'react-dom/client': '@preact/compat/client',
  'react/jsx-runtime': '@preact/compat/jsx-runtime',
};

const hydrator = '/src/integrations/yielding-hydrator.ts';

export const preactInBrowser: Plugin = {
  name: 'preact-in-browser',
  enforce: 'pre',
  apply: 'build',
  async resolveId(id, importer = '') {
    if (this.environment.name !== 'client') return null;
    const replacement = replacementFor(id, importer);
    return replacement ? this.resolve(replacement, importer, { skipSelf: true }) : null;
  },
};

function replacementFor(id: string, importer: string): string | undefined {
  if (id === 'react' && importer.includes('react-google-recaptcha-v3')) {
    return '/src/client/recaptcha-react.ts';
  }
  if (id === '@astrojs/react/client.js' && !importer.endsWith(hydrator)) return hydrator;
  return preactForReact[id];
}

export function clientTouch(): AstroIntegration {
  return {
    name: 'client-touch',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'touch', entrypoint: './src/integrations/touch-directive.ts' }),
    },
  };
}

/** Loads at the first touch, because most visitors of an embedder's page never touch the frame. */
declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}

export type Imports = Map<string, string[]>;

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

/** Links the scripts of `client:load` islands early, so that the browser fetches them together. */
export function preloadIslands(html: string, imports: Imports): string {
  const islands = html.match(/<astro-island[^>]*client="load"[^>]*>/g) ?? [];
  const entries = islands.flatMap((tag) =>
    [...tag.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, address = '']) => address),
  );
  const files = new Set(entries.flatMap((entry) => withImports(entry, imports)));
  const links = [...files].map((file) => `<link rel="modulepreload" href="${file}">`);
  return html.replace(/<link|<\/head>/, (tag) => links.join('') + tag);
}

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
