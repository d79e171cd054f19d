import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

/** Each file of these has modules of its own: stores keep what happened in them. */
const stores = 'tests/unit/{client,features,layouts,ui,widgets}/**/*.test.{ts,tsx}';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    globalSetup: 'tests/support/empty-database.ts',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
    projects: [
      { extends: true, test: { name: 'stores', include: [stores] } },
      {
        extends: true,
        test: {
          name: 'rules and gateway',
          include: ['tests/{unit,gateway}/**/*.test.{ts,tsx}'],
          exclude: [stores],
          // Loaded once per worker, with the database that `openGateway` keeps for its next caller.
          isolate: false,
        },
      },
    ],
  },
});
