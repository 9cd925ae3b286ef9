import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'

let app: TestApp
const token = 'a-token-for-figures-that-is-long-enough'
beforeAll(async () => {
  app = await startTestApp({ environment: { CAIRN_METRICS_TOKEN: token } })
})
afterAll(() => app.close())

const failures = async () => {
  const { text } = await app.call('GET', '//metrics', { key: token })
  return Number(/^cairn_background_errors_total (\d+)$/m.exec(text)?.[1])
}
const state = async () => (await app.call('GET', '/environments/acme/prod')).body.state

it('accepts a report whose evaluation fails, counts the failure, and evaluates again', async () => {
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.environment('prod')
  await report.flow('shop')
  await keep.policy('origin', provenanceYaml)
  await keep.attach('prod', 'origin')
  await report.run('prod', { 'shop:1': 1 })
  expect(await state()).toBe(false)
  const endRefusal = await refuseWrites(app, 'environment_state', {
    events: 'insert or update or delete',
  })
  const before = await failures()
  expect((await report.build('shop', 'shop:1')).status).toBe(201)
  expect(await failures()).toBeGreaterThan(before)
  expect(await state()).toBe(false)
  await endRefusal()
  await expect.poll(state).toBe(true)
})
