import { Link } from '@tanstack/react-router'
import type { SilentReporter } from '#contract/overview/overview.ts'
import { verdictWords } from '#domain/verdict/qualified-verdict.ts'
import { basisWord } from '#web/domain-ui/reporting-basis.ts'
import { StaleSign } from '#web/domain-ui/stale-sign.tsx'
import { verdictOfRunning, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { nextClass, type QueueRow } from './queue-row.ts'
import { ArtifactCount, EnvironmentLink } from './row-parts.tsx'

/** The row of an environment whose reporter has fallen silent, in the queue since a report was due. */
export function silentEnvironmentRow(org: string, silent: SilentReporter): QueueRow {
  const { environment_name: env, state, stale_at, running_count, member } = silent
  return {
    id: `silent ${env}`,
    since: stale_at,
    what: (
      <EnvironmentLink
        org={org}
        env={env}
        mark={<VerdictMark verdict={verdictOfRunning(state)} isStale />}
      >
        <StaleSign at={stale_at} />
      </EnvironmentLink>
    ),
    cause: <Cause silent={silent} />,
    artifacts: <ArtifactCount org={org} env={env} count={running_count} />,
    next: (
      <Link
        to="/$org/environments/$env/snapshots"
        params={{ org, env: member ?? env }}
        className={nextClass}
        aria-label={`Last reports of ${member ?? env}`}
      >
        Last reports
      </Link>
    ),
  }
}

/** "No report for 16 d; learned interval 1 h". */
function Cause({ silent }: { silent: SilentReporter }) {
  const { member, state, last_reported_at: last, stale_at, basis } = silent
  const silence = durationOf(Math.max(stale_at, useNow()) - last)
  return (
    <>
      {member ? `${member}: no` : 'No'} report for {silence}; {basisWord[basis]} interval{' '}
      {durationOf(stale_at - last)}
      <span className="text-muted">
        {' '}
        · last {verdictWords[verdictOfRunning(state)].toLowerCase()}
      </span>
    </>
  )
}
