import { useQuery } from '@tanstack/react-query'
import { useListQuery } from '#web/api/list-query.ts'
import {
  type AttestationScope,
  attestationFacetsQuery,
  attestationListQuery,
} from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { isSet } from '#web/table/filter.ts'
import { useFrozenRows } from '#web/table/frozen-rows.tsx'
import { attestationFiltersOf } from './filters.tsx'

/** A list of attestations as its page shows it, with its filters and how to change them. */
export function useAttestations(
  place: AttestationScope,
  search: AttestationSearch,
  /** Goes to the same page with another search. */
  goTo: (search: AttestationSearch) => void,
) {
  const {
    shown,
    query,
    isBusy,
    data: list,
  } = useListQuery(search, (asked) => attestationListQuery(place, asked))
  const facets = useQuery({
    ...attestationFacetsQuery(place, search),
    placeholderData: (before) => before,
  }).data
  const { data, pagination } = list
  const scope = JSON.stringify([place, shown])
  const held = useFrozenRows(data, (attestation) => attestation.attestation_id, scope)
  // A narrowing starts over at page 1 and drops what was not understood.
  const narrow = (change: AttestationSearch) => {
    const { ignored: _, page: __, ...rest } = search
    goTo({ ...rest, ...change })
  }
  return {
    shown,
    query,
    isBusy,
    pagination,
    held,
    filters: attestationFiltersOf(place, search, facets, narrow),
    isNarrowed: attestationFiltersOf(place, shown, facets, narrow).some(isSet),
    narrow,
    clear: () => goTo({ per_page: search.per_page }),
  }
}
export type Attestations = ReturnType<typeof useAttestations>
