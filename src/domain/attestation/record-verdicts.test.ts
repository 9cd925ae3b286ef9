import { expect, test } from 'vitest'
import { effectiveVerdictOf, recordVerdictText, reportedVerdictOf } from './record-verdicts.ts'

const evidence = (
  reported_is_compliant: boolean,
  effective_is_compliant = reported_is_compliant,
  overridden_by?: string,
) => ({ attestation_type: 'junit', reported_is_compliant, effective_is_compliant, overridden_by })
const expired = { age_days: 40, allowed_days: 30 }
const override = (effective_is_compliant: boolean | null) => ({
  attestation_type: 'junit',
  reported_is_compliant: null,
  effective_is_compliant,
})

test.each([
  [evidence(true), 'Compliant'],
  [evidence(false), 'Non-compliant'],
  [{ ...evidence(true), expired }, 'Compliant, evidence expired'],
  [{ ...evidence(false), expired }, 'Non-compliant, evidence expired'],
  // An override in place of the evidence does not rest on its age.
  [{ ...evidence(false, true, 'o'), expired }, 'Compliant by override (reported: Non-compliant)'],
  [evidence(false, true, 'o'), 'Compliant by override (reported: Non-compliant)'],
  [evidence(true, false, 'o'), 'Non-compliant by override (reported: Compliant)'],
  [evidence(false, false, 'o'), 'Non-compliant by override (reported: Non-compliant)'],
  [override(true), 'Compliant by override'],
  [override(null), 'Ended'],
])('%j is said as %s', (one, text) => {
  expect(recordVerdictText(one)).toBe(text)
})

test('what was reported stands whatever overrides it; an override reports nothing', () => {
  expect(reportedVerdictOf(evidence(false, true, 'o'))).toBe('non-compliant')
  expect(reportedVerdictOf(override(true))).toBeNull()
})

test('an override is counted as what carries the verdict, where one counts', () => {
  expect(effectiveVerdictOf(evidence(true))).toEqual({ verdict: 'compliant' })
  expect(effectiveVerdictOf(evidence(false, true, 'o'))?.qualifiers?.overridden).toBe(1)
})
