import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { organization as org } from '#server/testing/global-database.ts'
import { dataForm } from '#server/testing/multipart.ts'

const day = 86_400
const start = 1_790_000_000
let now = start
let app: TestApp

interface Item {
  flow_name: string
  flow_archived: boolean
  attestation_id: string
  attestation_name: string
  attestation_type: string
  is_compliant: boolean
  created_at: number
}
let all: Item[] = []

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const steps = [0, 5, 0.2 * day, 0.9 * day, 3 * day, 4]
  for (let index = 0; index < 60; index += 1) {
    now += steps[index % steps.length] ?? 0
    const kind = index % 4 === 0 ? 'junit' : 'generic'
    const fails = index % 5 === 0
    const own =
      kind === 'generic'
        ? { is_compliant: !fails }
        : {
            junit_results: [
              { name: 's', total: 2, failures: fails ? 1 : 0, errors: 0, skipped: 0, duration: 1 },
            ],
          }
    const flow = index % 7 === 0 ? 'gone' : index % 3 === 0 ? 'two' : 'one'
    const path = `/attestations/${org}/${flow}/trail/t${index % 7}/${kind}`
    const data = { attestation_name: `check-${index % 6}`, ...own }
    const { status } = await app.call('POST', path, { form: dataForm(data) })
    expect(status).toBe(201)
  }
  await app.call('PUT', `/flows/${org}/gone/archive`)
  const { body } = await app.call('GET', `/attestations/${org}?per_page=500`)
  all = body.data
  expect(all).toHaveLength(60)
  expect(all.filter(({ flow_archived }) => flow_archived)).toHaveLength(9)
})
afterAll(() => app.close())

const waiting = async () =>
  (await app.query<{ n: number }>('select count(*)::int as n from attestation_delta'))[0]?.n

const filters = fc.record(
  {
    archived: fc.constantFrom('exclude', 'include', 'only'),
    flow_name: fc.constantFrom('one', 'two', 'gone'),
    attestation_name: fc.constantFrom('check-0', 'check-1', 'check-2', 'check-5', 'absent'),
    attestation_type: fc.constantFrom('generic', 'junit', 'sonar'),
    is_compliant: fc.boolean(),
    from_timestamp: fc.integer({ min: start - day, max: start + 45 * day }),
    to_timestamp: fc.integer({ min: start - day, max: start + 45 * day }),
  },
  { requiredKeys: [] },
)

test('every page under every filter holds the rows that counting off finds, with the true total', async () => {
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      async (filter, page, per_page) => {
        const query = new URLSearchParams()
        const parameters = { ...filter, page, per_page }
        for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
        const { status, body } = await app.call('GET', `/attestations/${org}?${query}`)
        const matching = all.filter(
          (item) =>
            !(filter.archived === 'exclude' && item.flow_archived) &&
            !(filter.archived === 'only' && !item.flow_archived) &&
            (filter.flow_name ?? item.flow_name) === item.flow_name &&
            (filter.attestation_name ?? item.attestation_name) === item.attestation_name &&
            (filter.attestation_type ?? item.attestation_type) === item.attestation_type &&
            (filter.is_compliant ?? item.is_compliant) === item.is_compliant &&
            item.created_at >= (filter.from_timestamp ?? 0) &&
            item.created_at <= (filter.to_timestamp ?? Infinity),
        )
        expect(status).toBe(200)
        expect(body.pagination.total).toBe(matching.length)
        expect(body.data.map((item: Item) => item.attestation_id)).toEqual(
          matching.slice((page - 1) * per_page, page * per_page).map((item) => item.attestation_id),
        )
      },
    ),
    { numRuns: 70 * fuzzEffort },
  )
})

test('totals are the same before and after the counts are folded', async () => {
  const total = async () =>
    (await app.call('GET', `/attestations/${org}/one?per_page=1`)).body.pagination.total
  const path = `/attestations/${org}/one/trail/t0/generic`
  const ofOne = all.filter((item) => item.flow_name === 'one').length
  await app.call('POST', path, { form: dataForm({ attestation_name: 'one-more' }) })
  expect(await total()).toBe(ofOne + 1)
  await expect.poll(waiting).toBe(0)
  expect(await total()).toBe(ofOne + 1)
  for (const grouped of ['tally', 'day', 'org_day', 'total']) {
    const table = `attestation_${grouped}`
    const [row] = await app.query<{ sum: number }>(`select sum(count)::int as sum from ${table}`)
    expect(row?.sum, table).toBe(61)
  }
})

test("a flow's trails are counted in their current states", async () => {
  const list = (query: string) => app.call('GET', `/cairn/${org}/flows/one/trails?${query}`)
  const { body } = await list('per_page=500')
  expect(body.pagination.total).toBe(body.data.length)
  for (const verdict of ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE']) {
    const inState = body.data.filter(
      (trail: { compliance_state: string }) => trail.compliance_state === verdict,
    )
    const first = await list(`verdict=${verdict}&per_page=2`)
    expect(first.body.pagination.total).toBe(inState.length)
    const second = await list(`verdict=${verdict}&per_page=2&page=2`)
    expect([...first.body.data, ...second.body.data]).toEqual(inState.slice(0, 4))
  }
})

test('trails are found by a part of their names in any case, on all pages, with their total', async () => {
  const list = async (query: string) =>
    (await app.call('GET', `/cairn/${org}/flows/one/trails?${query}`)).body
  const named = async () => (await list('per_page=500')).data as { name: string }[]
  const check = async () => {
    const trails = await named()
    for (const text of ['t', 'T', '1', 'T1', 'x', 'er', '%', 'tt']) {
      const matching = trails.filter(({ name }) => name.includes(text.toLowerCase()))
      for (const page of [1, 2, 3]) {
        const { data, pagination } = await list(
          `name=${encodeURIComponent(text)}&per_page=2&page=${page}`,
        )
        expect(pagination.total, text).toBe(matching.length)
        expect(data, text).toEqual(matching.slice(2 * page - 2, 2 * page))
      }
    }
  }
  // All names begin with "t", until one does not.
  expect((await named()).every(({ name }) => name.startsWith('t'))).toBe(true)
  await check()
  const form = dataForm({ attestation_name: 'odd' })
  await app.call('POST', `/attestations/${org}/one/trail/other/generic`, { form })
  expect((await named())[0]).toMatchObject({ name: 'other' })
  await check()
})
