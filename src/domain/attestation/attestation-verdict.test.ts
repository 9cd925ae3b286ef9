import { describe, expect, test } from 'vitest'
import { type PayloadOf, verdictOf } from './attestation-verdict.ts'

const suite = (failures: number, errors: number, skipped = 0) => ({
  name: 'suite',
  failures,
  errors,
  skipped,
  total: 10,
  duration: 0.5,
})

function rows<K extends keyof typeof verdictOf>(kind: K, cases: [string, PayloadOf<K>, boolean][]) {
  describe(kind, () => {
    test.each(cases)('%s', (_name, payload, verdict) => {
      expect(verdictOf[kind](payload)).toBe(verdict)
    })
  })
}

rows('generic', [
  ['as given: compliant', { is_compliant: true }, true],
  ['as given: non-compliant', { is_compliant: false }, false],
  ['absent: compliant', {}, true],
  ['null counts as absent', { is_compliant: null }, true],
])

const decision = (is_compliant: boolean) => ({
  type_name: 'decision' as const,
  control: 'RCTL-1',
  attestation_data: { is_compliant },
})

rows('system:decision', [
  ['as given: compliant', decision(true), true],
  ['as given: non-compliant', decision(false), false],
])

rows('system:sbom', [
  [
    'is there: compliant',
    {
      type_name: 'sbom',
      attestation_data: {
        format: 'spdx-2.3',
        original_fingerprint: 'a'.repeat(64),
        document: { package_count: 0 },
      },
    },
    true,
  ],
])

rows('junit', [
  ['no failures and no errors', { junit_results: [suite(0, 0), suite(0, 0)] }, true],
  ['skipped tests do not matter', { junit_results: [suite(0, 0, 10)] }, true],
  ['a failure in any suite', { junit_results: [suite(0, 0), suite(1, 0)] }, false],
  ['an error in any suite', { junit_results: [suite(0, 1), suite(0, 0)] }, false],
  ['an empty list', { junit_results: [] }, false],
])
