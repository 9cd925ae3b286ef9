import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { CauseBeside } from '#web/domain-ui/cause-beside.tsx'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { EndsSoon } from './exceptions-fact.tsx'
import { verdictOfEnvironment, worstMember } from './verdict.ts'

type Own = EnvironmentSummary
type Shown = Pick<Own, 'state' | 'stale_at' | 'last_reported_at' | 'qualifiers'>

/** Why an environment stands as it does, in few words, with the whole reason; null for well. */
export function causeOf(environment: Own, isStale: boolean): { text: string; full: string } | null {
  if (isStale) return null
  const { state, type, policies, failing } = environment
  const worst = worstMember(environment)
  if (worst) return { text: `through ${worst.name}`, full: `Its worst member is ${worst.name}` }
  if (type !== 'logical' && policies.length === 0) {
    return { text: 'no policy attached', full: 'No policy is attached, so nothing is asked' }
  }
  if (state !== false || !failing?.cause) return null
  return { text: failing.cause, full: `${failing.name}: ${failing.reason ?? failing.cause}` }
}

/** Verdict of an environment or of a member with everything that is said beside it. */
export function useQualified(shown: Shown, own: Own | null) {
  return {
    verdict: verdictOfEnvironment(own ?? { ...shown, type: 'logical', policies: [] }),
    isStale: useStale(shown.stale_at),
    isNeverReported: shown.last_reported_at === null,
    qualifiers: shown.qualifiers,
  }
}

/** The verdict of a row, and its cause after it. */
export function VerdictAndCause(props: {
  qualified: ReturnType<typeof useQualified>
  own: Own | null
  /** When the first of the exceptions ends that carry it. */
  endsAt: number | null
}) {
  const { qualified, own } = props
  const cause = own && causeOf(own, qualified.isStale)
  return (
    <>
      <VerdictLabel {...qualified} />
      <EndsSoon at={props.endsAt} />
      {cause && (
        <>
          {' '}
          <CauseBeside title={cause.full}>{cause.text}</CauseBeside>
        </>
      )}
    </>
  )
}
