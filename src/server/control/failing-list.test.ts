import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.control('SCAN')
  await report.control('NEVER')
  const cited = '  - {type: decision, for_control: SCAN}'
  const rules = ['attestations:', cited, '  - {type: generic, name: review}']
  await keep.policy('both', policyYaml(...rules))
  await report.environment('prod', 'server', { policies: ['both'] })
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  await report.build('shop', 'fails:1')
  await report.build('shop', 'passes:2')
  await report.build('trial', 'apart:3')
  await report.decision('shop', 'run-passes-2', { control: 'SCAN' })
  await keep.tag('shop', { tier: 'live' })
  await report.run('prod', { 'fails:1': 1, 'passes:2': 2, 'apart:3': 1 })
})
afterAll(() => app.close())

const own = async (path: string) =>
  (await app.call('GET', `/cairn/acme/${path}`, { key: 'reader' })).body
const namesIn = async (env: string, query: string) =>
  (await own(`environments/${env}/running?${query}`)).artifacts.map(
    ({ name }: { name: string }) => name,
  )
const failed = async () => (await own('controls/SCAN')).environments[0].running.failed

it('what is listed as failing a control is what its coverage counts', async () => {
  expect(await namesIn('prod', 'failing_policy=both')).toHaveLength(3)
  const both = ['apart:3', 'fails:1']
  for (const env of ['prod', 'all']) {
    expect((await namesIn(env, 'failing_control=SCAN')).toSorted()).toEqual(both)
  }
  expect(await failed()).toBe(2)
  const file = await app.call(
    'GET',
    '/cairn/acme/exports/environments/prod/running?format=json&failing_control=SCAN',
  )
  expect(both.filter((name) => file.text.includes(name))).toEqual(both)
  expect(file.text).not.toContain('passes:2')

  const scope = { flows: { tags: ['tier:live'] } }
  const scoped = await app.call('PUT', '/controls/acme/SCAN', { key: 'admin', json: { scope } })
  expect(scoped.status, scoped.text).toBe(200)
  expect(await namesIn('prod', 'failing_control=SCAN')).toEqual(['fails:1'])
  expect(await failed()).toBe(1)
})

it('nothing fails a control that no rule is for, or that is unknown', async () => {
  expect(await namesIn('prod', 'failing_control=NEVER')).toEqual([])
  expect(await namesIn('prod', 'failing_control=UNHEARD')).toEqual([])
})
