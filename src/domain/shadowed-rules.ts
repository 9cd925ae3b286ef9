import type { AttestationRule, PolicyDocument } from '#contract/policy-document.ts'

type Wanted = Pick<AttestationRule, 'name' | 'type' | 'for_control'>

const holds = (wide: string, narrow: string) => wide === '*' || wide === narrow

/** Whether all that fits one demand fits another too. */
const isWithin = (narrow: Wanted, wide: Wanted) =>
  holds(wide.name, narrow.name) &&
  holds(wide.type, narrow.type) &&
  (wide.for_control === null || wide.for_control === narrow.for_control)

const conditionOf = ({ if: condition }: AttestationRule) =>
  condition?.text.replace(/\s+/g, ' ').trim() ?? null

/**
 * Whether an attestation rule is satisfied wherever another one is: both are asked in the same flows,
 * and what satisfies the other one satisfies it. A weaker condition would not do: of an artifact in
 * several flows, one where it alone is asked may satisfy the other.
 */
function isImplied(rule: AttestationRule, by: AttestationRule): boolean {
  if (conditionOf(rule) !== conditionOf(by) || !isWithin(by, rule)) return false
  return !rule.must_be_compliant || (by.must_be_compliant && isWithin(rule, by))
}

/**
 * For each rule that a policy states, in the order of its verdicts: the line of another one that
 * decides whatever it would decide, or null. Of two that say the same, the second is shadowed.
 */
export function shadowedBy({ artifacts }: PolicyDocument): (number | null)[] {
  const { provenance, trail_compliance, attestations } = artifacts
  const requirements = [provenance, trail_compliance].filter(({ line }) => line !== null)
  return [
    ...requirements.map(() => null),
    ...attestations.map((rule, index) => {
      const other = attestations.find(
        (one, at) => at !== index && isImplied(rule, one) && (at < index || !isImplied(one, rule)),
      )
      return other?.line ?? null
    }),
  ]
}
