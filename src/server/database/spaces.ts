import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from './org-database.ts'

/** Lets through what is in one of some spaces, or in a space below one; unknown ones hold nothing. */
export function isInSpaces(
  org: OrgDatabase,
  column: 'flow.space_id' | 'environment.space_id',
  ids: readonly string[],
): RawBuilder<boolean> {
  return sql`${sql.ref(column)} in (
    with recursive below as (
      select id from space where org_id = ${org.orgId} and id = any(${ids})
      union
      select space.id from space join below on space.parent_id = below.id
      where space.org_id = ${org.orgId})
    select id from below)`
}
