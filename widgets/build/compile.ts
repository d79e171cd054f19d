import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Code of a file by its name. */
export type Files = ReadonlyMap<string, string>;

/** Stands where the campaign's data go when a file is published. */
export const dataMark = '__CAMPAIGN_DATA__';

const small = `${root}widgets/where-to-buy/small-react.ts`;

/** Components are written in React; browsers run the carousel on the core of Preact. */
const smallReact: Plugin = {
  name: 'small-react',
  enforce: 'pre',
  resolveId: (id) => (/^(?:react|nanostores|@nanostores\/react)(?:$|[-/])/.test(id) ? small : null),
};

/** One script with everything in it, as a page loads it by a tag. */
export function compileScript(name: string): Promise<Files> {
  return compile({ input: { [name]: `${root}widgets/${name}/index.ts` }, format: 'iife' });
}

async function compile(entry: {
  input: Record<string, string>;
  format: 'iife' | 'es';
}): Promise<Files> {
  const config: InlineConfig = {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [smallReact],
    define: { CAMPAIGN_DATA: JSON.stringify(dataMark), 'process.env.NODE_ENV': '"production"' },
    css: {
      transformer: 'lightningcss',
      lightningcss: { visitor: { Length: pixels } },
    },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: entry.input,
        output: { format: entry.format, entryFileNames: '[name].js' },
      },
    },
  };
  const result = await build(config);
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}

/** A page may have given the rem another size. */
function pixels({ unit, value }: { unit: string; value: number }) {
  return unit === 'rem' ? { unit: 'px' as const, value: value * 16 } : undefined;
}
