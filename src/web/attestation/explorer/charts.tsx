import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { FacetValue } from '#contract/attestation/explorer.ts'
import { counted } from '#domain/common/counted.ts'
import {
  type AttestationScope,
  attestationDaysQuery,
  attestationFacetsQuery,
} from '#web/attestation/queries.ts'
import type { AttestationSearch } from '#web/attestation/search.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { VerdictDaysCard } from '#web/chart/verdict-days-card.tsx'
import { useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { type TimeSearch, rangeLabels } from '#web/table/time-range.ts'

/** When did evidence begin to fail, and which check fails most? */
export default function AttestationCharts(props: {
  scope: AttestationScope
  search: AttestationSearch
}) {
  const { scope } = props
  // Evidence is counted, whatever records are listed.
  const search = { ...props.search, record_type: undefined }
  const days = useQuery({
    ...attestationDaysQuery(scope, search),
    placeholderData: (before) => before,
  })
  return (
    <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
      <VerdictDaysCard
        question="When did evidence begin to fail?"
        what="attestation"
        query={days}
      />
      <NamesCard scope={scope} search={search} />
    </div>
  )
}

const maxBars = 6

const acceptedOf = ({ accepted_by_override: accepted }: FacetValue) =>
  accepted === 0 ? '' : `, ${accepted} of them accepted by override`

/** The stretch of time that is counted: without a choice all of it, unlike in the days beside. */
function windowOf({ range, from_timestamp, to_timestamp }: TimeSearch): string {
  if (from_timestamp != null || to_timestamp != null) return 'in the chosen time'
  return range ? rangeLabels[range] : 'of all time'
}

/** Which check fails most? A bar narrows the list to its name and to what fails. */
export function NamesCard(props: { scope: AttestationScope; search: AttestationSearch }) {
  const query = useQuery({
    ...attestationFacetsQuery(props.scope, props.search),
    placeholderData: (before) => before,
  })
  const { fills, definitions } = useVerdictFills()
  if (!query.data) {
    return <PendingBlock query={query} what="The names" />
  }
  const names = query.data.attestation_name.values
  const failing = names
    .filter(({ non_compliant }) => non_compliant > 0)
    .toSorted((a, b) => b.non_compliant - a.non_compliant)
  const shown = failing.slice(0, maxBars)
  const max = shown[0]?.non_compliant ?? 0
  return (
    <ChartCard
      question="Which check fails most?"
      answer={
        shown[0]
          ? `${shown[0].value || 'unnamed'}: ${shown[0].non_compliant} of ${counted(shown[0].non_compliant + shown[0].compliant, 'attestation')}${acceptedOf(shown[0])}, ${windowOf(props.search)}. ${counted(failing.length, 'name')} with failures.`
          : 'None: nothing in this selection is non-compliant.'
      }
      head={['Name', 'Non-compliant', 'Of these accepted by override', 'All']}
      rows={failing.map((one) => [
        one.value || 'unnamed',
        one.non_compliant,
        one.accepted_by_override,
        one.compliant + one.non_compliant,
      ])}
    >
      <div role="group" aria-label="Non-compliant attestations by name" className="px-4 pb-3">
        {shown.map((one, index) => (
          <Link
            key={one.value}
            to="/$org/attestations"
            params={{ org: props.scope.org }}
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
                width={`${(100 * one.non_compliant) / max}%`}
                height="12"
                fill={fills.overridden}
              />
              <rect
                width={`${(100 * (one.non_compliant - one.accepted_by_override)) / max}%`}
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

/** Arrows, Home and End go from mark to mark of a drawing, which is one tab stop: each mark calls it. */
function moveFocusByArrowKeys(event: KeyboardEvent<Element>): void {
  const marks = [
    ...(event.currentTarget.closest('[role=group]')?.querySelectorAll<SVGAElement>('a') ?? []),
  ]
  const at = marks.findIndex((mark) => mark === event.currentTarget)
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: marks.length - 1,
  }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  marks[Math.max(0, Math.min(to, marks.length - 1))]?.focus()
}
