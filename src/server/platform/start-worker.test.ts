import { once } from 'node:events'
import { expect, it } from 'vitest'
import { startWorker } from './start-worker.ts'

it('runs a module from its source, as development does', async () => {
  const source = new URL('../sandbox/worker.ts', import.meta.url)
  const worker = startWorker('sandbox-worker', source, { argv: [], env: {} })
  expect(await once(worker, 'message')).toEqual(['ready'])
  await worker.terminate()
})
