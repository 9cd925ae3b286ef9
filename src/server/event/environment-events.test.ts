import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EnvironmentEvent } from '#contract/event/event.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const day = 86_400
const start = 20_833 * day
let app: TestApp
let now = start
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  await report.environment('prod', 'server', { include_scaling: true })
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  await report.build('shop', 'shop:1')
  const repo_info = { id: '1', name: 'acme/shop', url: 'https://github.com/acme/shop' }
  await report.build('shop', 'shop:2', { repo_info: { ...repo_info, provider: 'github' } })
  await report.run('prod', { 'shop:1': 2 })
  now += day - 10
  await report.run('prod', { 'shop:1': 5 })
  now += 10
  await report.run('prod', { 'shop:2': 1, other: 1 })
  now += day
  await report.run('prod', { other: 1 })
})
afterAll(() => app.close())

const get = (query = '', name = 'prod') =>
  app.call('GET', `/environments/acme/${name}/events?${query}`, { key: 'reader' })
const textsOf = (events: EnvironmentEvent[]) =>
  events.map((one) => `#${one.snapshot_index} ${one.type} ${one.artifact_name}`).sort()
const first = ['#1 started shop:1']
const second = ['#2 exited shop:1', '#2 started other', '#2 started shop:2']
const third = ['#3 exited shop:2']

describe('events of an environment', () => {
  it('follow from its snapshots, newest first, in the types of the API', async () => {
    const { body } = await get()
    expect(textsOf(body)).toEqual([...first, ...second, ...third])
    const times = body.map((one: EnvironmentEvent) => one.reported_at)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const started = body.find(
      (one: EnvironmentEvent) => one.artifact_name === 'shop:2' && one.type === 'started',
    )
    const host = 'http://localhost:8080'
    expect(started).toEqual({
      environment_name: 'prod',
      snapshot_index: 2,
      artifact_name: 'shop:2',
      sha256: fingerprintOf('shop:2'),
      description: '1 instance started running (from 0 to 1)',
      reported_at: start + day,
      pipeline: 'shop',
      deployments: [],
      flows: [{ flow_name: 'shop', deployments: null }],
      artifact_compliance: null,
      snapshot_compliance: false,
      type: 'started',
      code_diff: `https://github.com/acme/shop/compare/${'1'.repeat(40)}...${'2'.repeat(40)}`,
      _links: {
        artifact: {
          self: `${host}/api/v2/artifacts/acme/shop/fingerprint/${fingerprintOf('shop:2')}`,
          html: expect.stringContaining(`${host}/acme/flows/shop/artifacts/`),
        },
        snapshot: {
          self: `${host}/api/v2/snapshots/acme/prod/2`,
          html: `${host}/acme/environments/prod/snapshots/2`,
        },
      },
    })
    const exited = body.find(
      (one: EnvironmentEvent) => one.snapshot_index === 2 && one.type === 'exited',
    )
    expect(exited.description).toBe('5 instances stopped running (from 5 to 0)')
    const unknown = body.find((one: EnvironmentEvent) => one.artifact_name === 'other')
    expect(unknown).toMatchObject({ pipeline: '', flows: [], _links: { artifact: null } })
  })

  it.each<[string, string[]]>([
    ['interval=1', [...first, ...second, ...third]],
    ['interval=2..2', second],
    ['interval=3..2', [...second, ...third]],
    ['interval=~1..NOW', [...second, ...third]],
    ['interval=..1', [...first, ...second, ...third]],
    ['interval=7..9', []],
    ['interval=', [...first, ...second, ...third]],
    ['start=2', [...second, ...third]],
    ['end=1', first],
    ['start=2&end=2', second],
    ['start=9', []],
    ['start=12hours', third],
    ['end=1day', [...first, ...second]],
    ['start=36hours&end=NOW', [...second, ...third]],
    [`from=${start + day}`, [...second, ...third]],
    [`to=${start}`, first],
    [`start_ts=${start + 1.5}&end_ts=${start + day}`, second],
    [`from=${start + day}&to=${start}`, []],
    [`start=2&from=${start + 2 * day}`, third],
    ['repo_name=acme/shop', ['#2 started shop:2', '#3 exited shop:2']],
    ['repo_name=absent', []],
    ['repo_name=absent&repo_name=acme/shop', ['#2 started shop:2', '#3 exited shop:2']],
    ['per_page=1', third],
    ['per_page=1&reverse=true', first],
    ['page=9', []],
    ['page=100000&per_page=500', []],
    ['from=1e300', []],
    ['to=1e300&page=2&per_page=4', first],
  ])('are narrowed by %s', async (query, expected) => {
    const { status, body } = await get(query)
    expect(status).toBe(200)
    expect(textsOf(body)).toEqual([...expected].sort())
  })

  it.each([
    '',
    'interval=1..2',
    'interval=2..2',
    'start=12hours',
    `from=${start + 5}`,
    `to=${start + day}`,
    `from=${start}&to=${start + day}`,
    'repo_name=acme/shop',
  ])('narrowed by "%s" are the same in pages, in both orders', async (query) => {
    for (const name of ['prod', 'all']) {
      for (const reverse of ['false', 'true']) {
        const { body: whole } = await get(`${query}&reverse=${reverse}`, name)
        const pages = []
        for (const page of whole.keys()) {
          const { body } = await get(
            `${query}&reverse=${reverse}&per_page=1&page=${page + 1}`,
            name,
          )
          pages.push(...body)
        }
        expect(pages).toEqual(whole)
      }
    }
  })

  it('of a logical one are those of its members', async () => {
    const { body } = await get('', 'all')
    expect(textsOf(body)).toEqual([...first, ...second, ...third])
    expect(body[0].environment_name).toBe('prod')
  })

  it.each([
    ['interval=one', 'interval'],
    ['interval=1..2..3', 'interval'],
    ['start=yesterday', 'start'],
    ['end=-3', 'end'],
    ['from=soon', 'from'],
    ['start_ts=NaN', 'start_ts'],
    ['page=0', 'page'],
    ['per_page=501', 'per_page'],
    ['reverse=perhaps', 'reverse'],
  ])('refuse %s, and say so', async (query, field) => {
    const { status, body } = await get(query)
    expect(status).toBe(400)
    expect(body.errors[field]).toBeTypeOf('string')
  })

  it('are 404 for unknown and archived environments', async () => {
    expect((await get('', 'absent')).status).toBe(404)
    await app.call('PUT', '/environments/acme/prod/archive')
    expect(await get()).toMatchObject({
      status: 404,
      body: { message: 'Environment has been archived', code: 'environment_archived' },
    })
  })

  it('of an archived one are there where it is included, with links that include it', async () => {
    const { body } = await get('archived=include')
    expect(textsOf(body)).toEqual([...first, ...second, ...third])
    const { pathname, search } = new URL(body[0]._links.snapshot.self)
    const snapshot = await app.call('GET', pathname.replace('/api/v2', '') + search)
    expect(snapshot).toMatchObject({ status: 200, body: { index: 3 } })
  })
})
