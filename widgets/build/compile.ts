import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { pixels, scoped } from './guest-styles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Code of a file by its name. */
export type Files = ReadonlyMap<string, string>;

/** Stands where the campaign's data go when a file is published. */
const dataMark = '__CAMPAIGN_DATA__';

const small = `${root}widgets/where-to-buy/small-react.ts`;

/** The one file that is for people's own React. */
const wrapper = `${root}widgets/npm/react.ts`;

/** Components are written in React; browsers run the carousel on the core of Preact. */
const smallReact: Plugin = {
  name: 'small-react',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^(?:react|nanostores|@nanostores\/react)(?:$|[-/])/.test(id)) return null;
    return importer === wrapper ? { id, external: true } : small;
  },
};

/** Forms in a page need more of it: preact/compat, and nanostores without its global. */
const compat: Plugin = {
  name: 'compat',
  enforce: 'pre',
  resolveId(id, importer) {
    const part = { react: '', 'react-dom/client': '/client', 'react/jsx-runtime': '/jsx-runtime' }[
      id
    ];
    if (part === undefined) return null;
    return this.resolve(`@preact/compat${part}`, importer, { skipSelf: true });
  },
  transform: (code, id) =>
    id.includes('/nanostores/') ? code.replace(/globalThis\.nanostoresGlobal \|\|=/, '') : null,
};

/** One script with everything in it, as a page loads it by a tag. */
export function compileScript(name: string): Promise<Files> {
  return compile({ input: { [name]: sourceOf(name) }, format: 'iife', plugin: smallReact });
}

/** A form to be drawn in a page: a module that brings what is seen, and others for what is done. */
export function compilePage(name: string): Promise<Files> {
  const input = { [`${name}-page`]: `${root}widgets/${name}/page.tsx` };
  return compile({ input, format: 'es', plugin: compat, alone: true });
}

/** Modules that share what they have in common, as bundlers take them. */
export async function compileModules(names: readonly string[]): Promise<Files> {
  const input = Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
  const files = await compile({ input, format: 'es', plugin: smallReact });
  return new Map([...files].map(([name, code]) => [name, withData(code, 'null')]));
}

function sourceOf(name: string): string {
  return name === 'react' ? wrapper : `${root}widgets/${name}/index.ts`;
}

async function compile(entry: {
  input: Record<string, string>;
  format: 'iife' | 'es';
  plugin: Plugin;
  /** A form in a page: one file, and styles that hold inside it alone. */
  alone?: boolean;
}): Promise<Files> {
  const config: InlineConfig = {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [entry.plugin],
    // The same bytes whatever NODE_ENV says.
    mode: 'production',
    oxc: { jsx: { development: false } },
    define: { CAMPAIGN_DATA: JSON.stringify(dataMark), 'process.env.NODE_ENV': '"production"' },
    css: { postcss: { plugins: entry.alone ? [pixels, scoped] : [pixels] } },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      // Names no file of ours, but keeps what entries export, and imports as they are written.
      lib: { entry: entry.input, formats: [entry.format], name: 'promo' },
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: !entry.alone,
          minify: true,
        },
      },
    },
  };
  const result = await build(config);
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}

/** Puts JSON in the place that the compiled code keeps for it, as the text that it parses. */
export function withData(code: string, json: string): string {
  const place = new RegExp(`(["'\`])${dataMark}\\1`, 'g');
  return code.replace(place, () => `'${json.replace(/[\\']/g, '\\$&')}'`);
}
