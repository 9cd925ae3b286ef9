import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react'
import type { TrailNeighbours } from '#contract/trail/trail-page.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { verdictOfState, verdicts } from '../ui/verdict-mark.tsx'
import { isFiltered } from './list-filters.ts'
import { type ListFilters, neighboursQuery } from './queries.ts'

type Neighbour = NonNullable<TrailNeighbours['next']>

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
  const linkTo = (to: Neighbour | null, word: string, key: string, icon: LucideIcon) =>
    to && (
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org, flow, trail: to.name }}
        search={filters}
        aria-label={`${word} trail ${to.name}`}
        title={`${word} trail${among}: ${to.name}, ${verdicts[verdictOfState[to.compliance_state]].label} (${key})`}
        className={`${buttonClass()} max-md:flex-1`}
      >
        <Icon of={icon} small />
        {word}
      </Link>
    )
  return (
    <nav aria-label={`Neighbours${among}`} className="flex min-w-0 gap-2 max-md:flex-1">
      {linkTo(previous, 'Newer', 'K', ChevronUp)}
      {linkTo(next, 'Older', 'J', ChevronDown)}
    </nav>
  )
}
