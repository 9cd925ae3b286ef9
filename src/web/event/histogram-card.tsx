import { useQuery } from '@tanstack/react-query'
import type { EventDay } from '#contract/event/event.ts'
import { daySeconds } from '#domain/common/days.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { CountColumns, someLabels } from '#web/chart/count-columns.tsx'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { plural } from '#web/ui/plural.ts'
import { dayOf } from '#web/ui/time-text.ts'
import { type LogFilters, eventDaysQuery, windowLabels } from './queries.ts'

const totalOf = ({ started, exited, changed, scaled }: EventDay) =>
  started + exited + changed + scaled

/** When did activity cluster? Days are chosen by a drag or by keys, and become the window. */
export function HistogramCard(props: {
  org: string
  filters: LogFilters
  /** Time of the event that the log is read around, where it has no window. */
  around: number | null
  onChoose: (from: number, to: number) => void
}) {
  const { org, filters, around } = props
  const query = useQuery(eventDaysQuery(org, filters, around))
  if (!query.data) {
    return <PendingBlock query={query} what="The days" className="min-h-[222px]" />
  }
  const { days, to: now } = query.data
  const words = around === null ? windowLabels(filters, false) : 'in the days around the event'
  const named = days.map((row) => ({ ...row, name: dayOf(row.day, now), total: totalOf(row) }))
  const total = named.reduce((sum, row) => sum + row.total, 0)
  const busiest = named.reduce<(typeof named)[number] | null>(
    (most, row) => (row.total > (most?.total ?? 0) ? row : most),
    null,
  )
  const most = busiest ? `, most on ${busiest.name} (${busiest.total})` : ''
  return (
    <ChartCard
      question="When did activity cluster?"
      answer={`${plural(total, 'event')} ${words}${most}. By UTC day; drag, or press Shift and arrows, to choose days.`}
      head={['Day, UTC', 'Started', 'Exited', 'Other verdict', 'Scaled', 'Events']}
      rows={named
        .filter((row) => row.total > 0)
        .reverse()
        .map((row) => [row.name, row.started, row.exited, row.changed, row.scaled, row.total])}
    >
      <CountColumns
        // Another window has other columns.
        key={`${days[0]?.day} ${days.length}`}
        label="Events by day, the same as in the table"
        columns={named.map((row) => ({
          label: row.name,
          words: `${row.name}: ${plural(row.total, 'event')}`,
          count: row.total,
        }))}
        isLabelled={someLabels(named.length, 8)}
        onChoose={({ first, last }) => {
          const [from, to] = [named[first], named[last]]
          if (from && to) props.onChoose(from.day, to.day + daySeconds - 0.001)
        }}
      />
    </ChartCard>
  )
}
