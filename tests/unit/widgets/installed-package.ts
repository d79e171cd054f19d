import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npmPackage } from '../../../widgets/build/npm-package.ts';
import { temporaryFolder } from '../../support/folder.ts';

const installed = (path: string) => [join(process.cwd(), 'node_modules', path)];

const compilerOptions = {
  strict: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  jsx: 'react-jsx',
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  paths: {
    react: installed('@types/react/index.d.ts'),
    'react/jsx-runtime': installed('@types/react/jsx-runtime.d.ts'),
    csstype: installed('csstype/index.d.ts'),
    vite: installed('vite/dist/node/index.d.ts'),
  },
};

/** What a strict compiler says of files in a project that has installed the package and React. */
export async function complaints(sources: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  const write = async (name: string, text: string) => {
    const path = join(folder.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  for (const [name, text] of await npmPackage()) {
    if (/\.d\.ts$|\.json$/.test(name)) await write(`node_modules/promo-widgets/${name}`, text);
  }
  const written = { ...sources, 'others.d.ts': others };
  for (const [name, text] of Object.entries(written)) await write(name, text);
  const files = Object.keys(written);
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const said = await compile(folder.path);
  await folder.remove();
  return said;
}

/** The native compiler, which takes a third of the time of the one in JavaScript. */
function compile(cwd: string): Promise<string> {
  const [tsc = ''] = installed('typescript-native/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile('node', [tsc, '--singleThreaded'], { cwd }, (error, said) => {
      // A compiler that complains says why.
      if (error && said === '') reject(error);
      else resolve(said);
    });
  });
}

/** What guides use of other people's code that the project does not have. */
const others = `interface Window { dataLayer: object[] }
declare module '@vitejs/plugin-vue' {
  interface Options {
    template?: { compilerOptions?: { isCustomElement?: (tag: string) => boolean } };
  }
  export default function vue(options?: Options): import('vite').Plugin;
}
`;
