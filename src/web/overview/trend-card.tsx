import { useQuery } from '@tanstack/react-query'
import type { ComplianceDay } from '#contract/overview/overview.ts'
import { daySeconds } from '#domain/common/days.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { FailedBlock } from './failed-block.tsx'
import { type OverviewSearch, complianceDaysQuery } from './queries.ts'

/**
 * The share of all time of physical environments that was compliant without an exception, day by
 * day, with what the rest was; gaps stay gaps.
 */
export default function TrendCard(props: { org: string; search: OverviewSearch }) {
  const { org, search } = props
  const query = useQuery(complianceDaysQuery(org, search))
  if (!query.data) {
    if (query.isError) return <FailedBlock what="The trend" onRetry={query.refetch} />
    return <div className="h-[240px] rounded-card border border-line" />
  }
  const { days } = query.data
  const shares = sharesOf(days)
  return (
    <AxisChart
      kind="line"
      question="Is it getting better?"
      answer={trendLabels(days)}
      rowsAre="Day, UTC"
      rows={dayRows(shares, days.at(-1)?.day ?? 0, ({ day: _, ...values }) => values)}
      series={[{ field: 'compliant', name: 'Compliant without exception', fill: 'chart' }]}
      details={otherTime}
      unit={{ caption: 'share of environment time', format: percentText }}
      ticks={ticksFrom(floorOf(shares))}
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
      height={168}
    />
  )
}

const percentText = (share: number) => `${Number.isInteger(share) ? share : percentLabels(share)} %`

/** Round numbers from the floor of the axis up to 100. */
function ticksFrom(floor: number): number[] {
  const step = floor === 0 ? 25 : floor >= 80 ? 5 : floor >= 60 ? 10 : 20
  return Array.from({ length: (100 - floor) / step + 1 }, (_, index) => floor + index * step)
}

/** What the rest of a day was. */
const otherTime = [
  { field: 'by_exception', name: 'Compliant by exception' },
  { field: 'non_compliant', name: 'Non-compliant' },
  { field: 'unknown', name: 'Unknown' },
  { field: 'stale', name: 'Stale' },
] as const

type Field = Exclude<keyof ComplianceDay, 'day'>
const fields: readonly Field[] = ['compliant', ...otherTime.map(({ field }) => field)]

const totalOf = (day: ComplianceDay) => fields.reduce((total, field) => total + day[field], 0)

/** A day as the line shows it, in percent of all time; null where there was no environment. */
export type ShareOfDay = { day: number } & Record<Field, number | null>

/** How the time of each day was divided. */
export const sharesOf = (days: readonly ComplianceDay[]): ShareOfDay[] =>
  days.map((day) => {
    const total = totalOf(day)
    const shares = fields.map((field) => [field, total > 0 ? (100 * day[field]) / total : null])
    return { day: day.day, ...(Object.fromEntries(shares) as Record<Field, number | null>) }
  })

/** "89.4": one digit behind the point, and 100 only for all of it. */
export const percentLabels = (share: number) =>
  share === 100 ? '100' : Math.min(share, 99.9).toFixed(1)

/** The answer in words: the share of all time, and how the ends of the line compare. */
export function trendLabels(days: readonly ComplianceDay[]): string {
  const known = days.filter((day) => totalOf(day) > 0)
  if (known.length === 0) return 'There was no environment in 90 days.'
  const sum = (of: (day: ComplianceDay) => number) =>
    known.reduce((total, day) => total + of(day), 0)
  const all = (100 * sum(({ compliant }) => compliant)) / sum(totalOf)
  const shares = sharesOf(known)
  const [first, last] = [shares[0]?.compliant ?? 0, shares.at(-1)?.compliant ?? 0]
  const change = last - first
  const moved =
    Math.abs(change) < 0.05
      ? 'as much today as at the beginning'
      : `${change > 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)} points to ${percentLabels(last)} %`
  return `${percentLabels(all)} % of environment time compliant without exception in 90 days, ${moved}.`
}

/** The lowest number of the axis: whole tens below the lowest share, never so near that 100 is a point. */
export const floorOf = (days: readonly ShareOfDay[]) =>
  Math.max(
    0,
    Math.min(
      80,
      ...days.flatMap(({ compliant }) =>
        compliant === null ? [] : Math.floor(compliant / 20) * 20,
      ),
    ),
  )
