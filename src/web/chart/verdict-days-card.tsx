import { Link } from '@tanstack/react-router'
import type { VerdictDay } from '#contract/verdict-day.ts'
import { daySeconds } from '#domain/day-counts.ts'
import { plural } from '../ui/plural.ts'
import { dayOf } from '../ui/time-text.ts'
import { verdicts } from '../ui/verdict-mark.tsx'
import { ChartCard } from './chart-card.tsx'
import { DailyColumns } from './daily-columns.tsx'
import { useElementWidth } from './element-width.ts'
import { moveInside } from './move-inside.ts'
import { Swatch } from './verdict-fill.tsx'
import { WaitingBlock } from './waiting-block.tsx'

const height = 112
const series = [
  { field: 'compliant', verdict: 'compliant' },
  { field: 'non_compliant', verdict: 'non-compliant' },
] as const
type Field = (typeof series)[number]['field']
const verdictOfField = (field: Field) =>
  field === 'compliant' ? ('compliant' as const) : ('non-compliant' as const)

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
  const [attach, width] = useElementWidth()
  if (!query.data) {
    return <WaitingBlock query={query} what="The days" className="min-h-[210px]" />
  }
  const { days, to: now } = query.data
  const sum = (field: Field) => days.reduce((total, day) => total + day[field], 0)
  const totals = { compliant: sum('compliant'), non_compliant: sum('non_compliant') }
  const countOf = (day: number, field: Field) => days.find((row) => row.day === day)?.[field] ?? 0
  const wordsOf = (day: number, field: Field) =>
    `${dayOf(day, now)}: ${countOf(day, field)} ${verdicts[verdictOfField(field)].label.toLowerCase()}`
  const all = totals.compliant + totals.non_compliant
  return (
    <ChartCard
      question={props.question}
      answer={`${plural(all, what)} in ${plural(days.length, 'day')}, ${
        totals.non_compliant === 0 ? 'none' : totals.non_compliant
      } non-compliant. By UTC day.`}
      head={['Day, UTC', 'Compliant', 'Non-compliant']}
      rows={days
        .filter((row) => row.compliant + row.non_compliant > 0)
        .reverse()
        .map((row) => [dayOf(row.day, now), row.compliant, row.non_compliant])}
    >
      <div ref={attach} className="mr-4 ml-2" style={{ minHeight: height }}>
        {width > 0 && (
          <DailyColumns
            label="By day and verdict, the same as in the table"
            days={days}
            series={series}
            width={width}
            height={height}
            now={now}
            renderMark={({ day, field, isEntry, children }) => (
              <Link
                to="."
                search={(rest: object) => ({
                  ...rest,
                  range: undefined,
                  from_timestamp: day,
                  to_timestamp: day + daySeconds - 1,
                  verdict: verdictOfField(field as Field),
                })}
                onKeyDown={moveInside}
                tabIndex={isEntry ? 0 : -1}
                resetScroll={false}
                aria-label={wordsOf(day, field as Field)}
              >
                <title>{wordsOf(day, field as Field)}</title>
                {children}
              </Link>
            )}
          />
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 px-4 pb-2 text-meta text-muted">
        {series.map(({ field, verdict }) => (
          <span key={field} className="inline-flex items-center gap-1.5">
            <Swatch verdict={verdict} />
            {totals[field]} {verdicts[verdict].label.toLowerCase()}
          </span>
        ))}
      </p>
    </ChartCard>
  )
}
