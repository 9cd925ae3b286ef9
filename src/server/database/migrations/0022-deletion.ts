import { type Kysely, sql } from 'kysely'

// The log of the instance is that of an organization nobody is in, which its first entry makes.
const instanceLog = sql`
  alter table organization drop constraint organization_kind_check,
    add constraint organization_kind_check check (kind in ('personal', 'shared', 'instance'))`

/** Lets the log of the instance be kept like that of an organization. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await instanceLog.execute(database)
}
