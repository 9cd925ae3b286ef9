import type { VerdictDay } from '#contract/verdict/verdict-history.ts'
import { daySeconds } from '#domain/common/days.ts'
import { Swatch } from '#web/domain-ui/verdict-fill.tsx'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import { plural } from '#web/ui/plural.ts'
import { DaysCard } from './days-card.tsx'
import { PendingBlock } from './pending-block.tsx'

const series = (
  [
    { field: 'compliant', verdict: 'compliant' },
    { field: 'non_compliant', verdict: 'non-compliant' },
  ] as const
).map((one) => {
  const { label } = verdicts[one.verdict]
  return { ...one, word: label.toLowerCase(), head: label }
})

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
    return <PendingBlock query={query} what="The days" className="min-h-[210px]" />
  }
  const { days, to } = query.data
  const sum = (field: (typeof series)[number]['field']) =>
    days.reduce((total, day) => total + day[field], 0)
  const failed = sum('non_compliant')
  return (
    <DaysCard
      question={props.question}
      answer={`${plural(sum('compliant') + failed, what)} in ${plural(days.length, 'day')}, ${
        failed === 0 ? 'none' : failed
      } non-compliant. By UTC day.`}
      days={days}
      series={series}
      now={to}
      searchOf={(day, field) => ({
        range: undefined,
        from_timestamp: day,
        to_timestamp: day + daySeconds - 1,
        verdict: series.find((one) => one.field === field)?.verdict,
      })}
      legend={series.map(({ field, verdict, word }) => (
        <span key={field} className="inline-flex items-center gap-1.5">
          <Swatch verdict={verdict} />
          {sum(field)} {word}
        </span>
      ))}
    />
  )
}
