import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import type { EndpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import type { Range } from '../table/ranges.ts'
import { askedNow } from '../table/time-range.ts'

/** Verdicts that a list of attestations can be narrowed to. */
export const attestationVerdicts = ['compliant', 'non-compliant'] as const

/** What a list of attestations can be asked, the way the dashboard's addresses say it. */
export type AttestationListSearch = Omit<
  QueryInputOf<Endpoints['listAttestations']>,
  'is_compliant' | 'attestation_id'
> & {
  verdict?: (typeof attestationVerdicts)[number]
  range?: Range
  ignored?: unknown
}

/** What the service is asked; the dashboard says "compliant" where the API says "true". */
function wireOf(search: AttestationListSearch) {
  const { verdict, ...rest } = queryOf(search)
  return { ...rest, ...(verdict && { is_compliant: verdict === 'compliant' }) }
}

/** What the service is asked now: a relative range turns into a time. */
export const askedOf = (
  search: AttestationListSearch,
): QueryInputOf<Endpoints['listAttestations']> => askedNow(wireOf(search))

/**
 * A page of attestations, of archived flows where no active one has any. A relative range turns
 * into a time when the service is asked.
 */
export function attestationListQuery(
  org: string,
  search: AttestationListSearch,
): EndpointQuery<'listAttestations'> {
  return {
    queryKey: ['listAttestations', { org }, wireOf(search)],
    queryFn: ({ signal }) =>
      untilSignedIn(async () => {
        const input = { params: { org }, query: askedOf(search), signal }
        const active = await call('listAttestations', input)
        if (!search.flow_name || active.pagination.total > 0) return active
        // This list does not say that its flow is archived.
        const archived = await call('archivedListAttestations', input)
        return archived.pagination.total > 0 ? archived : active
      }),
  }
}
