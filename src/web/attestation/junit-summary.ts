import type { JunitResult } from '#contract/attestation/types/junit.ts'

/** Totals over suites. */
export interface JunitTotals {
  tests: number
  failed: number
  errors: number
  skipped: number
  passed: number
  duration: number
}

/** Sums up suites. */
export function totalsOf(suites: readonly JunitResult[]): JunitTotals {
  const sum = (pick: (suite: JunitResult) => number) =>
    suites.reduce((total, suite) => total + pick(suite), 0)
  return {
    tests: sum((one) => one.total),
    failed: sum((one) => one.failures),
    errors: sum((one) => one.errors),
    skipped: sum((one) => one.skipped),
    passed: sum(passedOf),
    duration: sum((one) => one.duration),
  }
}

/** Tests of a suite that ran and passed. */
function passedOf(suite: JunitResult): number {
  return Math.max(0, suite.total - suite.failures - suite.errors - suite.skipped)
}

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
    suite.errors > 0 && `${suite.errors} ${suite.errors === 1 ? 'error' : 'errors'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'passed'
}
