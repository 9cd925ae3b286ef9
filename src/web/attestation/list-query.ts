import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import type { EndpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { askedNow, type Range } from '../table/time-range.ts'

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

/** What the service is asked: a relative range turns into a time, now. */
export function askedOf(
  search: AttestationListSearch,
): QueryInputOf<Endpoints['listAttestations']> {
  return askedNow(namedOf(search))
}

/** A page of attestations. A relative range turns into a time when the service is asked. */
export function attestationListQuery(
  org: string,
  search: AttestationListSearch,
): EndpointQuery<'listAttestations'> {
  return {
    queryKey: ['listAttestations', { org }, namedOf(search)],
    queryFn: ({ signal }) =>
      untilSignedIn(() =>
        call('listAttestations', { params: { org }, query: askedOf(search), signal }),
      ),
  }
}

/** The search in the API's own names. */
function namedOf(search: AttestationListSearch) {
  const { verdict, ...rest } = queryOf(search)
  return { ...rest, ...(verdict && { is_compliant: verdict === 'compliant' }) }
}
