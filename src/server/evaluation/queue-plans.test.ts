import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/count-rows-read.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { multiplyRows } from '#server/testing/multiply-rows.ts'
import { deleteIrrelevantEntries } from './queue-queries.ts'

const maxRows = 5_000

let app: TestApp
let database: CountedDatabase

// No statistics are gathered: so are the first minutes of an installation.
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.build('shop', 'shop:1')
  await report.run('prod', { 'shop:1': 1 })
  const id = `lpad(n::text, 32, '0')`
  const fingerprint = 'md5(n::text) || md5(n::text)'
  await app.query(
    `insert into running (org_id, id, environment_id, environment_number, name, fingerprint,
      from_index, started_index, started_at, instance_count, detail)
    select org_id, ${id}, environment_id, environment_number, n::text, ${fingerprint},
      from_index, started_index, started_at, instance_count, detail
    from running, generate_series(1, ${maxRows}) as n`,
  )
  await multiplyRows(app, 'artifact', maxRows, { id, trail_id: 'null', fingerprint })
  database = await openCountedDatabase(app)
})
afterAll(async () => {
  await database.close()
  await app.close()
})

it('looks up what runs of the trail of a report, however much runs elsewhere', async () => {
  await app.query(
    `insert into reevaluation_queue (org_id, id, trail_id)
    select org_id, 'entry', id from trail where name = 'run-shop-1'`,
  )
  const { found, rowsRead } = await database.count(['running', 'artifact'], () =>
    deleteIrrelevantEntries(database.org, ['entry']),
  )
  expect(found).toBe(0)
  expect(rowsRead).toBeGreaterThan(0)
  expect(rowsRead).toBeLessThan(50)
})
