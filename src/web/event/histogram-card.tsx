import { useQuery } from '@tanstack/react-query'
import type { EventDay } from '#contract/event/event.ts'
import { daySeconds } from '#domain/common/days.ts'
import { counted } from '#domain/common/counted.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import type { ChartLink } from '#web/chart/axis-data.ts'
import { dayRows } from '#web/chart/day-rows.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { timesLabels } from '#domain/common/counted.ts'
import { dayOf } from '#web/ui/time-text.ts'
import { type LogFilters, eventDaysQuery, windowLabels } from './queries.ts'

const totalOf = ({ started, exited, changed, scaled, silence }: EventDay) =>
  started + exited + changed + scaled + silence

/** When did activity cluster? Days are chosen by a drag or by keys, and become the window. */
export function HistogramCard(props: {
  org: string
  filters: LogFilters
  /** Time of the event that the log is read around, where it has no window. */
  around: number | null
}) {
  const { org, filters, around } = props
  const query = useQuery(eventDaysQuery(org, filters, around))
  if (!query.data) {
    return <PendingBlock query={query} what="The days" className="min-h-[17.875rem]" />
  }
  const { days, to: now, flips } = query.data
  const words = around === null ? windowLabels(filters, false) : 'in the days around the event'
  const named = days.map((row) => ({ ...row, name: dayOf(row.day, now), total: totalOf(row) }))
  const total = named.reduce((sum, row) => sum + row.total, 0)
  const busiest = named.reduce<(typeof named)[number] | null>(
    (most, row) => (row.total > (most?.total ?? 0) ? row : most),
    null,
  )
  const most = busiest ? `, most on ${busiest.name} (${busiest.total})` : ''
  return (
    <>
      <p className="mb-4 text-lead">
        <b className="font-semibold">{counted(total, 'event')}</b> {words};{' '}
        {flips === 0 ? 'no verdict flipped.' : `verdicts flipped ${timesLabels(flips)}.`}
      </p>
      <AxisChart
        question="When did activity cluster?"
        answer={`By UTC day${most}. Drag, or press Shift and arrows, to choose days.`}
        rowsAre="Day, UTC"
        rows={dayRows(days, now, (row) => ({ ...row, total: totalOf(row) }))}
        series={[{ field: 'total', name: 'Events', fill: 'chart' }]}
        details={[
          { field: 'started', name: 'Started' },
          { field: 'exited', name: 'Exited' },
          { field: 'changed', name: 'Other verdict' },
          { field: 'scaled', name: 'Scaled' },
          { field: 'silence', name: 'Fell silent or reported again' },
        ]}
        unit={{ caption: 'events a day' }}
        linkOf={({ key }) => daysLink(key, key)}
        stretchLinkOf={(first, last) => daysLink(first.key, last.key)}
        opens="the day's events"
        height={172}
      />
    </>
  )
}

/** The log in a window of whole days. */
const daysLink = (first: number, last: number): ChartLink => ({
  to: '.',
  search: (rest: object) => ({
    ...rest,
    range: undefined,
    from: first,
    to: last + daySeconds - 0.001,
    anchor: undefined,
    event_id: undefined,
    ignored: undefined,
  }),
})
