import { Link } from '@tanstack/react-router'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { type Verdict, VerdictMark } from '#web/domain-ui/verdict.tsx'

type Running = EnvironmentSummary['running']

const parts: readonly { count: keyof Running; verdict: Verdict; isStale?: true; label: string }[] =
  [
    { count: 'compliant', verdict: 'compliant', label: 'compliant' },
    { count: 'non_compliant', verdict: 'non-compliant', label: 'non-compliant' },
    { count: 'unknown', verdict: 'unknown', label: 'unknown' },
    { count: 'stale', verdict: 'compliant', isStale: true, label: 'when last seen' },
  ]

/** Population of a count: "compliant, 2 of them not by fresh evidence alone". */
const labelOf = ({ count, label }: (typeof parts)[number], { qualified }: Running): string =>
  count === 'compliant' && qualified > 0
    ? `${label}, ${qualified} of them not by fresh evidence alone`
    : label

/** "73 compliant, 2 of them not by fresh evidence alone, 1 non-compliant". */
export const runningText = (running: Running): string =>
  parts
    .filter(({ count }) => running[count] > 0)
    .map((part) => `${running[part.count]} ${labelOf(part, running)}`)
    .join(', ') || 'none'

/** "74 running, 1 fails, 2 unknown", "12 when last seen". */
export function runningLine({
  compliant,
  non_compliant: failing,
  unknown,
  stale,
}: Omit<Running, 'qualified'>): string {
  const now = compliant + failing + unknown
  return [
    (now > 0 || stale === 0) && `${now} running`,
    failing > 0 && `${failing} ${failing === 1 ? 'fails' : 'fail'}`,
    unknown > 0 && `${unknown} unknown`,
    stale > 0 && `${stale} when last seen`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Counts of running artifacts by verdict: the way to their list. */
export function RunningCounts(props: { org: string; name: string; running: Running }) {
  const { org, name, running } = props
  const shown = parts.filter(({ count }) => running[count] > 0)
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org, env: name }}
      title={runningText(running)}
      className="inline-flex items-center gap-3 text-text tabular-nums hover:underline"
    >
      {shown.length === 0 && <span className="zero text-muted">0</span>}
      {shown.map((part, index) => (
        <span key={part.label} className="inline-flex items-center gap-1">
          <VerdictMark
            verdict={part.verdict}
            size={12}
            silent
            isStale={part.isStale}
            isQualified={part.count === 'compliant' && running.qualified > 0}
          />
          {running[part.count]}
          <span className="sr-only">
            {' '}
            {labelOf(part, running)}
            {index < shown.length - 1 && ', '}
          </span>
        </span>
      ))}
      <span className="sr-only"> running in {name}</span>
    </Link>
  )
}
