import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link } from '@tanstack/react-router'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { type Standing, type StandingCounts, standings } from '#contract/verdict/standing.ts'
import { sumStandings } from '#domain/verdict/standing.ts'
import { StandingMark, standingLooks } from '#web/domain-ui/standing.tsx'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { rangeLabels } from '#web/table/time-range.ts'
import { durationOf } from '#web/ui/time-text.ts'
import { Tile, emptyTile, figureLinkClass, footLinkClass } from '#web/ui/tile.tsx'
import { useNow } from '#web/ui/time.tsx'
import { type OverviewSearch, overviewQuery, recentTrailsQuery } from './queries.ts'
import { runningShares, SplitFigure } from './split-figure.tsx'

/** Figures of the day, each the way to what it counts. */
export function Tiles(props: { org: string; search: OverviewSearch }) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line dock:grid-cols-[380fr_372fr_206fr_210fr] print:bg-transparent">
      <EnvironmentsTile {...props} />
      <ArtifactsTile {...props} />
      <StaleTile {...props} />
      <TrailsTile {...props} />
    </div>
  )
}

/** A tile whose whole is empty: no figure of nothing. */
const noneTile = (label: string, of: string) => <Tile label={label} figure="–" of={of} />

/** The standings of a whole that anything has. */
const presentIn = (counts: StandingCounts, but: Standing) =>
  standings.filter((standing) => standing !== but && counts[standing] > 0)

/** How many of what runs comply by nothing but exceptions, and how the rest stands. */
function ArtifactsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  if (!query.data) return emptyTile('Running artifacts', query)
  const { running, running_by_environment: environments } = query.data
  if (sumStandings(running) === 0) return noneTile('Running artifacts', 'nothing runs')
  const splitOf = (standing: Standing) => ({
    label: `Running artifacts, ${standingLooks[standing].label}, by environment`,
    shares: runningShares(org, environments, standing),
  })
  return (
    <Tile
      label="Running artifacts"
      figure={<SplitFigure {...splitOf('by_exception')}>{running.by_exception}</SplitFigure>}
      of={`of ${sumStandings(running)} compliant only by exception`}
      isWide
    >
      {presentIn(running, 'by_exception').map((standing) => (
        <SplitFigure key={standing} {...splitOf(standing)}>
          <StandingMark standing={standing} />
          {running[standing]} {standing === 'compliant' ? 'without' : standingLooks[standing].label}
        </SplitFigure>
      ))}
    </Tile>
  )
}

/** The list of environments that stand so. */
const environmentsListed = (
  org: string,
  search: OverviewSearch,
  standing: Standing,
): LinkProps => ({
  to: '/$org/environments',
  params: { org },
  search: { standing: [standing], ...(search.tag?.length && { tag: search.tag }) },
})

/** How environments stand, each figure the way to the list of those. */
function EnvironmentsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  if (!query.data) return emptyTile('Environments', query)
  const { environments } = query.data
  if (sumStandings(environments) === 0) return noneTile('Environments', 'no environments')
  return (
    <Tile
      label="Environments"
      figure={
        <Link {...environmentsListed(org, search, 'non_compliant')} className={figureLinkClass}>
          {environments.non_compliant}
        </Link>
      }
      of={`of ${sumStandings(environments)} non-compliant`}
      isWide
    >
      {presentIn(environments, 'non_compliant').map((standing) => (
        <Link
          key={standing}
          {...environmentsListed(org, search, standing)}
          className={footLinkClass}
        >
          <StandingMark standing={standing} />
          {environments[standing]}{' '}
          {standing === 'not_asked' ? 'not all asked' : standingLooks[standing].label}
        </Link>
      ))}
    </Tile>
  )
}

/** How many environments are silent past their interval, and which for the longest time. */
function StaleTile({ org, search }: { org: string; search: OverviewSearch }) {
  const query = useQuery(overviewQuery(org, search))
  const now = useNow()
  if (!query.data) return emptyTile('Stale environments', query)
  const { environments, silent } = query.data
  if (sumStandings(environments) === 0) return noneTile('Stale environments', 'no environments')
  const [longest] = silent
  return (
    <Tile
      label="Stale environments"
      figure={
        <Link {...environmentsListed(org, search, 'stale')} className={figureLinkClass}>
          {environments.stale}
        </Link>
      }
      of={`of ${sumStandings(environments)} past their interval`}
    >
      {longest && (
        <Link
          to="/$org/environments/$env"
          params={{ org, env: longest.environment_name }}
          className={`${footLinkClass} py-1`}
        >
          <span>
            {longest.environment_name},{' '}
            <span className="whitespace-nowrap">
              silent for {durationOf(Math.max(0, now - longest.last_reported_at))}
            </span>
          </span>
        </Link>
      )}
    </Tile>
  )
}

const troubles = [
  { verdict: 'non-compliant', state: 'NON-COMPLIANT', count: 'non_compliant' },
  { verdict: 'incomplete', state: 'INCOMPLETE', count: 'incomplete' },
] as const

/** The trails of all flows that a figure counts. */
const trailsListed = (org: string, search: OverviewSearch, verdict?: TrailState[]): LinkProps => ({
  to: '/$org/trails',
  params: { org },
  search: {
    range: search.range ?? '7d',
    ...(search.tag?.length && { tag: search.tag }),
    ...(verdict && { verdict }),
  },
})

/** How many trails that began lately need work, each figure the way to the list of those. */
function TrailsTile({ org, search }: { org: string; search: OverviewSearch }) {
  const range = search.range ?? '7d'
  const query = useQuery(recentTrailsQuery(org, search))
  const label = `Trails, ${rangeLabels[range]}`
  if (!query.data) return emptyTile(label, query)
  const { flows } = query.data
  const sumOf = (count: (flow: (typeof flows)[number]) => number) =>
    flows.reduce((sum, flow) => sum + count(flow), 0)
  const all = sumOf((flow) => flow.compliant + flow.non_compliant + flow.incomplete)
  if (all === 0) return noneTile(label, 'no trails')
  return (
    <Tile
      label={label}
      figure={
        <Link
          {...trailsListed(
            org,
            search,
            troubles.map(({ state }) => state),
          )}
          className={figureLinkClass}
        >
          {sumOf((flow) => flow.non_compliant + flow.incomplete)}
        </Link>
      }
      of={
        <>
          of{' '}
          <Link
            {...trailsListed(org, search)}
            className="text-inherit no-underline hover:underline max-md:py-3"
          >
            {all}
          </Link>{' '}
          need work
        </>
      }
    >
      {troubles.map(({ verdict, state, count }) => (
        <Link key={state} {...trailsListed(org, search, [state])} className={footLinkClass}>
          <VerdictMark verdict={verdict} size={12} silent />
          {sumOf((flow) => flow[count])} {verdict}
        </Link>
      ))}
    </Tile>
  )
}
