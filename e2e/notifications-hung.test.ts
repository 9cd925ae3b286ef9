import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedTargets, startTargets } from './notification-load.ts'
import { type Service, startService } from './service.ts'

const [targets, events] = [20, 20]
const hanging = '/0'

let dataDir: string
let service: Service
let peers: Awaited<ReturnType<typeof startTargets>>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-hung-'))
  peers = await startTargets((target, response) => {
    if (target !== hanging) response.end('fine')
  })
  service = await startService(dataDir, { env: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' } })
})

afterAll(async () => {
  peers.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('notifies the others while one of twenty targets hangs', async () => {
  const urls = Array.from({ length: targets }, (_, target) => peers.url(target))
  const { run } = await seedTargets(service, ['production'], urls)
  // Each event is the start of another artifact, which replaces the one before.
  for (let event = 0; event < events; event += 1) await run('production', [`artifact-${event}`])
  const arrivedAt = (hangs: boolean) =>
    peers.arrivals.filter(({ target }) => (target === hanging) === hangs).length
  await expect.poll(() => arrivedAt(false)).toBe((targets - 1) * events)
  // If the others had waited, each event would have been sent here before it reached them.
  expect(arrivedAt(true)).toBeLessThan(events / 2)
})
