import type { TestApp } from './app.ts'
import { rowsOf } from './own-database.ts'

/**
 * Multiplies rows of a table, past its triggers and foreign keys, which would look at each of them. The
 * database gathers no statistics of it by itself from then on: plans would differ from run to run.
 * @param values - SQL by column, of what differs: `n` counts up from 1, `one` is the row
 * @param of - rows with the name `one`, and what the values need beside them; default: all
 */
export async function multiplyRows(
  app: TestApp,
  table: string,
  times: number,
  values: Record<string, string>,
  of = `${table} as one`,
): Promise<void> {
  const columns = await app.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'`,
  )
  await app.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await rowsOf(
    app.connection,
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map(({ name }) => values[name] ?? `one.${name}`).join(', ')}
     from ${of}, generate_series(1, ${times}) as n`,
  )
}
