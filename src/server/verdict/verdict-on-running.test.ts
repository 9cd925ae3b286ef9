import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', `/cairn/acme/${path}`, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}

it('shows which policies running artifacts fail, and what an artifact failed where it ran', async () => {
  const keep = policyClient(app)
  const report = environmentReporter(app)
  await report.environment('told')
  await report.build('web', 'shop:1')
  await report.run('told', { 'shop:1': 1 })
  await keep.policy('scanned', attestationYaml('scan'))
  await keep.attach('told', 'scanned')
  const scan = { attestation_name: 'scan', is_compliant: true }
  const running = () => get('environments/told/running')
  expect((await running()).artifacts).toMatchObject([
    { compliant: false, is_allowed: false, failing_policies: ['scanned'] },
  ])
  expect((await report.generic('web', 'run-shop-1', scan)).status).toBe(201)
  expect((await running()).artifacts).toMatchObject([{ compliant: true, failing_policies: [] }])

  const { environments } = await get(`artifacts/${fingerprintOf('shop:1')}/environments`)
  expect(environments).toMatchObject([
    {
      environment_name: 'told',
      verdicts: [
        { from_index: 2, to_index: 3, compliant: false, failing_policies: ['scanned'] },
        { from_index: 3, to_index: null, compliant: true, failing_policies: [] },
      ],
    },
  ])
})
