import { describe, expect, it } from 'vitest'
import type { GivenOverride } from '#contract/attestation/evidence-summary.ts'
import type { ComparisonRow, SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import type { ExplainedVerdict } from '#web/domain-ui/cause-text.ts'
import { artifactText, turnText } from './because.ts'
import { versionsText } from './labels.ts'

type Side = NonNullable<ComparisonRow['after']>

const givenOverride: GivenOverride = {
  reason: 'Not our image',
  reported_by: 'ada',
  approved_by: null,
  created_at: 1,
  expires_at: null,
  ended_at: null,
  reported_is_compliant: true,
}

const side = (name: string, compliant: boolean | null, more: Partial<Side> = {}): Side => ({
  name,
  fingerprint: 'a'.repeat(64),
  instance_count: 1,
  compliant,
  qualifiers: { ...noQualifiers, judged: 1 },
  failing_policies: compliant === false ? ['scans'] : [],
  flow_name: 'shop',
  trail_name: null,
  template_reference_name: null,
  state_in_flow: null,
  git_commit: '',
  commit_url: '',
  environment_name: null,
  ...more,
})
const row = (
  change: ComparisonRow['change'],
  before: Side | null,
  after: Side | null,
): ComparisonRow => ({ change, before, after, diff_url: null })

const snapshot = (index: number, state: boolean | null, environment_name = 'prod') => ({
  environment_name,
  index,
  is_latest: index === 2,
  timestamp: 1_800_000_000,
  state,
  qualifiers: { ...noQualifiers, judged: 1 },
  running_count: 1,
})
const comparison = (
  states: [boolean | null, boolean | null],
  rows: ComparisonRow[],
  more: Partial<SnapshotComparison> = {},
): SnapshotComparison => ({
  base: snapshot(1, states[0]),
  head: snapshot(2, states[1]),
  counts: { replaced: 0, started: 0, exited: 0, scaled: 0, unchanged: 0 },
  rows,
  members: [],
  policies: [],
  tags: [],
  ...more,
})

it.each<[number[], string]>([
  [[], 'not attached'],
  [[2], 'version 2'],
  [[1, 2, 4], 'versions 1, 2 and 4'],
])('a policy applied in versions %j is named so', (versions, text) => {
  expect(versionsText(versions)).toBe(text)
})

describe('why a verdict turned', () => {
  it.each<[string, SnapshotComparison, string]>([
    [
      'an artifact that took the place of a compliant one',
      comparison(
        [true, false],
        [
          row(
            'replaced',
            side('r.example/shop:1', true),
            side('r.example/shop:2', false, { fingerprint: 'b'.repeat(64) }),
          ),
        ],
        { policies: [{ name: 'scans', environment_name: 'prod', before: [1], after: [2] }] },
      ),
      'prod went from compliant to non-compliant, because shop 2 fails: it does not pass scans',
    ],
    [
      'one that ran before and is evaluated by a new rule, in a member',
      comparison(
        [true, false],
        [
          row(
            'unchanged',
            side('shop:1', true, { environment_name: 'eu' }),
            side('shop:1', false, { environment_name: 'eu' }),
          ),
        ],
        { policies: [{ name: 'scans', environment_name: 'eu', before: [], after: [1] }] },
      ),
      'prod went from compliant to non-compliant, because scans was attached, and shop 1 in eu fails it',
    ],
    [
      'one of a new version of a rule that another member has',
      comparison(
        [true, false],
        [
          row(
            'unchanged',
            side('shop:1', true, { environment_name: 'eu' }),
            side('shop:1', false, { environment_name: 'eu' }),
          ),
        ],
        { policies: [{ name: 'scans', environment_name: 'us', before: [1], after: [2] }] },
      ),
      'prod went from compliant to non-compliant, because shop 1 in eu fails: it does not pass scans',
    ],
    [
      'trouble that went',
      comparison(
        [false, true],
        [
          row('exited', side('old', false), null),
          row('replaced', side('shop:1', false), side('shop:2', true)),
          row('unchanged', side('cron', false), side('cron', true)),
        ],
      ),
      'prod went from non-compliant to compliant, because old no longer runs; shop 1 was replaced; 1 more',
    ],
    [
      'trouble that went where other trouble stays',
      comparison([false, false], [row('exited', side('old', false), null)]),
      'prod is non-compliant on both sides',
    ],
    [
      'two environments',
      comparison([true, null], [], { head: snapshot(2, null, 'stage') }),
      'prod is compliant, stage is unknown',
    ],
  ])('%s', (_, compared, text) => {
    expect(turnText(compared, { verdicts: [], summaries: new Map() })).toBe(text)
  })
})

it('an override to non-compliant is no failure of its evidence', () => {
  const after = side('shop:2', false)
  const added = {
    kind: 'attest',
    flow_name: 'shop',
    trail_name: 'run-2',
    scope: 'trail',
    attestation_name: 'scan',
    attestation_type: 'generic',
    control: null,
    replaces_attestation_id: 'a',
  } as const
  const verdict = { name: after.name, fingerprint: after.fingerprint }
  const known = {
    verdicts: [{ verdict, plan: { additions: [added] } } as unknown as ExplainedVerdict],
    summaries: new Map([['a', { override: givenOverride }]]),
  }
  const compared = comparison([true, false], [row('started', null, after)])
  expect(turnText(compared, known)).toBe(
    'prod went from compliant to non-compliant, because shop 2 fails: scan is non-compliant by override on run-2, by ada: “Not our image”',
  )
})

it('an artifact is named without the host that keeps it, and with its folder', () => {
  expect(artifactText('assets.example/checkout/bundle.tgz')).toBe('checkout/bundle.tgz')
  expect(artifactText('r.example:5000/ledger-api:4.192.0')).toBe('ledger-api 4.192.0')
})
