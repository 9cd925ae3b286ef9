import { sql } from 'kysely'
import type { OrgDatabase, Statement } from './org-database.ts'

const newestOf = ({ orgId }: OrgDatabase, table: 'trail' | 'artifact' | 'attestation') => sql`(
  select max(created_at) from ${sql.table(table)} as one
  where one.org_id = ${orgId} and one.flow_id = flow.id)`

/**
 * When a trail of the joined flow last changed, null without trails: the newest of its rows, each
 * found by an index, and what leaves no new row. An index on the trails' own times would be written
 * with every report.
 */
export const latestActivity = (org: OrgDatabase) => sql<number | null>`greatest(
  ${newestOf(org, 'trail')}, ${newestOf(org, 'artifact')}, ${newestOf(org, 'attestation')},
  (select at from flow_activity as other
    where other.org_id = ${org.orgId} and other.flow_id = flow.id))`

/** Statement that notes a change of a trail that adds no trail, artifact or attestation. */
export const noteActivity = (org: OrgDatabase, flowId: string, at: number): Statement => sql`
  insert into flow_activity as noted (org_id, flow_id, at) values (${org.orgId}, ${flowId}, ${at})
  on conflict (org_id, flow_id) do update set at = greatest(noted.at, excluded.at)`
