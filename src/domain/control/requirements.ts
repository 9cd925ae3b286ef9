import type { ControlCoverage } from '#contract/control/control-page.ts'
import type { Requirement, RequirementCounts } from '#contract/control/requirement.ts'

/** A requirement with the identifiers of its controls. */
interface TaggedRequirement {
  framework: string
  requirement: string
  controls: string[]
}

/** A tag key, interpreted as a framework. */
interface Framework {
  name: string
  requirement_count: number
  is_shown: boolean
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** Matches "CC8.1" or "A.8.32", but neither an owner nor a plain number such as a tier. */
const isNumberOfRequirement = (text: string) => /\d/.test(text) && !/^\d+$/.test(text)

/** Splits a tag's value into requirements, which are separated by commas. */
const valuesOf = (value: string) => [
  ...new Set(
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

/**
 * Returns the requirements of frameworks with which controls are tagged, sorted by framework and
 * requirement, CC8.2 before CC8.10.
 * @param wanted keys to show; by default those whose values all look like requirements
 */
export function requirementsOf(
  controls: readonly { identifier: string; tags: Record<string, string> }[],
  wanted: readonly string[] = [],
): { requirements: TaggedRequirement[]; frameworks: Framework[] } {
  const byKey = new Map<string, Map<string, string[]>>()
  for (const { identifier, tags } of controls) {
    for (const [key, value] of Object.entries(tags)) {
      for (const requirement of valuesOf(value)) {
        const named = byKey.get(key) ?? new Map<string, string[]>()
        byKey.set(key, named.set(requirement, [...(named.get(requirement) ?? []), identifier]))
      }
    }
  }
  const isShown = (key: string, named: ReadonlyMap<string, unknown>) =>
    wanted.length > 0 ? wanted.includes(key) : [...named.keys()].every(isNumberOfRequirement)
  const all = [...byKey].sort(([a], [b]) => compare(a, b))
  return {
    requirements: all
      .filter(([key, named]) => isShown(key, named))
      .flatMap(([framework, named]) =>
        [...named]
          .sort(([a], [b]) => compare(a, b))
          .map(([requirement, tagged]) => ({
            framework,
            requirement,
            controls: tagged.toSorted(compare),
          })),
      ),
    frameworks: all.map(([name, named]) => ({
      name,
      requirement_count: named.size,
      is_shown: isShown(name, named),
    })),
  }
}

const worst = ['failing', 'stale', 'unknown', 'partly_asked'] as const

/**
 * Returns the outcome of a requirement: the worst of its controls. A control that is not asked, or
 * has nothing in scope, keeps the others from passing.
 */
export function requirementOutcome(
  coverages: readonly Pick<ControlCoverage, 'outcome'>[],
): Requirement['outcome'] {
  const outcomes = coverages.map(({ outcome }) => outcome)
  const found = worst.find((one) => outcomes.includes(one))
  if (found) return found
  if (!outcomes.includes('passing')) return 'not_asked'
  return outcomes.every((one) => one === 'passing') ? 'passing' : 'partly_asked'
}

/** Returns what a requirement passes by, where some of it does not by fresh evidence alone. */
export const passesBy = ({
  outcome,
  controls,
}: Pick<Requirement, 'outcome' | 'controls'>): 'expired' | 'by_exception' | null =>
  outcome === 'passing'
    ? ((['expired', 'by_exception'] as const).find((way) =>
        controls.some(({ coverage }) => coverage.running[way] > 0),
      ) ?? null)
    : null

/** Counts requirements by what they come to. */
export function countRequirements(
  requirements: readonly Pick<Requirement, 'outcome' | 'controls'>[],
): RequirementCounts {
  const counts: RequirementCounts = {
    passing: 0,
    expired: 0,
    by_exception: 0,
    failing: 0,
    stale: 0,
    unknown: 0,
    partly_asked: 0,
    not_asked: 0,
  }
  for (const one of requirements) counts[passesBy(one) ?? one.outcome]++
  return counts
}
