import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const archived = 'Environment has been archived'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const put = (json: object) => app.call('PUT', '/environments/acme', { json })
  await put({ name: 'old', type: 'K8S', description: 'Retired' })
  await put({ name: 'live', type: 'K8S' })
  await put({ name: 'all', type: 'logical', included_environments: ['old', 'live'] })
  await app.call('PATCH', '/tags/acme/env/old', { json: { set_tags: { tier: 'gone' } } })
  await app.call('PUT', '/environments/acme/old/archive')
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path, { key: 'reader' })
const names = async (path: string, list: 'data' | 'environments') =>
  (await get(path)).body[list].map((item: { name: string }) => item.name)

describe('an archived environment', () => {
  it.each([
    ['GET', '/environments/acme/old', undefined],
    ['PATCH', '/environments/acme/old', { description: 'x' }],
    ['PUT', '/environments/acme/old/rename', { new_name: 'new' }],
    ['PUT', '/environments/acme/old/join', { physical_env_name: 'live' }],
    ['PUT', '/environments/acme/all/join', { physical_env_name: 'old' }],
    ['PATCH', '/tags/acme/environments/old', { set_tags: { a: 'b' } }],
  ])('%s %s answers that it is', async (method, path, json) => {
    const { status, body } = await app.call(method, path, { json })
    expect([status, body]).toEqual([404, { message: archived, code: 'environment_archived' }])
  })

  it('is archived again without effect', async () => {
    expect((await app.call('PUT', '/environments/acme/old/archive')).status).toBe(200)
  })

  it('is read where archived ones are asked for, alone or with the others', async () => {
    const { body, headers } = await get('/environments/acme/old?archived=only')
    expect(body).toMatchObject({ name: 'old', description: 'Retired', tags: { tier: 'gone' } })
    expect(body.archived_at).toBeGreaterThan(1e9)
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/)
    expect((await get('/environments/acme/old?archived=include')).body).toEqual(body)
    const included = await get('/environments/acme/live?archived=include')
    expect(included.body).toEqual((await get('/environments/acme/live')).body)
    const live = await get('/environments/acme/live?archived=only')
    expect([live.status, live.body.message]).toEqual([
      404,
      "Environment named 'live' is not archived",
    ])
    for (const choice of ['include', 'only']) {
      const unknown = await get(`/environments/acme/nowhere?archived=${choice}`)
      expect([unknown.status, unknown.body.message]).toEqual([
        404,
        "Environment named 'nowhere' does not exist for organization 'acme'",
      ])
    }
  })

  it('is listed on request, and stays out of its logical environment', async () => {
    expect(await names('/cairn/acme/environments', 'data')).toEqual(['all', 'live'])
    expect(await names('/cairn/acme/environments?archived=only', 'data')).toEqual(['old'])
    expect(await names('/cairn/acme/environments?archived=include', 'data')).toEqual([
      'all',
      'live',
      'old',
    ])
    expect(await names('/environments/acme', 'environments')).toEqual(['all', 'live'])
    expect((await get('/environments/acme/all')).body.included_environments).toEqual(['live'])
  })
})

it('becomes active again by a PUT of its name, and is again in its logical environment', async () => {
  const put = (type: string) =>
    app.call('PUT', '/environments/acme', { json: { name: 'old', type }, key: 'snapshotter' })
  expect((await put('K8S')).status).toBe(200)
  expect((await get('/environments/acme/old')).body).toMatchObject({
    description: 'Retired',
    tags: { tier: 'gone' },
    archived_at: null,
  })
  expect((await get('/environments/acme/all')).body.included_environments).toEqual(['live', 'old'])
  expect((await get('/environments/acme/old?archived=only')).status).toBe(404)
})

it('comes back as another type: earlier snapshots keep theirs, numbering goes on', async () => {
  const client = environmentReporter(app)
  const report = (json: object, type: string) =>
    app.call('PUT', `/environments/acme/place/report/${type}`, { json: { artifacts: [json] } })
  const item = { digests: { shop: fingerprintOf('shop') }, creationTimestamp: 1_700_000_000 }
  await client.environment('place', 'K8S')
  await report({ ...item, podName: 'shop-1', namespace: 'shop' }, 'K8S')
  expect((await client.environment('place', 'ECS')).status).toBe(400)
  await app.call('PUT', '/environments/acme/place/archive')
  expect((await client.environment('place', 'ECS')).status).toBe(200)
  expect((await get('/environments/acme/place')).body.type).toBe('ECS')
  expect((await get('/snapshots/acme/place/-1')).body).toMatchObject({ index: 1, type: 'K8S' })
  const wrong = await report({ ...item, podName: 'shop-1', namespace: 'shop' }, 'K8S')
  expect(wrong.status).toBe(400)
  // The same artifact in an environment of another type makes another snapshot.
  expect((await report({ ...item, taskArn: 'task-1' }, 'ECS')).status).toBe(201)
  expect((await report({ ...item, taskArn: 'task-1' }, 'ECS')).status).toBe(200)
  expect((await get('/snapshots/acme/place/1')).body).toMatchObject({
    type: 'K8S',
    artifacts: [{ pods: { 'shop-1': { namespace: 'shop' } } }],
  })
  expect((await get('/snapshots/acme/place/2')).body).toMatchObject({
    type: 'ECS',
    artifacts: [{ pods: null, ecs_context: { task_arn: 'task-1' } }],
  })
  expect((await get('/cairn/acme/environments/place/snapshots/1')).body.type).toBe('K8S')
  const { body } = await get('/env-diff/acme?snappish1=place%231&snappish2=place%232')
  expect(body['not-changed'].artifacts).toHaveLength(1)
})

