import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/query-plans.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { type ExceptionPosition, type Filters, listPositions } from './page-queries.ts'

/** More than the register counts. */
const ended = 40_000
const now = 1_800_000_000

let app: TestApp
let database: CountedDatabase
let org: OrgDatabase
let report: ReturnType<typeof overrideClient>

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = overrideClient(app)
  await report.flow('f')
  await report.environment('prod')
  // Ends and instants of making repeat, so that every part of an order decides somewhere.
  const standings = "(array['stands', 'expired', 'withdrawn', 'restored', 'requested', 'declined'])"
  await app.query(
    `insert into override_entry (org_id, id, is_request, flow_id, type, is_compliant, created_at,
       created_by, expires_at, standing)
     select org_id, 'some-' || n, n % 6 >= 4, id, 'generic', true, ${now} - 1000 + n % 3, 'x',
       case when n % 4 > 0 then ${now} + n % 4 * 1000.5 end, ${standings}[1 + n % 6]
     from flow, generate_series(1, 60) as n`,
  )
  await app.query(
    `insert into allowed_artifact (org_id, id, environment_id, fingerprint, name, description,
       created_at, created_by, expires_at, standing, has_usual_expiry)
     select org_id, 'some-' || n || '_entry', id, n::text, 'a', '', ${now} - 1000 + n % 3, 'x',
       case when n % 4 > 0 then ${now} + n % 4 * 1000.5 end, ${standings}[1 + n % 6], false
     from environment, generate_series(1, 60) as n`,
  )
  database = await openCountedDatabase(app)
  org = database.org
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const filtersOf = (sort: Filters['sort'], state?: Filters['state']) => ({ sort, state }) as Filters

describe('the register, page by page', () => {
  it.each<[Filters['sort'], Filters['state']]>([
    ['kind', undefined],
    ['created_at', undefined],
    ['expires_at', undefined],
    ['kind', ['ended']],
    ['expires_at', ['requested', 'expired']],
  ])('says each exception once, in the order of all, by %s and of %j', async (sort, state) => {
    const filters = filtersOf(sort, state)
    const all = await listPositions(org, filters, now)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(30)
    const paged: ExceptionPosition[] = []
    let after: ExceptionPosition | null = null
    do {
      const page: ExceptionPosition[] = await listPositions(org, filters, now, { after, limit: 7 })
      paged.push(...page)
      after = page.length === 7 ? (page.at(-1) ?? null) : null
    } while (after)
    expect(paged).toEqual(all)
  })

  it('leads from page to page by what the answer says, to the end', async () => {
    const path = '/cairn/acme/exceptions?kind=allow_list&per_page=25'
    const { data, pagination } = await report.get(path)
    expect(pagination).toMatchObject({ total: 60, is_total_exceeded: false, per_page: 25 })
    const second = await report.get(`${path}&page_after=${encodeURIComponent(pagination.next)}`)
    const third = await report.get(
      `${path}&page_after=${encodeURIComponent(second.pagination.next)}`,
    )
    const ids = [data, second.data, third.data].flat().map((one) => one.exception_id)
    expect(new Set(ids).size).toBe(60)
    expect(third.pagination).toMatchObject({ total: 60, next: null })
  })

  it('takes what is over by one word, in the list as in the file', async () => {
    const one = '/cairn/acme/exceptions?kind=allow_list&per_page=100'
    const { data } = await report.get(`${one}&state=ended`)
    expect(new Set(data.map(({ state }: { state: string }) => state))).toEqual(
      new Set(['expired', 'withdrawn', 'restored', 'declined']),
    )
    expect((await report.get(`${one}&state=ended&state=requested`)).data).toHaveLength(50)
    const file = '/cairn/acme/exports/exceptions?format=json&kind=allow_list&state=ended'
    const { rows, scope } = JSON.parse((await app.call('GET', file, { key: 'reader' })).text)
    expect(rows).toEqual(data)
    expect(scope.filter).toMatchObject({ state: ['ended'] })
  })

  it.each(['2', '0_1_none_x_id', '0_9_none_1_id', '0_1_none_1_', `0_1_none_1_${'x'.repeat(501)}`])(
    'refuses to begin after %s',
    async (after) => {
      const path = `/cairn/acme/exceptions?page_after=${after}`
      const answer = await app.call('GET', path, { key: 'reader' })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('page_after')
    },
  )
})

describe('a long history', () => {
  beforeAll(async () => {
    await app.query(
      `insert into override_entry (org_id, id, is_request, flow_id, type, is_compliant, created_at,
         created_by, expires_at, standing)
       select org_id, 'old-' || lpad(n::text, 6, '0'), false, id, 'generic', true,
         ${now} - 100000 + n, 'x', case when n % 5 > 0 then ${now} - 50000 + n end, 'expired'
       from flow, generate_series(1, ${ended}) as n`,
    )
    await app.query(
      `insert into allowed_artifact (org_id, id, environment_id, fingerprint, name, description,
         created_at, created_by, expires_at, standing, has_usual_expiry)
       select org_id, 'old-' || n, id, 'old-' || n, 'a', '', ${now} - 100000 + n, 'x',
         ${now} - 50000 + n, 'restored', false
       from environment, generate_series(1, ${ended}) as n`,
    )
    await app.query('analyze override_entry, allowed_artifact, flow, environment')
  })

  it('is counted up to a bound, and the answer says so', async () => {
    const { pagination, data } = await report.get(
      '/cairn/acme/exceptions?kind=allow_list&state=ended',
    )
    expect(pagination).toMatchObject({ total: 10_000, is_total_exceeded: true })
    expect(data).toHaveLength(25)
  })

  it.each<[string, Filters['sort'], Partial<ExceptionPosition> | null]>([
    ['the first page', 'kind', null],
    ['a page amid the overrides', 'kind', { expires_at: now - 30_000, id: 'old-020000' }],
    ['a page amid those without an end', 'kind', { id: 'old-020000' }],
    ['a page amid the entries', 'kind', { place: 2, expires_at: now - 30_000, id: 'old-020000' }],
    ['the first page by end', 'expires_at', null],
    ['a page amid all by end', 'expires_at', { expires_at: now - 30_000, id: 'old-020000' }],
  ])('is read for %s by few of its rows', async (_, sort, after) => {
    const begin = { waits: false, place: 1, expires_at: null, created_at: now - 80_000, id: '' }
    const page = { after: after && { ...begin, ...after }, limit: 26 }
    const { found, rowsRead } = await database.count(['override_entry', 'allowed_artifact'], () =>
      listPositions(org, filtersOf(sort, ['ended']), now, page),
    )
    expect(found).toHaveLength(26)
    expect(rowsRead).toBeLessThan(2_000)
  })
})
