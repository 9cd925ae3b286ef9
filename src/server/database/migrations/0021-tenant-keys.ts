import { type Kysely, sql } from 'kysely'

const numbered = [
  ['environment', 'number'],
  ['environment_queue', 'id'],
  ['notification_event', 'number'],
  ['selection_stale', 'number'],
] as const

/**
 * Lets tables spread by organization: their numbers come from sequences instead of identity columns,
 * and no unique index spans organizations. No table is rewritten.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [table, column] of numbered) {
    const before = sql.id(`${table}_${column}_seq`)
    const after = sql.id(`${table}_${column}`)
    const place = sql`${sql.table(table)} alter column ${sql.ref(column)}`
    // Nobody may take a number between the two.
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(database)
    await sql`create sequence ${after} as bigint`.execute(database)
    await sql`select setval(${`${table}_${column}`}, last_value, is_called) from ${before}`.execute(
      database,
    )
    await sql`alter table ${place} drop identity`.execute(database)
    await sql`alter table ${place} set default nextval(${sql.lit(`${table}_${column}`)})`.execute(
      database,
    )
    await sql`alter sequence ${after} owned by ${sql.table(table)}.${sql.ref(column)}`.execute(
      database,
    )
  }
  // Ids are random: the index finds the key of a call, and the primary key keeps it apart.
  await sql`drop index service_key_id_idx; create index on service_key (id)`.execute(database)
}
