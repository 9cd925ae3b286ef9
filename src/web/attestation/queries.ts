import type { Attestation } from '#contract/attestation.ts'
import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { type Range, timesOf } from '../table/time-range.ts'

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

/** A page of attestations. A relative range turns into a time when the service is asked. */
export function attestationListQuery(
  org: string,
  search: AttestationListSearch,
): EndpointQuery<'listAttestations'> {
  const { verdict, range, from_timestamp, to_timestamp, ...rest } = queryOf(search)
  const times = { range, from_timestamp, to_timestamp }
  const query = { ...rest, ...(verdict && { is_compliant: verdict === 'compliant' }) }
  return {
    queryKey: ['listAttestations', { org }, { ...query, ...times }],
    queryFn: ({ signal }) =>
      untilSignedIn(() =>
        call('listAttestations', {
          params: { org },
          query: { ...query, ...timesOf(times, Date.now() / 1_000) },
          signal,
        }),
      ),
  }
}

/** One attestation by its id; null when the organization has none of that id. */
export function attestationQuery(org: string, attestationId: string) {
  return {
    ...endpointQuery('listAttestations', { org }, { attestation_id: attestationId }),
    select: (page: { data: Attestation[] }) => page.data[0] ?? null,
  }
}
