import { useQuery } from '@tanstack/react-query'
import { VerdictDaysCard } from '../chart/verdict-days-card.tsx'
import { attestationDaysQuery, type AttestationScope } from './list-query.ts'
import { NamesCard } from './names-card.tsx'
import type { AttestationSearch } from './search.ts'

/** When did evidence begin to fail, and which check fails most? */
export default function AttestationCharts(props: {
  place: AttestationScope
  search: AttestationSearch
}) {
  const { place, search } = props
  const days = useQuery({
    ...attestationDaysQuery(place, search),
    placeholderData: (before) => before,
  })
  return (
    <div className="mb-4 grid grid-cols-2 gap-4 max-lg:grid-cols-1">
      <VerdictDaysCard
        question="When did evidence begin to fail?"
        what="attestation"
        query={days}
      />
      <NamesCard place={place} search={search} />
    </div>
  )
}
