import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { npmPackage } from '../../../widgets/build/npm-package.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** What a strict compiler says of files in a project that has installed the package and React. */
export async function complaints(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await temporaryFolder();
  const write = async (name: string, text: string) => {
    const path = join(folder.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  };
  for (const [name, text] of await npmPackage()) {
    if (/\.d\.ts$|\.json$/.test(name)) await write(`node_modules/promo-widgets/${name}`, text);
  }
  const sources = Object.entries({ ...files, 'others.d.ts': others });
  const paths = await Promise.all(sources.map(([name, text]) => write(name, text)));
  const installed = (path: string) => [join(process.cwd(), 'node_modules', path)];
  const program = ts.createProgram(paths, {
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    paths: {
      react: installed('@types/react/index.d.ts'),
      'react/jsx-runtime': installed('@types/react/jsx-runtime.d.ts'),
      csstype: installed('csstype/index.d.ts'),
      vite: installed('vite/dist/node/index.d.ts'),
    },
  });
  const found = ts.getPreEmitDiagnostics(program);
  await folder.remove();
  return found.map(
    ({ file, messageText }) =>
      `${file ? basename(file.fileName) : ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
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
