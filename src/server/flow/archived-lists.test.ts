import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commit, commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

/** Each trail has an artifact and an attestation of its own; newest first. */
const names = ['g-2', 'u-2', 'g-1', 'u-1', 'g-0', 'u-0']
let app: TestApp
beforeAll(async () => {
  let now = 1_790_000_000
  app = await startTestApp({ clock: () => now })
  const report = reporter(app)
  for (const flow of ['gone', 'used']) await report.flow(flow)
  for (const name of names.toReversed()) {
    now += 40_000
    const flow = flowOf(name)
    await report.begin(flow, name, { git_commit_info: commitInfo })
    const fingerprint = fingerprintOf(name)
    await report.artifact(flow, { trail_name: name, filename: name, fingerprint })
    await report.generic(flow, name, { attestation_name: 'review' })
  }
  // An artifact may come a moment after its trail.
  now += 60
  await app.call('PUT', '/flows/acme/gone/archive')
})
afterAll(() => app.close())

const flowOf = (name: string) => (name.startsWith('g') ? 'gone' : 'used')
const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body

interface Item {
  name?: string
  trail_name: string
  flow_archived: boolean
}
/** Trails of the items of a list: the items themselves, or those that hold them. */
const trailsOf = (items: Item[]) => items.map(({ name, trail_name }) => name ?? trail_name)

const lists: [string, string, (body: never) => Item[]][] = [
  ['trails', '/trails/acme', (body: { data: Item[] }) => body.data],
  ['artifacts', '/artifacts/acme', (body: Item[]) => body],
  ['attestations', '/attestations/acme', (body: { data: Item[] }) => body.data],
  ['builds', '/builds/acme', (body: { builds: Item[] }) => body.builds],
]

describe.each(lists)('the list of %s', (_, path, itemsOf) => {
  const ask = async (query: object) => {
    const params = new URLSearchParams(query as Record<string, string>)
    return itemsOf((await get(`${path}${path.includes('?') ? '&' : '?'}${params}`)) as never)
  }

  it('includes items of archived flows, and flags them', async () => {
    const items = await ask({})
    expect(trailsOf(items)).toEqual(names)
    expect(items.map((one) => one.flow_archived)).toEqual(names.map((one) => one.startsWith('g')))
    expect(await ask({ archived: 'include' })).toEqual(items)
  })

  it('excludes them, or shows them alone, on request', async () => {
    expect(trailsOf(await ask({ archived: 'exclude' }))).toEqual(['u-2', 'u-1', 'u-0'])
    expect(trailsOf(await ask({ archived: 'only' }))).toEqual(['g-2', 'g-1', 'g-0'])
  })

  it('has the same order on pages of every size', async () => {
    for (const per_page of [1, 2, 4]) {
      const pages = Array.from({ length: Math.ceil(6 / per_page) }, (_, index) =>
        ask({ page: index + 1, per_page }),
      )
      expect(trailsOf((await Promise.all(pages)).flat())).toEqual(names)
    }
  })
})

it('counts the trails that it lists', async () => {
  for (const filter of [
    '',
    `&fingerprint=${fingerprintOf('g-1')}&fingerprint=${fingerprintOf('u-1')}`,
  ]) {
    const totals = ['include', 'exclude', 'only'].map(async (archived) => {
      const { pagination } = await get(`/trails/acme?archived=${archived}${filter}`)
      return pagination.total
    })
    expect(await Promise.all(totals)).toEqual(filter ? [2, 1, 1] : [6, 3, 3])
  }
})

it('returns the evidence of a commit, whichever flow it came in', async () => {
  const path = `/attestations/acme/list_attestations_for_criteria?commit_list=${commit}`
  const counts = [
    '',
    '&archived=exclude',
    '&archived=only',
    '&archived=exclude&flow_name=gone',
  ].map(async (query) => (await get(path + query))[commit].length)
  expect(await Promise.all(counts)).toEqual([6, 3, 3, 0])
})

it('refuses an archived flow by name only where archived flows are excluded', async () => {
  const path = '/artifacts/acme?flow_name=gone'
  expect(trailsOf(await get(path))).toEqual(['g-2', 'g-1', 'g-0'])
  expect(trailsOf(await get(`${path}&flow_name=used`))).toEqual(names)
  expect(await get(`${path}&archived=exclude`)).toEqual({
    message: 'Flow has been archived',
    code: 'flow_archived',
  })
})

it.each([
  '/trails/acme',
  '/artifacts/acme',
  '/attestations/acme',
  `/attestations/acme/list_attestations_for_criteria?commit_list=${commit}`,
  '/cairn/acme/attestations/facets',
  '/cairn/acme/attestations/days',
  '/cairn/acme/builds',
  '/cairn/acme/builds/statistics',
  '/cairn/acme/exports/attestations',
  '/cairn/acme/exports/builds',
])('%s refuses anything else, naming it', async (path) => {
  const { errors } = await get(`${path}${path.includes('?') ? '&' : '?'}archived=yes`)
  expect(errors).toEqual({
    archived: "Input should be 'exclude', 'include' or 'only' [input: yes]",
  })
})
