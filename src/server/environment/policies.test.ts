import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
const put = (json: object) => app.call('PUT', '/environments/acme', { json })
beforeAll(async () => {
  app = await startTestApp()
  keep = policyClient(app)
  for (const name of ['b', 'a', 'c']) await keep.policy(name, provenanceYaml)
  await put({ name: 'prod', type: 'server' })
  await put({ name: 'all', type: 'logical', included_environments: ['prod'] })
})
afterAll(() => app.close())

const policiesOf = async (name: string) =>
  (await app.call('GET', `/environments/acme/${name}`, { key: 'reader' })).body.policies

describe('policies of an environment', () => {
  it('are attached and detached by name; repeating is fine', async () => {
    expect((await keep.attach('prod', 'b', 'a', 'b')).status).toBe(200)
    expect(await policiesOf('prod')).toEqual(['a', 'b'])
    const before = await countRows(app)
    expect((await keep.attach('prod', 'a')).status).toBe(200)
    expect((await keep.detach('prod', 'c')).status).toBe(200)
    expect(await countRows(app)).toEqual(before)
    expect((await keep.detach('prod', 'a')).body).toBe('OK')
    expect(await policiesOf('prod')).toEqual(['b'])
    const { body } = await app.call('GET', '/policies/acme/b')
    expect(body.consuming_envs).toEqual(['prod'])
  })

  it('do not change at all when one of them is unknown', async () => {
    const before = await policiesOf('prod')
    const facts = await countRows(app)
    const message = "Policy 'x' does not exist in organization 'acme'"
    for (const change of [keep.attach, keep.detach]) {
      const { status, body } = await change('prod', 'c', 'x')
      expect([status, body]).toEqual([404, { message }])
    }
    const { status } = await put({ name: 'prod', type: 'server', policies: ['c', 'x'] })
    expect(status).toBe(404)
    expect((await put({ name: 'new', type: 'server', policies: ['x'] })).status).toBe(404)
    expect(await policiesOf('prod')).toEqual(before)
    expect(await countRows(app)).toEqual(facts)
  })

  it('are replaced by the list of a PUT, and kept without one', async () => {
    await put({ name: 'east', type: 'K8S', policies: ['c', 'a'] })
    expect(await policiesOf('east')).toEqual(['a', 'c'])
    await put({ name: 'east', type: 'K8S', description: 'East' })
    await put({ name: 'east', type: 'K8S', policies: null })
    expect(await policiesOf('east')).toEqual(['a', 'c'])
    await put({ name: 'east', type: 'K8S', policies: ['b', 'c'] })
    expect(await policiesOf('east')).toEqual(['b', 'c'])
    await put({ name: 'east', type: 'K8S', policies: [] })
    expect(await policiesOf('east')).toEqual([])
  })

  it('are gone when an archived environment comes back', async () => {
    await put({ name: 'west', type: 'K8S', policies: ['a'] })
    await app.call('PUT', '/environments/acme/west/archive')
    expect((await keep.attach('west', 'b')).body.message).toBe('Environment has been archived')
    expect((await app.call('PUT', '/cairn/acme/policies/a/archive')).status).toBe(200)
    await put({ name: 'west', type: 'K8S' })
    expect(await policiesOf('west')).toEqual([])
    await keep.policy('a', provenanceYaml)
  })

  it('cannot be attached to a logical or unknown environment', async () => {
    const { status, body } = await keep.attach('all', 'a')
    expect([status, body.code, body.message]).toEqual([
      400,
      'environment_type',
      "Environment 'all' is logical: attach policies to the environments that it includes",
    ])
    expect((await put({ name: 'all', type: 'logical', policies: ['a'] })).status).toBe(400)
    expect((await put({ name: 'all', type: 'logical', policies: [] })).status).toBe(200)
    expect((await keep.attach('nowhere', 'a')).body.message).toBe(
      "Environment named 'nowhere' does not exist for organization 'acme'",
    )
    expect((await keep.detach('nowhere', 'a')).status).toBe(404)
  })

  it('cannot be changed by reporters', async () => {
    const { status } = await app.call('POST', '/environments/acme/prod/policies', {
      json: { policy_names: ['a'] },
      key: 'snapshotter',
    })
    expect(status).toBe(403)
  })
})

describe('a PUT by a reporter', () => {
  const asReporter = (json: object) =>
    app.call('PUT', '/environments/acme', { key: 'snapshotter', json })
  const refusal = {
    message: "You don't have permission to access this resource",
    code: 'role_too_low',
    required_role: 'member',
  }
  const server = { name: 'guarded', type: 'server' }
  const logical = { name: 'group', type: 'logical' }
  const settings = { description: 'Guarded', include_scaling: true, require_provenance: true }
  beforeAll(async () => {
    await put({ ...server, ...settings, policies: ['b'] })
    await put({ ...logical, included_environments: ['guarded'] })
    for (const name of ['away', 'away-group']) {
      const of = name === 'away' ? server : { ...logical, included_environments: ['guarded'] }
      await put({ ...of, name })
      await app.call('PUT', `/environments/acme/${name}/archive`)
    }
  })

  it.each([
    server,
    { ...server, ...settings, policies: ['b', 'b'] },
    { ...server, description: null, policies: null, included_environments: [] },
    { ...logical, included_environments: ['guarded'], policies: [] },
  ])('may repeat what is there: %j', async (json) => {
    const before = await countRows(app)
    expect((await asReporter(json)).status).toBe(200)
    expect(await countRows(app)).toEqual(before)
  })

  it.each([
    { ...server, policies: [] },
    { ...server, policies: ['a'] },
    { ...server, policies: ['a', 'b'] },
    { ...server, description: '' },
    { ...server, include_scaling: false },
    { ...server, require_provenance: false },
    { ...logical, included_environments: [] },
    { ...logical, included_environments: ['guarded', 'prod'] },
    { ...server, name: 'made', policies: ['a'] },
    { ...logical, name: 'made', included_environments: ['prod'] },
    { ...server, name: 'away', policies: ['a'] },
    { ...logical, name: 'away-group', included_environments: ['prod'] },
    { ...logical, name: 'away-group', included_environments: [] },
  ])('takes a member for anything else, and changes nothing: %j', async (json) => {
    const environments = () => app.query('select * from environment order by id')
    const before = [await countRows(app), await environments()]
    const { status, body } = await asReporter(json)
    expect([status, body]).toEqual([403, refusal])
    expect([await countRows(app), await environments()]).toEqual(before)
  })

  it('may create an environment, and restore one from the archive', async () => {
    const made = { ...server, ...settings, name: 'reported', policies: [] }
    expect((await asReporter(made)).status).toBe(201)
    expect((await asReporter({ ...server, name: 'away', description: 'Back' })).status).toBe(200)
  })
})
