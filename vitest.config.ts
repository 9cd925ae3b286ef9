import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import notOnCitus from './.scripts/not-on-citus.json' with { type: 'json' }

/** Tests that start processes of their own, and keep them while their file runs. */
const processes = ['src/server/database/embedded/*.test.ts']

/** Tests of what only a database on Citus does; `npm run test:citus` runs them with others. */
const ofCitus = ['src/server/**/*.citus.test.ts']

/** Files of tests that cannot run there; of others some tests fail, each with its reason. */
const notThere = notOnCitus.flatMap((one) => ('test' in one ? [] : one.file))

/**
 * Limits end what hangs, and say nothing of how fast a machine is. What a starved machine fails runs
 * again; the totals name each test that needed it.
 */
const patient = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Threads run bundles of their modules: compiled from source, each takes as long as many tests. */
const bundledWorkers = fileURLToPath(
  new URL('src/server/testing/start-bundled-worker.ts', import.meta.url),
)

/** The test projects: rules, service, processes and, in a browser, components. */
export default defineConfig({
  test: {
    // They wait for the database and for processes: more workers than cores of a small machine.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      // In a browser, with the plugins of the dashboard.
      'vitest.web.config.ts',
      {
        test: {
          name: 'unit',
          include: ['src/{contract,domain,web}/**/*.test.{ts,tsx}', 'e2e/bench/*.test.ts'],
          exclude: ['**/*.browser.test.tsx'],
          environment: 'node',
          isolate: false,
          testTimeout: patient.testTimeout,
        },
      },
      {
        resolve: { alias: { '#server/platform/start-worker.ts': bundledWorkers } },
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: [...processes, ...(process.env.CITUS_URL ? notThere : ofCitus)],
          globalSetup: [
            'src/server/testing/global-database.ts',
            'src/server/testing/bundle-modules.ts',
          ],
          environment: 'node',
          // The modules of the service take longer to load than most of its tests.
          isolate: false,
          retry: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'process',
          include: [...processes, 'e2e/*.test.ts', 'e2e/survive/*.test.ts'],
          globalSetup: 'src/server/testing/bundle-modules.ts',
          environment: 'node',
          retry: 2,
          ...patient,
        },
      },
    ],
  },
})
