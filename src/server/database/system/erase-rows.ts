import { type Kysely, type RawBuilder, sql } from 'kysely'
import { mapTexts } from '#domain/audit-log/personal-texts.ts'
import { isToNodes } from '#server/database/pool.ts'
import type { Tables } from '#server/database/tables.ts'

/** A person who is being erased. */
export interface ErasedPerson {
  name: string
  emails: readonly string[]
  pseudonym: string
  /** How texts of an organization lose them; of null, texts of none. */
  eraseIn: (orgId: string | null) => (text: string, field: string) => string
}

/** Condition that a text has the name or an address of a person in it, whatever it means there. */
export const mentions = (
  text: RawBuilder<unknown>,
  { name, emails }: Pick<ErasedPerson, 'name' | 'emails'>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [
      sql`strpos(${text}, ${name}) > 0`,
      ...emails.map((email) => sql`strpos(lower(${text}), ${email.toLowerCase()}) > 0`),
    ],
    sql` or `,
  )})`

/** Columns of JSON that is stored as text: the answers that repeated calls get. */
const jsonTexts = ['idempotency_key.body']

interface TextColumn {
  name: string
  isJson: boolean
}

/**
 * Puts a pseudonym in place of a person in every table but the audit logs: their name in columns
 * and fields of JSON that name people, their e-mail addresses in all texts.
 * @returns number of rows
 */
export async function eraseFromRows(tx: Kysely<Tables>, person: ErasedPerson): Promise<number> {
  let erased = 0
  for (const [table, columns] of await textColumns(tx))
    erased += await eraseFromTable(tx, table, columns, person)
  return erased
}

/** The texts of a row, and of its key. */
interface Row {
  org: string | null
  key: (string | null)[]
  texts: (string | null)[]
}

async function eraseFromTable(
  tx: Kysely<Tables>,
  table: string,
  columns: readonly TextColumn[],
  person: ErasedPerson,
): Promise<number> {
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  const org = columns.some(({ name }) => name === 'org_id') ? sql.ref('org_id') : sql`null::text`
  const keyColumns = await keyOf(tx, table)
  const key = sql.join(keyColumns.map((name) => sql`${sql.ref(name)}::text`))
  // Nodes lock no rows for a cursor that they share: there each row is locked, and found, by its key.
  const isByKey = isToNodes(tx)
  await sql`
    declare named no scroll cursor for
    select ${org} as org, array[${key}]::text[] as key, array[${texts}] as texts
    from ${sql.table(table)}
    where ${mentions(sql`concat_ws(' ', ${texts})`, person)} ${isByKey ? sql`` : sql`for update`}
  `.execute(tx)
  let erased = 0
  for (let isMore = true; isMore;) {
    const { rows } = await sql<Row>`fetch from named`.execute(tx)
    for (const found of rows) {
      const isThisRow = isByKey ? hasKey(keyColumns, found.key) : sql`current of named`
      const row = isByKey ? await lockRow(tx, table, isThisRow, texts) : found
      const erase = person.eraseIn(found.org)
      const changes = columns.flatMap(({ name, isJson }, index) => {
        const text = row?.texts[index] ?? null
        const left = text === null ? null : isJson ? eraseJson(text, erase) : erase(text, name)
        return left === text ? [] : [sql`${sql.ref(name)} = ${left}`]
      })
      if (changes.length === 0) continue
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isThisRow}`.execute(tx)
      erased += 1
    }
    isMore = rows.length > 0
  }
  await sql`close named`.execute(tx)
  return erased
}

/** Columns that tell the rows of a table apart: those of its key, or of an index that is one. */
async function keyOf(tx: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name
    from (select indrelid, indkey from pg_index
      where indrelid = ${table}::regclass and indisunique and indpred is null
      order by indisprimary desc limit 1) as key
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)`.execute(tx)
  return rows.map(({ name }) => name)
}

const hasKey = (columns: readonly string[], key: Row['key']) => {
  const parts = columns.map((name, index) => {
    const value = key[index] ?? null
    return value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)}::text = ${value}`
  })
  return sql`${sql.join(parts, sql` and `)}`
}

/** Locks a row until the transaction ends; undefined where it is gone. */
async function lockRow(
  tx: Kysely<Tables>,
  table: string,
  isThisRow: RawBuilder<unknown>,
  texts: RawBuilder<unknown>,
): Promise<Pick<Row, 'texts'> | undefined> {
  const { rows } = await sql<Pick<Row, 'texts'>>`
    select array[${texts}] as texts from ${sql.table(table)} where ${isThisRow} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Returns JSON without the person; as it stands if it does not name them, or is none. */
function eraseJson(text: string, erase: (text: string, field: string) => string): string {
  let isChanged = false
  try {
    const left = mapTexts(JSON.parse(text), (value, field) => {
      const shown = erase(value, field)
      isChanged ||= shown !== value
      return shown
    })
    return isChanged ? JSON.stringify(left) : text
  } catch {
    return text
  }
}

/** Columns of texts and of JSON by their table, without those of the audit logs. */
async function textColumns(tx: Kysely<Tables>): Promise<Map<string, TextColumn[]>> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select columns.table_name::text as table, column_name::text as name, data_type::text as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and data_type in ('text', 'json', 'jsonb') and is_generated = 'NEVER'
      and table_name not in ('record', 'record_seal') and table_name not like 'kysely\\_%'
    order by 1, ordinal_position`.execute(tx)
  const columns = new Map<string, TextColumn[]>()
  for (const { table, name, type } of rows) {
    const isJson = type !== 'text' || jsonTexts.includes(`${table}.${name}`)
    columns.set(table, [...(columns.get(table) ?? []), { name, isJson }])
  }
  return columns
}
