import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { ComplianceDay } from '#contract/overview/overview.ts'
import { daySeconds } from '#domain/common/days.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'
import { dayAndMonthOf } from '#web/ui/time-text.ts'
import { type OverviewSearch, complianceDaysQuery } from './queries.ts'

/**
 * The share of all time of physical environments that was compliant without an exception, day by
 * day, with what the rest was; gaps stay gaps.
 */
export function TrendCard(props: { org: string; search: OverviewSearch }) {
  const { org, search } = props
  const query = useQuery(complianceDaysQuery(org, search))
  // Drawn in small steps, as an answer by itself is not.
  const data = useDeferredValue(query.data)
  if (!data) {
    if (query.isError) return <LoadFailed what="The trend" onRetry={query.refetch} />
    return <PendingCard shape="chart" className="h-[15rem]" />
  }
  const { days } = data
  const shares = sharesOf(days)
  return (
    <AxisChart
      kind="shares"
      question="Is it getting better?"
      answer={trendText(days)}
      rowsAre="Day, UTC"
      rows={dayRows(shares, days.at(-1)?.day ?? 0, ({ day: _, ...values }) => values)}
      series={series}
      unit={{ caption: 'share of environment time', format: percentText }}
      ticks={[0, 50, 100]}
      gap="no environment"
      linkOf={({ key }) => ({
        to: '/$org/events',
        params: { org },
        search: {
          from: key,
          to: key + daySeconds - 1,
          ...(search.tag?.length && { tag: search.tag }),
        },
      })}
      opens="the day's events"
      height={136}
    />
  )
}

const percentText = (share: number) => `${Number.isInteger(share) ? share : shareText(share)} %`

/** How the time of a day was divided, from the ground up: what can be vouched for, then the rest. */
const series = [
  { field: 'compliant', name: 'Without exception', fill: 'compliant' },
  { field: 'by_exception', name: 'By exception', fill: 'by-exception' },
  { field: 'non_compliant', name: 'Non-compliant', fill: 'non-compliant' },
  { field: 'unknown', name: 'Unknown', fill: 'missing' },
  { field: 'stale', name: 'Stale', fill: 'stale' },
] as const

type Field = Exclude<keyof ComplianceDay, 'day'>
const fields: readonly Field[] = series.map(({ field }) => field)

const totalOf = (day: ComplianceDay) => fields.reduce((total, field) => total + day[field], 0)

/** A day as the chart shows it, in percent of all time; null where there was no environment. */
type ShareOfDay = { day: number } & Record<Field, number | null>

/** How the time of each day was divided. */
const sharesOf = (days: readonly ComplianceDay[]): ShareOfDay[] =>
  days.map((day) => {
    const total = totalOf(day)
    const shares = fields.map((field) => [field, total > 0 ? (100 * day[field]) / total : null])
    return { day: day.day, ...(Object.fromEntries(shares) as Record<Field, number | null>) }
  })

/** "89.4": one digit behind the point, and 100 only for all of it. */
const shareText = (share: number) => (share === 100 ? '100' : Math.min(share, 99.9).toFixed(1))

/**
 * The answer in words: the share of the last day, how it compares with the first day, and what is in
 * it.
 */
export function trendText(days: readonly ComplianceDay[]): string {
  const known = days.filter((day) => totalOf(day) > 0)
  const shares = sharesOf(known)
  const [first, last] = [shares[0], shares.at(-1)]
  if (!first || !last) return 'There was no environment in 90 days.'
  const [before, now] = [first.compliant ?? 0, last.compliant ?? 0]
  const day = dayAndMonthOf(first.day)
  const moved =
    Math.abs(now - before) < 0.05
      ? `as on ${day}`
      : `${now > before ? 'up' : 'down'} from ${shareText(before)} % on ${day}`
  const since = first === last ? '' : `, ${moved}`
  const also = now > 0 ? ' Includes time idle, unasked or on expired evidence.' : ''
  return `${shareText(now)} % without exception${since}.${also}`
}
