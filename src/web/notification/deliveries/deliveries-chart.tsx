import { useQuery } from '@tanstack/react-query'
import type { DeliveryState } from '#contract/notification/delivery.ts'
import { daySeconds } from '#domain/common/days.ts'
import { DaysCard } from '#web/chart/days-card.tsx'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { Swatch } from '#web/domain-ui/verdict-fill.tsx'
import { plural } from '#web/ui/plural.ts'
import { deliveryDaysQuery } from './queries.ts'

/** No verdict: solid arrived, dotted did not. */
const series = [
  { field: 'delivered', verdict: null, word: 'delivered', head: 'Delivered' },
  { field: 'failed', verdict: 'missing', word: 'given up', head: 'Given up' },
  { field: 'waiting', verdict: 'missing', word: 'not yet delivered', head: 'Not yet' },
] as const

/** States of the log that a field counts. */
const statesOf: Record<string, readonly DeliveryState[]> = {
  delivered: ['delivered'],
  failed: ['failed'],
  waiting: ['waiting', 'held'],
}

/** Does it work, is it noisy? Messages a day by outcome; a column narrows the log to both. */
export default function DeliveriesChart(props: { org: string; number: number }) {
  const query = useQuery(deliveryDaysQuery(props.org, props.number))
  if (!query.data) {
    return <PendingBlock query={query} what="The days" className="min-h-[210px]" />
  }
  const { days, to } = query.data
  const sum = (field: (typeof series)[number]['field']) =>
    days.reduce((total, day) => total + day[field], 0)
  const failed = sum('failed')
  const all = sum('delivered') + failed + sum('waiting')
  return (
    <DaysCard
      question="Does it work, is it noisy?"
      answer={`${plural(all, 'message')} in ${plural(days.length, 'day')}${
        all === 0 ? '' : `, ${failed === 0 ? 'none' : failed} given up`
      }. By UTC day.`}
      days={days}
      series={series}
      now={to}
      searchOf={(day, field) => ({
        state: statesOf[field],
        range: undefined,
        from_timestamp: day,
        to_timestamp: day + daySeconds - 0.001,
        before: undefined,
      })}
      legend={
        <>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-3 bg-(--unknown-fill)" />
            {sum('delivered')} delivered
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Swatch verdict="missing" />
            {failed} given up, {sum('waiting')} not yet delivered
          </span>
        </>
      }
    />
  )
}
