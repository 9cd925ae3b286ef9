import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listAttestations, listAttestationsForCriteria } from '#contract/attestation.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { attestationColumns, attestationsWithNames } from './queries.ts'

type Filters = Partial<Omit<QueryOf<typeof listAttestations>, 'page' | 'per_page'>> & {
  flowId?: string
}

/** `decision` is another word for the type that decisions are stored with (wire.md 11.2). */
const storedType = (type: string) => (type === 'decision' ? 'system:decision' : type)

function attestationsMatching(org: OrgDatabase, filters: Filters) {
  let query = attestationsWithNames(org).where('flow.archived_at', 'is', null)
  if (filters.flowId) query = query.where('attestation.flow_id', '=', filters.flowId)
  if (filters.attestation_id) query = query.where('attestation.id', '=', filters.attestation_id)
  if (filters.flow_name) query = query.where('flow.name', '=', filters.flow_name)
  if (filters.attestation_name) {
    query = query.where('attestation.name', '=', filters.attestation_name)
  }
  if (filters.attestation_type) {
    query = query.where('attestation.type', '=', storedType(filters.attestation_type))
  }
  if (filters.is_compliant != null) {
    query = query.where('attestation.is_compliant', '=', filters.is_compliant)
  }
  if (filters.from_timestamp != null) {
    query = query.where('attestation.created_at', '>=', filters.from_timestamp)
  }
  if (filters.to_timestamp != null) {
    query = query.where('attestation.created_at', '<=', filters.to_timestamp)
  }
  return query
}

/** One page of matching attestations, newest first. */
export function listAttestationRows(
  org: OrgDatabase,
  filters: Filters,
  page: { page: number; per_page: number },
) {
  return attestationsMatching(org, filters)
    .select(attestationColumns)
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
    .execute()
}

/** How many attestations match. */
export async function countAttestations(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await attestationsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Attestations that belong to one of the commits: by their own commit, else their artifact's,
 * else their trail's (wire.md 11.2).
 */
export function listByCommit(
  org: OrgDatabase,
  commits: string[],
  filters: Omit<QueryOf<typeof listAttestationsForCriteria>, 'commit_list' | 'attestation_id'>,
) {
  const own = org
    .selectFrom('attestation')
    .select(['attestation.id', 'attestation.commit_sha as commit'])
    .where(sql<boolean>`attestation.commit_sha = any(${commits})`)
  const ofArtifact = org
    .selectFrom('artifact')
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'artifact.org_id')
        .onRef('attestation.trail_id', '=', 'artifact.trail_id')
        .onRef('attestation.fingerprint', '=', 'artifact.fingerprint'),
    )
    .select(['attestation.id', 'artifact.git_commit as commit'])
    .where('attestation.commit_sha', 'is', null)
    .where(sql<boolean>`artifact.git_commit = any(${commits})`)
  const ofTrail = org
    .selectFrom('trail')
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'trail.org_id')
        .onRef('attestation.trail_id', '=', 'trail.id'),
    )
    .select(['attestation.id', 'trail.commit_sha as commit'])
    .where('attestation.commit_sha', 'is', null)
    .where('attestation.fingerprint', 'is', null)
    .where(sql<boolean>`trail.commit_sha = any(${commits})`)
  return attestationsMatching(org, filters)
    .innerJoin(own.union(ofArtifact).union(ofTrail).as('belonging'), (join) =>
      join.onRef('belonging.id', '=', 'attestation.id'),
    )
    .select(attestationColumns)
    .select('belonging.commit')
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
    .execute()
}
