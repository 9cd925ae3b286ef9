import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './browser.ts'

const cliJourneys = /(cli|first-report).*\.e2e\.ts$/
const keycloak = 'keycloak.e2e.ts'
const everyCommand = 'every-command.e2e.ts'
const everyPageWorld = 'every-page-world.e2e.ts'
const everyPage = /every-(page|list|page-large-text|page-roles)\.e2e\.ts$/

/** Configuration of user journeys in a real Chromium against the built service. */
export default defineConfig({
  testDir: '.',
  // Commands that the reporter CLI's tests did not run are known after all of them.
  projects: [
    { name: 'every-page-world', testMatch: everyPageWorld },
    { name: 'every-page', testMatch: everyPage, dependencies: ['every-page-world'] },
    {
      name: 'journeys',
      testMatch: '*.e2e.ts',
      testIgnore: [cliJourneys, everyCommand, everyPageWorld, everyPage, keycloak],
    },
    ...(process.env['KEYCLOAK_HOME'] ? [{ name: 'keycloak', testMatch: keycloak }] : []),
    { name: 'cli-journeys', testMatch: cliJourneys },
    { name: 'every-command', testMatch: everyCommand, dependencies: ['cli-journeys'] },
  ],
  globalSetup: './global-setup.ts',
  // Tests wait more than they compute: two workers more than the cores of a small machine.
  workers: 4,
  fullyParallel: false,
  // They end what hangs, and say nothing of how fast a machine is.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // A journey that a starved machine fails runs again, twice at most; the totals name each that needed it.
  retries: 2,
  reporter: [['list'], ['json', { outputFile: '../node_modules/.cache/e2e.json' }]],
  outputDir: '../test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Traces take longer than many tests: enable them by `--trace on`.
    screenshot: 'only-on-failure',
    // Ends what waits for something that is not there, long before its test would end.
    actionTimeout: 60_000,
    timezoneId: 'Europe/Berlin',
    // The processor draws each frame of a transition; journeys that need motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: launchOptions.executablePath,
      args: [
        ...launchOptions.args,
        // A page lives for less than it takes to win back what optimized code costs.
        '--js-flags=--no-opt --no-maglev',
        // One process for each context, in place of one for its empty page and one for the service.
        '--renderer-process-limit=1',
      ],
    },
  },
})
