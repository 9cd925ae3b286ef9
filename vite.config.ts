import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { availableParallelism } from 'node:os'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { bundleBudgets } from './.scripts/bundle-budgets.ts'
import { noChunkCycles } from './.scripts/no-chunk-cycles.ts'

/** Nothing is painted before the app has set its theme: the page is empty until then anyway. */
const renderWithTheme: Plugin = {
  name: 'render-with-theme',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** Tests that start processes of their own, and keep them while their file runs. */
const processes = ['src/server/database/embedded/*.test.ts']

/** Tests against a database; limits end what hangs, and say nothing of how fast a machine is. */
const patient = {
  globalSetup: 'src/server/testing/global-database.ts',
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** The dashboard's build, its development server, and the test projects. */
export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent']],
      },
      routesDirectory: 'src/web/routes',
      generatedRouteTree: 'src/web/routeTree.gen.ts',
      tmpDir: 'node_modules/.cache/tanstack',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    noChunkCycles,
    bundleBudgets,
    renderWithTheme,
  ],
  // React has had the store's hook itself since 18: no other is needed beside it.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // The service puts a fresh nonce here with every answer.
  html: { cspNonce: 'CAIRN_CSP_NONCE' },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    cssTarget: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    // Lists of what each page needs would cost the first chunk more than they save: see main.tsx.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      // No getters anywhere: reading a schema that nobody uses is no reason to ship it.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // One file for what every page needs, one for what most of them share: requests cost, too.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 3 },
            { name: 'common', minShareCount: 20 },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
      },
    },
  },
  server: {
    proxy: { '^/api/(?!docs)': 'http://localhost:8080', '/ready': 'http://localhost:8080' },
  },
  test: {
    // They wait for the database and for processes: more workers than cores of a small machine.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      // In a browser: loaded from a file of its own, since builds need no browser.
      'vitest.web.config.ts',
      {
        test: {
          name: 'unit',
          include: ['src/{contract,domain,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.tsx'],
          environment: 'node',
          isolate: false,
          testTimeout: patient.testTimeout,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: processes,
          environment: 'node',
          // The modules of the service take longer to load than most of its tests.
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'process',
          include: [...processes, 'e2e/*.test.ts', 'e2e/survive/*.test.ts'],
          environment: 'node',
          ...patient,
        },
      },
    ],
  },
})
