import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { OrgDatabase } from '#server/database/org-database.ts'
import { withDatabase } from '#server/database/pool.ts'
import type { Tables } from '#server/database/tables.ts'

/** Section of an organization's settings that is there while its past is written. */
export const pastSection = 'past'

/**
 * Does work that writes the past of an organization, in whichever order: until it is done no entry
 * of the audit log gets its place, then all that have none get theirs in order of time. Its
 * settings say so as long as it lasts.
 * @param name of the organization
 */
export async function writePast(
  connection: pg.ClientConfig,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  await withDatabase(connection, async (database) => {
    const id = await idOf(database, name)
    const mark = { section: pastSection, value: '{}', changed_at: null, changed_by: null }
    await database
      .insertInto('organization_setting')
      .values({ org_id: id, ...mark })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    try {
      await database.transaction().execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
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
      })
    } finally {
      await removeMark(database, id)
    }
  })
}

/** Removes the mark of a process that was killed while it wrote the past of an organization. */
export const forgetPast = (connection: pg.ClientConfig, name: string): Promise<void> =>
  withDatabase(connection, async (database) => removeMark(database, await idOf(database, name)))

async function idOf(database: Kysely<Tables>, name: string): Promise<string> {
  const organization = database.selectFrom('organization').select('id').where('name', '=', name)
  return (await organization.executeTakeFirstOrThrow()).id
}

async function removeMark(database: Kysely<Tables>, id: string): Promise<void> {
  await database
    .deleteFrom('organization_setting')
    .where('org_id', '=', id)
    .where('section', '=', pastSection)
    .execute()
}
