import { sql } from 'kysely'
import type { ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/**
 * Commits of trails, artifacts and attestations that are, or begin with, one of some texts of
 * lower-case hex: the first ones of each in order.
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
  return org.query(sql<{ asked: string; match: string }>`
    select wanted.asked, found.match from unnest(${asked}::text[]) as wanted(asked)
    cross join lateral (
      select distinct match from (${sql.join(sources, sql` union all `)}) as one
      order by match limit ${sql.lit(limit)}) as found
    order by wanted.asked, found.match`)
}

/** A trail that lacks something or fails, with the commit that it was found by. */
interface IncompleteTrail {
  commit: string
  flow_name: string
  trail_name: string
  status: ComplianceStatus
}

/** Of each commit the newest trails that do not comply: those that name it, or whose artifacts do. */
export function listIncompleteTrails(
  org: OrgDatabase,
  commits: readonly string[],
  limit: number,
): Promise<IncompleteTrail[]> {
  return org.query(sql<IncompleteTrail>`
    select wanted.commit, found.flow_name, found.trail_name, found.status
    from unnest(${commits}::text[]) with ordinality as wanted(commit, place)
    cross join lateral (
      select flow.name as flow_name, trail.name as trail_name, trail.created_at,
        trail_status.status
      from (
        select id from trail where org_id = ${org.orgId} and commit_sha = wanted.commit
        union
        select trail_id from artifact where org_id = ${org.orgId} and git_commit = wanted.commit
      ) as named
      join trail on trail.org_id = ${org.orgId} and trail.id = named.id
      join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
        and ${isInView(org, 'flow.archived_at')}
      join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
        and trail_status.state <> 'COMPLIANT'
      order by trail.created_at desc, trail.id desc limit ${sql.lit(limit)}) as found
    order by wanted.place, found.created_at desc`)
}
