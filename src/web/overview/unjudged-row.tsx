import { Link } from '@tanstack/react-router'
import type { Unjudged } from '#contract/overview/overview.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { nextClass, type QueueRow, withContainers } from './queue-row.ts'
import { Also, ArtifactCount, EnvironmentLink } from './row-parts.tsx'

/** Rows of environments of which nothing can be said, and what would change that. */
export const unjudgedRows = (org: string, unjudged: readonly Unjudged[]): QueueRow[] =>
  withContainers(unjudged).map(({ one, also }) => rowOf(org, one, also))

function rowOf(org: string, unjudged: Unjudged, also: readonly string[]): QueueRow {
  const { environment_name: env, since, running_count } = unjudged
  const params = { org, env }
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
    next:
      unjudged.type !== 'logical' && unjudged.policy_count === 0 ? (
        <Link
          to="/$org/environments/$env/policies"
          params={params}
          className={nextClass}
          aria-label={`Attach policy to ${env}`}
        >
          Attach policy
        </Link>
      ) : (
        <Link
          to="/$org/environments/$env"
          params={params}
          className={nextClass}
          aria-label={`Open ${env}`}
        >
          Open
        </Link>
      ),
  }
}

function causeOf({ type, member, last_reported_at, policy_count }: Unjudged): string {
  if (type === 'logical') return member ? `Nothing is known of ${member}` : 'It includes nothing'
  if (last_reported_at === null) {
    return policy_count === 0 ? 'Never reported, and no policy is attached' : 'Never reported'
  }
  return policy_count === 0
    ? 'No policy is attached: nothing was asked'
    : 'Its policies have judged nothing yet'
}
