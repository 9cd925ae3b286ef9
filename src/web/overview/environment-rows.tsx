import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attention, SilentReporter, Unjudged } from '#contract/overview/overview.ts'
import { verdictLabels } from '#domain/verdict/qualified-verdict.ts'
import { useRefusal } from '#web/api/permission.ts'
import { causeByText } from '#web/domain-ui/cause-labels.ts'
import { QualifiedMark } from '#web/domain-ui/qualified-mark.tsx'
import { basisLabels } from '#web/domain-ui/reporting-basis.ts'
import { VerdictMark, verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { nextClass, type QueueRow, shortName, whatClass, withContainers } from './queue-row.ts'

/** Rows of environments that fail. */
export function failingEnvironmentRows(org: string, attention: readonly Attention[]): QueueRow[] {
  return withContainers(attention).map(({ one, also }) => {
    const { environment_name: env, since, member, non_compliant_count } = one
    return {
      id: env,
      since,
      what: <EnvironmentLink org={org} env={env} mark={<VerdictMark verdict="non-compliant" />} />,
      cause: <Cause row={one} also={also} />,
      artifacts: (
        <ArtifactCount
          org={org}
          env={env}
          count={non_compliant_count}
          search={{ verdict: ['NON-COMPLIANT'] }}
        />
      ),
      next: <NextStep org={org} env={env} member={member} />,
      snoozes: [env, ...also],
    }
  })
}

function Cause({ row, also }: { row: Attention; also: readonly string[] }) {
  const { member, artifact, cause } = row
  const text = member
    ? `Worst member is ${member}`
    : artifact
      ? `${shortName(artifact.name)}: ${artifact.cause ?? artifact.reason ?? causeByText(cause)}`
      : causeByText(cause)
  const title = [artifact?.reason, `Flipped by: ${causeByText(cause)}`].filter(Boolean)
  return (
    <span title={title.join('\n')}>
      {text}
      <Also names={also} />
    </span>
  )
}

function NextStep(props: { org: string; env: string; member: string | null }) {
  const { org, env, member } = props
  if (member) {
    return (
      <Link
        to="/$org/environments/$env"
        params={{ org, env: member }}
        className={nextClass}
        title={`Open ${member}`}
      >
        Open {member}
      </Link>
    )
  }
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org, env }}
      search={{ why: 'environment' }}
      className={nextClass}
      aria-label={`Why ${env} is non-compliant`}
    >
      Why
    </Link>
  )
}

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
        mark={<QualifiedMark verdict={verdictOfRunning(state)} isStale />}
      />
    ),
    cause: <SilenceCause silent={silent} />,
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

/** "No report; learned interval 1 h · last compliant": since when stands beside it. */
function SilenceCause({ silent }: { silent: SilentReporter }) {
  const { member, state, last_reported_at: last, stale_at, basis } = silent
  return (
    <>
      {member ? `${member}: no` : 'No'} report; {basisLabels[basis]} interval{' '}
      {durationOf(stale_at - last)}
      <span className="text-muted">
        {' '}
        · last {verdictLabels[verdictOfRunning(state)].toLowerCase()}
      </span>
    </>
  )
}

/** Rows of environments of which nothing can be said, and what would change that. */
export const unjudgedRows = (org: string, unjudged: readonly Unjudged[]): QueueRow[] =>
  withContainers(unjudged).map(({ one, also }) => rowOf(org, one, also))

function rowOf(org: string, unjudged: Unjudged, also: readonly string[]): QueueRow {
  const { environment_name: env, since, running_count } = unjudged
  return {
    id: env,
    since,
    what: <EnvironmentLink org={org} env={env} mark={<VerdictMark verdict="unknown" />} />,
    cause: (
      <>
        {causeOf(unjudged)}
        <Also names={also} />
      </>
    ),
    artifacts: <ArtifactCount org={org} env={env} count={running_count} />,
    next: <NextOfUnjudged org={org} unjudged={unjudged} />,
  }
}

function causeOf({ type, member, last_reported_at, policy_count }: Unjudged): string {
  if (type === 'logical') return member ? `Nothing is known of ${member}` : 'It includes nothing'
  if (last_reported_at === null) {
    return policy_count === 0 ? 'Never reported, and no policy is attached' : 'Never reported'
  }
  return policy_count === 0
    ? 'No policy is attached: nothing was asked'
    : 'Its policies have evaluated nothing yet'
}

/** The environment that a row is about, behind its mark. */
function EnvironmentLink(props: { org: string; env: string; mark: ReactNode }) {
  const { org, env } = props
  return (
    <Link to="/$org/environments/$env" params={{ org, env }} data-row-link className={whatClass}>
      {props.mark}
      <span className="py-1 wrap-anywhere whitespace-normal">{env}</span>
    </Link>
  )
}

/** How many artifacts of an environment a row of the queue is about, as the way to them. */
function ArtifactCount(props: {
  org: string
  env: string
  count: number
  search?: LinkProps['search']
}) {
  const { org, env, count, search } = props
  return (
    <Link
      {...({ to: '/$org/environments/$env/running', params: { org, env }, search } as LinkProps)}
      className="text-text no-underline hover:underline"
    >
      {count}
      <span className="md:hidden">{count === 1 ? ' artifact' : ' artifacts'}</span>
    </Link>
  )
}

/** Logical environments that stand as their member does. */
const Also = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && <span className="text-muted"> · also {names.join(', ')}</span>

/**
 * Link to what an environment needs to be evaluated, for those who may do it; else to the
 * environment.
 */
function NextOfUnjudged(props: { org: string; unjudged: Unjudged }) {
  const { org, unjudged } = props
  const { environment_name: env, type, policy_count } = unjudged
  const link = { params: { org, env }, className: nextClass }
  const refusal = useRefusal('member')
  return type !== 'logical' && policy_count === 0 && refusal === null ? (
    <Link {...link} to="/$org/environments/$env/policies" aria-label={`Attach policy to ${env}`}>
      Attach policy
    </Link>
  ) : (
    <Link {...link} to="/$org/environments/$env" aria-label={`Open ${env}`}>
      Open
    </Link>
  )
}
