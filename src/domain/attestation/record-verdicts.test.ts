import { expect, test } from 'vitest'
import { effectiveVerdictOf, recordVerdictText, reportedVerdictOf } from './record-verdicts.ts'

const evidence = (
  reported_is_compliant: boolean,
  effective_is_compliant = reported_is_compliant,
  overridden_by?: string,
) => ({ reported_is_compliant, effective_is_compliant, overridden_by })
const override = (effective_is_compliant: boolean | null) => ({
  reported_is_compliant: null,
  effective_is_compliant,
})

test.each([
  [evidence(true), 'Compliant'],
  [evidence(false), 'Non-compliant'],
  [evidence(false, true, 'o'), 'Compliant by override (reported: Non-compliant)'],
  [evidence(true, false, 'o'), 'Non-compliant by override (reported: Compliant)'],
  [evidence(false, false, 'o'), 'Non-compliant by override (reported: Non-compliant)'],
  [override(true), 'Compliant by override'],
  [override(null), 'Ended'],
])('%j is said as %s', (one, words) => {
  expect(recordVerdictText(one)).toBe(words)
})

test('what was reported stands whatever overrides it; an override reports nothing', () => {
  expect(reportedVerdictOf(evidence(false, true, 'o'))).toBe('non-compliant')
  expect(reportedVerdictOf(override(true))).toBeNull()
})

test('an override is counted as what carries the verdict, where one counts', () => {
  expect(effectiveVerdictOf(evidence(true))).toEqual({ verdict: 'compliant' })
  expect(effectiveVerdictOf(evidence(false, true, 'o'))?.qualifiers?.overridden).toBe(1)
})
