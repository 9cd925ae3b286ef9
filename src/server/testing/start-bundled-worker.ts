import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { inject } from 'vitest'
import type { startWorker as startFromSource } from '#server/platform/start-worker.ts'

/** Stands in for `platform/start-worker.ts` in tests: runs a module as the test run has bundled it. */
export const startWorker: typeof startFromSource = (
  name: string,
  _source: URL,
  options: WorkerOptions,
) => new Worker(join(inject('bundles'), `${name}.js`), options)
