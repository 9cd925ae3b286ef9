import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DayCounts, FlowStatistics } from '#contract/flow/flow-statistics.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { daySeconds, trailsOf } from '#domain/common/days.ts'
import { worseSince } from '#domain/flow/worse-since.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import type { ChartLink } from '#web/chart/axis-data.ts'
import { dayRows } from '#web/chart/day-rows.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { uncountedQualifiers } from '#web/domain-ui/compliant-time.ts'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import type { TimeRangeName } from '#web/table/time-range.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { dayOf } from '#web/ui/time-text.ts'
import { flowStatisticsQuery, type WindowDays, windowDaysOf } from './queries.ts'

/** A count of a day. */
export type DayField = Exclude<keyof DayCounts, 'day'>

/** Trail states of a day's counts, from the ground of a column up. */
export const dayFields: Record<
  DayField,
  { state: TrailState; verdict: 'compliant' | 'non-compliant' | 'incomplete' }
> = {
  non_compliant: { state: 'NON-COMPLIANT', verdict: 'non-compliant' },
  incomplete: { state: 'INCOMPLETE', verdict: 'incomplete' },
  compliant: { state: 'COMPLIANT', verdict: 'compliant' },
}

/** The fields in their order. */
export const dayFieldNames = Object.keys(dayFields) as DayField[]

/** Search of the trails of one day, of one verdict or all, that lie in the window. */
export function searchOfDay(
  window: { from_timestamp: number; to_timestamp: number },
  day: number,
  field?: DayField,
) {
  return {
    from_timestamp: Math.max(day, window.from_timestamp),
    to_timestamp: Math.min(day + daySeconds - 0.001, Math.max(day, window.to_timestamp)),
    ...(field && { verdict: [dayFields[field].state] }),
  }
}

const series = dayFieldNames.map((field) => {
  const { verdict } = dayFields[field]
  return { field, name: verdicts[verdict].label, fill: verdict }
})

/** How a flow's trails turned out, day by day: when did it start? */
export default function TrendCard(props: { org: string; flow: string; days: WindowDays }) {
  const { org, flow, days } = props
  const query = useQuery(flowStatisticsQuery(org, flow, days))
  if (!query.data) {
    return <PendingBlock query={query} what="The days" className="min-h-[16.5rem]" />
  }
  const statistics = query.data
  const trails = { to: '/$org/flows/$flow/trails', params: { org, flow } } as const
  if (trailsOf(statistics.totals) === 0) {
    return (
      <Card
        title={findingOf(statistics, days)}
        actions={
          days === 30 && (
            <Link
              {...trails}
              search={{ range: '90d' }}
              className={buttonClass({ kind: 'quiet', size: 'small' })}
            >
              Show 90 days
            </Link>
          )
        }
      >
        {null}
      </Card>
    )
  }
  return (
    <AxisChart
      question={findingOf(statistics, days)}
      answer={answerOf(statistics)}
      rowsAre="Day, UTC"
      rows={dayRows(statistics.days, statistics.to_timestamp, ({ day: _, ...counts }) => counts)}
      series={series}
      unit={{ caption: 'trails a day', total: 'Trails' }}
      linkOf={({ key }, field): ChartLink => ({
        ...trails,
        search: ({ range }: { range?: TimeRangeName | undefined }) => ({
          ...(windowDaysOf(range) === 90 && { range }),
          ...searchOfDay(statistics, key, field as DayField | undefined),
        }),
      })}
      seriesLinkOf={(field) => ({
        ...trails,
        search: { range: `${days}d`, verdict: [dayFields[field as DayField].state] },
      })}
      opens="the day's trails"
      height={164}
    />
  )
}

/** Population of the days, and what counts as compliant in them. */
export const answerOf = ({ totals }: Pick<FlowStatistics, 'totals'>): string =>
  `Trails by the day they started, UTC${totals.compliant > 0 ? `; compliant ${uncountedQualifiers}` : ''}`

/** Summary of a flow's days, in one sentence. */
export function findingOf(statistics: FlowStatistics, window: number): string {
  const { days, totals, to_timestamp: now } = statistics
  const all = trailsOf(totals)
  if (all === 0) return `No trail in ${window} days`
  const worse = worseSince(days)
  if (worse) {
    const { day, since, before } = worse
    const shares = `${since.failing} of ${since.trails} trails, ${before.failing} of ${before.trails} before`
    return `Failing more since ${dayOf(day, now)}: ${shares}`
  }
  const noun = all === 1 ? 'trail' : 'trails'
  if (totals.non_compliant > 0) {
    return `${totals.non_compliant} of ${all} ${noun} non-compliant in ${window} days`
  }
  if (totals.incomplete > 0) {
    return `${totals.incomplete} of ${all} ${noun} incomplete in ${window} days`
  }
  return all === 1
    ? `The only trail in ${window} days is compliant`
    : `All ${all} trails compliant in ${window} days`
}
