import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** The most recently active flows, with their templates. */
export function listCandidates(org: OrgDatabase, limit: number) {
  const lastActivity = sql`(select max(trail.last_modified_at) from trail
    where trail.org_id = flow.org_id and trail.flow_id = flow.id)`
  return org
    .selectFrom('flow')
    .innerJoin('template', (join) =>
      join
        .onRef('template.org_id', '=', 'flow.org_id')
        .onRef('template.id', '=', 'flow.template_id'),
    )
    .select(['flow.name', 'flow.tags', 'template.document'])
    .where('flow.archived_at', 'is', null)
    .orderBy(lastActivity, (order) => order.desc().nullsLast())
    .orderBy('flow.name')
    .limit(limit)
    .execute()
}
