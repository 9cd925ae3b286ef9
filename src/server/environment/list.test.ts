import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let now = 1_790_000_000
/** Name, type, state, last change, last report, running. */
const expected = [
  ['alpha', 'K8S', true, 100, 150, 3],
  ['Beta', 'ECS', false, 300, 310, 2],
  ['gamma', 'K8S', null, null, null, 0],
  ['delta', 'lambda', true, 200, 220, 4],
] as const
const groups = {
  'all-fine': ['alpha', 'delta'],
  'one-bad': ['alpha', 'Beta', 'gamma'],
  'one-unknown': ['alpha', 'gamma'],
  empty: [],
}

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const put = (json: object) => app.call('PUT', '/environments/acme', { json })
  for (const [name, type, state, changed, reported, running] of expected) {
    await put({ name, type })
    now += 1
    await app.query(
      `update environment_state set state = $2, last_changed_at = $3, last_reported_at = $4,
        running_count = $5, state_since = $6
      where environment_id = (select id from environment where name = $1)`,
      [name, state, changed, reported, running, (changed ?? 0) + 1],
    )
  }
  for (const [name, included_environments] of Object.entries(groups)) {
    await put({ name, type: 'logical', included_environments })
  }
  // A logical one has snapshots of its own, which date its changes.
  await app.query(
    `update environment_state set last_changed_at = case name when 'one-bad' then 250 end
    from environment where environment.org_id = environment_state.org_id
      and environment.id = environment_id and type = 'logical'`,
  )
  const tags = { alpha: { team: 'core', tier: '1' }, delta: { team: 'edge:two' } }
  for (const [name, set_tags] of Object.entries(tags)) {
    await app.call('PATCH', `/tags/acme/env/${name}`, { json: { set_tags } })
  }
})
afterAll(() => app.close())

const list = async (query = '') => (await app.call('GET', `/environments/acme${query}`)).body
const names = async (query: string) =>
  (await list(query)).environments.map((item: { name: string }) => item.name)
const summaries = async (query = '') =>
  (await app.call('GET', `/cairn/acme/environments${query}`)).body
const summaryOf = async (name: string) =>
  (await summaries()).data.find((item: { name: string }) => item.name === name)

