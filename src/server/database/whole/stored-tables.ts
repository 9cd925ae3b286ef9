import pg from 'pg'

/** A table with the columns that are stored, not computed, in their order. */
export interface StoredTable {
  name: string
  columns: string[]
}

/** The last number of a column that a sequence numbers. */
export interface SequenceValue {
  table: string
  column: string
  /** Null before the first row. */
  last: string | null
}

const { escapeIdentifier } = pg

/** Runs a query. */
type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>

/** The table with its columns, as COPY takes them. */
export function columnList({ name, columns }: StoredTable): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`
}

const ownTables = `
  pg_class.relnamespace = quote_ident(current_schema())::regnamespace and pg_class.relkind = 'r'
  and not exists (
    select from pg_depend where pg_depend.objid = pg_class.oid and pg_depend.deptype = 'e')`

/** Columns that rows keep: generated ones follow from them, and transaction ids hold in one cluster. */
const storedColumns = `
  pg_attribute.attnum > 0 and not pg_attribute.attisdropped and pg_attribute.attgenerated = ''
  and pg_attribute.atttypid <> 'xid8'::regtype`

/** Lists the tables by name, without those of the migrator. */
export function listTables(query: Query): Promise<StoredTable[]> {
  return query<StoredTable & pg.QueryResultRow>(`
    select pg_class.relname::text as name,
      array_agg(pg_attribute.attname::text order by pg_attribute.attnum) as columns
    from pg_class join pg_attribute on pg_attribute.attrelid = pg_class.oid
    where ${ownTables} and ${storedColumns} and pg_class.relname not like 'kysely\\_%'
    group by 1 order by 1`)
}

/** Returns whether there is no table at all. */
export async function isEmptyDatabase(query: Query): Promise<boolean> {
  return (await query(`select from pg_class where ${ownTables} limit 1`)).length === 0
}

/** Lists the migrations that ran, in their order; none on an empty database. */
export async function listMigrations(query: Query): Promise<string[]> {
  const [found] = await query<{ there: boolean }>(
    "select to_regclass('kysely_migration') is not null as there",
  )
  if (!found?.there) return []
  return (await query<{ name: string }>('select name from kysely_migration order by name')).map(
    ({ name }) => name,
  )
}

/** Lists columns that a sequence of theirs numbers, with the last number of each. */
export async function listSequenceValues(query: Query): Promise<SequenceValue[]> {
  const found = await query<{ table: string; column: string; sequence: string }>(`
    select pg_class.relname::text as table, pg_attribute.attname::text as column,
      pg_get_serial_sequence(quote_ident(pg_class.relname), pg_attribute.attname) as sequence
    from pg_class join pg_attribute on pg_attribute.attrelid = pg_class.oid
    where ${ownTables} and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
      and pg_get_serial_sequence(quote_ident(pg_class.relname), pg_attribute.attname) is not null
    order by 1, 2`)
  const values: SequenceValue[] = []
  for (const { table, column, sequence } of found) {
    const [row] = await query<{ last: string | null }>(
      `select case when is_called then last_value end as last from ${sequence}`,
    )
    values.push({ table, column, last: row?.last ?? null })
  }
  return values
}

/** A foreign key of a table, with the statements that drop and add it. */
interface ForeignKey {
  table: string
  drop: string
  add: string
}

/** Lists the foreign keys. */
export function listForeignKeys(query: Query): Promise<ForeignKey[]> {
  return query<ForeignKey & pg.QueryResultRow>(`
    select pg_class.relname::text as table,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(pg_constraint.oid)) as add
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and ${ownTables} order by conrelid::regclass::text, conname`)
}
