import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  license?: string;
  integrity?: string;
  dev?: boolean;
}

const root = new URL('../../', import.meta.url);
const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const packages = Object.entries<Package>(lock.packages).filter(([path]) => path !== '');

/** Licences that ask for no more than to be named. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
];

/** Licences that ask for more, and packages that have them; the README says how it is met. */
const named: Readonly<Record<string, RegExp>> = {
  'LGPL-3.0': /^libheif-js$/,
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'MPL-2.0': /^lightningcss/,
};

test('shipped packages have only the licences listed here', () => {
  const unknown = packages
    .filter(([, { dev }]) => !dev)
    .map(([path, { license = 'none' }]) => ({ name: nameOf(path), license }))
    .filter(({ name, license }) => !choices(license).some((all) => all.every(isFine(name))));
  expect(unknown).toEqual([]);
});

test('the README names every licence that asks for more', () => {
  const readme = readFileSync(new URL('README.md', root), 'utf8');
  for (const licence of Object.keys(named)) expect(readme).toContain(licence);
});

test('every package of the lock file has a hash', () => {
  expect(packages.length).toBeGreaterThan(300);
  for (const [path, { integrity }] of packages) {
    expect.soft(integrity, path).toMatch(/^sha512-/);
  }
});

test('every package has one exact version', () => {
  const dependencies: [string, string][] = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  });
  // A second version of a package stands under a name of its own: `npm:`, what it is, and one version.
  const one = /^(?:npm:[\w./-]+@)?\d+\.\d+\.\d+[\w.-]*$/;
  for (const [name, version] of dependencies) expect.soft(version, name).toMatch(one);
});

test('the parts of Firebase that pages import are those of the package that is named', () => {
  const parts: Record<string, string> = lock.packages['node_modules/firebase'].dependencies;
  for (const name of ['@firebase/app', '@firebase/auth']) {
    expect.soft(manifest.dependencies[name], name).toBe(parts[name]);
  }
});

/** The licences of an SPDX expression: one of the lists, all of a list. */
function choices(expression: string): string[][] {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .map((all) => all.split(' AND '));
}

function isFine(name: string): (licence: string) => boolean {
  return (licence) => permissive.includes(licence) || named[licence]?.test(name) === true;
}

function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, '');
}
