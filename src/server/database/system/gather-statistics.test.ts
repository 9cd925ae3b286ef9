import { expect, it } from 'vitest'
import { withDatabase } from '#server/database/pool.ts'
import { emptyDatabase, rowsOf } from '#server/testing/own-database.ts'
import { gatherMissingStatistics } from './gather-statistics.ts'

// No service runs on the database: its own hourly work would hold the table, which is then skipped.
it('gathers the statistics of larger tables that have none', async () => {
  const connection = await emptyDatabase()
  const make = (table: string, rows: number) =>
    rowsOf(
      connection,
      `create table ${table} with (autovacuum_enabled = off) as
        select repeat('x', 1000) as text from generate_series(1, ${rows})`,
    )
  await make('large_one', 2_000)
  await make('small_one', 10)
  await withDatabase(connection, gatherMissingStatistics)
  const known = await rowsOf(
    connection,
    "select tablename from pg_stats where tablename in ('large_one', 'small_one')",
  )
  expect(known).toEqual([{ tablename: 'large_one' }])
})
