import { expect, test } from 'vitest'
import type { TrailFlip } from '#contract/trail/trail-page.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { slotGroupsOf } from './slots.ts'
import { trailMarkdown } from './trail-markdown.ts'

const slot = {
  attestation_name: 'review',
  attestation_type: 'generic',
  attestation_id: 'id-1',
  overridden_attestation_id: null,
  status: 'COMPLETE',
  is_compliant: true,
  unexpected: false,
}
const missing = { attestation_id: null, status: 'MISSING', is_compliant: null }
const fingerprint = 'ab'.repeat(32)
const trail = {
  name: 'build-1',
  description: 'Retry <b>once</b>',
  html_url: 'https://cairn.example/acme/flows/api/trails/build-1',
  origin_url: 'https://ci.example/1',
  flow: { name: 'api', tags: {} },
  flow_template_version: 3,
  repo_info: { name: 'acme/api', url: 'https://git.example/acme/api' },
  git_commit_info: {
    sha1: 'c0ffee0',
    message: 'Fix | pipes\n\nand more',
    author: 'Ada <ada@acme.example>',
    url: 'javascript:alert(1)',
  },
  external_urls: { 'PR #7': { href: 'https://git.example/pull/7' } },
  created_at: 1_790_000_000,
  created_by: 'ci_bot',
  last_modified_at: 1_790_000_060,
  compliance_state: 'INCOMPLETE',
  compliance_status: {
    attestations_statuses: [slot, { ...slot, attestation_name: 'extra', unexpected: true }],
    artifacts_statuses: {
      app: {
        artifact_fingerprint: fingerprint,
        artifact_id: 'a',
        status: 'INCOMPLETE',
        unexpected: false,
        attestations_statuses: [
          { ...slot, ...missing, attestation_name: 'scan', attestation_type: '*' },
        ],
      },
    },
  },
  events: [{ attestation_id: 'id-1', timestamp: 1_790_000_030 }],
} as unknown as Trail
const summaries = [
  {
    ...{ attestation_id: slot.attestation_id, summary: '4 tests passed', origin_url: '' },
    reported_by: 'ci',
    expired: null,
    override: null,
  },
]
const flips: TrailFlip[] = [{ state: 'INCOMPLETE', at: 1_790_000_000, cause: null }]

test('a trail becomes a report that is complete and harmless', () => {
  const at = 1_790_000_100
  expect(trailMarkdown({ trail, groups: slotGroupsOf(trail), flips, summaries, at }))
    .toMatchInlineSnapshot(`
    "# [build-1](https://cairn.example/acme/flows/api/trails/build-1): Incomplete

    scan is missing

    Retry \\<b\\>once\\</b\\>

    - Flow: api
    - Template: version 3
    - Repository: [acme/api](https://git.example/acme/api)
    - Commit: \`c0ffee0\` Fix \\| pipes, Ada
    - Built at: [ci.example/1](https://ci.example/1)
    - PR \\#7: [git.example/pull/7](https://git.example/pull/7)
    - Started: 2026-09-21 14:13:20 UTC by ci\\_bot
    - Last change: 2026-09-21 14:14:20 UTC

    ## Evidence, 1 of 2 expected, 1 missing

    ### Trail, 1 of 1 present, 1 unexpected

    | Verdict | Slot | Found | Type | Reported |
    |---|---|---|---|---|
    | Compliant | [review](https://cairn.example/acme/flows/api/trails/build-1?attestation_id=id-1) | 4 tests passed | generic | 2026-09-21 14:13:50 UTC |
    | Compliant | [extra](https://cairn.example/acme/flows/api/trails/build-1?attestation_id=id-1) (unexpected) | 4 tests passed | generic | 2026-09-21 14:13:50 UTC |

    ### Artifact app, 0 of 1 present

    Fingerprint \`abababababababababababababababababababababababababababababababab\`

    | Verdict | Slot | Found | Type | Reported |
    |---|---|---|---|---|
    | Missing | scan | – | any | – |

    ## Verdict history

    - 2026-09-21 14:13:20 UTC: Incomplete. Cause not recorded

    As of 2026-09-21 14:15:00 UTC.
    "
  `)
})

test('a trail without anything is a report, too, and what is not loaded is not claimed', () => {
  const bare = {
    ...trail,
    description: '',
    origin_url: '',
    git_commit_info: null,
    repo_info: null,
    external_urls: null,
    flow_template_version: null,
    compliance_status: { attestations_statuses: [], artifacts_statuses: {} },
  } as unknown as Trail
  const report = trailMarkdown({
    trail: bare,
    groups: slotGroupsOf(bare),
    flips: null,
    summaries: [],
    at: 0,
  })
  expect(report).toContain('## Evidence, nothing expected')
  expect(report).not.toMatch(/history|Commit|Repository|undefined|null/)
})

test('an overridden slot says what was reported beside what counts', () => {
  const scan = { ...slot, attestation_name: 'scan', is_compliant: true, is_override: true as const }
  const overridden = {
    ...trail,
    compliance_state: 'COMPLIANT',
    compliance_status: {
      attestations_statuses: [
        { ...scan, attestation_id: 'override', overridden_attestation_id: 'scan' },
      ],
      artifacts_statuses: {},
    },
    events: [
      { attestation_id: 'scan', is_compliant: false, timestamp: 1_790_000_030 },
      { attestation_id: 'override', is_compliant: true, timestamp: 1_790_000_090 },
    ],
  } as unknown as Trail
  const groups = slotGroupsOf(overridden)
  const cause = { type: 'trail_attestation_reported', attestation_name: 'scan', is_override: true }
  const turned = [{ state: 'COMPLIANT', at: 1_790_000_090, cause }] as unknown as TrailFlip[]
  const report = trailMarkdown({ trail: overridden, groups, flips: turned, summaries: [], at: 0 })
  expect(report).toContain('trails/build-1): Compliant by override')
  expect(report).toContain('| ⇄ Compliant by override (reported: Non-compliant) | [scan]')
  expect(report).toContain('2026-09-21 14:13:50 UTC')
  expect(report).toContain('## Evidence, 1 of 1 expected, 1 by override')
  expect(report).toContain('UTC: Compliant by override. scan overridden')
})

test('evidence that has expired is said of the trail, and with its age in its row', () => {
  const compliance_status = {
    ...trail.compliance_status,
    is_compliant: true,
    artifacts_statuses: {},
  }
  const compliant = { ...trail, compliance_state: 'COMPLIANT' as const, compliance_status }
  const expired = { age_days: 40, allowed_days: 30 }
  const text = trailMarkdown({
    ...{ trail: compliant, groups: slotGroupsOf(compliant), flips, at: 1_790_000_100 },
    summaries: summaries.map((one) => ({ ...one, expired })),
  })
  expect(text).toContain(': Compliant, evidence expired\n')
  expect(text).toContain('| 4 tests passed; evidence expired, 40 d old, limit 30 d |')
})

test('a report without what evidence found says so, as some may have expired', () => {
  const report = { trail, groups: slotGroupsOf(trail), flips, at: 1_790_000_100 }
  const missing = 'What evidence found, and whether it has expired, could not be loaded.'
  expect(trailMarkdown({ ...report, summaries: null })).toContain(missing)
  expect(trailMarkdown({ ...report, summaries: [] })).not.toContain(missing)
})
