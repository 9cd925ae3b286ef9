import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recomputeVerdicts } from '#server/testing/fresh-verdicts.ts'
import { administer } from './administer.ts'
import { connectionOf, rowsIn } from './database.ts'
import { type Service, startService } from './service.ts'
import { seedEnvironments, type Send, randomWrite } from './verdict-load.ts'

const writers = 16
/** Number of writes; set the variable for longer runs. */
const writes = Number(process.env.LOAD_WRITES ?? 200)
let dataDir: string
let service: Service
let key: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-load-'))
  service = await startService(dataDir)
  key = await administer({ dataDir }, async (administration) => {
    await administration.addUser('acme')
    return administration.addKey('acme', 'load')
  })
  await seedEnvironments(send)
})

afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const send: Send = async (method, path, body) => {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  let content: FormData | string
  if ('form' in body) {
    content = new FormData()
    for (const [name, text] of Object.entries(body.form)) {
      if (name === 'policy_file') content.set(name, new Blob([text]), 'policy.yml')
      else content.set(name, text)
    }
  } else {
    content = JSON.stringify(body.json)
    headers['content-type'] = 'application/json'
  }
  const url = `${service.host}/api/v2${path}`
  const init: RequestInit = { method, headers, body: content }
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/**
 * Runs concurrent writers until one has made the last write; they end when the service does. Returns
 * counts of response statuses.
 */
async function writeConcurrently(
  last: number,
  onWritten: () => Promise<void> = async () => undefined,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  let written = 0
  const work = Array.from({ length: writers }, async () => {
    let isOver = false
    while (!isOver) {
      // 0: a killed service does not respond.
      const status = await randomWrite(send).catch(() => 0)
      counts[status] = (counts[status] ?? 0) + 1
      written += 1
      if (written === last) await onWritten()
      isOver = status === 0 || written >= last
    }
  })
  await Promise.all(work)
  return counts
}

async function expectFresh(): Promise<void> {
  const queued = 'select 1 from reevaluation_queue union all select 1 from environment_queue'
  await expect.poll(async () => (await rowsIn(dataDir, queued)).length, { timeout: 30_000 }).toBe(0)
  const { environments } = await recomputeVerdicts(await connectionOf(dataDir))
  expect(environments.length).toBeGreaterThan(4)
  expect(environments.map(({ name, stored }) => ({ name, ...stored }))).toEqual(
    environments.map(({ name, fresh }) => ({ name, ...fresh })),
  )
}

it('stores the verdicts of a fresh evaluation after concurrent writes', async () => {
  const counts = await writeConcurrently(writes)
  const answered = Object.entries(counts)
  const unexpected = answered.filter(([status]) => !['200', '201'].includes(status))
  expect(unexpected, service.output()).toEqual([])
  await expectFresh()
  // A write that ends in a deadlock runs again, so its response says nothing of it.
  const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()'
  expect(await rowsIn(dataDir, deadlocks)).toEqual([{ deadlocks: '0' }])
}, 180_000)

it('does so after it was killed under load and restarted', async () => {
  const counts = await writeConcurrently(writes / 2, () => service.kill())
  const unexpected = Object.keys(counts).filter((status) => !['0', '200', '201'].includes(status))
  expect(unexpected, service.output()).toEqual([])
  service = await startService(dataDir)
  await expectFresh()
}, 180_000)
