import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Service } from '#contract/deployment/deployed-service.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = environmentReporter(app)
  const policies = policyClient(app)
  for (const name of ['stage', 'prod', 'idle']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  for (const name of ['shop:1', 'shop:2', 'shop:3', 'shop:4']) await report.build('shop', name)
  // Another name of the flow, and the same commit once more, are no commits to wait for.
  await report.build('shop', 'job:3', { template_reference_name: 'job' })
  await report.build('bank', 'bank:2')
  await policies.policy('scanned', attestationYaml('scan'))
  await policies.attach('prod', 'scanned')
  await report.run('prod', { 'shop:1': 1, unknown: 1 })
  await report.run('stage', { 'shop:1': 1, 'shop:3': 2, 'bank:2': 1, 'job:3': 1 })
})
afterAll(() => app.close())

const services = async (...environments: string[]) => {
  const query = environments.map((name) => `environment=${name}`).join('&')
  return app.call('GET', `/cairn/acme/services?${query}`, { key: 'reader' })
}
const textsOf = ({ services: all }: { services: Service[] }) =>
  all.map(({ flow_name, name, running }) => [
    `${flow_name} ${name}`,
    ...running.map(
      (one) => `${one.environment_name} ${one.artifact_name} ${one.commits_behind} behind`,
    ),
  ])

it('has the newest build of each service by environment, and how far it is behind', async () => {
  const { body, status } = await services('prod', 'stage', 'idle')
  expect(status).toBe(200)
  expect(textsOf(body)).toEqual([
    ['bank app', 'stage bank:2 0 behind'],
    ['shop app', 'prod shop:1 2 behind', 'stage shop:3 0 behind'],
    ['shop job', 'stage job:3 0 behind'],
  ])
  expect(body.services[1].running).toMatchObject([{ compliant: false }, { compliant: null }])
})

it('counts up to what runs in the given environments, members of logical ones included', async () => {
  expect(textsOf((await services('prod')).body)).toEqual([['shop app', 'prod shop:1 0 behind']])
  expect(textsOf((await services('all', 'stage')).body)[1]).toEqual([
    'shop app',
    'all shop:1 2 behind',
    'stage shop:3 0 behind',
  ])
  expect((await services('idle')).body).toEqual({ services: [] })
})

it('refuses none, too many and unknown environments', async () => {
  expect((await services()).status).toBe(400)
  expect((await services(...Array.from({ length: 51 }, () => 'prod'))).status).toBe(400)
  const { status, body } = await services('prod', 'unknown')
  expect([status, body.message]).toEqual([404, expect.stringContaining("'unknown'")])
})
