import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'

const day = 86_400
let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
})
afterAll(() => app.close())

it('flags rules that match nothing for 90 days, or never decide', async () => {
  const keep = policyClient(app)
  const report = environmentReporter(app)
  const rules = policyYaml(
    'provenance: { required: true }',
    'attestations:',
    '  - { type: generic, name: scan, if: \'${{ flow.name == "web" }}\' }',
    '  - { type: generic, name: scan }',
    '  - { type: generic, name: scan, must_be_compliant: false }',
    '  - { type: junit, name: unit, if: \'${{ flow.name == "gone" }}\' }',
  )
  await report.environment('place')
  await report.build('web', 'shop:1')
  await report.build('app', 'tool:1')
  await keep.policy('old', rules)
  await keep.attach('place', 'old')
  await report.run('place', { 'shop:1': 1 })
  const health = async () => {
    const { body } = await app.call('GET', '/cairn/acme/policies/old', { key: 'reader' })
    return body.rules.map((one: { is_idle: boolean; shadowed_by: number | null }) => [
      one.is_idle,
      one.shadowed_by,
    ])
  }
  const shadows = [null, null, null, 6, null]
  const idle = (...flags: boolean[]) => flags.map((flag, index) => [flag, shadows[index]])
  expect(await health()).toEqual(idle(false, false, false, false, false))
  now += 60 * day
  await report.run('place', { 'tool:1': 1 })
  now += 31 * day
  expect(await health()).toEqual(idle(false, false, false, false, true))
  now += 60 * day
  expect(await health()).toEqual(idle(false, true, false, false, true))
  await report.run('place', {})
  expect(await health()).toEqual(idle(false, true, false, false, true))
  now += 91 * day
  expect(await health()).toEqual(idle(true, true, true, true, true))
})