describe('an environment that comes back', () => {
  const item = { creationTimestamp: 1_700_000_000 }
  const report = (environment: string, name: string) =>
    app.call('PUT', `/environments/acme/${environment}/report/server`, {
      json: { artifacts: [{ ...item, digests: { [name]: fingerprintOf(name) } }] },
    })
  const put = async (json: object) => {
    expect((await app.call('PUT', '/environments/acme', { json })).status).toBeLessThan(300)
  }
  const archive = (name: string) => app.call('PUT', `/environments/acme/${name}/archive`)
  const snapshot = async (environment: string, index: number) => {
    const { body } = await get(`/snapshots/acme/${environment}/${index}`)
    const artifacts = body.artifacts.map((it: { name: string; environment_name?: string }) => [
      it.environment_name ?? null,
      it.name,
    ])
    return [body.type, body.state, body.applied_policies.length, artifacts]
  }
  const namesOfEvents = async (environment: string) =>
    (await get(`/environments/acme/${environment}/events?per_page=50`)).body.map(
      (it: { artifact_name: string; type: string }) => `${it.artifact_name} ${it.type}`,
    )

  beforeAll(async () => {
    const { policy } = policyClient(app)
    expect((await policy('built', provenanceYaml)).status).toBe(201)
    await put({ name: 'member', type: 'server' })
    await report('member', 'shared')
  })

  it('as a logical one after it was physical keeps its snapshots, and shows its members now', async () => {
    await put({ name: 'turned', type: 'server', policies: ['built'] })
    await put({ name: 'around', type: 'logical', included_environments: ['turned', 'member'] })
    await report('turned', 'alone')
    await archive('turned')
    await put({ name: 'turned', type: 'logical', included_environments: ['member'] })
    expect((await get('/environments/acme/turned')).body).toMatchObject({
      type: 'logical',
      policies: [],
      included_environments: ['member'],
      state: null,
    })
    expect(await snapshot('turned', 1)).toEqual(['server', false, 1, [[null, 'alone']]])
    expect(await snapshot('turned', 2)).toEqual(['server', null, 0, [[null, 'alone']]])
    expect(await snapshot('turned', 3)).toEqual(['logical', null, 0, []])
    expect(await snapshot('turned', 4)).toEqual(['logical', null, 0, [['member', 'shared']]])
    const included = (await get('/environments/acme/around')).body.included_environments
    expect(included).toEqual(['member'])
    expect((await namesOfEvents('turned')).sort()).toEqual([
      'alone changed',
      'alone started-non-compliant',
      'shared started',
    ])
    const page = await get('/cairn/acme/environments/turned/snapshots/1')
    expect([page.body.type, page.body.artifacts.length]).toEqual(['server', 1])
    expect((await report('turned', 'alone')).status).toBe(400)
    const { body } = await get('/env-diff/acme?snappish1=turned%231&snappish2=turned%234')
    expect(body.snappish1.artifacts).toHaveLength(1)
    expect(body.snappish2.artifacts).toHaveLength(1)
  })

  it('as a physical one after it was logical shows its own reports, and no members', async () => {
    await put({ name: 'back', type: 'logical', included_environments: ['member'] })
    await archive('back')
    await put({ name: 'back', type: 'server', policies: ['built'] })
    expect((await get('/environments/acme/back')).body).toMatchObject({
      type: 'server',
      policies: ['built'],
      included_environments: null,
    })
    expect((await report('back', 'own')).status).toBe(201)
    await report('member', 'later')
    expect(await snapshot('back', 1)).toEqual(['logical', null, 0, [['member', 'shared']]])
    expect(await snapshot('back', 2)).toEqual(['server', null, 0, []])
    expect(await snapshot('back', -1)).toEqual(['server', false, 1, [[null, 'own']]])
    expect(await namesOfEvents('back')).toEqual(['own started-non-compliant'])
    expect((await get('/environments/acme/back')).body.state).toBe(false)
    const running = (await get('/cairn/acme/environments/back/running')).body
    expect(running.artifacts.map((it: { name: string }) => it.name)).toEqual(['own'])
  })

  it('as a physical one again takes what ran before it was logical as newly started', async () => {
    await put({ name: 'twice', type: 'server' })
    await report('twice', 'own')
    for (const type of ['logical', 'server']) {
      await archive('twice')
      await put({ name: 'twice', type })
    }
    expect((await report('twice', 'own')).status).toBe(201)
    expect(await snapshot('twice', -1)).toEqual(['server', null, 0, [[null, 'own']]])
    expect(await namesOfEvents('twice')).toEqual(['own started', 'own started'])
    expect((await report('twice', 'own')).status).toBe(200)
  })

  it('before its first snapshot just has the other type', async () => {
    await put({ name: 'empty', type: 'server' })
    await archive('empty')
    await put({ name: 'empty', type: 'logical' })
    expect((await get('/environments/acme/empty')).body.type).toBe('logical')
    expect((await get('/snapshots/acme/empty/-1')).status).toBe(404)
  })
})
