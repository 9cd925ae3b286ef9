import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rowsIn } from '../database.ts'
import { cairn, type Service, startService } from '../service.ts'
import { timeoutMs, times } from './length.ts'
import { asContainer } from './namespaces.ts'
import { expectStoredOnce, firstKey, startWriters } from './writers.ts'

const races = times(20, 1)

it(
  'runs only one of two services in containers on one folder, and loses nothing',
  async () => {
    // Not below /tmp, since each service has its own.
    const folder = await mkdtemp('/var/tmp/cairn-survive-')
    await chmod(folder, 0o711)
    const dataDir = join(folder, 'data')
    const services: Service[] = []
    const startBoth = () =>
      Promise.allSettled(
        ['one', 'other'].map((host) => startService(dataDir, { inside: asContainer(host) })),
      )
    const acknowledged: string[] = []
    let key = ''
    try {
      for (let race = 0; race < races; race += 1) {
        const outcomes = await startBoth()
        services.push(...outcomes.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : [])))
        const [winner] = services
        expect(services).toHaveLength(1)
        const refused = outcomes.flatMap((it) =>
          it.status === 'rejected' ? [String(it.reason)] : [],
        )
        expect(refused).toEqual([
          expect.stringContaining('Another Cairn is running on the data folder'),
        ])
        if (!winner) return
        key ||= firstKey(winner)
        const writers = startWriters([winner.host], key, `r${race}`)
        const { acknowledged: written } = writers
        const enough = { timeout: 60_000 }
        await expect.poll(() => written.length, enough).toBeGreaterThan(times(100, 20))
        // From outside of the namespaces, with another /tmp than the service.
        expect(cairn(dataDir, 'user', 'add', `user-${race}`)).toBe(`Added the user user-${race}.`)
        await (race % 2 ? winner.stop() : winner.kill())
        await writers.stop()
        acknowledged.push(...writers.acknowledged)
        services.length = 0
      }
      services.push(await startService(dataDir))
      expect(acknowledged.length).toBeGreaterThan(races * 5)
      await expectStoredOnce(dataDir, acknowledged)
      // What was sealed around each end has no gap, and rows are what the log says.
      await expect.poll(() => rowsIn(dataDir, 'select from record_pending')).toEqual([])
      expect(cairn(dataDir, 'verify')).toMatch(/ 0 faults\./)
      const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
      expect(log.match(/starting PostgreSQL/g)).toHaveLength(races + 1)
    } finally {
      for (const service of services) await service.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  timeoutMs,
)
