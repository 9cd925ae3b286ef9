import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

/**
 * Commits of trails, artifacts and attestations that are, or begin with, one of some texts of
 * lower-case hex: of each the first in their order.
 */
export function findCommits(org: OrgDatabase, asked: readonly string[], limit: number) {
  const sources = [
    ['trail', 'commit_sha'],
    ['artifact', 'git_commit'],
    ['attestation', 'commit_sha'],
  ].map(([table = '', name = '']) => {
    const column = sql.ref(`source.${name}`)
    // "g" is the first text after every one with this beginning.
    return sql`(select distinct ${column} as match from ${sql.table(table)} as source
      where source.org_id = ${org.orgId} and ${column} >= wanted.asked
        and ${column} < wanted.asked || 'g'
      order by 1 limit ${sql.lit(limit)})`
  })
  return org.rowsOf(sql<{ asked: string; match: string }>`
    select wanted.asked, found.match from unnest(${asked}::text[]) as wanted(asked)
    cross join lateral (
      select distinct match from (${sql.join(sources, sql` union all `)}) as one
      order by match limit ${sql.lit(limit)}) as found
    order by wanted.asked, found.match`)
}
