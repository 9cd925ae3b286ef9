import { afterAll, beforeAll, expect, it } from 'vitest'
import { OrgDatabase } from '#server/database/org-database.ts'
import { withDatabase } from '#server/database/pool.ts'
import { readRegister } from '#server/exception/read-register.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { listEntryIds, readEntries } from './register-queries.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = overrideClient(app)
  await report.flow('f')
  await report.begin('f', 'run')
  await report.generic('f', 'run', { attestation_name: 'scan', is_compliant: false })
})
afterAll(() => app.close())

it('is read as its override by lists and exports that had found the request', async () => {
  const requested = await report.ask(
    { flow_name: 'f', trail_name: 'run' },
    { to: 'override-proposals', key: 'member' },
  )
  const { proposal_id } = requested.body
  const [row] = await app.query<{ org_id: string }>('select org_id from override_proposal')
  await withDatabase(app.connection, async (database) => {
    const org = new OrgDatabase(database, row!.org_id)
    const ids = await listEntryIds(org, { sort: 'created_at' }, now)
    expect(ids).toEqual([proposal_id])
    const approve = `override-proposals/${proposal_id}/approve`
    const { override_id } = (await report.post(approve, { reason: 'Seen' }, 'admin')).body

    const entries = await readEntries(org, ids, { now, responsibleId: 'nobody' })
    expect(entries.map(({ id, is_request }) => ({ id, is_request }))).toEqual([
      { id: override_id, is_request: false },
    ])
    const exceptions = await readRegister(org, ids, now)
    expect(exceptions.map(({ exception_id, state }) => ({ exception_id, state }))).toEqual([
      { exception_id: override_id, state: 'active' },
    ])
  })
})
