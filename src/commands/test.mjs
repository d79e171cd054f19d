import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  environment,
  installBrowser,
  installEngines,
  installPackages,
  installTesseract,
  root,
  unpackNginx,
} from './prepare.mjs';

const results = resolve(root, 'test-results');
// What tests write aside goes with them, also when they are cut short: a database is 41 MB.
const temporary = mkdtempSync(join(tmpdir(), 'promo-tests-'));
// PostgreSQL refuses to run as root; the user it runs as instead has to reach its files.
chmodSync(temporary, 0o755);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const totals = { passed: 0, failed: 0 };
const aside = { isAside: true };

installPackages({ forTests: true });
installBrowser();
installTesseract();
const engines = installEngines();
unpackNginx();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// Checks and builds go on beside the tests that need neither: those leave a processor to spare.
await Promise.all([testInProcess(), checkText().then(checkTypes).then(buildSites)]);
await count(
  'browser tests',
  'playwright',
  ['test', '--config', 'tests/playwright.config.ts'],
  ofJourneys,
);
if (engines.there.length > 0) {
  await count(
    `journeys in ${engines.there.join(' and ')}`,
    'playwright',
    ['test', '--config', 'tests/browsers/playwright.config.ts', '--project', ...engines.there],
    ofJourneys,
  );
}

for (const name of engines.missing) console.log(`${name}: skipped, no driver on this machine`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

async function checkText() {
  await check('lint and format', 'biome', ['check', '--error-on-warnings', '.'], aside);
  const rules = ['--config', '.dependency-cruiser.mjs', 'src', 'widgets'];
  await check('imports', 'depcruise', rules, aside);
}

/** Before a build begins: both write what Astro generates for them. */
async function checkTypes() {
  await check('types', 'astro', ['check', '--minimumFailingSeverity', 'warning'], aside);
}

async function testInProcess() {
  await count(
    'unit and gateway tests',
    'vitest',
    ['run', '--config', 'tests/vitest.config.ts'],
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numTotalTests - report.numPassedTests,
    }),
  );
}

async function buildSites() {
  await check('build', 'node', ['src/commands/build.ts', '--silent'], aside);
  await check('size', 'size-limit', [], aside);
  await check('sites of the browser tests', 'node', ['tests/e2e/build-sites.ts'], aside);
}

async function check(name, program, parameters, options) {
  const status = await runToEnd(name, program, parameters, options);
  totals[status === 0 ? 'passed' : 'failed'] += 1;
}

async function count(name, program, parameters, read) {
  const file = resolve(results, `${name.replaceAll(' ', '-')}.json`);
  const variables = { TEST_REPORT: file };
  const status = await runToEnd(name, program, parameters, { variables });
  const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')));
  totals.passed += passed;
  // A runner may fail outside any test; that must not read as success.
  totals.failed += failed === 0 && status !== 0 ? 1 : failed;
}

/** The exit code of a program that runs to its end; one that runs aside shows its output then. */
async function runToEnd(name, program, parameters, { variables = {}, isAside = false } = {}) {
  if (!isAside) console.log(`\n# ${name}`);
  const running = spawn(program, parameters, {
    cwd: root,
    stdio: ['ignore', isAside ? 'pipe' : 'inherit', isAside ? 'pipe' : 'inherit'],
    env: environment({
      ...variables,
      TMPDIR: temporary,
      // Dozens of gateways start and end: the next one finds what Node compiled for the one before.
      NODE_COMPILE_CACHE: join(temporary, 'compiled'),
    }),
  });
  const shown = [];
  running.stdout?.on('data', (part) => shown.push(part));
  running.stderr?.on('data', (part) => shown.push(part));
  const [status] = await once(running, 'close');
  if (isAside) console.log(`\n# ${name}\n${Buffer.concat(shown)}`);
  return status;
}

function ofJourneys({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}
