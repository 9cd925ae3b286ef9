import { expect, test } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { environmentText } from './verdict-text.ts'

type Verdict = Parameters<typeof environmentText>[0]

const verdict = (fields: Partial<Verdict>): Verdict => ({
  environment_name: 'kiosks',
  type: 'docker',
  snapshot_index: 4,
  evaluated_at: 0,
  state: true,
  reason: 'artifacts_compliant',
  silence: null,
  silent_environments: [],
  policies: [{ name: 'origin', version: 1 }],
  counts: { compliant: 2, non_compliant: 0, unknown: 0 },
  failing: [],
  qualifiers: { ...noQualifiers, judged: 2 },
  qualified_count: 0,
  qualified: [],
  ...fields,
})
const silence = {
  environment_name: 'kiosks',
  last_reported_at: Date.UTC(2026, 10, 6, 16, 17) / 1_000,
  interval: 10_800,
  basis: 'learned' as const,
}
const short = (name: string, overridden: number, expired: string[]) => ({
  name,
  fingerprint: name,
  environment_name: 'kiosks',
  compliant: true,
  reason: 'policies_satisfied' as const,
  qualifiers: { ...noQualifiers, judged: 1, overridden, expired },
  reasons: [],
  failing_policies: [],
})

test.each<[string, Partial<Verdict>]>([
  ['All 2 artifacts pass every policy.', {}],
  [
    'No report since 6 Nov 16:17:00 UTC; learned interval 3\u00a0h. By the last one: All 2 artifacts pass every policy.',
    { silence },
  ],
  [
    'No report of kiosks since 6 Nov 16:17:00 UTC; set interval 3\u00a0h. By the last one: All 2 artifacts pass every policy.',
    { environment_name: 'all', type: 'logical', silence: { ...silence, basis: 'type' } },
  ],
  [
    'No report of kiosks since 6 Nov 16:17:00 UTC; learned interval 3\u00a0h. Silent too: depot. By their last ones: All 2 artifacts pass every policy.',
    {
      environment_name: 'all',
      type: 'logical',
      silence,
      silent_environments: ['depot', 'kiosks'],
    },
  ],
  [
    'Not asked: no rule applies to any of the 2 artifacts that run here, or its trail expects nothing.',
    { qualifiers: { ...noQualifiers, judged: 2, not_asked: 2 } },
  ],
  [
    '1 of 2 artifacts passes every policy on fresh evidence. app: compliant, evidence expired.',
    {
      qualifiers: { ...noQualifiers, judged: 2, expired: ['junit'] },
      qualified_count: 1,
      qualified: [short('app', 0, ['junit'])],
    },
  ],
  [
    '0 of 2 artifacts pass every policy on fresh evidence. The other 2: evidence expired on JUnit, and by 1 override.',
    {
      qualifiers: { ...noQualifiers, judged: 2, overridden: 1, expired: ['junit'] },
      qualified_count: 2,
      qualified: [short('app', 0, ['junit']), short('web', 1, [])],
    },
  ],
  [
    '2 of 3 artifacts do not comply: 1 in kiosks, by gate and scans; 1 in shop.',
    {
      type: 'logical',
      state: false,
      reason: 'artifacts_failing',
      counts: { compliant: 1, non_compliant: 2, unknown: 0 },
      failing: [
        { ...short('app', 0, []), compliant: false, failing_policies: ['gate', 'scans'] },
        { ...short('web', 0, []), compliant: false, environment_name: 'shop' },
      ],
    },
  ],
  [
    '1 of 3 artifacts does not comply: 1 in shop, by gate. No report of kiosks came when due.',
    {
      type: 'logical',
      state: false,
      reason: 'artifacts_failing',
      silent_environments: ['kiosks'],
      counts: { compliant: 2, non_compliant: 1, unknown: 0 },
      failing: [
        {
          ...short('web', 0, []),
          compliant: false,
          environment_name: 'shop',
          failing_policies: ['gate'],
        },
      ],
    },
  ],
  [
    '1 of 3 artifacts fails gate v2. Nothing fails origin v1 or scans v3. 1 of the others complies, evidence expired on JUnit.',
    {
      state: false,
      reason: 'artifacts_failing',
      counts: { compliant: 2, non_compliant: 1, unknown: 0 },
      policies: [
        { name: 'origin', version: 1 },
        { name: 'gate', version: 2 },
        { name: 'scans', version: 3 },
      ],
      failing: [{ ...short('app', 0, []), compliant: false, failing_policies: ['gate'] }],
      qualified_count: 2,
      qualified: [short('web', 0, ['junit']), short('api', 1, [])],
    },
  ],
  [
    '1 of 90 artifacts does not comply: 1 in kiosks, by gate. At least 1 of the others complies, evidence expired on JUnit.',
    {
      type: 'logical',
      state: false,
      reason: 'artifacts_failing',
      counts: { compliant: 89, non_compliant: 1, unknown: 0 },
      failing: [{ ...short('app', 0, []), compliant: false, failing_policies: ['gate'] }],
      qualified_count: 80,
      qualified: [short('web', 0, ['junit'])],
    },
  ],
])('%s', (text, fields) => {
  expect(environmentText(verdict(fields))).toBe(text)
})

test('says the cause after what fails, before what does not', () => {
  const failing = { ...short('app', 0, []), compliant: false, failing_policies: ['gate'] }
  const red = verdict({
    state: false,
    reason: 'artifacts_failing',
    counts: { compliant: 1, non_compliant: 1, unknown: 0 },
    policies: ['origin', 'scans', 'gate', 'review'].map((name) => ({ name, version: 1 })),
    failing: [failing],
  })
  expect(environmentText(red, 'Cause: scan failed.')).toBe(
    '1 of 2 artifacts fails gate v1. Cause: scan failed. Nothing fails origin v1, scans v1 or review v1.',
  )
})
