import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
const begin = now
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
})
afterAll(() => app.close())

const put = (name: string, type: string, more = {}) =>
  app.call('PUT', '/environments/acme', { json: { name, type, ...more } })
const report = (name: string, type: string, artifacts: unknown) =>
  app.call('PUT', `/environments/acme/${name}/report/${type}`, {
    json: { artifacts },
    key: 'snapshotter',
  })
const get = async (path: string) =>
  (await app.call('GET', `/cairn/acme/environments/${path}`, { key: 'reader' })).body
const running = (...names: string[]) =>
  names.map((name) => ({
    digests: { [name]: fingerprintOf(name) },
    creationTimestamp: 1_700_000_000,
  }))
type Row = {
  index: number
  name: string
  change: string
  was: number
  now: number
  environment_name: string
}
const changes = ({ artifacts }: { artifacts: Row[] }) =>
  artifacts.map(({ name, change, was, now }) => `${name} ${change} ${was}-${now}`)

describe('the list of snapshots', () => {
  beforeAll(async () => {
    await put('listed', 'server')
    for (let count = 1; count <= 7; count += 1) {
      await report('listed', 'server', running('same', `app-${count}`))
    }
  })

  it('shows how long each was in force and what changed, newest first', async () => {
    const { data, pagination } = await get('listed/snapshots')
    expect(pagination).toEqual({ total: 7, page: 1, per_page: 25, page_count: 1 })
    expect(data.map((row: Row) => row.index)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(data[0]).toMatchObject({ to: null, state: null, reported_by: 'snapshotter' })
    expect(data[0]).toMatchObject({ running_count: 2, started_count: 1, exited_count: 1 })
    expect(data[1].to).toBe(data[0].from)
    expect(data[1].duration).toBe(data[1].to - data[1].from)
    expect(data[6]).toMatchObject({ running_count: 2, started_count: 2, exited_count: 0 })
  })

  it('is paged, with an empty page after the last', async () => {
    const page = async (number: number) =>
      (await get(`listed/snapshots?per_page=3&page=${number}`)).data.map((row: Row) => row.index)
    expect(await Promise.all([1, 2, 3, 4].map(page))).toEqual([[7, 6, 5], [4, 3, 2], [1], []])
    const { pagination } = await get('listed/snapshots?per_page=3&page=4')
    expect(pagination).toEqual({ total: 7, page: 4, per_page: 3, page_count: 3 })
  })

  it('shows what was in force in a window', async () => {
    const { data } = await get('listed/snapshots')
    const [from, to] = [data[4].from + 0.5, data[2].from]
    const within = await get(`listed/snapshots?from_timestamp=${from}&to_timestamp=${to}`)
    expect(within.data.map((row: Row) => row.index)).toEqual([5, 4, 3])
    expect(within.pagination.total).toBe(3)
    for (const window of [`to_timestamp=${begin}`, `from_timestamp=${to}&to_timestamp=${from}`]) {
      expect(await get(`listed/snapshots?${window}`)).toMatchObject({
        data: [],
        pagination: { total: 0, page_count: 1 },
      })
    }
  })

  it('filters by verdict, page by page, in a window too', async () => {
    const unknown = await get('listed/snapshots?verdict=UNKNOWN&per_page=2&page=3')
    expect(unknown.data.map((row: Row) => row.index)).toEqual([3, 2])
    expect(unknown.pagination).toMatchObject({ total: 7, page_count: 4 })
    const until = unknown.data[0].from
    const early = await get(`listed/snapshots?verdict=UNKNOWN&to_timestamp=${until}`)
    expect(early.data.map((row: Row) => row.index)).toEqual([3, 2, 1])
    const good = await get('listed/snapshots?verdict=COMPLIANT')
    expect(good).toMatchObject({ data: [], pagination: { total: 0 } })
  })

  it('is empty before the first report, and refuses invalid input', async () => {
    await put('silent', 'server')
    expect(await get('silent/snapshots')).toMatchObject({ data: [], pagination: { total: 0 } })
    const call = (path: string) => app.call('GET', `/cairn/acme/environments/${path}`)
    expect((await call('nowhere/snapshots')).status).toBe(404)
    expect((await call('listed/snapshots?verdict=GREEN')).body.errors.verdict).toMatch(/COMPLIANT/)
    expect((await call('listed/snapshots?page=0')).status).toBe(400)
  })
})

describe('one snapshot', () => {
  it('has a row for each running and each exited artifact, which add up to its counts', async () => {
    await put('one', 'server')
    await report('one', 'server', running('kept', 'gone'))
    await report('one', 'server', [...running('kept', 'kept', 'new')])
    const page = await get('one/snapshots/2')
    expect(page).toMatchObject({ index: 2, newest_index: 2, type: 'server', to: null })
    expect(page).toMatchObject({ running_count: 2, started_count: 1, exited_count: 1 })
    expect(page.verdict_runs).toMatchObject([{ first_index: 1, state: null, cause: null }])
    expect(changes(page)).toEqual(['gone exited 1-0', 'kept unchanged 1-2', 'new started 0-1'])
    const before = await get('one/snapshots/1')
    expect(before).toMatchObject({ index: 1, newest_index: 2, to: page.from })
    expect(before.oldest_at).toBe(before.from)
  })

  it('is found by every expression, at an instant too', async () => {
    const first = await get('one/snapshots/1')
    const at = new Date(first.from * 1000).toISOString().slice(0, 19)
    for (const expression of ['~1', '-2', '#1', `@{${at}}`]) {
      const found = await get(`one/snapshots/${encodeURIComponent(expression)}`)
      expect(found.index, expression).toBe(1)
    }
    const far = await app.call('GET', '/cairn/acme/environments/one/snapshots/9')
    expect([far.status, far.body]).toEqual([
      404,
      {
        message: expect.stringContaining("resolves to 'one#9'. len(snapshots) == 2"),
        code: 'snapshot_not_found',
      },
    ])
    await app.call('PUT', '/environments/acme', { json: { name: 'silent', type: 'server' } })
    const none = await app.call('GET', '/cairn/acme/environments/silent/snapshots/1')
    expect([none.status, none.body.code]).toEqual([404, 'no_snapshot_yet'])
    expect((await app.call('GET', '/cairn/acme/environments/one/snapshots/soon')).status).toBe(400)
  })

  it('summarizes the provenance in the first flow', async () => {
    const flows = reporter(app)
    await flows.flow('builds')
    await flows.flow('other')
    const fingerprint = fingerprintOf('known')
    const info = { ...commitInfo, message: `Fix it\n\nAt length`, author: '' }
    for (const flow of ['builds', 'other']) {
      await flows.artifact(flow, { fingerprint, filename: 'known', git_commit_info: info })
    }
    await put('mixed', 'server')
    const unresolved = { digests: { lost: '' }, creationTimestamp: 1 }
    await report('mixed', 'server', [...running('known', 'stray'), unresolved])
    const { artifacts } = await get('mixed/snapshots/-1')
    const [known, lost, stray] = artifacts
    expect(known.provenance).toMatchObject({
      flow_name: 'builds',
      trail_name: 'run-1',
      git_commit: commitInfo.sha1,
      commit_author: null,
      commit_message: 'Fix it',
      flow_count: 2,
    })
    expect(lost).toMatchObject({ fingerprint: '', provenance: null, compliant: null })
    expect(stray.provenance).toBeNull()
  })
})

describe('artifacts that run now', () => {
  it('follow reports that append no snapshot', async () => {
    await put('scaled', 'server')
    await report('scaled', 'server', running('app'))
    await report('scaled', 'server', running('app', 'app', 'app'))
    const page = await get('scaled/running')
    expect(page).toMatchObject({ type: 'server', index: 1 })
    expect(changes(page)).toEqual(['app unchanged 3-3'])
    expect(changes(await get('scaled/snapshots/1'))).toEqual(['app started 0-1'])
  })

  it('are none before the first report', async () => {
    await put('quiet', 'K8S')
    expect(await get('quiet/running')).toEqual({
      type: 'K8S',
      index: 0,
      artifacts: [],
      reporting: [{ environment_name: 'quiet', stale_at: null }],
    })
    const none = await app.call('GET', '/cairn/acme/environments/quiet/snapshots/-1')
    expect(none.status).toBe(404)
  })
})

describe('a logical environment', () => {
  it('counts artifacts that start and exit in members, and members that join and leave', async () => {
    for (const name of ['east', 'west']) await put(name, 'server')
    await report('east', 'server', running('shop', 'bank'))
    await put('all', 'logical', { included_environments: ['east', 'west'] })
    await report('west', 'server', running('shop'))
    await report('east', 'server', running('shop', 'till'))
    await put('all', 'logical', { included_environments: ['east'] })
    const { data } = await get('all/snapshots')
    const counts = data.map((row: Record<string, number>) => [
      row.running_count,
      row.started_count,
      row.exited_count,
    ])
    expect(counts.reverse()).toEqual([
      [2, 2, 0],
      [3, 1, 0],
      [3, 1, 1],
      [2, 0, 1],
    ])
    const pages = await Promise.all([1, 2, 3, 4].map((index) => get(`all/snapshots/${index}`)))
    expect(pages.map(changes)).toEqual([
      ['bank started 0-1', 'shop started 0-1'],
      ['bank unchanged 1-1', 'shop unchanged 1-1', 'shop started 0-1'],
      ['bank exited 1-0', 'shop unchanged 1-1', 'till started 0-1', 'shop unchanged 1-1'],
      ['shop unchanged 1-1', 'till unchanged 1-1', 'shop exited 1-0'],
    ])
    const members = pages[3].artifacts.map((row: Row) => row.environment_name)
    expect(members).toEqual(['east', 'east', 'west'])
    const api = await app.call('GET', '/snapshots/acme/all/4', { key: 'reader' })
    expect(
      api.body.artifacts.map((row: { annotation: { type: string } }) => row.annotation.type),
    ).toEqual(['unchanged', 'unchanged', 'exited'])
    expect(changes(await get('all/running'))).toEqual(['shop unchanged 1-1', 'till unchanged 1-1'])
  })
})

describe('the instances of an artifact', () => {
  const path = (env: string, name: string, more = '') =>
    `${env}/snapshots/1/instances?artifact_name=${name}&artifact_fingerprint=${fingerprintOf(name)}${more}`

  it('are listed with their context', async () => {
    await put('pods', 'K8S')
    const owners = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'shop-1', uid: 'u-1' }]
    const pod = { podName: 'shop-a', namespace: 'web', owners, ...running('shop')[0] }
    await report('pods', 'K8S', [pod])
    expect(await get(path('pods', 'shop'))).toMatchObject({
      created_at: [1_700_000_000],
      pods: { 'shop-a': { namespace: 'web', owners } },
    })
    expect((await app.call('GET', `/cairn/acme/environments/${path('pods', 'bank')}`)).status).toBe(
      404,
    )
  })

  it('are found in a member, also of unresolved artifacts', async () => {
    await put('tasks', 'ECS')
    const task = { taskArn: 'arn:1', cluster_name: 'c', digests: { lost: '' } }
    await report('tasks', 'ECS', [{ ...task, creationTimestamp: 5 }])
    await put('whole', 'logical', { included_environments: ['tasks'] })
    const query = 'instances?artifact_name=lost&member=tasks'
    expect(await get(`whole/snapshots/1/${query}`)).toMatchObject({
      fingerprint: '',
      created_at: [5],
      ecs_context: { task_arn: 'arn:1', cluster_name: 'c', service_name: '' },
    })
  })
})