describe('GET /environments/{org}', () => {
  it('answers all as page 1 of 1 without paging', async () => {
    const { environments, _links, ...counts } = await list()
    expect(environments).toHaveLength(8)
    expect(counts).toEqual({ page: 1, per_page: 8, total_pages: 1, total_count: 8 })
    const self = { href: expect.stringMatching(/\/api\/v2\/environments\/acme$/) }
    expect(_links).toEqual({ self, first: self, last: self })
    expect(await list('?name=absent')).toMatchObject({
      per_page: 1,
      total_count: 0,
      total_pages: 1,
    })
  })

  it('answers a page as soon as either half of paging is given', async () => {
    expect(await list('?per_page=3')).toMatchObject({ page: 1, per_page: 3, total_pages: 3 })
    expect(await list('?page=2')).toMatchObject({ page: 2, per_page: 15, environments: [] })
    const { _links, environments } = await list('?page=2&per_page=3')
    expect(environments).toHaveLength(3)
    expect(Object.keys(_links)).toEqual(['self', 'first', 'last', 'next', 'prev'])
    expect(await list('?page=&per_page=')).toMatchObject({ per_page: 8 })
  })

  it.each([
    ['page=0', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=51', 'per_page'],
    ['per_page=many', 'per_page'],
    ['sort=size', 'sort'],
    ['sort_direction=up', 'sort_direction'],
    ['type=k8s', 'type'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await app.call('GET', `/environments/acme?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it.each([
    ['name=ETA', ['Beta']],
    ['name=L', ['all-fine', 'alpha', 'delta']],
    ['type=ECS&type=lambda', ['Beta', 'delta']],
    ['tag=team', ['alpha', 'delta']],
    ['tag=team:core', ['alpha']],
    ['tag=team:edge:two', ['delta']],
    ['tag=team&tag=tier', ['alpha']],
    ['tag=:', []],
    ['tag=absent', []],
    ['space_id=7', []],
    ['type=K8S&name=gam', ['gamma']],
    ["name=%25' or 1=1--", []],
  ])('with %s lists %j', async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected)
  })

  it.each([
    ['', ['Beta', 'all-fine', 'alpha', 'delta', 'empty', 'gamma', 'one-bad', 'one-unknown']],
    ['sort_direction=desc&name=a&type=K8S&type=ECS', ['gamma', 'alpha', 'Beta']],
    ['sort=last_modified_at&type=K8S&type=lambda', ['gamma', 'alpha', 'delta']],
    ['sort=last_changed_at&name=a', ['all-fine', 'gamma', 'alpha', 'delta', 'one-bad', 'Beta']],
    [
      'sort=last_changed_at&sort_direction=desc&name=a',
      ['Beta', 'one-bad', 'delta', 'alpha', 'all-fine', 'gamma'],
    ],
  ])('sorted by %s', async (query, expected) => {
    const all = await names(`?${query}`)
    expect(all.filter((name: string) => expected.includes(name))).toEqual(expected)
  })
})

describe('a logical environment', () => {
  it.each([
    ['all-fine', true, null, 220],
    ['one-bad', false, 250, 310],
    ['one-unknown', null, null, 150],
    ['empty', null, null, null],
  ])('%s stands as its worst member: %s', async (name, state, changed, reported) => {
    const { body } = await app.call('GET', `/environments/acme/${name}`)
    expect([body.state, body.last_changed_at, body.last_reported_at]).toEqual([
      state,
      changed,
      reported,
    ])
  })
})

describe('GET /cairn/{org}/environments', () => {
  it('shows the state of each, since when, and what runs there', async () => {
    expect(await summaryOf('Beta')).toMatchObject({
      state: false,
      since: 301,
      snapshot_index: 0,
      running_count: 2,
      running: { compliant: 0, qualified: 0, non_compliant: 0, unknown: 2, stale: 0 },
      members: null,
    })
  })

  it('shows the members of a logical one, with their states', async () => {
    const { members, since, running_count } = await summaryOf('one-bad')
    expect([since, running_count]).toEqual([301, 5])
    expect(members.map((member: { name: string }) => member.name)).toEqual(groups['one-bad'].sort())
    expect(members[0]).toEqual({
      name: 'Beta',
      type: 'ECS',
      description: '',
      tags: {},
      state: false,
      since: 301,
      last_reported_at: 310,
      last_changed_at: 300,
      stale_at: null,
      snapshot_index: 0,
      running_count: 2,
      running: { compliant: 0, qualified: 0, non_compliant: 0, unknown: 2, stale: 0 },
      qualifiers: noQualifiers,
      exceptions_end_at: null,
    })
  })

  it('lists the worst first, causes before what contains them', async () => {
    const { body } = await app.call('GET', '/cairn/acme/environments?sort=verdict&per_page=50')
    const rank = ({ state, type }: { state: boolean | null; type: string }) =>
      [false, null, true].indexOf(state) * 2 + Number(type === 'logical')
    const ranks = body.data.map(rank)
    expect(new Set(ranks).size).toBe(6)
    expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => a - b))
  })

  it.each([
    ['COMPLIANT', ['all-fine', 'alpha', 'delta']],
    ['NON-COMPLIANT', ['Beta', 'one-bad']],
    ['UNKNOWN', ['empty', 'gamma', 'one-unknown']],
  ])('filters by the verdict %s', async (verdict, expected) => {
    const { data, pagination } = await summaries(`?verdict=${verdict}`)
    expect(data.map((item: { name: string }) => item.name)).toEqual(expected)
    expect(pagination.total).toBe(expected.length)
  })

  it('exports the list as a file', async () => {
    const { text } = await app.call('GET', '/cairn/acme/exports/environments?verdict=NON-COMPLIANT')
    const [head, ...rows] = text.trim().split('\r\n')
    expect(head).toMatch(/^.?name,description,type,state,stale,since,running_count/)
    expect(rows.map((row) => row.split(',')[0])).toEqual(['Beta', 'one-bad'])
  })
})
