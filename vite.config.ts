import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { noChunkCycles } from './.scripts/no-chunk-cycles.ts'
import type { Endpoint } from './src/contract/common/endpoint.ts'
import { endpoints } from './src/contract/endpoints.ts'

/** Nothing is painted before the app has set its theme: the page is empty until then anyway. */
const renderWithTheme: Plugin = {
  name: 'render-with-theme',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** Everything that the dashboard's sources say, to look for names in. */
const webSources = () =>
  readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`src/web/${file}`, 'utf8'))
    .join('\n')

/** The endpoints that the dashboard names: it calls no others, and writes their names out. */
function calledEndpoints() {
  const words = new Set(webSources().match(/\w+/g))
  return Object.fromEntries(Object.entries(endpoints).filter(([name]) => words.has(name)))
}

/** What the browser calls an endpoint by; the service says and checks the rest by itself. */
function shapeOf({ method, body }: Endpoint) {
  const form = body?.kind === 'multipart' && { part: body.part, file: { name: body.file.name } }
  return { method, body: body && { kind: body.kind, ...form } }
}

/** Paths by the names of their endpoints, those of one shape together: that is shorter. */
function pathsByShape() {
  const shapes = new Map<string, Record<string, string>>()
  for (const [name, endpoint] of Object.entries<Endpoint>(calledEndpoints())) {
    const shape = JSON.stringify(shapeOf(endpoint))
    shapes.set(shape, { ...shapes.get(shape), [name]: endpoint.path })
  }
  return Array.from(shapes, ([shape, paths]) => [JSON.parse(shape), paths])
}

/**
 * The browser has to know where endpoints are, not what they answer: in the built dashboard the
 * table of contents is plain data, and only schemas that a page imports by name are shipped.
 */
const contractWithoutSchemas: Plugin = {
  name: 'contract-without-schemas',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/src/contract/endpoints.ts')) return null
    return `export const endpoints = Object.fromEntries(${JSON.stringify(pathsByShape())}.flatMap(
  ([shape, paths]) => Object.entries(paths).map(([name, path]) => [name, { ...shape, path }])))`
  },
}

/** Tests that start processes of their own, and keep them while their file runs. */
const processes = ['src/server/database/embedded/*.test.ts']

/** Tests against a database; their limits end what hangs, and say nothing of how fast a machine is. */
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
    contractWithoutSchemas,
    noChunkCycles,
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
        // One file for what every page needs, one for what several share: requests cost, too.
        // A heavy library that only some pages need must get a group of its own.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 3 },
            { name: 'shared', minShareCount: 6, priority: 1 },
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
          // Properties and hostile texts take their time where much runs beside them.
          testTimeout: 30_000,
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
