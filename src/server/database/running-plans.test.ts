import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/query-plans.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { multiplyRows } from '#server/testing/multiply-rows.ts'
import { deleteIrrelevantEntries, fanOutToEnvironments } from '#server/evaluation/queue-queries.ts'
import { listBuildsInUse } from '#server/build/list-queries.ts'
import {
  findLastReport,
  listRunningInParts,
  listRunningNow,
} from '#server/snapshot/running-queries.ts'

const maxRows = 5_000

let app: TestApp
let database: CountedDatabase

// No statistics are gathered: so are the first minutes of an installation.
beforeAll(async () => {
  // A worker would take the entries of queues before they are counted.
  app = await startTestApp({
    environment: { CAIRN_ROLE: 'web', DATABASE_URL: 'postgres://named/elsewhere' },
  })
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.build('shop', 'shop:1')
  await report.run('prod', { 'shop:1': 1 })
  const id = `lpad(n::text, 32, '0')`
  const fingerprint = 'md5(n::text) || md5(n::text)'
  await multiplyRows(app, 'running', maxRows, { id, name: 'n::text', fingerprint })
  await multiplyRows(app, 'artifact', maxRows, { id, trail_id: 'null', fingerprint })
  await multiplyRows(app, 'artifact_state', maxRows, { artifact_id: id })
  await report.environment('test')
  await report.run('test', { 'shop:2': 1 })
  database = await openCountedDatabase(app)
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const queue = async (column: 'trail_id' | 'fingerprint') => {
  await app.query(
    `insert into reevaluation_queue (org_id, id, ${column}, cause)
    select org_id, '${column}', ${column}, '{"kind":"artifact"}' from artifact
    where trail_id is not null on conflict do nothing`,
  )
}

describe.each(['trail_id', 'fingerprint'] as const)('an entry by %s', (column) => {
  const ids = [column]
  const kinds = [column === 'trail_id' ? 'trail' : 'fingerprint'] as const
  it.each<[string, (org: OrgDatabase) => Promise<unknown>]>([
    ['deleted where nothing runs of it', (org) => deleteIrrelevantEntries(org, ids)],
    ['fanned out', (org) => fanOutToEnvironments(org, { ids, kinds })],
  ])('is %s by looking up what runs, however much runs elsewhere', async (_, read) => {
    await queue(column)
    const { rowsRead } = await database.count(
      ['running', 'artifact'],
      () => read(database.org),
      () => queue(column),
    )
    expect(rowsRead).toBeGreaterThan(0)
    expect(rowsRead).toBeLessThan(50)
  })
})

it('lists builds by looking up where each runs, however much runs elsewhere', async () => {
  const window = { from: 0, to: 4e9 }
  const { found, rowsRead } = await database.count(['running', 'artifact'], () =>
    listBuildsInUse(database.org, window, 15),
  )
  expect(found).toHaveLength(15)
  expect(rowsRead).toBeLessThan(100)
})

it('reads what runs in an environment by rows of its own', async () => {
  const { found, rowsRead } = await database.count(['running', 'instance_count', 'verdict'], () =>
    findLastReport(database.org, { name: 'test' }),
  )
  expect(found?.rows).toHaveLength(1)
  expect(rowsRead).toBeLessThan(10)
})

it('looks up what runs in an environment by fingerprints and by parts, however much runs there', async () => {
  const [prod] = await app.query<{ id: string }>(`select id from environment where name = 'prod'`)
  const id = prod?.id ?? ''
  const running = await listRunningNow(database.org, id)
  expect(running).toHaveLength(maxRows + 1)
  const fingerprints = running.slice(0, 10).map((one) => one.fingerprint)
  const some = await database.count(['running'], () =>
    listRunningNow(database.org, id, fingerprints),
  )
  expect(some.found).toEqual(running.slice(0, 10))
  expect(some.rowsRead).toBeLessThan(500)
  const part = await database.count(['running'], () =>
    listRunningInParts(database.org, id, ['0a', 'f0']),
  )
  expect(part.found).toEqual(running.filter((one) => /^(0a|f0)/.test(one.fingerprint)))
  expect(part.rowsRead).toBeLessThan(100)
})
