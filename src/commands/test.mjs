import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  environment,
  installBrowser,
  installOtherBrowsers,
  installPackages,
  installTesseract,
  root,
  unpackNginx,
} from './install.mjs';

const results = resolve(root, 'test-results');
// Files that tests write are removed with them, even when interrupted: a database is 27 MB.
const temporary = mkdtempSync(join(tmpdir(), 'promo-tests-'));
// PostgreSQL refuses to run as root; the user it runs as instead has to reach its files.
chmodSync(temporary, 0o755);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const totals = { passed: 0, failed: 0 };
/** Names of the parts that failed, whose output is mixed with the others'. */
const failedParts = [];

installPackages({ forTests: true });
installBrowser();
installTesseract();
const otherBrowsers = installOtherBrowsers();
unpackNginx();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// Firefox and WebKit leave no processor idle while Vitest runs. Beside Chromium only checks run, in
// the time that it leaves: beside other work, pages with a timeout of two seconds would miss it.
await Promise.all([testInProcess(), buildSites().then(testInOtherBrowsers)]);
await Promise.all([testInChromium(), checkText().then(checkTypes)]);

for (const name of otherBrowsers.missing)
  console.log(`${name}: skipped, no driver on this machine`);
if (failedParts.length > 0) console.log(`failed: ${failedParts.join(', ')}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

async function buildSites() {
  await check('build', 'node', ['src/commands/build.ts', '--silent']);
  await check('size', 'size-limit', []);
  // With more room for new objects Node collects garbage less often, which is a tenth of the work.
  await check('sites', 'node', ['--max-semi-space-size=64', 'tests/e2e/build-sites.ts']);
}

async function checkText() {
  await checkAside('lint', 'biome', ['check', '--error-on-warnings', '.']);
  const rules = ['--config', '.dependency-cruiser.mjs', 'src', 'widgets'];
  await checkAside('imports', 'depcruise', rules);
}

/** Astro's checker reads the pages, the native one all else, in one thread: each would infer most types anew. */
async function checkTypes() {
  const types = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--singleThreaded'];
  await checkAside('types', 'node', types);
  const pages = ['--tsconfig', 'tests/tsconfig.astro.json'];
  await checkAside('pages', 'astro', ['check', ...pages, '--minimumFailingSeverity', 'warning']);
}

async function testInProcess() {
  await count('vitest', 'vitest', ['run', '--config', 'tests/vitest.config.ts'], (report) => ({
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests,
  }));
}

async function testInChromium() {
  await countJourneys('chromium', ['--config', 'tests/playwright.config.ts']);
}

async function testInOtherBrowsers() {
  if (otherBrowsers.there.length === 0) return;
  const projects = ['--project', ...otherBrowsers.there];
  await countJourneys('browsers', ['--config', 'tests/browsers/playwright.config.ts', ...projects]);
}

async function checkAside(name, program, parameters) {
  await check(name, 'nice', ['-n', '19', program, ...parameters]);
}

async function check(name, program, parameters) {
  const status = await runToEnd(name, program, parameters);
  add(name, status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

async function countJourneys(name, parameters) {
  await count(name, 'playwright', ['test', ...parameters], ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  }));
}

async function count(name, program, parameters, read) {
  const file = resolve(results, `${name}.json`);
  const status = await runToEnd(name, program, parameters, { TEST_REPORT: file });
  // A runner may fail outside any test, or write no report; neither may count as success.
  const missing = { passed: 0, failed: 1 };
  const { passed, failed } = existsSync(file) ? read(JSON.parse(readFileSync(file))) : missing;
  add(name, { passed, failed: failed === 0 && status !== 0 ? 1 : failed });
}

function add(name, { passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
  if (failed > 0) failedParts.push(name);
}

/** The exit code of a program that runs to its end; each line of output begins with its name. */
async function runToEnd(name, program, parameters, variables = {}) {
  const began = performance.now();
  const running = spawn(program, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({
      ...variables,
      TMPDIR: temporary,
      // Node runs TypeScript itself; Playwright's compiler starts over in every fresh clone.
      PW_DISABLE_TS_ESM: '1',
      // Dozens of gateways start and end: the next one finds what Node compiled for the one before.
      NODE_COMPILE_CACHE: join(temporary, 'compiled'),
    }),
  });
  for (const output of [running.stdout, running.stderr]) {
    createInterface({ input: output }).on('line', (line) => console.log(`${name} | ${line}`));
  }
  const [status] = await once(running, 'close');
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${name} | ended with ${status} after ${seconds} s`);
  return status;
}
