import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packagesToInstall } from '../../../src/commands/install.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const astro = { 'node_modules/astro': { version: '7.3.5' } };
const vitest = { 'node_modules/vitest': { version: '5.1.0', dev: true } };
const systems = {
  'node_modules/@img/sharp-darwin-arm64': { version: '0.35.5', optional: true },
  'node_modules/fsevents': { version: '2.3.3', devOptional: true },
};
const wanted = { packages: { '': { version: '1.0.0' }, ...astro, ...vitest, ...systems } };
const older = { 'node_modules/astro': { version: '7.3.4' } };

/** What a start installs, and what tests do, over the packages that are there. */
function missing(there: Record<string, { version: string; dev?: boolean }> | null) {
  const installed = there && { packages: there };
  const packages = { wanted, installed };
  return {
    start: packagesToInstall({ ...packages, forTests: false }),
    tests: packagesToInstall({ ...packages, forTests: true }),
  };
}

test('a start on a fresh clone installs only the dependencies, and tests install everything', () => {
  expect(missing(null)).toEqual({ start: 'dependencies', tests: 'everything' });
  expect(missing({})).toEqual({ start: 'dependencies', tests: 'everything' });
});

test('tests after a start install what is missing, and nothing is installed after them', () => {
  expect(missing(astro)).toEqual({ start: 'nothing', tests: 'everything' });
  expect(missing({ ...astro, ...vitest })).toEqual({ start: 'nothing', tests: 'nothing' });
});

test('another version is missing too, and bringing it removes nothing that tests need', () => {
  expect(missing(older)).toEqual({ start: 'dependencies', tests: 'everything' });
  expect(missing({ ...older, ...vitest })).toEqual({ start: 'everything', tests: 'everything' });
});

test('packages that the lock file no longer names do no harm', () => {
  const left = { 'node_modules/left': { version: '1.0.0' } };
  expect(missing({ ...astro, ...left })).toEqual({ start: 'nothing', tests: 'everything' });
});

test('the code that builds and runs imports no package that only tests have', () => {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const forTests = new Set(Object.keys(manifest.devDependencies));
  const files = globSync(['astro.config.mjs', '{src,widgets}/**/*.{ts,tsx,mjs,astro,css}'], {
    cwd: root,
    // The command that runs the tests, the script that cuts a new font by hand, types, and guides,
    // which name the frameworks of embedders.
    exclude: ['src/commands/*.mjs', 'src/ui/fonts/*', 'src/*.d.ts', 'widgets/guides/*'],
  });
  const named = files.flatMap((file) => {
    const texts = readFileSync(`${root}${file}`, 'utf8').matchAll(/(['"])((?:@[\w-]+\/)?[\w.-]+)/g);
    return [...texts].flatMap(([, , name = '']) =>
      forTests.has(name) ? [`${file}: ${name}`] : [],
    );
  });
  expect(named).toEqual([]);
  expect(manifest.dependencies).toHaveProperty('node');
});
