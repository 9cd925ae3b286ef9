import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TrailSummary } from '#contract/trail/trail.ts'
import { daySeconds } from '#domain/common/days.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

const midnight = 1_799_971_200
const template = `version: 1
trail: { attestations: [{ name: review, type: generic }] }
`
const tags: Record<string, object> = {
  payments: { tier: 'one', team: 'core' },
  ledger: { tier: 'two' },
  gone: { tier: 'one' },
}
/** Of each flow, one after the other; newest last. */
const verdicts = ['COMPLIANT', 'NON-COMPLIANT', 'COMPLIANT', 'INCOMPLETE', 'NON-COMPLIANT'] as const

interface Made {
  flow: string
  name: string
  state: (typeof verdicts)[number]
  at: number
}
const made: Made[] = []
let app: TestApp

beforeAll(async () => {
  let now = midnight
  app = await startTestApp({ clock: () => now })
  const report = reporter(app)
  for (const flow of Object.keys(tags)) {
    await report.flow(flow, template)
    await app.call('PATCH', `/tags/acme/flow/${flow}`, { json: { set_tags: tags[flow] } })
  }
  for (const [index, state] of [...verdicts, ...verdicts].entries()) {
    for (const flow of Object.keys(tags)) {
      now += 31_000
      const name = `${flow}-${index}`
      made.unshift({ flow, name, state, at: now })
      await report.begin(flow, name)
      if (state === 'INCOMPLETE') continue
      const is_compliant = state === 'COMPLIANT'
      await report.generic(flow, name, { attestation_name: 'review', is_compliant })
    }
  }
  await app.call('PUT', '/flows/acme/gone/archive')
})
afterAll(() => app.close())

const get = (path: string, key = 'reader') => app.call('GET', path, { key })
const namesOf = (of: readonly { name: string }[]) => of.map(({ name }) => name)

const middle = midnight + 4 * daySeconds + 43_200
const filters: [query: string, matches: (one: Made) => boolean][] = [
  ['', () => true],
  ['archived=exclude', ({ flow }) => flow !== 'gone'],
  ['archived=only', ({ flow }) => flow === 'gone'],
  ['verdict=NON-COMPLIANT', ({ state }) => state === 'NON-COMPLIANT'],
  ['verdict=NON-COMPLIANT&verdict=INCOMPLETE', ({ state }) => state !== 'COMPLIANT'],
  ['flow_name=ledger', ({ flow }) => flow === 'ledger'],
  ['flow_name=ledger&flow_name=gone', ({ flow }) => flow !== 'payments'],
  ['flow_name=absent', () => false],
  ['tag=tier', () => true],
  ['tag=tier:one', ({ flow }) => flow !== 'ledger'],
  ['tag=tier:one&tag=team', ({ flow }) => flow === 'payments'],
  [`from_timestamp=${middle}`, ({ at }) => at >= middle],
  [`to_timestamp=${middle}`, ({ at }) => at <= middle],
  [
    `from_timestamp=${midnight + 31_000}&to_timestamp=${middle}&verdict=INCOMPLETE&archived=exclude`,
    ({ at, state, flow }) => at <= middle && state === 'INCOMPLETE' && flow !== 'gone',
  ],
  [`from_timestamp=${middle}&to_timestamp=${middle - 1}`, () => false],
  ['from_timestamp=1e15', () => false],
]

it.each(filters)('lists the trails of all flows, newest first, by %s', async (query, matches) => {
  const expected = namesOf(made.filter(matches))
  for (const per_page of [4, 500]) {
    const names: string[] = []
    for (let page = 1; names.length < expected.length || page === 1; page += 1) {
      const { status, body } = await get(
        `/cairn/acme/trails?${query}&per_page=${per_page}&page=${page}`,
      )
      expect(status).toBe(200)
      expect(body.pagination.total).toBe(expected.length)
      expect(body.data.length).toBeLessThanOrEqual(per_page)
      names.push(...namesOf(body.data))
      if (body.data.length === 0) break
    }
    expect(names).toEqual(expected)
  }
})

it.each(filters)('exports the same trails, by %s', async (query, matches) => {
  const { text } = await get(`/cairn/acme/exports/trails?${query}&format=ndjson`)
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.at(-1).scope).toMatchObject({ list: 'trails', organization: 'acme' })
  expect(namesOf(rows.slice(0, -1))).toEqual(namesOf(made.filter(matches)))
})

it('shows each trail as the list of its flow does', async () => {
  const { data } = (await get('/cairn/acme/trails?archived=exclude&per_page=500')).body
  for (const flow of ['payments', 'ledger']) {
    const own = (await get(`/cairn/acme/flows/${flow}/trails?per_page=500`)).body
    expect(data.filter(({ flow_name }: TrailSummary) => flow_name === flow)).toEqual(own.data)
  }
})

it('counts what the overview counts', async () => {
  const { from, to, flows } = (await get('/cairn/acme/overview/trails')).body
  const window = `from_timestamp=${from}&to_timestamp=${to}&archived=exclude`
  const totalOf = async (query: string) =>
    (await get(`/cairn/acme/trails?${window}&${query}`)).body.pagination.total
  const sum = (state: 'compliant' | 'non_compliant' | 'incomplete') =>
    flows.reduce((all: number, flow: Record<string, number>) => all + (flow[state] ?? 0), 0)
  expect(await totalOf('verdict=NON-COMPLIANT')).toBe(sum('non_compliant'))
  expect(await totalOf('verdict=INCOMPLETE')).toBe(sum('incomplete'))
  expect(await totalOf('verdict=COMPLIANT')).toBe(sum('compliant'))
  expect(sum('non_compliant')).toBeGreaterThan(0)
})

it('shows another organization nothing', async () => {
  expect((await get('/cairn/acme/trails', 'outsider')).status).toBe(403)
  expect((await get('/cairn/globex/trails', 'outsider')).body.data).toEqual([])
})
