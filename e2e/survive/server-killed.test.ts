import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startService } from '../service.ts'
import { timeoutMs, times } from './length.ts'
import { attest, expectStoredOnce, firstKey, startWriters } from './writers.ts'

it(
  'recovers its database after it was killed, with every acknowledged report exactly once',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cairn-survive-'))
    const service = await startService(dataDir)
    try {
      const key = firstKey(service)
      const writers = startWriters([service.host], key, '')
      for (let kill = 0; kill < times(10, 1); kill += 1) {
        const before = writers.acknowledged.length
        await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(before + 20)
        const pid = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
        process.kill(parseInt(pid, 10), 'SIGKILL')
        const statuses = new Set<number>()
        await expect
          .poll(
            async () => {
              const status = await attest(service.host, key, `k${kill}-${performance.now() | 0}`)
              statuses.add(status)
              return status
            },
            { timeout: 60_000 },
          )
          .toBe(201)
        expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
      }
      await writers.stop()
      expect(service.process.exitCode).toBeNull()
      await expectStoredOnce(dataDir, writers.acknowledged)
      expect(service.output()).toContain('The database server runs again.')
    } finally {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  timeoutMs,
)
