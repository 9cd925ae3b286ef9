import type { JunitResult } from '#contract/attestation/types/junit.ts'
import { counted } from '#domain/common/counted.ts'

/** Suites with trouble first, the worst on top; then the slowest. */
export function failuresFirst(suites: readonly JunitResult[]): JunitResult[] {
  return [...suites].sort((a, b) => troubleOf(b) - troubleOf(a) || b.duration - a.duration)
}

/** Tests of a suite that failed or broke. */
export function troubleOf(suite: JunitResult): number {
  return suite.failures + suite.errors
}

/** "2 failed, 1 error", or "passed". */
export function outcomeOf(suite: JunitResult): string {
  const parts = [
    suite.failures > 0 && `${suite.failures} failed`,
    suite.errors > 0 && counted(suite.errors, 'error'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'passed'
}

/** How suites fare against an earlier run. */
export interface JunitChange {
  /** Failures and errors more than then, by suite; null for one that was not there. */
  byName: Map<string, number | null>
  /** Suites of then that are not there any more. */
  gone: string[]
}

/** Compares suites with those of an earlier run; names that appear twice are left out. */
export function changeSince(
  before: readonly JunitResult[],
  after: readonly JunitResult[],
): JunitChange {
  const [then, now] = [singlesOf(before), singlesOf(after)]
  const byName = new Map<string, number | null>()
  for (const [name, suite] of now.singles) {
    const earlier = then.singles.get(name)
    if (earlier) byName.set(name, troubleOf(suite) - troubleOf(earlier))
    else if (!then.names.has(name)) byName.set(name, null)
  }
  return { byName, gone: [...then.names].filter((name) => !now.names.has(name)) }
}

/** "+2", "−1", "new"; nothing where nothing changed or nothing can be said. */
export function changeLabels(change: JunitChange | null, name: string): string | null {
  const difference = change?.byName.get(name)
  if (difference === undefined || difference === 0) return null
  if (difference === null) return 'new'
  return difference > 0 ? `+${difference}` : `−${-difference}`
}

function singlesOf(suites: readonly JunitResult[]) {
  const names = new Set<string>()
  const singles = new Map<string, JunitResult>()
  for (const suite of suites) {
    if (names.has(suite.name)) singles.delete(suite.name)
    else singles.set(suite.name, suite)
    names.add(suite.name)
  }
  return { names, singles }
}
