import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliveryState } from '#contract/notification-delivery.ts'
import { daySeconds } from '#domain/day-counts.ts'
import { ChartCard } from '../chart/chart-card.tsx'
import { DailyColumns } from '../chart/daily-columns.tsx'
import { useElementWidth } from '../chart/element-width.ts'
import { moveInside } from '../chart/move-inside.ts'
import { Swatch } from '../chart/verdict-fill.tsx'
import { WaitingBlock } from '../chart/waiting-block.tsx'
import { plural } from '../ui/plural.ts'
import { dayOf } from '../ui/time-text.ts'
import { deliveryDaysQuery } from './delivery-queries.ts'

const height = 112
/** No verdict: solid arrived, dotted did not. */
const series = [
  { field: 'delivered', verdict: null, word: 'delivered', states: ['delivered'] },
  { field: 'failed', verdict: 'missing', word: 'given up', states: ['failed'] },
  { field: 'waiting', verdict: 'missing', word: 'not yet delivered', states: ['waiting', 'held'] },
] as const satisfies readonly {
  field: string
  verdict: 'missing' | null
  word: string
  states: readonly DeliveryState[]
}[]
type Field = (typeof series)[number]['field']

/** Does it work, is it noisy? Messages a day by outcome; a column narrows the log to its outcome. */
export default function DeliveriesChart(props: { org: string; number: number }) {
  const query = useQuery(deliveryDaysQuery(props.org, props.number))
  const [attach, width] = useElementWidth()
  if (!query.data) {
    return <WaitingBlock query={query} what="The days" className="min-h-[210px]" />
  }
  const { days, from, to: now } = query.data
  const sum = (field: Field) => days.reduce((total, day) => total + day[field], 0)
  const all = series.reduce((total, { field }) => total + sum(field), 0)
  const wordsOf = (day: number, { field, word }: (typeof series)[number]) =>
    `${dayOf(day, now)}: ${days.find((row) => row.day === day)?.[field] ?? 0} ${word}`
  return (
    <ChartCard
      question="Does it work, is it noisy?"
      answer={`${plural(all, 'message')} in ${plural(Math.round((now - from) / daySeconds), 'day')}, ${
        sum('failed') === 0 ? 'none' : sum('failed')
      } given up. By UTC day.`}
      head={['Day, UTC', 'Delivered', 'Given up', 'Not yet']}
      rows={days
        .filter((row) => row.delivered + row.failed + row.waiting > 0)
        .reverse()
        .map((row) => [dayOf(row.day, now), row.delivered, row.failed, row.waiting])}
    >
      <div ref={attach} className="mr-4 ml-2" style={{ minHeight: height }}>
        {width > 0 && (
          <DailyColumns
            label="Messages by day and outcome, the same as in the table"
            days={days}
            series={series}
            width={width}
            height={height}
            now={now}
            renderMark={({ day, field, isEntry, children }) => {
              const one = series.find((some) => some.field === field)!
              return (
                <Link
                  to="."
                  search={(rest: object) => ({
                    ...rest,
                    state: [...one.states],
                    before: undefined,
                  })}
                  onKeyDown={moveInside}
                  tabIndex={isEntry ? 0 : -1}
                  resetScroll={false}
                  aria-label={wordsOf(day, one)}
                >
                  <title>{wordsOf(day, one)}</title>
                  {children}
                </Link>
              )
            }}
          />
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 px-4 pb-2 text-meta text-muted">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3 bg-(--unknown-fill)" />
          {sum('delivered')} delivered
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Swatch verdict="missing" />
          {sum('failed')} given up, {sum('waiting')} not yet delivered
        </span>
      </p>
    </ChartCard>
  )
}
