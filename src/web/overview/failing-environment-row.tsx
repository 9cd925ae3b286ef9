import { Link } from '@tanstack/react-router'
import type { Attention } from '#contract/overview/overview.ts'
import { causeByLabels } from '#web/domain-ui/cause-labels.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { nextClass, type QueueRow, shortName, withContainers } from './queue-row.ts'
import { Also, ArtifactCount, EnvironmentLink } from './row-parts.tsx'

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
      ? `${shortName(artifact.name)}: ${artifact.cause ?? artifact.reason ?? causeByLabels(cause)}`
      : causeByLabels(cause)
  const title = [artifact?.reason, `Flipped by: ${causeByLabels(cause)}`].filter(Boolean)
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
