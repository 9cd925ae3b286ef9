import { useQuery } from '@tanstack/react-query'
import type { AuditCounts } from '#contract/audit-log/audit-log.ts'
import { counted } from '#domain/common/counted.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import type { ChartLink } from '#web/chart/axis-data.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { dayOf, timeOfDay, wholeDayOf } from '#web/ui/time-text.ts'
import { type AuditFilters, auditCountsQuery } from './queries.ts'

const entriesOf = (count: number) => counted(count, 'entry', 'entries')

/** All stretches of a window, those without entries too. */
function stretchesOf({ from, to, step, counts }: AuditCounts) {
  const byStart = new Map(counts.map((one) => [one.at, one]))
  const first = Math.floor(from / step)
  const length = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, length) }, (_, index) => {
    const at = (first + index) * step
    const { accepted = 0, refused = 0 } = byStart.get(at) ?? {}
    return { at, accepted, refused, total: accepted + refused }
  })
}

/** When were things changed? Hours or days are chosen by a drag or by keys, and become the window. */
export function HistogramCard(props: { org: string; filters: AuditFilters }) {
  const query = useQuery(auditCountsQuery(props.org, props.filters))
  if (!query.data) {
    return <PendingBlock query={query} what="The counts" />
  }
  const { step, to } = query.data
  const isHourly = step === 3_600
  const stretches = stretchesOf(query.data)
  const total = stretches.reduce((sum, row) => sum + row.total, 0)
  const refused = stretches.reduce((sum, row) => sum + row.refused, 0)
  const by = isHourly ? 'hour' : 'day'
  const of = refused > 0 ? `, ${refused} refused` : ''
  const { range, from, to: until } = props.filters
  const windowText =
    range || from != null || until != null ? 'in the window' : 'in the last 30 days'
  return (
    <AxisChart
      question="When were things changed?"
      answer={`${entriesOf(total)} ${windowText}${of}. By UTC ${by}; drag, or press Shift and arrows, to choose.`}
      rowsAre={isHourly ? 'Hour, UTC' : 'Day, UTC'}
      rows={stretches.map(({ at, ...values }) => ({
        key: at,
        label: dayOf(at, to),
        title: isHourly ? `${wholeDayOf(at)}, ${timeOfDay(at).slice(0, 5)}` : wholeDayOf(at),
        values,
      }))}
      series={[{ field: 'total', name: 'Entries', fill: 'chart' }]}
      details={[
        { field: 'accepted', name: 'Accepted' },
        { field: 'refused', name: 'Refused' },
      ]}
      unit={{ caption: `entries ${isHourly ? 'an hour' : 'a day'}` }}
      linkOf={({ key }) => windowLink(key, key + step)}
      stretchLinkOf={(first, last) => windowLink(first.key, last.key + step)}
      opens={`the ${by}'s entries`}
      height={172}
    />
  )
}

/** The log in a window; its end is not in it. */
const windowLink = (from: number, end: number): ChartLink => ({
  to: '.',
  search: (rest: object) => ({
    ...rest,
    range: undefined,
    from,
    to: end - 0.001,
    before: undefined,
    ignored: undefined,
  }),
})
