import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const report = process.env.TEST_REPORT;
const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig<object, { browserKind: string }>({
  testDir: fromHere('.'),
  globalSetup: [fromHere('../support/empty-database.ts'), fromHere('../e2e/build-sites.ts')],
  outputDir: fromHere('../../test-results/browsers'),
  // One of each: a browser, the gateways it visits and their reader of pictures start once.
  projects: ['Firefox', 'WebKit'].map((name) => ({
    name,
    workers: 1,
    use: { browserKind: name, reducedMotion: 'reduce' },
  })),
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000, intervals: [50, 100, 200] } },
  forbidOnly: true,
  retries: 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
});
