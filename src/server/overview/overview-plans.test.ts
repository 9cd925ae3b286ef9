import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/query-plans.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { multiplyRows } from '#server/testing/multiply-rows.ts'
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
let database: CountedDatabase
let rules: Awaited<ReturnType<typeof reportingRules>>

beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.run('prod', { 'shop:1': 1 })
  const id = "'environment-' || n"
  await multiplyRows(app, 'environment', environments, { id, name: id, number: 'n + 1' })
  await multiplyRows(app, 'environment_state', environments, { environment_id: id })
  await multiplyRows(app, 'snapshot', environments, { id: "'snapshot-' || n", environment_id: id })
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
  ['flips', (org) => listFlips(org, { tags: [], from: 0 }, rules, 20)],
  ['deployments', (org) => listNewestDeployments(org, { tags: [], from: 0 }, 20)],
  ['silences', (org) => listSilences(org, [], window, rules, 20)],
  ['states', (org) => listStatesSince(org, [], 0)],
  ['exceptions', (org) => listExceptionPeriods(org, [], 0)],
])('reads %s of all environments by few rows of each', async (_, read) => {
  const { rowsRead } = await database.count(of, () => read(database.org))
  expect(rowsRead).toBeLessThan(10 * environments)
})
