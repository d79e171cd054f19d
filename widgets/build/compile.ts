import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, minifySync, type Plugin, type Rolldown } from 'vite';
import {
  pixels,
  plainDefaults,
  purgeUnused,
  type StylePlugin,
  scoped,
  withoutRules,
} from './guest-styles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Files = ReadonlyMap<string, string>;

/** Replaced by the campaign's data when a file is published. */
const placeholder = '__CAMPAIGN_DATA__';

const wrapper = `${root}widgets/npm/react.ts`;

/** Elements and forms in a page use only hooks and DOM events, nothing else of React. */
const preactAlone: Readonly<Record<string, string>> = {
  react: 'preact/hooks',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': `${root}widgets/page/preact-alone.ts`,
  '@nanostores/react': `${root}widgets/page/preact-alone.ts`,
};

const preactInWidgets: Plugin = {
  name: 'preact-in-widgets',
  enforce: 'pre',
  resolveId(id, importer) {
    // Only the site's own pages have a bot check.
    if (id.endsWith('/bot-check.ts')) return { id, external: true };
    const replacement = preactAlone[id];
    if (!replacement) return null;
    if (importer === wrapper) return { id, external: true };
    return this.resolve(replacement, importer, { skipSelf: true });
  },
};

/** Functions of superstruct and of contract/primitives.ts: what they made of an unused endpoint goes. */
const structMakers = [
  'any',
  'array',
  'boolean',
  'coerce',
  'define',
  'enums',
  'list',
  'maybe',
  'nonempty',
  'nullable',
  'number',
  'object',
  'optional',
  'record',
  'string',
  'type',
  'union',
];

export async function compileScript(name: string): Promise<Files> {
  return codeOf(await bundle({ input: { [name]: sourceOf(name) }, format: 'iife' }));
}

export const lazyModules = [
  ['problems', 'widgets/problems/explain.ts'],
  ['settings', 'widgets/page/follow-element.ts'],
  ['test', 'widgets/page/test-mode.ts'],
  ['shop-finder', 'src/features/where-to-buy/shop-finder.ts'],
] as const;

export async function compileLazyModule([
  name,
  path,
]: (typeof lazyModules)[number]): Promise<Files> {
  return codeOf(await bundle({ input: { [name]: root + path }, format: 'es' }));
}

/** Two modules: the bundler would cut some twenty, awaited one by one on a slow line. */
export async function compilePage(name: string): Promise<Files> {
  const entry = {
    input: { [`${name}-page`]: `${root}widgets/${name}/page.tsx` },
    format: 'es',
  } as const;
  const chunks = await bundle({ ...entry, styles: [withoutRules] });
  const lazyIds = lazilyLoaded(chunks);
  const groups = [
    { name: `${name}-page`, test: (id: string) => !lazyIds.has(id) },
    { name: `${name}-lazy`, test: (id: string) => lazyIds.has(id) },
  ];
  const styles = [pixels, purgeUnused(chunks.map(({ code }) => code)), scoped, plainDefaults];
  const files = codeOf(await bundle({ ...entry, styles, groups }));
  return new Map([...files].map(([file, code]) => [file, withoutHints(file, withRetry(code))]));
}

/** A browser may remember that an address failed, so the next try has another one. */
export function withRetry(code: string): string {
  const [load] = /import\(`\.\/[\w-]+-lazy-[\w-]+\.js`\)/.exec(code) ?? [];
  if (!load) return code;
  const next = load.replace('`)', '`+query)');
  return `${code.replaceAll(load, 'lazy()')};let query="",lazy=()=>${next}.catch(e=>{throw query+="?2",e})`;
}

/** The minifier of styles adds what light-dark() would need; forms in a page are always light. */
function withoutHints(file: string, code: string): string {
  const plain = code.replace(/--lightningcss-(?:light|dark):[^;}]*;/g, '');
  return minifySync(file, plain, { module: true }).code;
}

function lazilyLoaded(chunks: readonly Chunk[]): ReadonlySet<string> {
  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of atOnce) {
    for (const file of imports) atOnce.add(files.get(file) as Chunk);
  }
  return new Set(chunks.flatMap((chunk) => (atOnce.has(chunk) ? [] : chunk.moduleIds)));
}

export async function compileModules(names: readonly string[]): Promise<Files> {
  const input = Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
  const files = codeOf(await bundle({ input, format: 'es' }));
  return new Map([...files].map(([name, code]) => [name, withData(code, 'null')]));
}

function sourceOf(name: string): string {
  return name === 'react' ? wrapper : `${root}widgets/${name}/index.ts`;
}

type Chunk = Rolldown.OutputChunk;

async function bundle(entry: {
  input: Record<string, string>;
  format: 'iife' | 'es';
  styles?: StylePlugin[];
  groups?: { name: string; test(id: string): boolean }[];
}): Promise<Chunk[]> {
  const config: InlineConfig = {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [preactInWidgets],
    // The same bytes for any NODE_ENV.
    mode: 'production',
    oxc: { jsx: { development: false } },
    define: { CAMPAIGN_DATA: JSON.stringify(placeholder), 'process.env.NODE_ENV': '"production"' },
    css: { postcss: { plugins: entry.styles ?? [pixels] } },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: entry.input, formats: [entry.format], name: 'promo' },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        treeshake: { propertyReadSideEffects: false, manualPureFunctions: structMakers },
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          ...(entry.groups && {
            codeSplitting: { groups: entry.groups, includeDependenciesRecursively: false },
          }),
          minify: true,
        },
      },
    },
  };
  const result = await build(config);
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
}

function codeOf(chunks: readonly Chunk[]): Files {
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}

export function withData(code: string, json: string): string {
  const quoted = new RegExp(`(["'\`])${placeholder}\\1`, 'g');
  return code.replace(quoted, () => `'${json.replace(/[\\']/g, '\\$&')}'`);
}

/** A form's evergreen script reserves the campaign's height; a version, the sample's. */
export function withHeight(code: string, sample: number, campaign: number): string {
  const parts = code.split(`height:${sample}`);
  if (parts.length !== 2) throw new Error(`The script has ${parts.length - 1} heights to fill.`);
  return parts.join(`height:${campaign}`);
}
