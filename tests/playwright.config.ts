import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { stillBrowserOptions } from './support/browser.ts';

const report = process.env.TEST_REPORT;
const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  testDir: fromHere('./e2e'),
  globalSetup: [fromHere('./support/empty-database.ts'), fromHere('./e2e/build-sites.ts')],
  outputDir: fromHere('../test-results/browser'),
  workers: 2,
  fullyParallel: true,
  timeout: 150_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 390, height: 844 },
    // Movements cost more of the processor than what they move; journeys about them ask for them.
    reducedMotion: 'reduce',
    // Tests that hold up or change answers see none that a service worker gives; one test allows it.
    serviceWorkers: 'block',
    launchOptions: stillBrowserOptions,
  },
});
