import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (const identifier of ['A', 'B']) await reporter(app).control(identifier)
})
afterAll(() => app.close())

const rulesFor = (...controls: string[]) =>
  policyYaml(
    'attestations:',
    ...controls.flatMap((control) => ['  - type: decision', `    for_control: ${control}`]),
  )
const referencing = async () => {
  const { body } = await app.call('GET', '/controls/acme', { key: 'reader' })
  return body.controls.map((one: { policies_referencing: string[] }) => one.policies_referencing)
}

it('are the active policies whose newest version has a rule for the control', async () => {
  const keep = policyClient(app)
  await keep.policy('second', rulesFor('A'))
  await keep.policy('first', rulesFor('A', 'B'))
  expect(await referencing()).toEqual([['first', 'second'], ['first']])
  const { headers } = await app.call('GET', '/controls/acme/A')

  await keep.policy('second', rulesFor('B'))
  expect(await referencing()).toEqual([['first'], ['first', 'second']])
  await app.call('PUT', '/cairn/acme/policies/first/archive')
  expect(await referencing()).toEqual([[], ['second']])

  // Rules of policies about a control do not change it.
  const changed = await app.call('PUT', '/controls/acme/A', {
    key: 'admin',
    json: { name: 'Other' },
    headers: { 'if-match': String(headers['etag']) },
  })
  expect([changed.status, changed.body.policies_referencing]).toEqual([200, []])
})
