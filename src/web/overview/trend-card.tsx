import { useQuery } from '@tanstack/react-query'
import { daySeconds } from '#domain/common/days.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { FailedBlock } from './failed-block.tsx'
import { type OverviewSearch, complianceDaysQuery } from './queries.ts'

/** The share of compliant time of all judged environments, day by day; gaps stay gaps. */
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
      rows={dayRows(shares, days.at(-1)?.day ?? 0, ({ share }) => ({ share }))}
      series={[{ field: 'share', name: 'Compliant time', fill: 'chart' }]}
      unit={{ caption: 'share of judged time', format: percentText }}
      ticks={ticksFrom(floorOf(shares))}
      gap="nothing judged"
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

/** A day as the line shows it: what of the judged time was compliant, null where nothing was judged. */
export interface ShareOfDay {
  day: number
  /** In percent. */
  share: number | null
}

interface Counted {
  day: number
  judged: number
  compliant: number
}

/** The share of compliant time of each day. */
export function sharesOf(days: readonly Counted[]): ShareOfDay[] {
  return days.map(({ day, judged, compliant }) => {
    return { day, share: judged > 0 ? (100 * compliant) / judged : null }
  })
}

/** "89.4": one digit behind the point, and 100 only for all of it. */
export const percentLabels = (share: number) =>
  share === 100 ? '100' : Math.min(share, 99.9).toFixed(1)

/** The answer in words: the share of all judged time, and how the ends of the line compare. */
export function trendLabels(days: readonly Counted[]): string {
  const judged = days.filter((one) => one.judged > 0)
  if (judged.length === 0) return 'Nothing was judged in 90 days.'
  const sum = (field: 'judged' | 'compliant') =>
    judged.reduce((total, one) => total + one[field], 0)
  const all = (100 * sum('compliant')) / sum('judged')
  const [first, last] = [sharesOf(judged)[0]?.share ?? 0, sharesOf(judged).at(-1)?.share ?? 0]
  const change = last - first
  const moved =
    Math.abs(change) < 0.05
      ? 'as much today as at the beginning'
      : `${change > 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)} points to ${percentLabels(last)} %`
  return `${percentLabels(all)} % of judged time compliant in 90 days, ${moved}.`
}

/** The lowest number of the axis: whole tens below the lowest share, never so near that 100 is a point. */
export const floorOf = (days: readonly ShareOfDay[]) =>
  Math.max(
    0,
    Math.min(
      80,
      ...days.flatMap(({ share }) => (share === null ? [] : Math.floor(share / 20) * 20)),
    ),
  )
