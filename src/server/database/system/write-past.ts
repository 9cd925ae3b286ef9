import { sql } from 'kysely'
import type pg from 'pg'
import { OrgDatabase } from '#server/database/org-database.ts'
import { withDatabase } from '#server/database/pool.ts'

/**
 * Does work that writes the past of an organization, in whichever order: until it is done no entry
 * of the audit log gets its place, then all that have none get theirs in order of time.
 * @param name of the organization
 */
export async function writePast(
  connection: pg.ClientConfig,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  await withDatabase(connection, (database) =>
    database.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      const { id } = await tx
        .selectFrom('organization')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      await new OrgDatabase(tx, id).lock('seal')
      await work()
      // Places go by transaction: each write has used up one, so that there are as many numbers.
      await sql`update record_pending set xid = ordered.place::text::xid8
        from (
          select pending.record_id,
            row_number() over (order by record.recorded_at, record.id) as place
          from record_pending pending
          join record on record.org_id = pending.org_id and record.id = pending.record_id
          where pending.org_id = ${id}) as ordered
        where record_pending.org_id = ${id}
          and record_pending.record_id = ordered.record_id`.execute(tx)
    }),
  )
}
