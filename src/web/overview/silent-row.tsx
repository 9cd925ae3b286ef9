import { Link } from '@tanstack/react-router'
import type { SilentReporter } from '#contract/overview/overview.ts'
import { verdictWords } from '#domain/verdict/qualified-verdict.ts'
import { basisWord } from '#web/domain-ui/reporting-basis.ts'
import { StaleSign } from '#web/domain-ui/stale-sign.tsx'
import { verdictOfRunning, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'

/** An environment whose reporter has fallen silent, in the queue since a report was due. */
export type SilentRow = SilentReporter & { since: number }

/** Of a silent reporter, what the queue says. */
export const silentRowOf = (one: SilentReporter): SilentRow => ({ ...one, since: one.stale_at })

interface Props {
  org: string
  row: SilentRow
}

export function SilentLink({ org, row }: Props) {
  const { environment_name: env, state, stale_at } = row
  return (
    <Link
      to="/$org/environments/$env"
      params={{ org, env }}
      data-row-link
      className="inline-flex max-w-full items-center gap-1.5 font-medium text-text no-underline hover:underline"
    >
      <VerdictMark verdict={verdictOfRunning(state)} isStale />
      <span className="truncate" title={env}>
        {env}
      </span>
      <StaleSign at={stale_at} />
    </Link>
  )
}

/** "No report for 16 d; learned interval 1 h". */
export function SilentCause({ row }: Pick<Props, 'row'>) {
  const { member, state, last_reported_at: last, stale_at, basis } = row
  const silence = durationOf(Math.max(stale_at, useNow()) - last)
  return (
    <span className="line-clamp-2 py-1 whitespace-normal">
      {member ? `${member}: no` : 'No'} report for {silence}; {basisWord[basis]} interval{' '}
      {durationOf(stale_at - last)}
      <span className="text-muted">
        {' '}
        · last {verdictWords[verdictOfRunning(state)].toLowerCase()}
      </span>
    </span>
  )
}

export function SilentStep({ org, row }: Props) {
  const env = row.member ?? row.environment_name
  return (
    <Link
      to="/$org/environments/$env/snapshots"
      params={{ org, env }}
      className="truncate text-accent no-underline hover:underline"
      aria-label={`Last reports of ${env}`}
    >
      Last reports
    </Link>
  )
}
