import { useQuery } from '@tanstack/react-query'
import type { BuildStatistics } from '#contract/build/build.ts'
import { plainRefusal } from '#contract/common/plain-reason.ts'
import { trailsOf } from '#domain/common/days.ts'
import { medianOf, percentOf } from '#domain/common/statistics.ts'
import { counted } from '#domain/common/counted.ts'
import { ApiError } from '#web/api/api-error.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'
import { type BuildSearch, buildStatisticsQuery, windowOfDay } from './queries.ts'

/** How often and how well was built in the window: figures, and each day. */
export default function StatisticsCard(props: { org: string; search: BuildSearch }) {
  const query = useQuery({
    ...buildStatisticsQuery(props.org, props.search),
    placeholderData: (before) => before,
  })
  const { data } = query
  if (query.isError && !data) {
    const { error } = query
    const reason = error instanceof ApiError ? error.errors['start_ts'] : undefined
    if (!reason) return <LoadFailed what="The figures" onRetry={query.refetch} />
    return (
      <p className="rounded-card border border-line px-4 py-2 text-table">
        No figures: {plainRefusal(reason)}.
      </p>
    )
  }
  if (!data) return <PendingCard shape="chart" />
  if (trailsOf(data.totals) === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Figures statistics={data} />
      <BuildDaysCard statistics={data} />
    </div>
  )
}

const isWorkingDay = (day: number) => ![0, 6].includes(new Date(day * 1_000).getUTCDay())

function Figures(props: { statistics: BuildStatistics }) {
  const { totals, by_override, days, running, environments } = props.statistics
  const total = trailsOf(totals)
  const working = days.filter(({ day }) => isWorkingDay(day))
  return (
    <dl className="grid grid-cols-4 gap-px overflow-hidden rounded-card border border-line bg-line max-md:grid-cols-2">
      <Figure
        label="Builds"
        value={String(total)}
        remark={`in ${counted(days.length, 'day')}, UTC`}
      />
      <Figure
        label="Median per day"
        value={String(medianOf(days.map(trailsOf)))}
        remark={working.length > 0 ? `Working days: ${medianOf(working.map(trailsOf))}` : ''}
      />
      <Figure
        label="Compliant"
        value={`${percentOf(totals.compliant, total)} %`}
        of={`${totals.compliant} of ${total}`}
        remark={
          <span className="flex flex-wrap gap-x-3">
            <span className="inline-flex items-center gap-1">
              <VerdictMark verdict="non-compliant" silent />
              {totals.non_compliant} non-compliant
            </span>
            <span className="inline-flex items-center gap-1">
              <VerdictMark verdict="incomplete" silent />
              {totals.incomplete} incomplete
            </span>
            <span>{carriedText(totals.compliant, by_override)}</span>
          </span>
        }
      />
      <Figure
        label="Running now"
        value={`${percentOf(running, total)} %`}
        of={`${running} of ${total}`}
        remark={`in ${environments} ${environments === 1 ? 'environment' : 'environments'}`}
      />
    </dl>
  )
}

/**
 * Evidence that carries compliant builds: "2 by override; evidence of any age, or none expected".
 * How many rest on evidence that is too old now is not counted over a window.
 */
export function carriedText(compliant: number, byOverride: number): string {
  if (compliant === 0) return ''
  const rest = 'evidence of any age, or none expected'
  return byOverride > 0 ? `${byOverride} compliant by override; ${rest}` : rest
}

function Figure(props: { label: string; value: string; of?: string; remark: React.ReactNode }) {
  return (
    <div className="bg-bg px-4 py-3">
      <dt className="text-meta font-medium text-muted">{props.label}</dt>
      <dd>
        <span className="text-tile font-semibold tabular-nums">{props.value}</span>
        {props.of && <span className="ml-2 text-table text-muted">{props.of}</span>}
        <div className="min-h-4 text-meta text-muted">{props.remark}</div>
      </dd>
    </div>
  )
}

/** Builds a day, each day the way to its own builds: is delivery steady? */
function BuildDaysCard(props: { statistics: BuildStatistics }) {
  const { statistics } = props
  const { days, totals } = statistics
  const quiet = days.filter((day) => trailsOf(day) === 0).length
  const silence = quiet === 0 ? '' : `, none on ${counted(quiet, 'day')}`
  const median = medianOf(days.map(trailsOf))
  return (
    <AxisChart
      question="Is delivery steady?"
      answer={`${counted(trailsOf(totals), 'build')} in ${counted(days.length, 'day')}${silence}. Days in UTC; click a day to set the window.`}
      rowsAre="Day, UTC"
      rows={dayRows(days, statistics.end_ts, (day) => ({ builds: trailsOf(day) }))}
      series={[{ field: 'builds', name: 'Builds', fill: 'chart' }]}
      unit={{ caption: 'builds a day' }}
      {...(median > 0 &&
        days.length > 1 && { levels: [{ value: median, label: `Median ${median}` }] })}
      linkOf={({ key }) => ({
        to: '.',
        search: (rest: object) => ({ ...rest, page: undefined, ...windowOfDay(key, statistics) }),
      })}
      opens="the day's builds"
      height={172}
    />
  )
}
