import { type EvidenceTimes, oldestTimes } from './evidence-age.ts'
import type { ArtifactVerdict, EvidenceLocation, RuleVerdict } from './verdict.ts'

/** Qualifiers of the verdict on an artifact: the age of the evidence, and what stands beside it. */
export interface StoredQualifiers {
  /** Absent where an earlier version stored it. */
  evidence?: EvidenceTimes
  /** Ids of the overrides, each once. */
  override_ids: readonly string[]
  is_allow_listed: boolean
  is_exempt: boolean
  is_not_asked: boolean
}

/** Nothing but evidence that never expires. */
export const noStoredQualifiers: StoredQualifiers = {
  evidence: {},
  override_ids: [],
  is_allow_listed: false,
  is_exempt: false,
  is_not_asked: false,
}

/** Returns the ids of the overrides that a rule rests on; a rule on trails rests on theirs. */
export function overridesOfRule(
  {
    rule,
    satisfied,
    resolutions,
  }: {
    rule: Pick<RuleVerdict['rule'], 'type'>
    satisfied: boolean | null
    resolutions: readonly RuleVerdict['resolutions'][number][]
  },
  places: ArtifactVerdict['places'],
): string[] {
  return resolutions.flatMap(({ type, place: at, found }) => {
    if ((type === 'rule_satisfied') !== satisfied) return []
    const { evidence, override_ids = [] } = places[at]!
    if (rule.type === 'trail-compliance') return override_ids
    return found
      .map((index) => evidence[index]!)
      .filter((one) => one.is_override && (satisfied || !one.is_compliant))
      .map(({ attestation_id }) => attestation_id)
  })
}

/** Returns the evidence that a rule rests on, without what is overridden; of a rule on trails theirs. */
function evidenceOfRule(
  { rule, satisfied, resolutions }: RuleVerdict,
  places: ArtifactVerdict['places'],
): (readonly [type: string, recordedAt: number])[] {
  const carrying = resolutions.filter(({ type }) => (type === 'rule_satisfied') === satisfied)
  if (rule.type === 'trail-compliance') {
    return carrying.flatMap(({ place }) => Object.entries(places[place]!.state_evidence ?? {}))
  }
  return carrying
    .flatMap(({ place, found }) => found.map((index) => places[place]!.evidence[index]!))
    .filter((one) => !one.is_override && (satisfied || !one.is_compliant))
    .map((one) => [one.attestation_type, one.recorded_at])
}

/** Returns whether a trail is compliant though nothing is expected of the artifact and nothing came. */
export const isOfNothingExpected = (location: EvidenceLocation): boolean =>
  location.artifact_status === 'COMPLIANT' &&
  !location.override_ids?.length &&
  location.state_evidence !== undefined &&
  Object.keys(location.state_evidence).length === 0

/** Returns whether a rule on trails is satisfied by none but trails of which nothing is expected. */
export const passesByNothing = (
  { rule, satisfied, resolutions }: Parameters<typeof overridesOfRule>[0],
  places: ArtifactVerdict['places'],
): boolean =>
  rule.type === 'trail-compliance' &&
  satisfied === true &&
  resolutions.every(
    ({ type, place }) => type !== 'rule_satisfied' || isOfNothingExpected(places[place]!),
  )

/** Returns whether a rule fails on nothing but what overrides say. */
const failsByOverride = (rule: RuleVerdict, places: ArtifactVerdict['places']): boolean =>
  rule.resolutions.every(({ type, place: at, found }) => {
    const { evidence, artifact_status, override_ids = [] } = places[at]!
    if (type === 'rule_not_applicable') return true
    if (type === 'non_compliant_in_trail') {
      return artifact_status === 'NON-COMPLIANT' && override_ids.length > 0
    }
    if (type !== 'non_compliant_attestation') return false
    const failing = found.filter((index) => !evidence[index]!.is_compliant)
    return failing.every((index) => evidence[index]!.is_override)
  })

/** Returns what carries the verdict on an artifact beside evidence. */
export function storedQualifiersOf({
  compliant,
  reason,
  policies,
  places,
}: ArtifactVerdict): StoredQualifiers {
  if (compliant === null || reason === 'no_fingerprint') return noStoredQualifiers
  const rules = policies.flatMap((policy) => policy.rules)
  const failing = rules.filter(({ satisfied }) => satisfied === false)
  const isCarriedByOverrides = compliant || failing.every((rule) => failsByOverride(rule, places))
  const carrying = compliant ? rules.filter(({ satisfied }) => satisfied) : failing
  const ids = isCarriedByOverrides ? carrying.flatMap((rule) => overridesOfRule(rule, places)) : []
  const override_ids = [...new Set(ids)]
  const evidence = oldestTimes(carrying.flatMap((rule) => evidenceOfRule(rule, places)))
  if (!compliant) return { ...noStoredQualifiers, evidence, override_ids }
  const isAllowed = reason === 'allowed'
  const is_exempt = rules.some(({ resolutions }) => resolutions.some((one) => one.exception))
  return {
    evidence,
    override_ids,
    is_allow_listed: isAllowed && (failing.length > 0 || override_ids.length > 0),
    is_exempt,
    is_not_asked:
      !is_exempt &&
      (rules.every(({ satisfied }) => satisfied === null) ||
        (failing.length === 0 && rules.some((rule) => passesByNothing(rule, places)))),
  }
}
