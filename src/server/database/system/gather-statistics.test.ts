import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabase } from '#server/database/pool.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { gatherMissingStatistics } from './gather-statistics.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('gathers the statistics of larger tables that have none', async () => {
  const make = (table: string, rows: number) =>
    app.query(`create table ${table} with (autovacuum_enabled = off) as
      select repeat('x', 1000) as text from generate_series(1, ${rows})`)
  await make('large_one', 2_000)
  await make('small_one', 10)
  await withDatabase(app.connection, gatherMissingStatistics)
  const known = await app.query(
    "select tablename from pg_stats where tablename in ('large_one', 'small_one')",
  )
  expect(known).toEqual([{ tablename: 'large_one' }])
})
