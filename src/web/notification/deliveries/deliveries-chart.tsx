import { useQuery } from '@tanstack/react-query'
import type { DeliveryState } from '#contract/notification/delivery.ts'
import { daySeconds } from '#domain/common/days.ts'
import { counted } from '#domain/common/counted.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { deliveryDaysQuery } from './queries.ts'

/** No verdict: solid arrived, dotted did not, hatched may still. */
const series = [
  { field: 'failed', name: 'Given up', fill: 'missing' },
  { field: 'waiting', name: 'Not yet delivered', fill: 'stale' },
  { field: 'delivered', name: 'Delivered', fill: 'chart' },
] as const

/** States of the log that a field counts. */
const statesOf: Record<string, DeliveryState[]> = {
  delivered: ['delivered'],
  failed: ['failed'],
  waiting: ['waiting', 'held'],
}

/** Does it work, is it noisy? Messages a day by outcome; a column narrows the log to both. */
export default function DeliveriesChart(props: { org: string; number: number }) {
  const query = useQuery(deliveryDaysQuery(props.org, props.number))
  if (!query.data) {
    return <PendingBlock query={query} what="The days" className="min-h-[13.125rem]" />
  }
  const { days, to } = query.data
  const sum = (field: (typeof series)[number]['field']) =>
    days.reduce((total, day) => total + day[field], 0)
  const failed = sum('failed')
  const all = sum('delivered') + failed + sum('waiting')
  return (
    <AxisChart
      question="Does it work, is it noisy?"
      answer={`${counted(all, 'message')} in ${counted(days.length, 'day')}${
        all === 0 ? '' : `, ${failed === 0 ? 'none' : failed} given up`
      }. By UTC day.`}
      rowsAre="Day, UTC"
      rows={dayRows(days, to, ({ delivered, failed, waiting }) => ({ delivered, failed, waiting }))}
      series={series}
      unit={{ caption: 'messages a day', total: 'Messages' }}
      linkOf={({ key }, field) => ({
        to: '.',
        search: (rest: object) => ({
          ...rest,
          state: field === undefined ? undefined : statesOf[field],
          range: undefined,
          from_timestamp: key,
          to_timestamp: key + daySeconds - 0.001,
          before: undefined,
        }),
      })}
      opens="the day's messages"
      height={164}
    />
  )
}
