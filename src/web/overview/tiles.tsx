import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EnvironmentVerdict } from '#contract/environment/environment.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { type Verdict, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { rangeLabels } from '#web/table/time-range.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { plural } from '#web/ui/plural.ts'
import {
  type OverviewSearch,
  activeOverridesQuery,
  expiringOverridesQuery,
  failingRulesQuery,
  overviewQuery,
  recentTrailsQuery,
} from './queries.ts'
import { type Share, SplitFigure, total } from './split-figure.tsx'

/** Figures of the day, each the way to what it counts. */
export function Tiles(props: { org: string; search: OverviewSearch }) {
  return (
    <div className="mb-4 grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-6 md:*:col-span-2 md:[&>:nth-child(-n+2)]:col-span-3 dock:grid-cols-[1.25fr_1.25fr_1fr_1fr_1fr] dock:[&>:nth-child(n)]:col-span-1 print:bg-transparent">
      <EnvironmentsTile {...props} />
      <TrailsTile {...props} />
      <ArtifactsTile {...props} />
      <OverridesTile org={props.org} />
      <NotificationsTile {...props} />
    </div>
  )
}

/** Human decisions against evidence that stand now, of the whole organization. */
function OverridesTile({ org }: { org: string }) {
  const active = useQuery(activeOverridesQuery(org))
  const expiring = useQuery(expiringOverridesQuery(org))
  if (!active.data) return emptyTile('Overrides', active)
  const soon = expiring.data?.pagination.total
  return (
    <Tile
      label="Overrides"
      figure={
        <Link
          to="/$org/overrides"
          params={{ org }}
          search={{ state: ['active', 'expiring'] }}
          className="text-text no-underline hover:underline"
        >
          {active.data.pagination.total}
        </Link>
      }
      of="active"
    >
      <Link
        to="/$org/overrides"
        params={{ org }}
        search={{ state: ['expiring'], sort: 'expires_at' }}
        className={footLinkClass}
      >
        {soon ?? '–'} {soon === 1 ? 'ends' : 'end'} within 7 days
      </Link>
    </Tile>
  )
}

function NotificationsTile({ org }: { org: string }) {
  const query = useQuery(failingRulesQuery(org))
  if (!query.data) return emptyTile('Notifications', query)
  const failing = query.data.pagination.total
  return (
    <Tile
      label="Notifications"
      figure={
        <Link
          to="/$org/settings/notifications"
          params={{ org }}
          search={{ health: ['failing'] }}
          className="text-text no-underline hover:underline"
        >
          {failing}
        </Link>
      }
      of="failing"
    >
      <Link to="/$org/settings/notifications" params={{ org }} className={footLinkClass}>
        All rules
      </Link>
    </Tile>
  )
}

/** How much of what runs is not compliant, by environment. */
export function ArtifactsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  if (!query.data) return emptyTile('Running artifacts', query)
  const { running, attention } = query.data
  const places = attention
    .filter(({ type }) => type !== 'logical')
    .map((row) => ({
      name: row.environment_name,
      count: row.non_compliant_count,
      link: {
        to: '/$org/environments/$env/running',
        params: { org, env: row.environment_name },
        search: { verdict: ['NON-COMPLIANT'] },
      } as LinkProps,
    }))
  return (
    <Tile
      label="Running artifacts"
      figure={
        <SplitFigure label="Non-compliant artifacts, by environment" places={places}>
          {running.non_compliant}
        </SplitFigure>
      }
      of={`of ${running.compliant + running.non_compliant + running.unknown + running.stale} non-compliant`}
    >
      {places.length > 0 && `in ${plural(places.length, 'environment')}`}
    </Tile>
  )
}

