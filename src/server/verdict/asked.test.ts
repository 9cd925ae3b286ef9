import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_790_000_000
const read = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const running = async () => ({
  policy: (await read('/cairn/acme/policies/strict')).environments[0].running,
  control: (await read('/cairn/acme/controls/C-1')).environments[0].running,
})

const rules = policyYaml(
  'attestations:',
  '  - type: decision',
  '    for_control: C-1',
  '    if: ${{ flow.name == "shop" }}',
  '  - type: generic',
  '    name: scan',
  '    if: ${{ flow.name == "over-flow" }}',
)

/**
 * shop:1 passes, shop:2 and shop:3 fail, side:1 is not asked; over:1 is asked by the policy alone,
 * and passes by an override.
 */
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.control('C-1')
  await report.environment('prod')
  for (const name of ['shop:1', 'shop:2', 'shop:3']) await report.build('shop', name)
  await report.build('side', 'side:1')
  await report.build('over-flow', 'over:1')
  const held = { control: 'C-1', artifact_fingerprint: fingerprintOf('shop:1') }
  await report.decision('shop', 'run-shop-1', held)
  await report.generic('over-flow', 'run-over-1', { attestation_name: 'scan', is_compliant: false })
  await report.override('over-flow', 'run-over-1')
  await report.run('prod', { 'shop:1': 3, 'shop:2': 1, 'shop:3': 1, 'side:1': 1, 'over:1': 1 })
  await keep.policy('strict', rules)
  await keep.attach('prod', 'strict')
  await keep.allow('prod', fingerprintOf('shop:3'))
})
afterAll(() => app.close())

it('tells what passed, by exception too, what failed and what was not asked', async () => {
  expect(await running()).toEqual({
    policy: {
      passed: 2,
      expired: 0,
      by_exception: 1,
      failed: 2,
      allow_listed: 1,
      stale: 0,
      unknown: 0,
      not_asked: 1,
    },
    control: {
      passed: 1,
      expired: 0,
      by_exception: 0,
      failed: 2,
      allow_listed: 1,
      stale: 0,
      unknown: 0,
      not_asked: 2,
    },
  })
})

/** The first row of a file, by column. */
async function exported(list: string): Promise<Record<string, string | undefined>> {
  const { text } = await app.call('GET', `/cairn/acme/exports/${list}?format=csv`)
  const [head = '', row = ''] = text.trim().split(/\r?\n/)
  return Object.fromEntries(head.split(',').map((name, index) => [name, row.split(',')[index]]))
}

it('says so in files', async () => {
  expect(await exported('controls')).toMatchObject({
    outcome: 'failing',
    environments: '1',
    environments_covered: '1',
    running: '5',
    running_passed: '1',
    running_failed: '2',
    running_failed_allow_listed: '1',
    running_not_asked: '2',
  })
})

it('takes what is known of a silent environment for history', async () => {
  now += 8 * 86_400
  const { policy, control } = await running()
  expect(policy).toMatchObject({ passed: 0, failed: 0, stale: 4, not_asked: 1 })
  expect(control).toMatchObject({ passed: 0, failed: 0, stale: 3, not_asked: 2 })
  expect((await read('/cairn/acme/controls/C-1')).coverage.outcome).toBe('stale')
})

it('counts apart what passes on expired evidence, also by the state of its trail', async () => {
  const keep = policyClient(app)
  const report = environmentReporter(app)
  await report.run('prod', { 'shop:1': 3, 'over:1': 1 })
  const limits = { max_age_days: { 'system:decision': 5, generic: 5 } }
  await app.call('PUT', '/cairn/acme/settings/evidence', { key: 'admin', json: limits })
  const { policy, control } = await running()
  // The override stands in the place of the evidence, which nothing rests on.
  expect(policy).toMatchObject({ passed: 2, expired: 1, by_exception: 1 })
  expect(control).toMatchObject({ passed: 1, expired: 1, by_exception: 0 })
  expect(await exported('controls')).toMatchObject({
    running_passed: '1',
    running_passed_evidence_expired: '1',
  })
  await report.environment('gated')
  await keep.policy('gate', policyYaml('trail-compliance: {required: true}'))
  await keep.attach('gated', 'gate')
  await report.run('gated', { 'shop:1': 1 })
  expect(await exported('policies')).toMatchObject({
    name: 'gate',
    running_passed: '1',
    running_passed_evidence_expired: '1',
  })
})
