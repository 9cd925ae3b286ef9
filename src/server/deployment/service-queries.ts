import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Builds of a flow that were reported after an instant, up to another. */
interface BuildRange {
  id: string
  flow_id: string
  after: number
  until: number
}

/** A build within a range. */
interface BuildInRange {
  range_id: string
  filename: string
  template_reference_name: string | null
  git_commit: string
}

/** So many builds of each range are read: the newest ones. */
const maxBuilds = 1000

/** The builds within some ranges, those of one commit and name once. */
export async function listBuildsIn(
  org: OrgDatabase,
  ranges: readonly BuildRange[],
): Promise<BuildInRange[]> {
  if (ranges.length === 0) return []
  return org.query(sql<BuildInRange>`
    select distinct wanted.id as range_id, built.filename, built.template_reference_name,
      built.git_commit
    from unnest(${ranges.map(({ id }) => id)}::text[],
      ${ranges.map(({ flow_id }) => flow_id)}::text[],
      ${ranges.map(({ after }) => after)}::double precision[],
      ${ranges.map(({ until }) => until)}::double precision[])
      as wanted(id, flow_id, "after", until)
    cross join lateral (
      select filename, template_reference_name, git_commit from artifact
      where artifact.org_id = ${org.orgId} and artifact.flow_id = wanted.flow_id
        and artifact.created_at > wanted."after" and artifact.created_at <= wanted.until
      order by created_at desc, id desc limit ${sql.lit(maxBuilds)}) as built`)
}
