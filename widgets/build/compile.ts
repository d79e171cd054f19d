import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { pixels, purgeUnused, type StylePlugin, scoped } from './guest-styles.ts';
import { lateParts } from './late-parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Code of a file by its name. */
export type Files = ReadonlyMap<string, string>;

/** Stands where the campaign's data go when a file is published. */
const dataMark = '__CAMPAIGN_DATA__';

/** The one file that is for people's own React. */
const wrapper = `${root}widgets/npm/react.ts`;

/** Components are written in React; in a page of somebody else's they run on the core of Preact. */
const coreReact: Plugin = {
  name: 'core-react',
  enforce: 'pre',
  resolveId(id, importer) {
    // Only the site's own pages have a bot check.
    if (id.endsWith('/bot-check.ts')) return { id, external: true };
    if (!/^(?:react|nanostores|@nanostores\/react)(?:$|[-/])/.test(id)) return null;
    return importer === wrapper ? { id, external: true } : `${root}widgets/runtime/core-react.ts`;
  },
};

/** One script with everything in it, as a page loads it by a tag. */
export function compileScript(name: string): Promise<Files> {
  return bundle({ input: { [name]: sourceOf(name) }, format: 'iife' }).then(codeOf);
}

/**
 * A form to be drawn in a page: one module with all that nearly every campaign shows, one with the
 * other parts, and one with what is done; both are asked for when they are needed.
 */
export async function compilePage(name: string): Promise<Files> {
  const input = { [`${name}-page`]: `${root}widgets/${name}/page.tsx` };
  const form = { input, format: 'es', plugins: [lateParts] } as const;
  const chunks = await bundle({ ...form, styles: [pixels, scoped] });
  const drawn = drawnFirst(chunks);
  const groups = [
    { name: `${name}-page`, test: (id: string) => drawn.has(id) },
    { name: `${name}-parts`, test: (id: string) => !drawn.has(id) && isSeen(id) },
    { name: `${name}-later`, test: (id: string) => !drawn.has(id) && !isSeen(id) },
  ];
  const styles = [pixels, purgeUnused(codeWithoutStyles(chunks)), scoped];
  return codeOf(await bundle({ ...form, styles, groups }));
}

const isSeen = (id: string) => /\.tsx$|\/part-styles\.ts$|\.css(\?|$)/.test(id);

function codeWithoutStyles(chunks: readonly Chunk[]): string {
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .flatMap(([id, { code }]) => (id.includes('.css') ? [] : (code ?? '')))
    .join('\n');
}

/** The modules of an entry and of what it imports at once. */
function drawnFirst(chunks: readonly Chunk[]): ReadonlySet<string> {
  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const visit = ({ imports, moduleIds }: Chunk): string[] => [
    ...moduleIds,
    ...imports.flatMap((file) => visit(files.get(file) as Chunk)),
  ];
  return new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(visit));
}

/** Modules that share what they have in common, as bundlers take them. */
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
  plugins?: readonly Plugin[];
  styles?: StylePlugin[];
  groups?: { name: string; test(id: string): boolean }[];
}): Promise<Chunk[]> {
  const config: InlineConfig = {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [coreReact, ...(entry.plugins ?? [])],
    // The same bytes whatever NODE_ENV says.
    mode: 'production',
    oxc: { jsx: { development: false } },
    define: { CAMPAIGN_DATA: JSON.stringify(dataMark), 'process.env.NODE_ENV': '"production"' },
    css: { postcss: { plugins: entry.styles ?? [pixels] } },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      // Names no file of ours, but keeps what entries export, and imports as they are written.
      lib: { entry: entry.input, formats: [entry.format], name: 'promo' },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
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

/** Puts JSON in the place that the compiled code keeps for it, as the text that it parses. */
export function withData(code: string, json: string): string {
  const place = new RegExp(`(["'\`])${dataMark}\\1`, 'g');
  return code.replace(place, () => `'${json.replace(/[\\']/g, '\\$&')}'`);
}
