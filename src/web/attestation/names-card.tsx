import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartCard } from '../chart/chart-card.tsx'
import { moveFocusByArrowKeys } from '../chart/move-inside.ts'
import { useVerdictFills } from '../chart/verdict-fill.tsx'
import { PendingBlock } from '../chart/waiting-block.tsx'
import { plural } from '../ui/plural.ts'
import { attestationFacetsQuery, type AttestationScope } from './list-query.ts'
import type { AttestationSearch } from './search.ts'

const maxBars = 6

/** Which check fails most? A bar narrows the list to its name and to what fails. */
export function NamesCard(props: { place: AttestationScope; search: AttestationSearch }) {
  const query = useQuery({
    ...attestationFacetsQuery(props.place, props.search),
    placeholderData: (before) => before,
  })
  const { fills, definitions } = useVerdictFills()
  if (!query.data) {
    return <PendingBlock query={query} what="The names" className="min-h-[210px]" />
  }
  const names = query.data.attestation_name.values
  const failing = names
    .filter(({ non_compliant }) => non_compliant > 0)
    .toSorted((a, b) => b.non_compliant - a.non_compliant)
  const shown = failing.slice(0, maxBars)
  const most = shown[0]?.non_compliant ?? 0
  return (
    <ChartCard
      question="Which check fails most?"
      answer={
        shown[0]
          ? `${shown[0].value || 'unnamed'}: ${shown[0].non_compliant} of ${plural(shown[0].non_compliant + shown[0].compliant, 'attestation')}. ${plural(failing.length, 'name')} with failures.`
          : 'None: nothing in this selection is non-compliant.'
      }
      head={['Name', 'Non-compliant', 'All']}
      rows={failing.map((one) => [
        one.value || 'unnamed',
        one.non_compliant,
        one.compliant + one.non_compliant,
      ])}
    >
      <div role="group" aria-label="Non-compliant attestations by name" className="px-4 pb-3">
        {shown.map((one, index) => (
          <Link
            key={one.value}
            to="/$org/attestations"
            params={{ org: props.place.org }}
            search={(rest: object) => ({
              ...rest,
              page: undefined,
              attestation_name: [one.value],
              verdict: 'non-compliant' as const,
            })}
            onKeyDown={moveFocusByArrowKeys}
            tabIndex={index === 0 ? 0 : -1}
            resetScroll={false}
            className="grid grid-cols-[minmax(0,10rem)_1fr_3rem] items-center gap-3 rounded-tag py-0.5 text-table text-text hover:bg-hover max-md:min-h-11"
          >
            <span className="truncate" title={one.value}>
              {one.value || 'unnamed'}
            </span>
            <svg width="100%" height="12" aria-hidden="true" className="block">
              {definitions}
              <rect
                width={`${(100 * one.non_compliant) / most}%`}
                height="12"
                fill={fills['non-compliant']}
              />
            </svg>
            <span className="text-right tabular-nums">{one.non_compliant}</span>
          </Link>
        ))}
      </div>
    </ChartCard>
  )
}
