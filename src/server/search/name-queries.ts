import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

/** Something that has a name, or had it. */
export interface Named {
  type: 'flow' | 'environment' | 'policy' | 'control'
  id: string
  name: string | null
}

const tables = { flow: 'name', environment: 'name', policy: 'name', control: 'identifier' } as const

/** Names of one kind that are looked at closely. */
const mostCandidates = 300

/**
 * Active things whose names could be near to a text: they share its beginning or its end, or one holds
 * the other.
 */
export async function listCandidates(org: OrgDatabase, text: string): Promise<Named[]> {
  const asked = text.toLowerCase()
  const lists = await Promise.all(
    Object.entries(tables).map(([type, column]) => {
      const [id, title] = [sql.ref(column), sql.ref(type === 'control' ? 'name' : column)]
      const near = [id, title].map(
        (name) => sql`(left(lower(${name}), 2) = left(${asked}, 2)
          or right(lower(${name}), 3) = right(${asked}, 3)
          or strpos(lower(${name}), ${asked}) > 0)`,
      )
      return org.rowsOf(sql<Named>`
        select ${type}::text as type, ${id} as id,
          ${type === 'control' ? title : sql`null::text`} as name
        from ${sql.table(type)}
        where org_id = ${org.orgId} and archived_at is null and (${sql.join(near, sql` or `)})
        order by abs(length(${id}) - ${asked.length}), ${id} limit ${mostCandidates}`)
    }),
  )
  return lists.flat()
}

/** Renamings of which one leads to the next; more than these nobody follows. */
const mostRenamings = 20

/** What a flow or an environment that once had a name was called last, where it goes by that name now. */
export async function findRenamed(
  org: OrgDatabase,
  type: 'flow' | 'environment',
  former: string,
): Promise<string | null> {
  const [last] = await org.rowsOf(sql<{ name: string }>`
    with recursive renaming as (
      (select seq, body::json ->> 'new_name' as name, 1 as step from record_seal
        join record on record.org_id = record_seal.org_id and record.id = record_id
        where record_seal.org_id = ${org.orgId} and object = ${former}
          and record_seal.kind = ${`${type}_renamed`}
        order by seq desc limit 1)
      union all
      (select later.seq, later.name, step + 1 from renaming cross join lateral (
        select seq, body::json ->> 'new_name' as name from record_seal
        join record on record.org_id = record_seal.org_id and record.id = record_id
        where record_seal.org_id = ${org.orgId} and object = renaming.name
          and record_seal.kind = ${`${type}_renamed`} and seq > renaming.seq
        order by seq limit 1) as later
        where step < ${mostRenamings}))
    select name from renaming order by step desc limit 1`)
  if (!last) return null
  const [active] = await org.rowsOf(sql<{ name: string }>`
    select name from ${sql.table(type)}
    where org_id = ${org.orgId} and name = ${last.name} and archived_at is null`)
  return active?.name ?? null
}
