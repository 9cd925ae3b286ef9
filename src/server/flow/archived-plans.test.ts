import { afterAll, beforeAll, expect, it } from 'vitest'
import { archivedChoices } from '#contract/common/archived.ts'
import { pageOfFlow } from '#server/artifact/flow-list-queries.ts'
import { listArtifactRows } from '#server/artifact/list-queries.ts'
import { listAttestationRows, pageOfAttestations } from '#server/attestation/list-queries.ts'
import { listBuildsInUse, pageOfBuilds } from '#server/build/list-queries.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listDecisionRows, pageOfDecisions } from '#server/decision/queries.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/query-plans.ts'
import { multiplyRows } from '#server/testing/multiply-rows.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'
import { pageOfTrails } from '#server/trail/list-queries.ts'

/** Of each kind, 600 a day; the archived flow has the oldest of them. */
const maxRows = 24_000
const inArchive = 50

let app: TestApp
let database: CountedDatabase
/** Of the flow that has nearly all rows. */
let flowId: string

/** Multiplies the rows of a table in the flow `used`, with an interval between them. */
async function multiply(table: string, changed: Record<string, string>) {
  const values: Record<string, string> = {
    flow_id: `case when n <= ${inArchive} then gone.id else used.id end`,
    created_at: 'n * 144::float8',
    ...changed,
  }
  const flows = `flow as used on used.id = one.flow_id and used.name = 'used'
    join flow as gone on gone.name = 'gone'`
  await multiplyRows(app, table, maxRows, values, `${table} as one join ${flows}`)
}

/** Counts the rows of one table into another by day and some columns. */
const count = (sums: string, of: string, columns: string) =>
  app.query(
    `insert into ${sums} (org_id, flow_id, day, ${columns}, count)
     select org_id, flow_id, floor(created_at / 86400)::int, ${columns}, count(*)
     from ${of} where created_at < 1e9 group by org_id, flow_id, 3, ${columns}`,
  )

const id = `lpad(n::text, 32, '0')`

beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('gone')
  await report.decision('used', 't')
  await report.artifact('used', { trail_name: 't', fingerprint: fingerprintOf('one') })
  await app.call('PUT', '/flows/acme/gone/archive')
  await multiply('trail', { id, name: id })
  const fingerprint = `lpad(n::text, 64, '0')`
  await multiply('attestation', { id, trail_id: id, fingerprint })
  const git_commit = `lpad(n::text, 40, '0')`
  await multiply('artifact', { id, trail_id: id, fingerprint, git_commit })
  await multiply('artifact_state', { artifact_id: id })
  // The older half fails, and the newest one.
  const state = `case when n between ${maxRows / 2} and ${maxRows - 1} then 'COMPLIANT' else 'NON-COMPLIANT' end`
  await multiply('trail_status', { trail_id: id, state })
  await count(
    'attestation_tally',
    'attestation',
    'name, type, is_compliant, is_flipped, is_override, reported_by',
  )
  await count('decision_tally', 'attestation', 'control, is_compliant')
  await count('artifact_tally', 'artifact_state', 'state')
  const states = '(select trail_id as id, state from trail_status) as own'
  await count('trail_tally', `trail join ${states} using (id)`, 'state')
  await app.query('vacuum analyze')
  database = await openCountedDatabase(app)
  const [used] = await app.query("select id from flow where name = 'used'")
  flowId = used?.['id']
}, 120_000)
afterAll(async () => {
  await database.close()
  await app.close()
})

const large = ['attestation', 'artifact', 'artifact_state', 'trail', 'trail_status']

const page = { page: 1, per_page: 20 }
const any = {
  controls: [],
  flowNames: [],
  compliant: null,
  fingerprint: null,
  from: null,
  to: null,
}
const window = { from: 0, to: 2e9 }
const failing = { verdict: ['NON-COMPLIANT' as const] }
const decisions = { control: 'RCTL-1', sort_direction: 'desc' } as const

it.each<[string, (flows: OrgDatabase) => Promise<unknown>]>([
  ['attestations', (flows) => pageOfAttestations(flows, {}, page)],
  ['attestations, far back', (flows) => pageOfAttestations(flows, {}, { ...page, page: 2 })],
  ['the newest attestations', (flows) => listAttestationRows(flows, {}, page)],
  [
    'attestations of a name',
    (flows) => pageOfAttestations(flows, { attestation_name: ['approval'] }, page),
  ],
  [
    'attestations of an artifact',
    (flows) => pageOfAttestations(flows, { fingerprint: '7'.padStart(64, '0') }, page),
  ],
  [
    'attestations of a trail',
    (flows) => pageOfAttestations(flows, { trail_name: '7'.padStart(32, '0') }, page),
  ],
  [
    'attestations of a commit',
    (flows) => pageOfAttestations(flows, { git_commit: '7'.padStart(40, '0') }, page),
  ],
  ['decisions about a control', (flows) => pageOfDecisions(flows, decisions, page)],
  ['decisions', (flows) => listDecisionRows(flows, any, null, 20)],
  ['artifacts', (flows) => listArtifactRows(flows, { flowIds: null, repoIds: null }, page)],
  [
    'artifacts of a flow, in the middle of them',
    (flows) => pageOfFlow(flows, { flowId, legacyState: 'INCOMPLETE' }, { ...page, page: 600 }),
  ],
  ['builds', (flows) => pageOfBuilds(flows, window, page, listBuildsInUse)],
  ['trails', (flows) => pageOfTrails(flows, {}, page)],
  ['trails of flows', (flows) => pageOfTrails(flows, { flow: ['gone', 'used'] }, page)],
  ['failing trails', (flows) => pageOfTrails(flows, failing, page)],
  [
    'failing trails of some days',
    (flows) => pageOfTrails(flows, { ...failing, from_timestamp: 90, to_timestamp: 2.338e6 }, page),
  ],
])('a page of %s looks at few of 24,000 rows, whichever flows are asked for', async (_, read) => {
  for (const archived of archivedChoices) {
    const { rowsRead } = await database.count(large, () => read(database.org.seeing(archived)))
    expect(rowsRead, archived).toBeGreaterThan(0)
    expect(rowsRead, archived).toBeLessThan(3_000)
  }
})
