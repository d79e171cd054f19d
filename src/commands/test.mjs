import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  environment,
  installBrowser,
  installEngines,
  installPackages,
  root,
  run,
  unpackNginx,
} from './prepare.mjs';

const results = resolve(root, 'test-results');
const totals = { passed: 0, failed: 0 };

installPackages({ forTests: true });
installBrowser();
const engines = installEngines();
unpackNginx();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

check('types', 'astro', ['check', '--minimumFailingSeverity', 'warning']);
check('lint and format', 'biome', ['check', '--error-on-warnings', '.']);
check('imports', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'src', 'widgets']);
count(
  'unit and gateway tests',
  'vitest',
  ['run', '--config', 'tests/vitest.config.ts'],
  (report) => ({
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests,
  }),
);
run('node', ['src/commands/build.ts', '--silent']);
check('size', 'size-limit', []);
count(
  'browser tests',
  'playwright',
  ['test', '--config', 'tests/playwright.config.ts'],
  ofJourneys,
);
if (engines.there.length > 0) {
  count(
    `journeys in ${engines.there.join(' and ')}`,
    'playwright',
    ['test', '--config', 'tests/browsers/playwright.config.ts', '--project', ...engines.there],
    ofJourneys,
  );
}

for (const name of engines.missing) console.log(`${name}: skipped, no driver on this machine`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

/** Runs a check that either holds or does not. */
function check(name, program, parameters) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  });
  totals[status === 0 ? 'passed' : 'failed'] += 1;
}

/** Runs a test runner and adds up what its JSON report says. */
function count(name, program, parameters, read) {
  console.log(`\n# ${name}`);
  const file = resolve(results, `${name.replaceAll(' ', '-')}.json`);
  const { status } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: environment({ TEST_REPORT: file }),
  });
  const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')));
  totals.passed += passed;
  // A runner may fail outside any test; that must not read as success.
  totals.failed += failed === 0 && status !== 0 ? 1 : failed;
}

/** What a report of Playwright's says. */
function ofJourneys({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}
