import { type Kysely, sql } from 'kysely'
import { mapTexts } from '#domain/audit-log/personal-texts.ts'
import type { Tables } from '#server/database/tables.ts'
import { type ErasedPerson, mentions } from './erased-person.ts'

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

async function eraseFromTable(
  tx: Kysely<Tables>,
  table: string,
  columns: readonly TextColumn[],
  person: ErasedPerson,
): Promise<number> {
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text`)
  const org = columns.some(({ name }) => name === 'org_id') ? sql.ref('org_id') : sql`null::text`
  const all = sql`concat_ws(' ', ${sql.join(texts)})`
  await sql`
    declare named no scroll cursor for
    select ${org} as org, array[${sql.join(texts)}] as texts from ${sql.table(table)}
    where ${mentions(all, person)} for update`.execute(tx)
  let erased = 0
  for (let isMore = true; isMore;) {
    const { rows } = await sql<{ org: string | null; texts: (string | null)[] }>`
      fetch from named`.execute(tx)
    for (const row of rows) {
      const erase = person.eraseIn(row.org)
      const changes = columns.flatMap(({ name, isJson }, index) => {
        const text = row.texts[index] ?? null
        const left = text === null ? null : isJson ? eraseJson(text, erase) : erase(text, name)
        return left === text ? [] : [sql`${sql.ref(name)} = ${left}`]
      })
      if (changes.length === 0) continue
      await sql`
        update ${sql.table(table)} set ${sql.join(changes)} where current of named`.execute(tx)
      erased += 1
    }
    isMore = rows.length > 0
  }
  await sql`close named`.execute(tx)
  return erased
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
