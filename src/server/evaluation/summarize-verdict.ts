import type { ShortVerdict } from '#contract/verdict/verdict.ts'
import { environmentFailureReasons } from '#domain/verdict/failure-reasons.ts'
import { storedQualifiersOf } from '#domain/verdict/stored-qualifiers.ts'
import { qualifiersOfArtifact } from '#domain/verdict/qualifiers.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'

/** A verdict in short: failing policies, and the reasons as sentences. */
export function shortVerdict(
  environment_name: string,
  verdict: ArtifactVerdict,
  limits: EvidenceLimits,
): ShortVerdict {
  const { name, fingerprint, compliant, reason, policies } = verdict
  const failing = policies.filter(({ status }) => status === 'NON-COMPLIANT')
  return {
    name,
    fingerprint,
    environment_name,
    compliant,
    reason,
    qualifiers: qualifiersOfArtifact(storedQualifiersOf(verdict), limits),
    reasons: environmentFailureReasons(verdict),
    failing_policies: failing.map(({ policy_name }) => policy_name),
  }
}

/** Counts verdicts by kind. */
export function countVerdicts(verdicts: readonly { compliant: boolean | null }[]) {
  const of = (compliant: boolean | null) =>
    verdicts.filter((verdict) => verdict.compliant === compliant).length
  return { compliant: of(true), non_compliant: of(false), unknown: of(null) }
}

const rank = ({ compliant }: { compliant: boolean | null }) =>
  compliant === null ? 1 : compliant ? 2 : 0

/** Sorts failing ones first, then unknown ones; stable otherwise. */
export const worstFirst = <V extends { compliant: boolean | null }>(verdicts: readonly V[]): V[] =>
  verdicts.toSorted((a, b) => rank(a) - rank(b))
