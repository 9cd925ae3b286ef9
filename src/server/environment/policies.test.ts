import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { policyKeeper, provenanceYaml } from '../testing/policies.ts'
import { countFacts } from '../testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyKeeper>
const put = (json: object) => app.call('PUT', '/environments/acme', { json })
beforeAll(async () => {
  app = await startTestApp()
  keep = policyKeeper(app)
  for (const name of ['b', 'a', 'c']) await keep.policy(name, provenanceYaml)
  await put({ name: 'prod', type: 'server' })
  await put({ name: 'all', type: 'logical', included_environments: ['prod'] })
})
afterAll(() => app.close())

const policiesOf = async (name: string) =>
  (await app.call('GET', `/environments/acme/${name}`, { key: 'reader' })).body.policies

describe('policies of an environment', () => {
  it('are attached and detached by name; what is so already stays so', async () => {
    expect((await keep.attach('prod', 'b', 'a', 'b')).status).toBe(200)
    expect(await policiesOf('prod')).toEqual(['a', 'b'])
    const before = await countFacts(app)
    expect((await keep.attach('prod', 'a')).status).toBe(200)
    expect((await keep.detach('prod', 'c')).status).toBe(200)
    expect(await countFacts(app)).toEqual(before)
    expect((await keep.detach('prod', 'a')).body).toBe('OK')
    expect(await policiesOf('prod')).toEqual(['b'])
    const { body } = await app.call('GET', '/policies/acme/b')
    expect(body.consuming_envs).toEqual(['prod'])
  })

  it('change not at all when one of them is unknown', async () => {
    const before = await policiesOf('prod')
    const facts = await countFacts(app)
    const message = "Policy 'x' does not exist in organization 'acme'"
    for (const change of [keep.attach, keep.detach]) {
      const { status, body } = await change('prod', 'c', 'x')
      expect([status, body]).toEqual([404, { message }])
    }
    const { status } = await put({ name: 'prod', type: 'server', policies: ['c', 'x'] })
    expect(status).toBe(404)
    expect((await put({ name: 'new', type: 'server', policies: ['x'] })).status).toBe(404)
    expect(await policiesOf('prod')).toEqual(before)
    expect(await countFacts(app)).toEqual(facts)
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

  it('are none of a logical environment, nor of one that is unknown', async () => {
    const { status, body } = await keep.attach('all', 'a')
    expect([status, body.message]).toEqual([
      400,
      "Environment 'all' is logical: attach policies to the environments that it includes",
    ])
    expect((await put({ name: 'all', type: 'logical', policies: ['a'] })).status).toBe(400)
    expect((await put({ name: 'all', type: 'logical', policies: [] })).status).toBe(200)
    expect((await keep.attach('nowhere', 'a')).body.message).toBe(
      "Environment named 'nowhere' does not exist for organization 'acme'",
    )
    expect((await keep.detach('nowhere', 'a')).status).toBe(404)
  })

  it('are changed by nobody who only reports', async () => {
    const { status } = await app.call('POST', '/environments/acme/prod/policies', {
      json: { policy_names: ['a'] },
      key: 'snapshotter',
    })
    expect(status).toBe(403)
  })
})
