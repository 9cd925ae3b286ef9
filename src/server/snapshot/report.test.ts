import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
})
afterAll(() => app.close())

const put = (name: string, type: string, more = {}) =>
  app.call('PUT', '/environments/acme', { json: { name, type, ...more } })
const report = (name: string, type: string, artifacts: unknown, key = 'snapshotter') =>
  app.call('PUT', `/environments/acme/${name}/report/${type}`, { json: { artifacts }, key })
const snapshot = (name: string, expression = '-1') =>
  app.call('GET', `/snapshots/acme/${name}/${encodeURIComponent(expression)}`, { key: 'reader' })
type Artifact = { environment_name?: string; name: string; annotation: { type: string } }
const [shop, bank] = ['shop', 'bank'].map(fingerprintOf) as [string, string]
const server = (
  digests: Record<string, string | undefined>,
  creationTimestamp = 1_700_000_000,
) => ({
  digests,
  creationTimestamp,
})

describe('a report', () => {
  it('appends a snapshot only when the set of artifacts differs', async () => {
    await put('prod', 'server')
    const statuses = []
    for (const artifacts of [
      [server({ shop })],
      [server({ shop })],
      [server({ shop }, 1_700_000_001)],
      [server({ shop }), server({ shop })],
      [server({ shop, bank })],
      [server({ other: shop, bank })],
      [],
      null,
    ]) {
      statuses.push((await report('prod', 'server', artifacts)).status)
    }
    expect(statuses).toEqual([201, 200, 200, 200, 201, 201, 201, 200])
    const list = await app.call('GET', '/snapshots/acme/prod', { key: 'reader' })
    expect(list.body.map((one: { index: number }) => one.index)).toEqual([4, 3, 2, 1])
    expect(list.body[0]).toMatchObject({ to: 0, compliant: false, state: null })
    expect(list.body[1].to).toBe(list.body[0].from)
  })

  it('counts instances when a snapshot restores an earlier number', async () => {
    await put('elastic', 'server')
    const [one, two] = [[server({ shop })], [server({ shop }), server({ shop })]]
    const more = [...one, server({ bank })]
    for (const artifacts of [one, two, more, more]) await report('elastic', 'server', artifacts)
    const scaled = await app.query(
      `select was, now from environment_event
       join environment on environment.org_id = environment_event.org_id
         and environment.id = environment_id and environment.name = 'elastic'
       where environment_event.type = 'scaled' order by recorded_at`,
    )
    expect(scaled).toEqual([
      { was: 1, now: 2 },
      { was: 2, now: 1 },
    ])
  })

  it('with null for its artifacts appends the first snapshot', async () => {
    await put('bare', 'docker')
    const path = '/environments/acme/bare/report/docker'
    expect((await app.call('PUT', path, { json: { artifacts: null } })).status).toBe(201)
    expect((await snapshot('bare')).body.artifacts).toEqual([])
  })

  it.each([{}, { artefacts: [] }])('is refused without a list of artifacts: %j', async (json) => {
    await put('unsaid', 'docker')
    const answer = await app.call('PUT', '/environments/acme/unsaid/report/docker', { json })
    expect([answer.status, answer.body.errors]).toEqual([400, { artifacts: 'Field required' }])
    expect((await snapshot('unsaid')).status).toBe(404)
  })

  it('keeps the context of every instance', async () => {
    await put('cluster', 'K8S')
    const owners = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'shop-1', uid: 'u-1' }]
    const pod = (podName: string, creationTimestamp: number) => ({
      podName,
      namespace: 'web',
      digests: { 'acme/shop:1': shop, sidecar: '' },
      creationTimestamp,
      owners,
    })
    await report('cluster', 'K8S', [pod('shop-b', 20), pod('shop-a', 10)])
    const { body } = await snapshot('cluster')
    expect(body).toMatchObject({
      index: 1,
      is_latest: true,
      next_snapshot_timestamp: null,
      artifact_compliance_count: { true: 0, false: 0, null: 2 },
      type: 'K8S',
      compliant: false,
      state: null,
      html_url: 'http://localhost:8080/acme/environments/cluster/snapshots/1',
      applied_policies: [],
      user_name: 'snapshotter',
    })
    expect(body.artifacts[0]).toEqual({
      name: 'acme/shop:1',
      fingerprint: shop,
      compliant: null,
      qualifiers: { ...noQualifiers, judged: 1 },
      deployments: [],
      policy_decisions: [],
      reasons_for_incompliance: [],
      creationTimestamp: [10, 20],
      pods: {
        'shop-a': { namespace: 'web', creationTimestamp: 10, owners },
        'shop-b': { namespace: 'web', creationTimestamp: 20, owners },
      },
      annotation: { type: 'started', was: 0, now: 2 },
      flow_name: '',
      git_commit: '',
      commit_url: '',
      html_url: '',
      flow_html_url: '',
      deployment_diff: null,
      commit_lead_time: null,
      flows: [],
    })
    expect(body.artifacts[1]).toMatchObject({ name: 'sidecar', fingerprint: '' })
  })

  it.each([
    [
      'ECS',
      { taskArn: 'arn:1', cluster_name: 'c', service_name: 's' },
      { ecs_context: { task_arn: 'arn:1', cluster_name: 'c', service_name: 's' } },
    ],
    [
      'azure-apps',
      { app_name: 'a', app_kind: 'linux', digests_source: 'acr' },
      { azure_context: { app_name: 'a', app_kind: 'linux', digests_source: 'acr' } },
    ],
    [
      'cloud-run',
      { kind: 'Service', serviceName: 's', revisionName: 'r' },
      { cloud_run_context: { kind: 'Service', serviceName: 's', revisionName: 'r', jobName: '' } },
    ],
    ['S3', {}, { pods: null }],
    ['lambda', {}, { pods: null }],
    ['docker', {}, { pods: null }],
  ])('of type %s shows where its artifacts run', async (type, item, context) => {
    await put(`of-${type}`, type)
    const answer = await report(`of-${type}`, type, [{ ...server({ shop }), ...item }])
    expect([answer.status, answer.body]).toEqual([201, 'OK'])
    expect((await snapshot(`of-${type}`)).body.artifacts[0]).toMatchObject(context)
  })

  it('that is refused stores nothing', async () => {
    await put('strict', 'server')
    await put('wide', 'logical', { included_environments: ['strict'] })
    await put('gone', 'server')
    await app.call('PUT', '/environments/acme/gone/archive')
    const bad = fingerprintOf('x').slice(1)
    const before = await app.query('select 1 from snapshot')
    for (const [name, type, artifacts, status] of [
      ['strict', 'server', [server({ shop: bad })], 400],
      ['strict', 'server', [server({ shop: bad.toUpperCase() })], 400],
      ['strict', 'server', [{ digests: { shop } }], 400],
      ['strict', 'server', [{ digests: { shop }, creationTimestamp: 1.5 }], 400],
      ['strict', 'server', [{ creationTimestamp: 1 }], 400],
      ['strict', 'server', {}, 400],
      ['strict', 'server', ['x'], 400],
      ['strict', 'docker', [], 400],
      ['strict', 'K8S', [server({ shop })], 400],
      ['strict', 'k8s', [], 404],
      ['strict', 'logical', [], 404],
      ['wide', 'server', [], 400],
      ['gone', 'server', [], 404],
      ['unknown', 'server', [], 404],
    ] as const) {
      const answer = await report(name, type, artifacts)
      expect([name, type, answer.status]).toEqual([name, type, status])
    }
    expect((await report('strict', 'server', [], 'reader')).status).toBe(403)
    expect(await app.query('select 1 from snapshot')).toHaveLength(before.length)
    expect((await report('strict', 'docker', [])).body).toEqual({
      message: "Environment 'strict' is of type 'server': it takes no report of type 'docker'",
      code: 'environment_type',
    })
    const { body } = await report('strict', 'server', [server({ shop: bad })])
    expect(Object.keys(body.errors)).toEqual(['artifacts.0.digests.shop'])
  })

  it('accepts names of 1,024 characters, and of any kind', async () => {
    await put('hostile', 'server')
    const longest = fingerprintOf('').repeat(16)
    const names = [longest, '<img src=x>', '%', '名前', 'a b\n']
    const digests = Object.fromEntries(names.map((name) => [name, shop]))
    const answer = await report('hostile', 'server', [server(digests)])
    expect(answer.status).toBe(201)
    const found = (await snapshot('hostile')).body.artifacts as { name: string }[]
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(digests).sort())
  })
})

