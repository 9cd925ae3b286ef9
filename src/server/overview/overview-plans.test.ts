import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { openCountedDatabase } from '#server/testing/count-rows-read.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import {
  listExceptionPeriods,
  listFlips,
  listNewestDeployments,
  listSilences,
  listStatesSince,
} from './queries.ts'

const environments = 500
const window = { from: 0, to: 2e9 }

let app: TestApp
let database: Awaited<ReturnType<typeof openCountedDatabase>>
let rules: Awaited<ReturnType<typeof reportingRules>>

/** Multiplies the rows of an environment in a table. */
async function multiply(table: string, values: Record<string, string>) {
  const columns = await app.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = '${table}'`,
  )
  await app.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map(({ name }) => values[name] ?? `one.${name}`).join(', ')}
     from ${table} as one, generate_series(1, ${environments}) as n`,
  )
}

beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.run('prod', { 'shop:1': 1 })
  const id = "'environment-' || n"
  await multiply('environment', { id, name: id, number: 'n + 1' })
  await multiply('environment_state', { environment_id: id })
  await multiply('snapshot', { id: "'snapshot-' || n", environment_id: id })
  await app.query('analyze')
  database = await openCountedDatabase(app)
  rules = await reportingRules(database.org, window.to)
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const of = ['environment', 'environment_state', 'snapshot', 'deployment', 'exception_period']

it.each<[string, (org: OrgDatabase) => Promise<unknown>]>([
  ['flips', (org) => listFlips(org, { tags: [], from: 0 }, 20)],
  ['deployments', (org) => listNewestDeployments(org, { tags: [], from: 0 }, 20)],
  ['silences', (org) => listSilences(org, [], window, rules, 20)],
  ['states', (org) => listStatesSince(org, [], 0)],
  ['exceptions', (org) => listExceptionPeriods(org, [], 0)],
])('reads %s of all environments by few rows of each', async (_, read) => {
  const { rowsRead } = await database.count(of, () => read(database.org))
  expect(rowsRead).toBeLessThan(10 * environments)
})
