import { useQuery } from '@tanstack/react-query'
import type { AuditCounts } from '#contract/audit-log/audit-log.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { CountColumns, someLabels } from '#web/chart/count-columns.tsx'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { dayOf, momentOf } from '#web/ui/time-text.ts'
import { type AuditFilters, auditCountsQuery } from './queries.ts'

const entriesOf = (count: number) =>
  count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`

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
export function HistogramCard(props: {
  org: string
  filters: AuditFilters
  onChoose: (from: number, to: number) => void
}) {
  const query = useQuery(auditCountsQuery(props.org, props.filters))
  if (!query.data) {
    return <PendingBlock query={query} what="The counts" className="min-h-[222px]" />
  }
  const { step, to } = query.data
  const isHourly = step === 3_600
  const nameOf = (at: number) => (isHourly ? momentOf(at) : dayOf(at, to))
  const rows = stretchesOf(query.data).map((row) => ({ ...row, name: nameOf(row.at) }))
  const total = rows.reduce((sum, row) => sum + row.total, 0)
  const refused = rows.reduce((sum, row) => sum + row.refused, 0)
  const by = isHourly ? 'hour' : 'day'
  const of = refused > 0 ? `, ${refused} refused` : ''
  const { range, from, to: until } = props.filters
  const words = range || from != null || until != null ? 'in the window' : 'in the last 30 days'
  return (
    <ChartCard
      question="When were things changed?"
      answer={`${entriesOf(total)} ${words}${of}. By UTC ${by}; drag, or press Shift and arrows, to choose.`}
      head={[isHourly ? 'Hour, UTC' : 'Day, UTC', 'Accepted', 'Refused', 'Entries']}
      rows={rows
        .filter((row) => row.total > 0)
        .reverse()
        .map((row) => [row.name, row.accepted, row.refused, row.total])}
    >
      <CountColumns
        // Another window has other columns.
        key={`${rows[0]?.at} ${rows.length}`}
        label={`Entries by ${by}, the same as in the table`}
        columns={rows.map((row) => ({
          label: row.name,
          words: `${row.name}: ${entriesOf(row.total)}${row.refused > 0 ? `, ${row.refused} refused` : ''}`,
          count: row.total,
        }))}
        isLabelled={someLabels(rows.length, 8)}
        onChoose={({ first, last }) => {
          const [begin, end] = [rows[first], rows[last]]
          if (begin && end) props.onChoose(begin.at, end.at + step - 0.001)
        }}
      />
    </ChartCard>
  )
}
