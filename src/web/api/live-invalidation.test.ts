import { expect, test } from 'vitest'
import type { AuditEvent, AuditKind } from '#contract/audit-log/audit-kind.ts'
import { dashboardEndpoints } from '#contract/dashboard-endpoints.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { isInvalidatedBy } from './live-invalidation.ts'
import { outdated } from './outdated-answers.ts'

const change: AuditEvent = {
  seq: 7,
  kind: 'attestation_reported',
  subject: { flow_name: 'payments', trail_name: 'build-1' },
}
const trail = (org: string, flow_name: string, trail_name: string) => [
  'getTrail',
  { org, flow_name, trail_name },
  {},
]

test('a change outdates its own trail and the lists that count it', () => {
  expect(isInvalidatedBy(trail('acme', 'payments', 'build-1'), 'acme', change)).toBe(true)
  expect(isInvalidatedBy(['listFlowSummaries', { org: 'acme' }, {}], 'acme', change)).toBe(true)
  const trails = ['listTrailSummaries', { org: 'acme', flow_name: 'payments' }, { page: 2 }]
  expect(isInvalidatedBy(trails, 'acme', change)).toBe(true)
})

test('a list that is asked for a flow in its query follows that flow alone', () => {
  const list = (flow_name: string) => ['listAttestations', { org: 'acme' }, { flow_name, page: 2 }]
  expect(isInvalidatedBy(list('payments'), 'acme', change)).toBe(true)
  expect(isInvalidatedBy(list('ledger'), 'acme', change)).toBe(false)
})

test('a list that is asked for several flows follows any of them', () => {
  const list = (...flow_name: string[]) => ['listAttestations', { org: 'acme' }, { flow_name }]
  expect(isInvalidatedBy(list('ledger', 'payments'), 'acme', change)).toBe(true)
  expect(isInvalidatedBy(list(), 'acme', change)).toBe(true)
  expect(isInvalidatedBy(list('ledger'), 'acme', change)).toBe(false)
})

test('a list of what is archived follows what is archived', () => {
  const archived = ['listFlowSummaries', { org: 'acme' }, { archived: 'only' }]
  const away: AuditEvent = { seq: 8, kind: 'flow_archived', subject: { flow_name: 'payments' } }
  expect(isInvalidatedBy(archived, 'acme', away)).toBe(true)
})

test('a change leaves everything else alone', () => {
  expect(isInvalidatedBy(trail('acme', 'payments', 'build-2'), 'acme', change)).toBe(false)
  expect(isInvalidatedBy(trail('acme', 'ledger', 'build-1'), 'acme', change)).toBe(false)
  expect(isInvalidatedBy(trail('globex', 'payments', 'build-1'), 'acme', change)).toBe(false)
  const flow = ['getFlow', { org: 'acme', flow_name: 'payments' }, {}]
  expect(isInvalidatedBy(flow, 'acme', change)).toBe(false)
  expect(isInvalidatedBy(['getSession', {}, {}], 'acme', change)).toBe(false)
})

test.each<AuditKind>([
  'settings_changed',
  'member_changed',
  'member_removed',
  'organization_deleted',
])('the session, which tells of every organization, follows %s in any', (kind) => {
  const change = { seq: 7, kind, subject: { member: 'kim', settings: 'time' } }
  expect(isInvalidatedBy(['getSession', {}, {}], 'acme', change)).toBe(true)
})

const evidence: AuditKind[] = ['trail_begun', 'artifact_reported', 'attestation_reported']
const verdicts: AuditKind[] = ['environment_reported', 'environment_judged']
const rules: AuditKind[] = [
  'policies_attached',
  'policies_detached',
  'artifact_allowed',
  'allowance_expired',
]
const flows: AuditKind[] = ['flow_updated', 'flow_renamed', 'flow_archived', 'tags_changed']
const places: AuditKind[] = ['environment_updated', 'environment_renamed', 'environment_archived']

/** Answers that say verdicts, and what may make them say another. */
const answers: [EndpointName, object, ...AuditKind[][]][] = [
  ['getOverview', {}, evidence, verdicts, rules, places, ['environment_snoozed']],
  ['getOverview', { tag: ['tier'] }, ['environment_tags_changed', 'preference_saved']],
  ['listRecentChanges', {}, ['artifact_reported'], verdicts, rules, places],
  ['listComplianceDays', {}, verdicts, rules, places],
  ['countRecentTrails', {}, evidence, ['flow_updated', 'flow_renamed', 'flow_archived']],
  ['getEnvironmentVerdict', { env_name: 'prod' }, verdicts, rules, places],
  [
    'getArtifactVerdict',
    { env_name: 'prod' },
    evidence,
    verdicts,
    rules,
    flows,
    ['policy_updated'],
  ],
  ['canDeploy', { environment: ['prod'] }, evidence, verdicts, rules, flows, ['policy_updated']],
  ['findArtifactsByName', { name: 'shop' }, ['artifact_reported', 'attestation_reported']],
  ['getPolicyPage', { policy_name: 'origin' }, verdicts, rules, places, ['policy_updated']],
  ['listPolicySummaries', {}, verdicts, rules, places, ['policy_updated', 'policy_archived']],
  ['listAttachedPolicies', { env_name: 'prod' }, verdicts, rules, ['policy_updated']],
  ['listAllowedArtifacts', { env_name: 'prod' }, ['environment_reported'], rules],
  ['listVerdictRuns', {}, verdicts, rules],
  ['getTimeSettings', {}, ['member_added', 'member_invited', 'member_removed']],
  ['getKeySettings', {}, ['key_created', 'key_revoked', 'member_removed']],
  ['countDeliveryDays', { number: 4 }, ['notification_tested', 'notification_redelivered']],
]

test.each(
  answers.flatMap(([name, asked, ...kinds]) => kinds.flat().map((kind) => ({ name, asked, kind }))),
)('$name follows $kind', ({ name, asked, kind }) => {
  const change = { seq: 1, kind, subject: { flow_name: 'shop', environment_name: 'prod' } }
  expect(isInvalidatedBy([name, { org: 'acme', ...asked }, {}], 'acme', change)).toBe(true)
})

test.each<[EndpointName, AuditKind]>([
  ['getEnvironmentVerdict', 'attestation_reported'],
  ['getPolicyPage', 'artifact_reported'],
  ['canDeploy', 'environment_snoozed'],
  ['canDeploy', 'repo_reported'],
  ['getOverview', 'exported'],
])('%s has nothing to do with %s', (name, kind) => {
  expect(isInvalidatedBy([name, { org: 'acme' }, {}], 'acme', { seq: 1, kind, subject: {} })).toBe(
    false,
  )
})

/** Reads that no change makes old while a page shows them, or that their page asks for again itself. */
const unfollowed: EndpointName[] = [
  'countAuditLog',
  'findPreviousRun',
  'findTrailNeighbours',
  'followAuditLog',
  'getAuditEntry',
  'getDashboardOpenapi',
  'getSignInWays',
  'listAbilities',
  'listAuditLog',
  'listOwnSessions',
  'listPersonalKeys',
  'nearestNames',
  'readRecords',
  'resolveCommits',
  'searchRecords',
]

test('every read of the dashboard follows some change, but for those that are named', () => {
  const followed = new Set(Object.values(outdated).flat())
  const reads = Object.values<Endpoint>(dashboardEndpoints).filter(
    ({ method, response }) => method === 'GET' && typeof response !== 'string',
  )
  const others = reads.map(({ name }) => name).filter((name) => !followed.has(name as EndpointName))
  expect(others.toSorted()).toEqual(unfollowed)
})
