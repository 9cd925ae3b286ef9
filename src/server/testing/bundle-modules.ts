import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with a bundle of each module that tests start in a thread or a process of its own. */
    bundles: string
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Modules that tests start, by their project. */
const modules: Record<string, Record<string, string>> = {
  server: {
    'demo-lanes': 'src/server/demo/replay-worker.ts',
    'sandbox-worker': 'src/server/sandbox/worker.ts',
  },
  process: { 'start-embedded': 'src/server/database/embedded/start.ts' },
}

/** Bundles them once: each thread or process would compile them from source. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = join(root, `node_modules/.cache/bundles-${process.pid}-${project.name}`)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'node20',
      outDir: folder,
      rolldownOptions: {
        input: modules[project.name] ?? {},
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  project.provide('bundles', folder)
  return () => rm(folder, { recursive: true, force: true })
}
