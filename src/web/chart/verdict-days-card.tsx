import type { VerdictDay } from '#contract/verdict/verdict-history.ts'
import { daySeconds } from '#domain/common/days.ts'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import { plural } from '#web/ui/plural.ts'
import { AxisChart } from './axis-chart.tsx'
import { dayRows } from './day-rows.ts'
import { PendingBlock } from './pending-block.tsx'

const series = (
  [
    { field: 'non_compliant', fill: 'non-compliant' },
    { field: 'compliant', fill: 'compliant' },
  ] as const
).map((one) => ({ ...one, name: verdicts[one.fill].label }))

/** What came a day, by verdict; a column narrows the list to its day and verdict. */
export function VerdictDaysCard(props: {
  question: string
  /** What is counted: "decision". */
  what: string
  query: {
    /** `to` in Unix seconds: where the window ends. */
    data: { days: readonly VerdictDay[]; to: number } | undefined
    isError: boolean
    refetch: () => Promise<unknown>
  }
}) {
  const { query, what } = props
  if (!query.data) {
    return <PendingBlock query={query} what="The days" className="min-h-[264px]" />
  }
  const { days, to } = query.data
  const sum = (field: (typeof series)[number]['field']) =>
    days.reduce((total, day) => total + day[field], 0)
  const failed = sum('non_compliant')
  return (
    <AxisChart
      question={props.question}
      answer={`${plural(sum('compliant') + failed, what)} in ${plural(days.length, 'day')}, ${
        failed === 0 ? 'none' : failed
      } non-compliant. By UTC day.`}
      rowsAre="Day, UTC"
      rows={dayRows(days, to, ({ compliant, non_compliant }) => ({ compliant, non_compliant }))}
      series={series}
      unit={{
        caption: `${what}s a day`,
        total: `${what.charAt(0).toUpperCase()}${what.slice(1)}s`,
      }}
      linkOf={({ key }, field) => ({
        to: '.',
        search: (rest: object) => ({
          ...rest,
          range: undefined,
          from_timestamp: key,
          to_timestamp: key + daySeconds - 1,
          ...(field && { verdict: series.find((one) => one.field === field)?.fill }),
        }),
      })}
      opens={`the day's ${what}s`}
      height={164}
    />
  )
}
