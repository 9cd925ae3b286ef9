import { expect, it } from 'vitest'
import type { OverridesImpact } from '#contract/override/bulk-override.ts'
import { bulkChangeText } from './bulk-text.ts'

const rows = [{ is_compliant: false }, { is_compliant: true }, { is_compliant: false }]
const refusal = { flips: null, error: { status: 404, message: 'Gone' } }
const flips = {
  flips: { overridden: [], trails: [], artifacts: [], needs_approval: false },
  error: null,
}
const environment = (name: string, to = true) => ({ name, from: false, to, artifacts: [] })
const impact = (fields: Partial<OverridesImpact>): OverridesImpact => ({
  evaluated_at: 0,
  rows: [flips, flips, flips],
  environments: [],
  has_more_environments: false,
  ...fields,
})

it.each([
  ['choose a verdict to see it', null, undefined],
  ['being worked out', true, undefined],
  ['2 of 3 attestations flip, no environment does', true, impact({})],
  ['1 of 3 attestations flips, no environment does', false, impact({})],
  [
    '2 of 3 attestations flip, no environment that was looked at does',
    true,
    impact({ has_more_environments: true }),
  ],
  [
    '1 of 3 attestations flips, and so does live',
    true,
    impact({ rows: [refusal, flips, flips], environments: [environment('live')] }),
  ],
  [
    '2 of 3 attestations flip, and so does live (when last seen)',
    true,
    impact({ environments: [{ ...environment('live'), is_stale: true }] }),
  ],
  [
    '2 of 3 attestations flip, and so do a, b and perhaps others',
    true,
    impact({
      environments: [environment('a'), environment('b'), environment('c', false)],
      has_more_environments: true,
    }),
  ],
])('%s', (text, verdict, told) => {
  expect(bulkChangeText(rows, verdict, told)).toBe(text)
})