describe('a snapshot', () => {
  it('is found by every form of expression, or 404 names what the expression resolves to', async () => {
    await put('three', 'server')
    for (const digests of [{ shop }, { shop, bank }, { bank }]) {
      await report('three', 'server', [server(digests)])
    }
    for (const [expression, index] of [
      ['1', 1],
      ['#2', 2],
      ['-1', 3],
      ['-3', 1],
      ['~0', 3],
      ['~2', 1],
      ['@{1.hours.ago}', 0],
      [`@{${new Date(now * 1000).toISOString().slice(0, 19)}}`, 3],
    ] as const) {
      const { status, body } = await snapshot('three', expression)
      expect([expression, status, body.index]).toEqual(
        index ? [expression, 200, index] : [expression, 404, undefined],
      )
    }
    for (const [expression, asked, index] of [
      ['23', 'three#23', 23],
      ['#23', 'three#23', 23],
      ['-4', 'three#-4', 0],
      ['~3', 'three~3', 0],
      ['0', 'three#0', 0],
    ] as const) {
      const { status, body } = await snapshot('three', expression)
      const message = `Org: 'acme'. Snapshot '${asked}' resolves to 'three#${index}'. len(snapshots) == 3. Indexes are 1-based`
      expect([status, body.message]).toEqual([404, message])
    }
    expect((await snapshot('three', 'x')).status).toBe(400)
  })

  it('lists what started, exited and stayed against the one before', async () => {
    const changes = async (expression: string) =>
      ((await snapshot('three', expression)).body.artifacts as Artifact[]).map((one) => [
        one.name,
        one.annotation,
      ])
    expect(await changes('2')).toEqual([
      ['bank', { type: 'started', was: 0, now: 1 }],
      ['shop', { type: 'unchanged', was: 1, now: 1 }],
    ])
    expect(await changes('3')).toEqual([
      ['bank', { type: 'unchanged', was: 1, now: 1 }],
      ['shop', { type: 'exited', was: 1, now: 0 }],
    ])
  })
})

it('a logical environment has a snapshot for each of a member', async () => {
  await put('east', 'server')
  await put('west', 'server')
  await report('east', 'server', [server({ shop })])
  await put('all', 'logical', { included_environments: ['east'] })
  await app.call('PUT', '/environments/acme/all/join', { json: { physical_env_name: 'west' } })
  await report('west', 'server', [server({ bank })])
  await report('east', 'server', [])
  const { body } = await snapshot('all')
  const artifacts = body.artifacts.map((one: Artifact) => [
    one.environment_name,
    one.name,
    one.annotation.type,
  ])
  expect(artifacts).toEqual([
    ['east', 'shop', 'exited'],
    ['west', 'bank', 'unchanged'],
  ])
  const before = (await snapshot('all', '~1')).body.artifacts
  expect(before.map((one: Artifact) => [one.environment_name, one.annotation.type])).toEqual([
    ['east', 'unchanged'],
    ['west', 'started'],
  ])
})
