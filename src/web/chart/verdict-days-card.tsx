import type { EvidenceDay } from '#contract/attestation/explorer.ts'
import type { VerdictDay } from '#contract/verdict/verdict-history.ts'
import { daySeconds } from '#domain/common/days.ts'
import { counted } from '#domain/common/counted.ts'
import type { FillVerdict } from '#web/domain-ui/verdict-fill.tsx'
import { verdicts } from '#web/domain-ui/verdict.tsx'
import { AxisChart } from './axis-chart.tsx'
import { dayRows } from './day-rows.ts'
import { PendingBlock } from './pending-block.tsx'

interface Series {
  field: 'non_compliant' | 'accepted_by_override' | 'compliant'
  fill: FillVerdict
  name: string
  /** Narrows the list to it. */
  search: object
}

const failed: Series = {
  field: 'non_compliant',
  fill: 'non-compliant',
  name: verdicts['non-compliant'].label,
  search: { verdict: 'non-compliant' },
}
const accepted: Series = {
  field: 'accepted_by_override',
  fill: 'overridden',
  name: 'Non-compliant, accepted by override',
  search: { verdict: 'non-compliant', effective: 'compliant' },
}
const passed: Series = {
  field: 'compliant',
  fill: 'compliant',
  name: verdicts.compliant.label,
  search: { verdict: 'compliant' },
}
const notAccepted: Series = {
  ...failed,
  search: { verdict: 'non-compliant', effective: 'non-compliant' },
}

/** A day of records by what was reported; of evidence also how many of it count otherwise. */
type CountedDay = VerdictDay & Partial<Omit<EvidenceDay, keyof VerdictDay>>

/** Records per day, by verdict; a column narrows the list to its day and verdict. */
export function VerdictDaysCard(props: {
  question: string
  /** Kind of record: "decision". */
  what: string
  query: {
    /** `to` in Unix seconds: where the window ends. */
    data: { days: readonly CountedDay[]; to: number } | undefined
    isError: boolean
    refetch: () => Promise<unknown>
  }
}) {
  const { query, what } = props
  if (!query.data) {
    return <PendingBlock query={query} what="The days" />
  }
  const { days, to } = query.data
  const sum = (field: Exclude<keyof CountedDay, 'day'>) =>
    days.reduce((total, day) => total + (day[field] ?? 0), 0)
  const [failures, acceptances] = [sum('non_compliant'), sum('accepted_by_override')]
  const rejections = sum('rejected_by_override')
  const series = acceptances > 0 ? [notAccepted, accepted, passed] : [failed, passed]
  return (
    <AxisChart
      question={props.question}
      answer={`${counted(sum('compliant') + failures, what)} in ${counted(days.length, 'day')}, ${
        failures === 0 ? 'none' : failures
      } non-compliant${
        acceptances > 0 ? `, ${acceptances} of them accepted by override` : ''
      }. By UTC day.`}
      rowsAre="Day, UTC"
      rows={dayRows(days, to, (day) => {
        const { compliant, accepted_by_override = 0, rejected_by_override = 0 } = day
        const non_compliant = day.non_compliant - accepted_by_override
        return { compliant, non_compliant, accepted_by_override, rejected_by_override }
      })}
      series={series}
      {...(rejections > 0 && {
        details: [{ field: 'rejected_by_override', name: 'Of compliant, rejected by override' }],
      })}
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
          ...series.find((one) => one.field === field)?.search,
        }),
      })}
      opens={`the day's ${what}s`}
      height={164}
    />
  )
}
