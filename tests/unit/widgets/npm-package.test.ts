import { checkPackage, Package } from '@arethetypeswrong/core';
import { parseTar } from 'nanotar';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { npmPackage, packedPackage } from '../../../widgets/build/npm-package.ts';

test('every export is a file of the package, and the package has a README and a changelog', async () => {
  const files = await npmPackage();
  const manifest = JSON.parse(files.get('package.json') ?? '');
  const targets = Object.values(manifest.exports).flatMap((each) => Object.values(Object(each)));
  for (const target of targets.filter((each) => String(each).length > 1))
    expect([...files.keys()]).toContain(String(target).replace('./', ''));
  expect(files.get('CHANGELOG.md')).toContain(`## ${manifest.version}`);
  const readme = files.get('README.md') ?? '';
  for (const part of ['### React', '### Next.js', '### Políticas estritas', '`v1` continua'])
    expect(readme).toContain(part);
  expect(readme).not.toMatch(/\{\{(?:widgets|guias|versões)/);
  expect(files.get('LICENSE')).toBeTruthy();
});

test('publint finds nothing to say of the package', async () => {
  const files = [...(await npmPackage())].map(([name, data]) => ({ name: `p/${name}`, data }));
  const { messages, pkg } = await publint({ pack: { files }, pkgDir: 'p' });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('each export has its types for every module resolution', async () => {
  const files = [...(await npmPackage())].map(
    ([name, text]) => [`/node_modules/promo-widgets/${name}`, text] as const,
  );
  const analysis = await checkPackage(
    new Package(Object.fromEntries(files), 'promo-widgets', '1.0.0'),
  );
  const entrypoints = Object.keys(analysis.types ? analysis.entrypoints : {});
  expect(entrypoints).toEqual(expect.arrayContaining(['./react', './sign-up', './events']));
  const problems = analysis.types ? analysis.problems : [];
  // Modules alone, on purpose: a script that is required finds them in Node 22 and later.
  expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
});

test('an embedder’s bundler seeks no module that only the promotion’s site has', async () => {
  const code = [...(await npmPackage())].filter(([name]) => name.endsWith('.js'));
  const imports = code.flatMap(([, text]) => text.match(/\bimport\([^)]*/g) ?? []);
  const addresses = imports.filter((each) => each.includes('${'));
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses)
    expect(address).toMatch(/webpackIgnore: true \*\/\s*\/\* @vite-ignore/);
  for (const own of imports.filter((each) => !each.includes('${')))
    expect(own).toMatch(/import\([`'"]\.\//);
});

test('npm installs the package from one file, whose bytes depend on nothing else', async () => {
  const files = await npmPackage();
  const packed = packedPackage(files);
  expect(packedPackage(files)).toBe(packed);
  const unpacked = parseTar(new TextEncoder().encode(packed));
  expect(new Map(unpacked.map(({ name, text }) => [name, text]))).toEqual(
    new Map([...files].map(([name, text]) => [`package/${name}`, text])),
  );
});
