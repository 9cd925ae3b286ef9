import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsIn } from './database.ts'
import { type Arrival, seedTargets, startTargets } from './notification-load.ts'
import { type Service, startService } from './service.ts'

const [targets, perEnvironment] = [20, 2]
const environments = ['one', 'two', 'three', 'four', 'five']
const all = targets * perEnvironment * environments.length
const env = { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' }

let dataDir: string
let service: Service
let peers: Awaited<ReturnType<typeof startTargets>>
/** Whether the service was killed; before, targets answer at most a third of all messages. */
let isKilled = false

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-notify-'))
  peers = await startTargets((_target, response) => {
    if (isKilled || peers.arrivals.length < all / 3) response.end('fine')
  })
  service = await startService(dataDir, { env })
})

afterAll(async () => {
  peers.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const query = <Row extends QueryResultRow>(text: string) => rowsIn<Row>(dataDir, text)

/** Returns the first arrival of each message. */
function firstsOf(arrivals: readonly Arrival[]): Arrival[] {
  const seen = new Set<string>()
  return arrivals.filter(({ id }) => !seen.has(id) && seen.add(id))
}

it(`delivers ${all} messages to ${targets} targets even if it is killed meanwhile`, async () => {
  const { run } = await seedTargets(
    service,
    'crashed',
    environments,
    Array.from({ length: targets }, (_, target) => peers.url(target)),
  )
  for (const environment of environments) {
    await run(
      environment,
      Array.from({ length: perEnvironment }, (_, index) => `${environment}-${index}`),
    )
  }
  await expect.poll(() => peers.arrivals.length).toBeGreaterThan(all / 3)
  await service.kill()
  isKilled = true
  expect(peers.arrivals.length).toBeLessThan(all)
  service = await startService(dataDir, { env })
  await expect.poll(() => firstsOf(peers.arrivals).length, { timeout: 240_000 }).toBe(all)

  const waiting = "select 1 from delivery where state = 'waiting'"
  await expect.poll(async () => (await query(waiting)).length).toBe(0)
  const stored = await query<{ id: string; number: string; state: string }>(
    'select message_id as id, number, state from delivery',
  )
  expect(stored.length).toBe(all)
  expect(stored.filter(({ state }) => state !== 'delivered')).toEqual([])
  const numbers = new Map(stored.map(({ id, number }) => [id, Number(number)]))
  expect(peers.arrivals.filter(({ id }) => !numbers.has(id))).toEqual([])

  const newest = new Map<string, number>()
  const disorder = firstsOf(peers.arrivals).filter(({ target, environment, id }) => {
    const place = `${target} ${environment}`
    const number = numbers.get(id) ?? 0
    const isLate = number < (newest.get(place) ?? 0)
    newest.set(place, Math.max(number, newest.get(place) ?? 0))
    return isLate
  })
  expect(disorder).toEqual([])
  const twice = peers.arrivals.length - all
  expect(twice).toBeLessThanOrEqual(targets)
})

it('notifies the others while one of twenty targets hangs', async () => {
  const [events, hanging] = [10, '/0']
  const some = await startTargets((target, response) => {
    if (target !== hanging) response.end('fine')
  })
  const urls = Array.from({ length: targets }, (_, target) => some.url(target))
  const { run } = await seedTargets(service, 'hung', ['production'], urls)
  // Each event is the start of another artifact, which replaces the one before.
  for (let event = 0; event < events; event += 1) await run('production', [`artifact-${event}`])
  const arrivedAt = (hangs: boolean) =>
    some.arrivals.filter(({ target }) => (target === hanging) === hangs).length
  await expect.poll(() => arrivedAt(false)).toBe((targets - 1) * events)
  // If the others had waited, each event would have been sent here before it reached them.
  expect(arrivedAt(true)).toBeLessThan(events / 2)
  some.close()
})
