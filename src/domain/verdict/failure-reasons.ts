import type {
  ArtifactVerdict,
  EvaluatedRule,
  EvidenceLocation,
  RuleResolution,
  RuleVerdict,
} from './verdict.ts'

/** Maximum number of flows and trails in a sentence. */
const maxPlaces = 3

function demandOf({ type, definition }: EvaluatedRule): string {
  if (!('name' in definition)) {
    return type === 'provenance' ? 'provenance' : 'compliance with the template of its flow'
  }
  const { name, type: wanted, for_control, must_be_compliant } = definition
  const called = name === '*' ? '' : ` '${name}'`
  if (for_control !== null) {
    return `a${must_be_compliant ? ' compliant' : ''} decision${called} for control '${for_control}'`
  }
  return `${must_be_compliant ? 'a compliant' : 'an'} attestation${called}${wanted === '*' ? '' : ` of type ${wanted}`}`
}

const whereOf = ({ flow_name, trail_name }: EvidenceLocation) =>
  trail_name === null ? `in flow '${flow_name}'` : `on trail '${trail_name}' of flow '${flow_name}'`

function findingOf({ type, found }: RuleResolution, location: EvidenceLocation): string {
  if (location.flow_name === null) return 'no flow holds the artifact'
  const where = whereOf(location)
  if (type === 'legacy_flow') return `missing ${where}, which holds it without a trail`
  if (type === 'missing_attestation') return `missing ${where}`
  if (type === 'rule_not_applicable') return `not asked ${where}`
  if (type === 'non_compliant_in_trail') return `${location.artifact_status} ${where}`
  const failing = found.flatMap((index) => {
    const { is_compliant, attestation_name } = location.evidence[index]!
    return is_compliant ? [] : [`'${attestation_name}'`]
  })
  return `${failing.join(', ')} non-compliant ${where}`
}

function sentenceOf(
  policy: string,
  { rule, resolutions }: RuleVerdict,
  places: readonly EvidenceLocation[],
): string {
  const findings = resolutions.map((resolution) => findingOf(resolution, places[resolution.place]!))
  const rest = findings.length - maxPlaces
  const shown = findings.slice(0, maxPlaces).join('; ')
  return `Policy '${policy}' requires ${demandOf(rule)}: ${shown}${rest > 0 ? `; and ${rest} more` : ''}`
}

/** Returns why an artifact does not comply in an environment, a sentence for each failing rule. */
export function environmentFailureReasons(verdict: ArtifactVerdict): string[] {
  if (verdict.compliant !== false) return []
  const unresolved =
    verdict.reason === 'no_fingerprint'
      ? ['The image has no fingerprint: nothing vouches for it']
      : []
  const failing = verdict.policies.flatMap(({ policy_name, rules }) =>
    rules
      .filter(({ satisfied }) => satisfied === false)
      .map((rule) => sentenceOf(policy_name, rule, verdict.places)),
  )
  return [...unresolved, ...failing]
}

/** Lack that fails a rule, in few words: "container-scan fails", "no junit", "no provenance". */
function missingPiece({ rule, resolutions }: RuleVerdict, places: readonly EvidenceLocation[]) {
  const { type, definition } = rule
  if (!('name' in definition)) return type === 'provenance' ? 'no provenance' : 'trail fails'
  const { name, type: wanted, for_control } = definition
  const failing = resolutions.flatMap(({ found, place }) =>
    found.flatMap((index) => places[place]?.evidence[index] ?? []),
  )
  const named = failing.find(({ is_compliant }) => !is_compliant)?.attestation_name
  if (named) return `${named} fails`
  if (name !== '*') return `no ${name}`
  return for_control === null
    ? `no ${wanted === '*' ? 'attestation' : wanted}`
    : `no decision for ${for_control}`
}

/**
 * Returns why an artifact does not comply in an environment in few words, by its first failing rule;
 * null for one that does.
 */
export function environmentFailureCause(verdict: ArtifactVerdict): string | null {
  if (verdict.compliant !== false) return null
  if (verdict.reason === 'no_fingerprint') return 'no fingerprint'
  const [first] = verdict.policies.flatMap(({ rules }) =>
    rules.filter(({ satisfied }) => satisfied === false),
  )
  return first ? missingPiece(first, verdict.places) : null
}
