import type { RegisteredException } from '#contract/exception/exception.ts'
import { counted } from '#domain/common/counted.ts'
import { EnvironmentLinks } from '#web/domain-ui/environment-links.tsx'
import { lastSeenText } from '#web/domain-ui/last-seen-text.ts'

/** Environments that are named; the others are counted. */
const maxNamed = 2

/** Reliance on an exception now, beside what it changed when it was made. */
export function RelyingNow(props: { org: string; exception: RegisteredException }) {
  const { org, exception } = props
  const { kind, state, relies_now: now } = exception
  if (kind === 'snooze') {
    return <Lines below={`hides 1 row from ${exception.created_by}`}>No verdict</Lines>
  }
  const changed = changeOf(exception)
  const then = changed && `then: ${changed}`
  if (now === null) return <Lines below={then}>{state === 'requested' ? 'Nothing yet' : '–'}</Lines>
  if (now.artifact_count === 0) return <Lines below={then}>Nothing</Lines>
  return (
    <Lines
      below={[
        `${counted(now.artifact_count, 'artifact')}${lastSeenText({ stale: now.stale_environments.length, all: now.environments.length })}`,
        now.failing_policies && `fails ${counted(now.failing_policies, 'policy', 'policies')}`,
        then,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <EnvironmentLinks
        org={org}
        names={now.environments}
        max={maxNamed}
        className="text-accent max-md:-my-3 max-md:py-3"
      />
    </Lines>
  )
}

/** Effect of an override when it was made, in words; empty where that was not recorded. */
export function changeOf({ changed_then: then }: RegisteredException): string {
  if (then === null) return ''
  const changed = [
    then.trails > 0 && counted(then.trails, 'trail'),
    then.artifacts > 0 && counted(then.artifacts, 'artifact'),
    then.environments > 0 && counted(then.environments, 'environment'),
  ].filter(Boolean)
  return changed.join(', ') || 'nothing'
}

function Lines(props: { children: React.ReactNode; below: string }) {
  return (
    <span className="block py-1 whitespace-normal max-md:py-0">
      <span className="block">{props.children}</span>
      <span className="block text-meta text-muted">{props.below}</span>
    </span>
  )
}
