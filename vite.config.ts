import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { bundleBudgets } from './.scripts/bundle-budgets.ts'
import { chunkGroups } from './.scripts/chunk-groups.ts'
import { endpointsWithoutSchemas } from './.scripts/endpoints-without-schemas.ts'
import { firstLoads } from './.scripts/first-loads.ts'
import { noChunkCycles } from './.scripts/no-chunk-cycles.ts'
import { pureContract } from './.scripts/pure-contract.ts'
import { withUsedWeights } from './.scripts/used-weights.ts'
import packageJson from './package.json' with { type: 'json' }

/** The dashboard's build and its development server. */
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
    // Signs in users' texts that hide or turn text round are shown as what they are.
    react({ jsxImportSource: '#web/visible-text' }),
    endpointsWithoutSchemas,
    pureContract,
    tailwindcss(),
    noChunkCycles,
    bundleBudgets,
    firstLoads,
  ],
  define: { 'import.meta.env.CAIRN_VERSION': JSON.stringify(packageJson.version) },
  resolve: {
    alias: {
      ...(await withUsedWeights()),
      // A schema is built once something of it is read.
      'zod/mini': fileURLToPath(new URL('src/web/api/lazy-schemas.ts', import.meta.url)),
      // React has had the store's hook itself since 18: no other is needed beside it.
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
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
      },
    },
  },
  server: {
    proxy: { '^/api/(?!docs)': 'http://localhost:8080', '/ready': 'http://localhost:8080' },
  },
})
