import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let keep: ReturnType<typeof policyClient>
beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
  keep = policyClient(app)
})
afterAll(() => app.close())

const page = async () => (await app.call('GET', '/cairn/acme/controls/C-1', { key: 'reader' })).body
const since = async (): Promise<number | null> => (await page()).environments[0].failing_since
const decide = (name: string, is_compliant: boolean) =>
  report.decision('shop', `run-${name.replace(':', '-')}`, {
    control: 'C-1',
    artifact_fingerprint: fingerprintOf(name),
    attestation_data: { is_compliant },
  })

it('says since when the first failing artifact in scope fails, without a pass since', async () => {
  await report.control('C-1', 'Four eyes')
  await report.environment('prod')
  for (const name of ['shop:1', 'shop:2']) await report.build('shop', name)
  await report.run('prod', { 'shop:1': 1, 'shop:2': 1 })
  await keep.policy(
    'strict',
    policyYaml(
      'attestations:',
      '  - type: decision',
      '    for_control: C-1',
      '    if: ${{ exists(flow) }}',
    ),
  )
  expect(await since()).toBeNull()
  await keep.attach('prod', 'strict')
  const first = await since()
  expect(first).toEqual(expect.any(Number))

  // Another policy changes the verdicts, but not what the control comes to.
  await keep.policy('loose', policyYaml('provenance:', '  required: true'))
  await keep.attach('prod', 'loose')
  expect(await since()).toBe(first)

  // One passes: the other one fails as long as before. Then that one passes, and fails again.
  await decide('shop:1', true)
  expect(await since()).toBe(first)
  await decide('shop:2', true)
  expect(await since()).toBeNull()
  await decide('shop:2', false)
  const again = await since()
  expect(again).toBeGreaterThan(Number(first))
  // Reported once more, it fails as long as before.
  await decide('shop:2', false)
  expect(await since()).toBe(again)

  // A file says the same, of the result that is asked for.
  const take = async (query: string) =>
    await app.call('GET', `/cairn/acme/exports/controls/C-1/environments?${query}`, {
      key: 'reader',
    })
  const { rows, scope } = (await take('format=json')).body
  expect(rows).toEqual((await page()).environments)
  expect(scope).toMatchObject({ list: 'control-environments', row_count: 1 })
  expect(scope.filter).toEqual({ identifier: 'C-1' })
  const at = new Date(Number(await since()) * 1000).toISOString()
  expect((await take('result=failing')).text).toMatch(
    new RegExp(
      `^environment,type,result,failing_since,policies,.*\r\nprod,server,failing,${at},strict,`,
    ),
  )
  expect((await take('result=passing&format=json')).body.rows).toEqual([])
  expect((await take('result=good')).body.errors).toHaveProperty('result')

  // Failures out of scope do not count.
  const json = { scope: { flows: { name_pattern: 'other-*' } } }
  await app.call('PUT', '/controls/acme/C-1', { key: 'admin', json })
  expect(await since()).toBeNull()
})

it('says that an artifact may have failed before another of its results changed', async () => {
  await report.control('C-2', 'Scanned')
  await report.environment('stage')
  await report.build('bank', 'bank:1')
  const artifact_fingerprint = fingerprintOf('bank:1')
  const decideOn = (is_compliant: boolean) =>
    report.decision('bank', 'run-bank-1', {
      control: 'C-2',
      artifact_fingerprint,
      attestation_data: { is_compliant },
    })
  const scan = (is_compliant: boolean) =>
    report.generic('bank', 'run-bank-1', {
      attestation_name: 'scan',
      is_compliant,
      artifact_fingerprint,
    })
  const decision = ['attestations:', '  - type: decision', '    for_control: C-2']
  await keep.policy('both', policyYaml(...decision, '  - type: "*"', '    name: scan'))
  await keep.attach('stage', 'both')
  await scan(true)
  await decideOn(true)
  await report.run('stage', { 'bank:1': 1 })
  const shown = async () => {
    const { body } = await app.call('GET', '/cairn/acme/controls/C-2', { key: 'reader' })
    const [{ failing_since, may_fail_longer }] = body.environments
    return { failing_since, may_fail_longer }
  }
  expect(await shown()).toEqual({ failing_since: null, may_fail_longer: false })
  await decideOn(false)
  const { failing_since, may_fail_longer } = await shown()
  expect([failing_since, may_fail_longer]).toEqual([expect.any(Number), false])
  // The verdict stays the same, and its snapshot: of the former results nothing is kept.
  await scan(false)
  const later = await shown()
  expect(later.failing_since).toBeGreaterThan(failing_since)
  expect(later.may_fail_longer).toBe(true)
})

it('names the rules that cite it, and counts its decisions, of archived flows too', async () => {
  const { rules, decision_count } = await page()
  expect(rules).toEqual([{ policy: 'strict', line: 4, condition: 'exists(flow)' }])
  expect(decision_count).toBe(4)
  const { last_decision } = await page()
  expect(last_decision).toMatchObject({ is_compliant: false })
  await app.call('PUT', '/flows/acme/shop/archive')
  expect(await page()).toMatchObject({ decision_count: 4, last_decision })
})

it('begins anew where the artifact was not asked in between', async () => {
  await report.control('C-3', 'Asked')
  await report.environment('pause')
  await report.build('club', 'club:1')
  await keep.policy(
    'asking',
    policyYaml('attestations:', '  - type: decision', '    for_control: C-3'),
  )
  await keep.attach('pause', 'asking')
  await report.run('pause', { 'club:1': 1 })
  const failingSince = async (): Promise<number> => {
    const { body } = await app.call('GET', '/cairn/acme/controls/C-3', { key: 'reader' })
    return body.environments.find((one: { name: string }) => one.name === 'pause').failing_since
  }
  const first = await failingSince()
  await keep.detach('pause', 'asking')
  await keep.attach('pause', 'asking')
  const again = await failingSince()
  expect(again).toBeGreaterThan(first)
  await report.run('pause', {})
  await report.run('pause', { 'club:1': 1 })
  expect(await failingSince()).toBeGreaterThan(again)
})
