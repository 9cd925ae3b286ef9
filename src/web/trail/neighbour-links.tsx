import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { TrailNeighbours } from '#contract/trail/trail-page.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { type ListFilters, isFiltered, neighboursQuery } from './queries.ts'

type Neighbour = NonNullable<TrailNeighbours['next']>

const verdictOf = (trail: Neighbour): string =>
  verdictText({
    verdict: verdictOfState[trail.compliance_state],
    qualifiers: qualifiersOfListed(trail),
  })

/** The trails above and below this one in the list one came from; K and J go there. */
export function NeighbourLinks(props: {
  org: string
  flow: string
  trail: string
  filters: ListFilters
}) {
  const { org, flow, trail, filters } = props
  const navigate = useNavigate()
  const { data } = useQuery(neighboursQuery(org, flow, trail, filters))
  const open = (to: Neighbour) =>
    void navigate({
      to: '/$org/flows/$flow/trails/$trail',
      params: { org, flow, trail: to.name },
      search: filters,
    })
  const { previous, next } = data ?? { previous: null, next: null }
  useShortcuts([
    ...(previous ? [{ key: 'K', label: 'Newer trail', run: () => open(previous) }] : []),
    ...(next ? [{ key: 'J', label: 'Older trail', run: () => open(next) }] : []),
  ])
  if (!previous && !next) return null
  const among = isFiltered(filters) ? ' of the filtered list' : ''
  const linkTo = (to: Neighbour | null, label: string, key: string) =>
    to && (
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org, flow, trail: to.name }}
        search={filters}
        aria-label={`${label} trail ${to.name}`}
        title={`${label} trail${among}: ${to.name}, ${verdictOf(to)} (${key})`}
        className={`${buttonClass()} max-md:flex-1`}
      >
        {to === previous && <Icon of={ArrowLeft} small />}
        {label}
        {to === next && <Icon of={ArrowRight} small />}
      </Link>
    )
  return (
    <nav aria-label={`Neighbours${among}`} className="flex min-w-0 gap-2 max-md:flex-1">
      {linkTo(previous, 'Newer', 'K')}
      {linkTo(next, 'Older', 'J')}
    </nav>
  )
}
