import { Link } from '@tanstack/react-router'
import type { Environment } from '#contract/environment/environment.ts'
import type { ReportingBasis, ReportingInterval } from '#contract/environment/reporting-interval.ts'
import { counted } from '#domain/common/counted.ts'
import { minReports } from '#domain/environment/report-rhythm.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { basisLabels } from '#web/domain-ui/reporting-basis.ts'
import { durationOf, spokenOf } from '#web/ui/time-text.ts'
import { TimeAgo, useNow } from '#web/ui/time.tsx'

/** "learned from 42 reports in 14 d: 19 of 20 came within 1 h". */
function learnedText({ usual, report_count, span }: ReportingInterval): string {
  const reports = `${counted(report_count, 'report')}${report_count > 1 ? ` in ${durationOf(span)}` : ''}`
  if (usual === null) return `needs ${minReports} reports to learn from, has ${reports}`
  return `learned from ${reports}: 19 of 20 came within ${durationOf(usual)}`
}

const ofBasis: Record<ReportingBasis, (reporting: ReportingInterval) => string> = {
  environment: () => 'set for this environment',
  type: () => 'set for its type in the settings of the organization',
  learned: learnedText,
  assumed: (reporting) => `assumed: ${learnedText(reporting)}`,
}

/** Basis of an environment's reporting interval: "learned from 42 reports in 14 d: …". */
const basisText = (reporting: ReportingInterval): string => ofBasis[reporting.basis](reporting)

/** Of the field in which it is set: what it means, and what holds now. */
export const intervalHint = (reporting: ReportingInterval): string =>
  `90 min, 6 h or 2 d: stale if no report comes for longer. Empty: as set for its type, otherwise as learned. A change also applies to a current silence. Now ${durationOf(reporting.interval)}, ${basisText(reporting)}`

/** After which silence an environment is stale, and why; the way to set it. */
export function ReportingFact(props: { org: string; environment: Environment }) {
  const { name, reporting } = props.environment
  if (!reporting) return null
  return (
    <Link
      to="/$org/environments/$env/settings"
      params={{ org: props.org, env: name }}
      title={basisText(reporting)}
      className="text-muted hover:underline"
    >
      <span>
        Stale after <span className="font-medium text-text">{durationOf(reporting.interval)}</span>,{' '}
        {basisLabels[reporting.basis]}
      </span>
    </Link>
  )
}

/** Since when nobody knows what runs: "silent for 16 d, learned interval 3 h". */
export function SilenceSentence({ environment }: { environment: Environment }) {
  const { stale_at, last_reported_at, reporting } = environment
  const now = useNow()
  if (!isStale(stale_at, now) || stale_at === null) return null
  return (
    <span className="text-muted" title={`A report was due\n${spokenOf(stale_at)}`}>
      {reporting && last_reported_at !== null ? (
        <>
          silent for {durationOf(now - last_reported_at)}, {basisLabels[reporting.basis]} interval{' '}
          {durationOf(reporting.interval)}
        </>
      ) : (
        <>
          a member is silent, due <TimeAgo at={stale_at} suffix />
        </>
      )}
    </span>
  )
}
