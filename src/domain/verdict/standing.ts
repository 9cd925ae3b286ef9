import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { type Standing, type StandingCounts, standings } from '#contract/verdict/standing.ts'
import { countExceptions } from './qualified-verdict.ts'

/** A verdict on what runs, or on where it runs, with what has to be said beside it. */
interface Evaluated {
  /** Null is unknown. */
  state: boolean | null
  qualifiers: Qualifiers
  isStale?: boolean
}

/** Returns how something stands: silence comes before the verdict, time before people and rules. */
export function standingOf({ state, qualifiers, isStale = false }: Evaluated): Standing {
  if (isStale) return 'stale'
  if (state === null) return 'unknown'
  if (!state) return 'non_compliant'
  if (qualifiers.expired.length > 0) return 'expired'
  if (countExceptions(qualifiers) > 0) return 'by_exception'
  return qualifiers.not_asked > 0 || qualifiers.judged === 0 ? 'not_asked' : 'compliant'
}

/** Counts nothing. */
export const noStandings: StandingCounts = Object.fromEntries(
  standings.map((one) => [one, 0]),
) as Record<Standing, number>

/** Counts how all of some things stand. */
export function countStandings(all: readonly Standing[]): StandingCounts {
  const counts = { ...noStandings }
  for (const one of all) counts[one] += 1
  return counts
}

/** Returns the number of all that was counted. */
export const sumStandings = (counts: StandingCounts): number =>
  standings.reduce((total, standing) => total + counts[standing], 0)