/** How environments stand, each figure the way to the list of those. */
export function EnvironmentsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  if (!query.data) return emptyTile('Environments', query)
  const { compliant, non_compliant, unknown, stale } = query.data.environments
  const { silent_count } = query.data
  const listed = (narrowing: object): LinkProps => ({
    to: '/$org/environments',
    params: { org },
    search: { ...narrowing, ...(search.tag?.length && { tag: search.tag }) },
  })
  const list = (verdict: EnvironmentVerdict) => listed({ verdict: [verdict] })
  return (
    <Tile
      label="Environments"
      figure={
        <Link {...list('NON-COMPLIANT')} className="text-text no-underline hover:underline">
          {non_compliant}
        </Link>
      }
      of={`of ${compliant + non_compliant + unknown + stale} non-compliant`}
    >
      <Link {...list('UNKNOWN')} className={footLinkClass}>
        <VerdictMark verdict="unknown" size={12} silent />
        {unknown} unknown
      </Link>
      <Link
        {...listed({ verdict: ['COMPLIANT'], ...(stale > 0 && { stale: false }) })}
        className={footLinkClass}
      >
        <VerdictMark verdict="compliant" size={12} silent />
        {compliant} compliant
      </Link>
      {silent_count > 0 && (
        <Link {...listed({ stale: true })} className={footLinkClass}>
          <Icon of={Clock} small />
          {silent_count} stale
        </Link>
      )}
    </Tile>
  )
}

/** Classes of the links below a figure. */
export const footLinkClass =
  'inline-flex items-center gap-1 text-muted no-underline hover:underline max-md:min-h-11 min-h-6'

/** A figure of the day, what it is of, and what else is to be said of it. */
export function Tile(props: {
  label: string
  figure: ReactNode
  of: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="min-w-0 bg-bg px-4 py-3">
      <h2 className="text-meta font-medium text-muted">{props.label}</h2>
      <p>
        <span className="text-tile font-semibold tabular-nums">{props.figure}</span>
        <span className="ml-2 text-table text-muted">{props.of}</span>
      </p>
      <p className="flex min-h-4 flex-wrap gap-x-4 text-meta text-muted">{props.children}</p>
    </section>
  )
}

interface Loading {
  isError: boolean
  refetch: () => unknown
}

/** A tile whose figures are not there: never 0, and how to ask again. */
export const emptyTile = (label: string, query: Loading) => (
  <Tile label={label} figure="–" of={query.isError ? 'could not be loaded' : ''}>
    {query.isError && (
      <Button size="small" onClick={() => void query.refetch()}>
        Retry
      </Button>
    )}
  </Tile>
)

const troubles: readonly { verdict: Verdict; states: TrailState[]; word: string }[] = [
  { verdict: 'non-compliant', states: ['NON-COMPLIANT'], word: 'non-compliant' },
  { verdict: 'incomplete', states: ['INCOMPLETE'], word: 'incomplete' },
]

/** How many trails that began lately need work, by flow. */
export function TrailsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const range = search.range ?? '7d'
  const query = useQuery(recentTrailsQuery(org, search))
  const label = `Trails, ${rangeLabels[range]}`
  if (!query.data) return emptyTile(label, query)
  const { flows } = query.data
  const placesOf = (states: TrailState[]): Share[] =>
    flows
      .map((flow) => ({
        name: flow.flow_name,
        count:
          (states.includes('NON-COMPLIANT') ? flow.non_compliant : 0) +
          (states.includes('INCOMPLETE') ? flow.incomplete : 0),
        link: {
          to: '/$org/flows/$flow/trails',
          params: { org, flow: flow.flow_name },
          search: { range, verdict: states },
        } as LinkProps,
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
  const all = flows.reduce(
    (sum, flow) => sum + flow.compliant + flow.non_compliant + flow.incomplete,
    0,
  )
  const open = placesOf(['NON-COMPLIANT', 'INCOMPLETE'])
  return (
    <Tile
      label={label}
      figure={
        <SplitFigure label="Trails that need work, by flow" places={open}>
          {total(open)}
        </SplitFigure>
      }
      of={`of ${all} need work`}
    >
      {troubles.map(({ verdict, states, word }) => {
        const places = placesOf(states)
        return (
          <SplitFigure key={word} label={`Trails ${word}, by flow`} places={places}>
            <VerdictMark verdict={verdict} size={12} silent />
            {total(places)} {word}
          </SplitFigure>
        )
      })}
    </Tile>
  )
}
