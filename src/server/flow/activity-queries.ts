import { sql } from 'kysely'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'

/** Statement that notes a change of a trail that adds no trail, artifact or attestation. */
export const noteActivity = (org: OrgDatabase, flowId: string, at: number): Statement => sql`
  insert into flow_activity as noted (org_id, flow_id, at) values (${org.orgId}, ${flowId}, ${at})
  on conflict (org_id, flow_id) do update set at = greatest(noted.at, excluded.at)`
