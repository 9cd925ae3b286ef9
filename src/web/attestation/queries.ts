import {
  type Attestation,
  listAttestations,
  listAttestationsForCriteria,
} from '#contract/attestation/attestation.ts'
import {
  countAttestationDays,
  countAttestationFacets,
  findPreviousRun,
  listMissingEvidence,
  resolveCommits,
} from '#contract/attestation/explorer.ts'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { getEvidenceSettings } from '#contract/organization/organization-settings.ts'
import { type EndpointQuery, askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { archivedOf } from '#web/table/archived-flows.ts'
import { timesNow } from '#web/table/time-range.ts'
import type { AttestationSearch } from './search.ts'

/** One attestation by its id, archived flows included; null when the organization has none. */
export const attestationQuery = (org: string, attestationId: string) => ({
  ...endpointQuery(listAttestations, { org }, { attestation_id: [attestationId] }),
  select: (page: { data: Attestation[] }) => page.data[0] ?? null,
})

/** The run before an attestation: of the same name, type and target. */
export function previousRunQuery(org: string, attestation: Attestation) {
  const { flow_name, trail_name, attestation_id } = attestation
  return endpointQuery(findPreviousRun, { org, flow_name, trail_name, attestation_id })
}

/** Commits of some hashes, full or short. */
export const commitsQuery = (
  org: string,
  commit: readonly string[],
): EndpointQuery<typeof resolveCommits> =>
  endpointQuery(resolveCommits, { org }, { commit: [...commit] })

/** Filters of evidence by commit; values of one are alternatives. */
export const narrowingOf = ({
  flow_name,
  attestation_name,
  attestation_type,
  archived,
}: AttestationSearch) => ({
  ...archivedOf({ archived }),
  ...(flow_name && { flow_name }),
  ...(attestation_name && { attestation_name }),
  ...(attestation_type && { attestation_type }),
})

/** All evidence of some commits, by their full hashes. */
export const evidenceQuery = (
  org: string,
  commit_list: readonly string[],
  search: AttestationSearch,
): EndpointQuery<typeof listAttestationsForCriteria> =>
  endpointQuery(
    listAttestationsForCriteria,
    { org },
    { commit_list: [...commit_list], ...narrowingOf(search) },
  )

/** Evidence missing from trails of some commits, by their full hashes. */
export const missingEvidenceQuery = (
  org: string,
  commit_list: readonly string[],
  { archived }: AttestationSearch,
): EndpointQuery<typeof listMissingEvidence> =>
  endpointQuery(
    listMissingEvidence,
    { org },
    { commit_list: [...commit_list], ...archivedOf({ archived }) },
  )

/** Whose attestations are looked at: the organization's, or those of one flow. */
export interface AttestationScope {
  org: string
  flow?: string | undefined
}

type Filters = QueryInputOf<typeof countAttestationFacets>

/**
 * Query for the service; the dashboard says "compliant" where the API says "true". An archived
 * flow has its list, too.
 */
function wireOf({ flow }: AttestationScope, search: AttestationSearch) {
  const { verdict, effective, record_type, by: _, ignored: __, ...shown } = search
  const { commit_list: ___, trouble: ____, ...rest } = shown
  return {
    ...rest,
    ...(record_type !== 'all' && { record_type: record_type ?? ('evidence' as const) }),
    ...archivedOf(flow === undefined ? search : { archived: 'include' }),
    ...(flow !== undefined && { flow_name: [flow] }),
    ...(verdict && { reported_is_compliant: verdict === 'compliant' }),
    ...(effective && { is_compliant: effective === 'compliant' }),
  }
}

/** Query for the service now: a relative range turns into a time. */
export const attestationQueryOf = (
  scope: AttestationScope,
  search: AttestationSearch,
): QueryInputOf<typeof listAttestations> => timesNow(wireOf(scope, search))

/** The same without a page. */
function filtersOf(scope: AttestationScope, search: AttestationSearch): Filters {
  const { page: _, per_page: __, ...filters } = attestationQueryOf(scope, search)
  return filters
}

/** A page of attestations. A relative range turns into a time when the service is asked. */
export const attestationListQuery = (scope: AttestationScope, search: AttestationSearch) =>
  askedQuery(listAttestations, { org: scope.org }, wireOf(scope, search), () =>
    attestationQueryOf(scope, search),
  )

/** How many attestations each value of a filter would leave. */
export const attestationFacetsQuery = (
  scope: AttestationScope,
  { page: _, per_page: __, ...search }: AttestationSearch,
) =>
  askedQuery(countAttestationFacets, { org: scope.org }, wireOf(scope, search), () =>
    filtersOf(scope, search),
  )

/** How many attestations there were on each day; without a window of the last 30. */
export const attestationDaysQuery = (
  scope: AttestationScope,
  { page: _, per_page: __, ...search }: AttestationSearch,
) =>
  askedQuery(countAttestationDays, { org: scope.org }, wireOf(scope, search), () =>
    filtersOf(scope, search),
  )

/** How old evidence may be, by type. */
export const evidenceAgesQuery = (org: string) => endpointQuery(getEvidenceSettings, { org })
