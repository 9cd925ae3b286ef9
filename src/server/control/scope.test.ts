import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
const read = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const put = (json: object, key = 'admin') => app.call('PUT', '/controls/acme/C-1', { key, json })
const page = () => read('/cairn/acme/controls/C-1')

/** shop:1 and side:1 run in prod, where a policy asks shop:1; shop:1 runs in lab, too. */
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  const keep = policyClient(app)
  const json = { identifier: 'C-1', name: 'Approval', owner: 'risk, mei' }
  await app.call('POST', '/controls/acme', { key: 'admin', json })
  await report.control('C-2')
  for (const name of ['prod', 'lab']) await report.environment(name)
  await report.environment('estate', 'logical', { included_environments: ['prod'] })
  const set_tags = { customers: 'yes' }
  await app.call('PATCH', '/tags/acme/environment/estate', { json: { set_tags } })
  await report.build('shop', 'shop:1')
  await report.build('side', 'side:1')
  const held = { control: 'C-1', artifact_fingerprint: fingerprintOf('shop:1') }
  await report.decision('shop', 'run-shop-1', held)
  await report.run('prod', { 'shop:1': 1, 'side:1': 1, 'lost:1': 1 })
  await report.run('lab', { 'shop:1': 1 })
  const condition = '    if: ${{ flow.name == "shop" }}'
  const rule = ['attestations:', '  - type: decision', '    for_control: C-1', condition]
  await keep.policy('strict', policyYaml(...rule))
  await keep.attach('prod', 'strict')
})
afterAll(() => app.close())

it('is everything that runs without one', async () => {
  const { coverage, environment_count, running_count, logical_environments } = await page()
  expect(coverage).toMatchObject({
    outcome: 'partly_asked',
    total: 2,
    covered: 1,
    running: { passed: 1, failed: 0, not_asked: 3 },
  })
  expect({ environment_count, running_count, logical_environments }).toEqual({
    environment_count: 2,
    running_count: 4,
    logical_environments: ['estate'],
  })
  const control = await read('/controls/acme/C-1')
  expect(control.owner).toBe('risk, mei')
  expect(control).not.toHaveProperty('scope')
  expect(await read('/controls/acme/C-2')).not.toHaveProperty('owner')
})

it.each([
  [{ environments: { tags: ['customers:yes'] } }, 'partly_asked', 1, 1, 2, 100],
  [
    { environments: { tags: ['customers:yes'] }, flows: { name_pattern: 'shop' } },
    'passing',
    1,
    1,
    0,
    100,
  ],
  [{ flows: { name_pattern: 'shop' } }, 'partly_asked', 2, 1, 1, 50],
  [{ flows: { name_pattern: '*' } }, 'partly_asked', 2, 1, 2, 50],
  [{ environments: { types: ['lambda'] } }, 'empty', 0, 0, 0, 0],
  [{ flows: { tags: ['team:none'] } }, 'empty', 2, 0, 0, 50],
  [{}, 'partly_asked', 2, 1, 3, 50],
])('is %j', async (scope, outcome, total, passed, not_asked, coverage_percent) => {
  expect((await put({ scope })).status).toBe(200)
  const { coverage } = await page()
  expect(coverage).toMatchObject({ outcome, total, running: { passed, not_asked } })
  const asked = await read('/controls/acme/C-1/coverage')
  expect(asked.scope).toMatchObject({ total, coverage_percent })
  // Coverage as clients know it is of all environments, as before.
  expect(asked).toMatchObject({ total: 3, covered: 2, coverage_percent: 66.6 })
})

it('stands in versions and in the audit log, and the same again is no change', async () => {
  const scope = { environments: { types: ['server'] } }
  const { body } = await put({ scope, owner: ' risk ' })
  expect(body).toMatchObject({ scope, owner: 'risk' })
  const again = await put({ scope: { ...scope, flows: null }, owner: 'risk' })
  expect(again.body.version).toBe(body.version)
  const { versions } = await read('/controls/acme/C-1/versions')
  expect(versions[0]).toMatchObject({ event: 'edited', scope, owner: 'risk' })
  expect(versions.at(-1)).toMatchObject({ event: 'created', owner: 'risk, mei' })
  const log = () => app.call('GET', '/cairn/acme/audit-log?object_name=C-1', { key: 'admin' })
  // Entries are listed once they are sealed.
  await expect
    .poll(async () => (await log()).body.entries[0])
    .toMatchObject({
      action: 'control_updated',
      actor: 'admin',
      changes: [
        { field: 'owner', before: 'risk, mei', after: 'risk' },
        { field: 'scope', before: null, after: JSON.stringify(scope) },
        { field: 'version' },
      ],
    })
})

it.each([
  [{ scope: { environment: {} } }, 'scope'],
  [{ scope: { environments: { tag: ['a'] } } }, 'scope.environments'],
  [{ scope: { flows: { types: ['K8S'] } } }, 'scope.flows'],
  [{ scope: { environments: { types: ['k8s'] } } }, 'scope.environments.types.0'],
  [{ scope: 'all' }, 'scope'],
  [{ owner: 'x'.repeat(256) }, 'owner'],
  [{ owner: 7 }, 'owner'],
])('refuses %j', async (json, field) => {
  const { status, body } = await put(json)
  expect([status, Object.keys(body.errors)[0]?.startsWith(field)]).toEqual([400, true])
})

it('is changed by administrators alone', async () => {
  expect((await put({ owner: 'me' }, 'member')).status).toBe(403)
})

it('lists the controls of an owner', async () => {
  const names = async (query: string) =>
    (await read(`/cairn/acme/controls?${query}`)).data.map(
      (one: { identifier: string; owner: string }) => `${one.identifier} ${one.owner}`,
    )
  expect(await names('owner=risk&owner=other')).toEqual(['C-1 risk'])
  expect(await names('owner=other')).toEqual([])
  expect((await read('/controls/acme?owner=risk')).total_count).toBe(1)
})
