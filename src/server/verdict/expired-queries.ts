import { sql } from 'kysely'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { isExpired, limitValues } from '#server/database/evidence-ages.ts'
import { reportedVerdict } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { rowsByKey } from '#server/database/rows-by-key.ts'
import { isSlotOfArtifact } from '#server/database/shared-selects.ts'

/** Full types of expired evidence, by name, behind the state of what has an id. */
interface ExpiredRow {
  id: string
  expired: string[]
}

const typesOf = sql`array_agg(distinct attestation.type order by attestation.type)`

/** Of a compliant state all evidence, of a non-compliant one what fails, of an incomplete one none. */
const isExpiredEvidence = (limits: EvidenceLimits) =>
  sql`not attestation.is_override
    and case state when 'COMPLIANT' then true
      when 'NON-COMPLIANT' then not ${reportedVerdict()} else false end
    and ${isExpired(sql`attestation.type`, sql`attestation.created_at`, limitValues(limits))}`

/** Path to the entries of a trail itself that no recent one stands in place of. */
const ofOthers = sql`'$.attestations_statuses[*] ?
  (!(@.attestation_name == $recent[*].attestation_name)).attestation_id'::jsonpath`

/** Ids of the entries of artifacts that no recent one stands in place of. */
const ofOtherArtifacts = sql`(
  select coalesce(jsonb_agg(entry -> 'attestation_id'), '[]')
  from jsonb_path_query(status::jsonb, '$.artifacts_statuses.*') as artifact
  cross join jsonb_array_elements(artifact -> 'attestations_statuses') as entry
  left join jsonb_array_elements(recent_of_artifacts::jsonb) as newer
    on newer -> 'artifact_id' = artifact -> 'artifact_id'
    and newer -> 'attestation_name' = entry -> 'attestation_name'
  where newer is null)`

/**
 * Expired evidence that carries the state of some trails, in their slots. Slots of trails that are younger than the shortest
 * limit are not read: evidence comes after the beginning of its trail.
 */
export function listExpiredOfTrails(
  org: OrgDatabase,
  ids: readonly string[],
  limits: EvidenceLimits,
  begunUntil: number,
): Promise<ExpiredRow[]> {
  return org.query(sql<ExpiredRow>`
    with filled as materialized (
      select trail.id, state,
        case when recent is null then jsonb_path_query_array(status::jsonb, '$.**.attestation_id')
        else jsonb_path_query_array(status::jsonb, ${ofOthers}, jsonb_build_object('recent', recent))
          || jsonb_path_query_array(recent::jsonb, '$[*].attestation_id')
          || coalesce(jsonb_path_query_array(recent_of_artifacts::jsonb, '$[*].attestation_id'), '[]')
          || ${ofOtherArtifacts} end as ids
      from ${rowsByKey(org, 'trail', sql`${ids}::text[]`)} as trail
      join trail_status on trail_status.org_id = ${org.orgId} and trail_status.trail_id = trail.id
      where trail.created_at <= ${begunUntil})
    select filled.id, ${typesOf} as expired
    from filled
    join attestation on attestation.org_id = ${org.orgId} and attestation.trail_id = filled.id
    where ${isExpiredEvidence(limits)} and jsonb_exists(filled.ids, attestation.id)
    group by filled.id`)
}

const withEvidence = preparedQuery(
  (org, { ids }: { ids: readonly string[] }) => sql<{ id: string }>`
    select artifact.id from ${rowsByKey(org, 'artifact', sql`${ids}::text[]`)} as artifact
    where exists (
      select from current_attestation as slot where ${isSlotOfArtifact(org)} offset 0)`,
)

/** Returns the ids of those among some artifacts for which evidence counts, overrides included. */
export async function listWithEvidence(
  org: OrgDatabase,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await withEvidence(org, { ids })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Expired evidence that carries the state of some artifacts: the newest of each name on the artifact, also by
 * its name in the template and its commit, and the newest of each on its trail.
 */
export function listExpiredOfArtifacts(
  org: OrgDatabase,
  ids: readonly string[],
  limits: EvidenceLimits,
): Promise<ExpiredRow[]> {
  return org.query(sql<ExpiredRow>`
    with newest as materialized (
      select distinct on (artifact.id, slot.scope = '', slot.name)
        artifact.id as artifact_id, slot.attestation_id, artifact_state.state
      from ${rowsByKey(org, 'artifact', sql`${ids}::text[]`)} as artifact
      join artifact_state on artifact_state.org_id = ${org.orgId}
        and artifact_state.artifact_id = artifact.id
      cross join lateral (
        select * from current_attestation as slot where ${isSlotOfArtifact(org)} offset 0) as slot
      order by artifact.id, slot.scope = '', slot.name, slot.attestation_id desc)
    select newest.artifact_id as id, ${typesOf} as expired
    from newest
    join attestation
      on attestation.org_id = ${org.orgId} and attestation.id = newest.attestation_id
    where ${isExpiredEvidence(limits)}
    group by newest.artifact_id`)
}
