import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { countOverrides } from '#contract/override/bulk-override.ts'
import { counted } from '#domain/common/counted.ts'
import { askedQuery } from '#web/api/endpoint-query.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { PendingBlock } from '#web/chart/pending-block.tsx'
import { type TimeSearch, timesNow } from '#web/table/time-range.ts'
import { dayOf } from '#web/ui/time-text.ts'
import { ChartPair, chartHeight, PendingCharts } from './chart-pair.tsx'

/** Filters of the count of overrides by day. */
type CountSearch = Omit<
  NonNullable<QueryInputOf<typeof countOverrides>>,
  'from_timestamp' | 'to_timestamp'
> &
  TimeSearch

/** How many overrides stood day by day, and who made them. */
function countsQuery(org: string, search: CountSearch) {
  const { flow_name, attestation_type, created_by, direction, state, expires_before } = search
  const { reviewed, range, from_timestamp, to_timestamp } = search
  const filters = {
    ...{ flow_name, attestation_type, created_by, direction, state, expires_before, reviewed },
    ...{ range, from_timestamp, to_timestamp },
  }
  return askedQuery(countOverrides, { org }, filters, () => timesNow(filters))
}

/** Is override debt growing, and who overrides most? With the filters of the register. */
export default function OverrideCharts(props: { org: string; search: CountSearch }) {
  const { org, search } = props
  const query = useQuery(countsQuery(org, search))
  if (!query.data) {
    if (!query.isError) return <PendingCharts />
    return <PendingBlock query={query} what="The charts" className={chartHeight} />
  }
  const { days, flows, people, to_timestamp: now } = query.data
  const first = days[0]?.active ?? 0
  const last = days.at(-1)?.active ?? 0
  return (
    <ChartPair>
      <AxisChart
        question="Is override debt growing?"
        answer={`${counted(last, 'override')} not ended today, ${first} on ${dayOf(days[0]?.start ?? now, now)}. By UTC day.`}
        rowsAre="Day, UTC"
        rows={dayRows(
          days.map(({ start, active }) => ({ day: start, active })),
          now,
          ({ active }) => ({ active }),
        )}
        series={[{ field: 'active', name: 'Not ended', fill: 'chart' }]}
        unit={{ caption: 'overrides not ended' }}
        height={210}
      />
      <ChartCard
        question="Who overrides most?"
        answer={`Created or requested in ${counted(days.length, 'day')}, by flow and by person.`}
        head={['Flow or person', 'Overrides']}
        rows={[
          ...flows.map(({ flow_name, count }) => [`Flow ${flow_name}`, count] as const),
          ...people.map(({ created_by, count }) => [`By ${created_by}`, count] as const),
        ].map(([name, count]) => [name, count])}
      >
        <div
          className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 pt-2 pb-3 max-md:grid-cols-1"
          // The room of as many bars as there can be.
          style={{ minHeight: '13.875rem' }}
        >
          <Bars
            title="Flows"
            rows={flows.map(({ flow_name: name, count }) => ({
              name,
              count,
              search: { flow_name: name },
            }))}
          />
          <Bars
            title="People"
            rows={people.map(({ created_by: name, count }) => ({
              name,
              count,
              search: { created_by: name },
            }))}
          />
        </div>
      </ChartCard>
    </ChartPair>
  )
}

const maxBars = 5

/** Counts as bars, each the way to the overrides that it counts. */
function Bars(props: {
  title: string
  rows: { name: string; count: number; search: { flow_name: string } | { created_by: string } }[]
}) {
  const rows = props.rows.slice(0, maxBars)
  const max = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section aria-label={props.title}>
      <h3 className="text-meta font-medium text-muted">{props.title}</h3>
      {rows.length === 0 && <p className="text-table text-muted">None</p>}
      <ul className="text-table">
        {rows.map(({ name, count, search }) => (
          <li key={name}>
            <Link
              to="."
              search={(rest: object) => ({ ...rest, page: undefined, ...search })}
              resetScroll={false}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1 text-text no-underline hover:bg-hover max-md:min-h-11"
            >
              <span className="truncate" title={name}>
                {name}
              </span>
              <span className="tabular-nums">{count}</span>
              <span className="col-span-2 h-1.5 rounded-full bg-surface">
                <span
                  className="block h-full rounded-full bg-chart"
                  style={{ width: `${(100 * count) / max}%` }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {props.rows.length > rows.length && (
        <p className="text-meta text-muted">and {props.rows.length - rows.length} more</p>
      )}
    </section>
  )
}
