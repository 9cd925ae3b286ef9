import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listAttestations, listAttestationsForCriteria } from '#contract/attestation.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { beforePlace, type PageOf, type Place, takePage } from '../database/paging.ts'
import { ownColumns, withNames } from './queries.ts'

type Filters = Partial<Omit<QueryOf<typeof listAttestations>, 'page' | 'per_page'>> & {
  /** Older ones only: where the batch before ended. */
  before?: Place
}

/** `decision` is another word for the type that decisions are stored with (wire.md 11.2). */
const storedType = (type: string) => (type === 'decision' ? 'system:decision' : type)

const activeFlows = (org: OrgDatabase) =>
  org.selectFrom('flow').select('flow.id').where('flow.archived_at', 'is', null)

function attestationsMatching(org: OrgDatabase, filters: Filters) {
  let query = org.selectFrom('attestation')
  if (filters.flow_name) {
    const named = activeFlows(org).where('flow.name', '=', filters.flow_name)
    query = query.where('attestation.flow_id', '=', named)
  } else query = query.where('attestation.flow_id', 'in', activeFlows(org))
  if (filters.attestation_id) query = query.where('attestation.id', '=', filters.attestation_id)
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
  if (filters.before) query = query.where(beforePlace('attestation', filters.before))
  return query
}

/** One page of matching attestations, newest first. */
export function listAttestationRows(org: OrgDatabase, filters: Filters, page: PageOf) {
  const chosen = attestationsMatching(org, filters)
    .select(ownColumns)
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
  return withNames(org, takePage(chosen, page)).execute()
}

/** A flow by name with how many of its attestations match, in one query. */
export function findFlowWithTotal(org: OrgDatabase, flowName: string, filters: Filters) {
  return org
    .selectFrom('flow')
    .select(['flow.name', 'flow.archived_at'])
    .select(
      attestationsMatching(org, { ...filters, flow_name: flowName })
        .select((select) => select.fn.countAll<number>().as('total'))
        .as('total'),
    )
    .where('flow.name', '=', flowName)
    .executeTakeFirst()
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
  const belonging = own.union(ofArtifact).union(ofTrail)
  return withNames(org, attestationsMatching(org, filters).select(ownColumns))
    .innerJoin(belonging.as('belonging'), (join) =>
      join.onRef('belonging.id', '=', 'attestation.id'),
    )
    .select('belonging.commit')
    .execute()
}
