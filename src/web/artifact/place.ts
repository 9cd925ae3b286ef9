import type {
  EnvironmentOfArtifact,
  RecordedVerdict,
  RunningPeriod,
} from '#contract/artifact/environments-of-artifact.ts'
import { isPlain, qualifierText, type QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'

/** How an artifact stands in an environment: while it runs now, else when it ran there last. */
export interface PlaceState extends QualifiedVerdict {
  period: RunningPeriod
  /** What was recorded of it; undefined where no policy was asked. */
  recorded: RecordedVerdict | undefined
}

/** Reads how an artifact stands in an environment; null where no period of it is known. */
export function stateOfPlace(place: EnvironmentOfArtifact): PlaceState | null {
  const period = place.periods.at(-1)
  if (!period) return null
  const last = place.verdicts.at(-1)
  // A verdict that ended while it ran on was the last: no policy is asked any more.
  const isJudged = last && (last.to_index === null || period.exited_index !== null)
  const recorded = isJudged ? last : undefined
  return {
    period,
    recorded,
    verdict: verdictOfRunning(recorded?.compliant ?? null),
    ...(recorded && { qualifiers: recorded.qualifiers }),
  }
}

/**
 * What decided, in words: the failing policies, the allow-list, or that nothing was asked. That every
 * policy holds is said only of a verdict that nothing else carries.
 */
export function decidedBy(recorded: RecordedVerdict | undefined): string {
  if (!recorded) return 'no policy attached'
  if (recorded.is_allowed) return 'on the allow-list'
  if (!recorded.compliant) return recorded.failing_policies.join(', ') || 'no fingerprint'
  const judged = { verdict: 'compliant', qualifiers: recorded.qualifiers } as const
  if (isPlain(judged)) return 'every policy holds'
  const words = qualifierText(judged)
  return words === 'not asked' ? 'no rule asks for it' : `its policies, ${words}`
}
