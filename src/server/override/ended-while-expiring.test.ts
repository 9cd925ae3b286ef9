import { expect, it } from 'vitest'
import { OrgDatabase } from '#server/database/org-database.ts'
import { withDatabase } from '#server/database/pool.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { startTestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { expireOverrides } from './expire-overrides.ts'

it('an override that somebody ends while it expires is left as it is', async () => {
  const now = 1_800_000_000
  const app = await startTestApp({ clock: () => now })
  const report = overrideClient(app)
  await report.flow('f')
  await report.begin('f', 'run')
  await report.generic('f', 'run', { attestation_name: 'scan', is_compliant: false })
  const asked = { flow_name: 'f', trail_name: 'run', expires_at: now + 10 }
  await report.ask(asked, { key: 'member' })
  const [row] = await app.query<{ org_id: string }>('select org_id from override_state')
  await withDatabase(app.connection, async (database) => {
    const org = new OrgDatabase(database, row!.org_id)
    await app.query('begin')
    await app.query('select from trail for update')
    const expiring = expireOverrides({ org, newId: createIdGenerator(() => now) }, now + 20)
    const waiting = () =>
      app.query('select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))')
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await app.query('update override_state set ended_at = $1', [now])
    await app.query('commit')
    await expiring
    expect(await app.query('select ended_at from override_state')).toEqual([{ ended_at: now }])
    expect(await app.query("select from record where kind = 'override_ended'")).toEqual([])
  })
  await app.close()
})
