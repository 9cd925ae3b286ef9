import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { environmentReporter } from '#server/testing/environments.ts'

let app: TestApp
let now = 1_800_000_000
let report: ReturnType<typeof environmentReporter>
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = environmentReporter(app)
  const keep = policyClient(app)
  await keep.policy('known', policyYaml('provenance:', '  required: true'))
  for (const name of ['one', 'two']) {
    await report.environment(name)
    await keep.attach(name, 'known')
    await report.run(name, {})
  }
})
afterAll(() => app.close())

const group = (name: string) => {
  const json = { name, type: 'logical', included_environments: ['one', 'two'] }
  return app.call('PUT', '/environments/acme', { json })
}
const statusOf = async (name: string) => {
  const { data } = (await app.call('GET', `/cairn/acme/environments?name=${name}`)).body
  return [data[0].state, data[0].since]
}

it('is non-compliant since any member was, also one that complies again', async () => {
  await group('both')
  now += 100
  const first = now
  await report.run('one', { stranger: 1 })
  now += 100
  const second = now
  await report.run('two', { stranger: 1 })
  now += 100
  await group('later')
  await report.run('one', {})
  expect(await statusOf('both')).toEqual([false, first])
  // One that is newer than its members' verdicts has the one that still counts.
  expect(await statusOf('later')).toEqual([false, second])
  now += 100
  await report.run('two', {})
  expect(await statusOf('both')).toEqual([true, now])
})
