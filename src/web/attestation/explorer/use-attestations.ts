import { useQuery } from '@tanstack/react-query'
import {
  type AttestationScope,
  attestationFacetsQuery,
  attestationListQuery,
} from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { useListPage } from '#web/list/use-list-page.ts'
import { attestationFiltersOf } from './filters.tsx'

/** A list of attestations as its page shows it; its filters say how many rows each would leave. */
export function useAttestations(scope: AttestationScope, search: AttestationSearch) {
  const facets = useQuery({
    ...attestationFacetsQuery(scope, search),
    placeholderData: (before) => before,
  }).data
  return useListPage({
    search,
    queryOf: (asked) => attestationListQuery(scope, asked),
    rowId: ({ attestation_id }) => attestation_id,
    filtersOf: (asked, narrow) => attestationFiltersOf(scope, asked, facets, narrow),
  })
}
export type Attestations = ReturnType<typeof useAttestations>
