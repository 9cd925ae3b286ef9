import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

interface End {
  of: string
  ends_at: number
}

/** When some overrides end, by id; those that end by a person alone are left out. */
export function listOverrideEnds(org: OrgDatabase, ids: readonly string[]): Promise<End[]> {
  return org.query(sql<End>`
    select override_id as of, expires_at as ends_at from override_state
    where org_id = ${org.orgId} and override_id = any(${ids})
      and expires_at is not null and ended_at is null`)
}

/** When the first entry of an allow-list ends that carries what runs, by name of environment. */
export function listAllowanceEnds(org: OrgDatabase, names: readonly string[]): Promise<End[]> {
  return org.query(sql<End>`
    select environment.name as of, min(allowed.expires_at) as ends_at
    from environment
    join allowed_artifact as allowed on allowed.org_id = environment.org_id
      and allowed.environment_id = environment.id
      and allowed.standing = 'stands' and allowed.expires_at is not null
    join verdict on verdict.org_id = environment.org_id
      and verdict.environment_id = environment.id
      and verdict.fingerprint = allowed.fingerprint and verdict.to_index is null
      and (verdict.carriers ->> 'is_allow_listed')::boolean
    where environment.org_id = ${org.orgId} and environment.name = any(${names})
    group by environment.name`)
}
