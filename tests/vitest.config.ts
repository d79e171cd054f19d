import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Each file of these has modules of its own: stores keep what happened in them. */
const stores =
  'tests/unit/{client,features,inline,integrations,layouts,pages,ui,widgets}/**/*.test.{ts,tsx}';

/**
 * Those whose first line asks for a page. Among the others each would have its worker end and a new
 * one begin, which loads the gateway and opens a database once more.
 */
const withPage = globSync(stores, { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').startsWith('// @vitest-environment happy-dom'),
);

/**
 * What keeps nothing of a page: Node loads it as it does in production, once per worker, also for
 * files with modules of their own, and with it the database that `openGateway` keeps for its next
 * caller.
 */
const loadedOnce = [
  /\/src\/(campaign|contract|gateway|rules)\//,
  /\/tests\/support\/(?!reset-modules|site-environment|page-environment|signed-in-host|signed-out-device|redeem-page|memory-records|verifier-script|readers-page|wait-for)/,
];

export default defineConfig({
  root,
  test: {
    globalSetup: ['tests/support/empty-database.ts', 'tests/support/postgres.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    server: { deps: { external: loadedOnce } },
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'stores',
          include: [stores],
          exclude: withPage,
          isolate: false,
          setupFiles: 'tests/support/reset-modules.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'stores on a page',
          include: withPage,
          isolate: false,
          // A link to a style sheet says that it has loaded, though nothing is fetched.
          css: { include: /[?]url$/ },
          environmentOptions: {
            happyDOM: {
              settings: { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true },
            },
          },
          setupFiles: 'tests/support/reset-modules.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'rules and gateway',
          include: ['tests/{unit,gateway}/**/*.test.{ts,tsx}'],
          exclude: [stores],
          isolate: false,
        },
      },
    ],
  },
});
