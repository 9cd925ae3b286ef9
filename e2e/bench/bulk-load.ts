import type pg from 'pg'

/**
 * Runs work that inserts very many rows without the foreign keys and the indexes of their tables,
 * except for unique ones, and makes them again: to keep them up row by row takes several times as long.
 */
export async function bulkLoad(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where not indisunique and indrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  await work()
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { add } of rows.toReversed()) await client.query(add)
}
