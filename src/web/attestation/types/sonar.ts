import type { SonarCondition, SonarResults } from '#contract/attestation/types/sonar.ts'
import { gateStatus } from '#domain/attestation/evidence-summary.ts'
import { clipped } from '#web/attestation/text.ts'
import type { Verdict } from '#web/domain-ui/verdict.tsx'

/** Words and verdict of the quality gate; without one an analysis is non-compliant. */
export function gateOf(results: SonarResults): { word: string; verdict: Verdict } {
  const word = gateStatus(results)
  if (word === null) return { word: 'No quality gate', verdict: 'non-compliant' }
  return { word, verdict: word.toUpperCase() === 'OK' ? 'compliant' : 'non-compliant' }
}

/** What became of a condition; one that could not be measured is unknown. */
export function verdictOfCondition({ status }: SonarCondition): Verdict {
  const name = status.toUpperCase()
  return name === 'OK' ? 'compliant' : name === 'ERROR' ? 'non-compliant' : 'unknown'
}

const order: Verdict[] = ['non-compliant', 'unknown', 'compliant']

/** Failed conditions first, then those that are unknown. */
export function failedFirst(conditions: readonly SonarCondition[]): SonarCondition[] {
  return [...conditions].sort((a, b) => rank(a) - rank(b))
}

function rank(condition: SonarCondition): number {
  return order.indexOf(verdictOfCondition(condition))
}

/** "must not be greater than 3". */
export function ruleOf({ operator, errorThreshold }: SonarCondition): string {
  const threshold = clipped(errorThreshold, 80)
  if (operator === 'GT') return `must not be greater than ${threshold}`
  if (operator === 'LT') return `must not be less than ${threshold}`
  return `${clipped(operator, 80)} ${threshold}`
}

/** Seconds of an ISO 8601 moment; null for other texts, and for those that name no zone. */
export function momentIn(text: string): number | null {
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]+)(Z|[+-]\d\d):?(\d\d)?$/.exec(text)
  if (!parts) return null
  const [, clock, hours, minutes] = parts
  const at = Date.parse(`${clock}${hours}${hours === 'Z' ? '' : `:${minutes ?? '00'}`}`)
  return Number.isNaN(at) ? null : at / 1_000
}
