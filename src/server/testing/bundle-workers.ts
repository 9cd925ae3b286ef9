import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with a bundle of each module that runs in worker threads. */
    workers: string
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Bundles the modules of worker threads once: each thread would compile them from source. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = join(root, `node_modules/.cache/workers-${process.pid}-${project.name}`)
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
        input: {
          'demo-lanes': 'src/server/demo/replay-worker.ts',
          'sandbox-worker': 'src/server/sandbox/worker.ts',
        },
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  project.provide('workers', folder)
  return () => rm(folder, { recursive: true, force: true })
}
