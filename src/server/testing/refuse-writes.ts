import type { TestApp } from './app.ts'

/**
 * Lets the database refuse rows of a table, as SQLSTATE `code`.
 * @param events what it refuses, like `insert or update`
 * @returns a function that ends it
 */
export async function refuseWrites(
  { query }: Pick<TestApp, 'query'>,
  table: string,
  { events = 'insert', code = 'P0001' }: { events?: string; code?: string } = {},
): Promise<() => Promise<unknown>> {
  await query('begin')
  await query(`create function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'refused by a test' using errcode = '${code}'; end $$`)
  // Citus takes a trigger only where it is told that its work stays within one shard.
  await query('set local citus.enable_unsafe_triggers = on')
  await query(`create trigger refuse_write before ${events} on ${table}
    for each row execute function refuse_write()`)
  await query('commit')
  return () => query('drop function refuse_write cascade')
}
