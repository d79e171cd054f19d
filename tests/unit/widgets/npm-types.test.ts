import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { npmPackage, npmTypes } from '../../../widgets/build/npm-package.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** What a strict compiler says of a page's code beside the package's types. */
async function complaints(code: string): Promise<string[]> {
  const folder = await temporaryFolder();
  const types = join(folder.path, 'promo-widgets');
  await mkdir(types);
  for (const [name, text] of Object.entries(npmTypes())) await writeFile(join(types, name), text);
  const page = join(folder.path, 'page.tsx');
  await writeFile(page, code);
  const program = ts.createProgram([page], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    paths: {
      react: [join(process.cwd(), 'node_modules/@types/react/index.d.ts')],
      'react/jsx-runtime': [join(process.cwd(), 'node_modules/@types/react/jsx-runtime.d.ts')],
      csstype: [join(process.cwd(), 'node_modules/csstype/index.d.ts')],
    },
  });
  const found = ts.getPreEmitDiagnostics(program);
  await folder.remove();
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const imports = `import './promo-widgets/sign-up.js';
import { SignUp, WhereToBuy } from './promo-widgets/react.js';
`;

test('the types know the events of page and document, elements, methods and every attribute', async () => {
  const said = await complaints(`${imports}
document.addEventListener('promo:step', ({ detail }) => detail.step + detail.of);
window.addEventListener('promo:done', ({ detail }) => detail.form.length);
const element = document.createElement('promo-sign-up');
element.addEventListener('promo:handoff', (event) => event.preventDefault());
element.reset();
element.destroy();
export const component = (
  <SignUp campaign={19} className="form" style={{ margin: 0 }} id="cadastro" partner="loja-azul"
    prefill-name="Rosa" accent="#0a58ca" onDone={({ detail }) => detail.form.length} />
);
export const shops = <WhereToBuy campaign="19" heading="Lojas" />;
export const plain = <promo-sign-up campaign={19} scheme="dark" className="form" />;
`);
  expect(said).toEqual([]);
});

test('and refuse what is none', async () => {
  const said = await complaints(`${imports}
export const component = <SignUp isolation="quadro" onDone={(event) => event.detail.email} />;
export const shops = <WhereToBuy accent="#000" />;
`);
  expect(said.join()).toContain('"quadro"');
  expect(said.join()).toContain("'accent' does not exist");
  expect(said.join()).toContain("'email' does not exist");
});

test('every export is a file of the package, which says what it is and how it changes', async () => {
  const files = await npmPackage();
  const manifest = JSON.parse(files.get('package.json') ?? '');
  const targets = Object.values(manifest.exports).flatMap((each) => Object.values(Object(each)));
  for (const target of targets.filter((each) => String(each).length > 1))
    expect([...files.keys()]).toContain(String(target).replace('./', ''));
  expect(files.get('CHANGELOG.md')).toContain(`## ${manifest.version}`);
  for (const name of ['README.md', 'LICENSE']) expect(files.get(name)).toBeTruthy();
});
