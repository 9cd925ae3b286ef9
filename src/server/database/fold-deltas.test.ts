import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { foldDeltas } from './fold-deltas.ts'
import { OrgDatabase } from './org-database.ts'
import { withDatabase } from './pool.ts'
import { startTestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

it('goes on while batches are full, and ends with one that is not', async () => {
  const app = await startTestApp()
  await reporter(app).flow('folded')
  const [flow] = await app.query("select id, org_id from flow where name = 'folded'")
  await withDatabase(app.connection, (database) =>
    // Within a transaction: the service itself would fold what it saw.
    new OrgDatabase(database, flow?.['org_id']).transaction(async (org) => {
      await org.query(sql`
        insert into trail_delta (org_id, flow_id, id, day, state, amount)
        select ${org.orgId}, ${flow?.['id']}, gen_random_uuid(), 20000, 'COMPLIANT', 1
        from generate_series(1, 5)`)
      const fold = () =>
        foldDeltas(org, 'trail_delta', 2, [
          { into: 'trail_tally', by: ['flow_id', 'day', 'state'] },
        ])
      expect([await fold(), await fold(), await fold()]).toEqual([2, 2, 0])
      const counts = await org.query(sql`
        select count from trail_tally where org_id = ${org.orgId} and day = 20000`)
      expect(counts).toEqual([{ count: 5 }])
    }),
  )
  await app.close()
})
