import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/query-plans.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { multiplyRows } from '#server/testing/multiply-rows.ts'
import { listDeploymentRows, listOutcomes } from './queries.ts'
import { readProvenance } from './read-provenance.ts'

const slots = 3000

let app: TestApp
let database: CountedDatabase
let environmentIds: string[]
let fingerprints: string[]

// No statistics are gathered: so are the first minutes of an installation.
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.build('shop', 'shop:1')
  await report.run('prod', { 'shop:1': 1 })
  await multiplyRows(app, 'deployment', slots, {
    template_reference_name: "'slot-' || n",
    fingerprint: 'md5(n::text) || md5(n::text)',
  })
  const rows = await app.query<{ environment_id: string; fingerprint: string }>(
    'select environment_id, fingerprint from deployment',
  )
  environmentIds = [...new Set(rows.map(({ environment_id }) => environment_id))]
  fingerprints = rows.map(({ fingerprint }) => fingerprint)
  database = await openCountedDatabase(app)
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const stretch = () => ({ environmentIds, from: 0, to: 4e9 })

it.each<[string, (org: OrgDatabase) => Promise<unknown[]>]>([
  ['a page', (org) => listDeploymentRows(org, stretch(), { page: 1, per_page: slots })],
  [
    'of artifacts',
    async (org) => (await readProvenance(org, { environmentIds, fingerprints })).deployments,
  ],
  ['with outcomes', (org) => listOutcomes(org, stretch(), slots)],
])('finds deployments with their neighbours by few rows of each: %s', async (_, read) => {
  const { found, rowsRead } = await database.count(['deployment'], () => read(database.org))
  expect(found.length).toBeGreaterThanOrEqual(slots)
  expect(rowsRead).toBeLessThan(10 * slots)
})
