import { expect, test } from 'vitest'
import type { FlipCause, TrailFlip } from '#contract/trail/trail-page.ts'
import { countFlips, sentenceOf } from './flip-labels.ts'

const cause = (type: string, more: Partial<FlipCause> = {}): FlipCause => ({
  type,
  attestation_id: null,
  attestation_name: null,
  is_compliant: null,
  artifact_name: null,
  artifact_fingerprint: null,
  changes: [],
  is_override: false,
  override_end: null,
  by: null,
  approved_by: null,
  ...more,
})
const tests = { attestation_id: 'id', attestation_name: 'tests' }

test.each([
  [null, 'Cause not recorded'],
  [cause('something_new'), 'Cause not recorded'],
  [cause('trail_reported'), 'Trail begun'],
  [cause('trail_updated', { changes: ['template'] }), 'Template changed'],
  [
    cause('trail_updated', { changes: ['git_commit_info', 'template'] }),
    'Trail updated: commit, template',
  ],
  [cause('trail_updated'), 'Trail updated'],
  [cause('artifact_creation_reported', { artifact_name: 'api' }), 'Artifact api reported'],
  [cause('artifact_creation_reported'), 'Artifact reported'],
  [
    cause('trail_attestation_reported', { ...tests, is_compliant: true }),
    'tests reported, compliant',
  ],
  [
    cause('artifact_attestation_reported', { ...tests, is_compliant: false, artifact_name: 'api' }),
    'tests reported for api, non-compliant',
  ],
  [
    cause('trail_attestation_for_artifact_reported', {
      ...tests,
      is_compliant: true,
      artifact_name: 'api',
    }),
    'tests reported for api, compliant',
  ],
  [
    cause('trail_attestation_reported', { ...tests, is_compliant: true, is_override: true }),
    'tests overridden, compliant',
  ],
  [
    cause('trail_attestation_reported', { ...tests, override_end: 'expired' }),
    'Override of tests expired',
  ],
])('%# says the cause', (given, sentence) => {
  expect(sentenceOf(given)).toBe(sentence)
})

test('counts flips after the beginning, and says where they are cut', () => {
  const flips = (count: number): TrailFlip[] =>
    Array.from({ length: count }, (_, at) => ({ state: 'COMPLIANT', at, cause: null }))
  expect(countFlips(flips(1), 9)).toBe('no flip since it began')
  expect(countFlips(flips(2), 9)).toBe('1 flip since it began')
  expect(countFlips(flips(4), 9)).toBe('3 flips since it began')
  expect(countFlips(flips(9), 9)).toBe('the newest 9 flips')
})
