import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daySeconds } from '#domain/common/days.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type CountedDatabase, openCountedDatabase } from '#server/testing/query-plans.ts'
import { countEntries, foldEntryCounts } from './count-queries.ts'
import { type AuditFilters, listAuditEntries } from './list-queries.ts'

const entries = 50_000

let app: TestApp
let database: CountedDatabase
let org: OrgDatabase

beforeAll(async () => {
  app = await startTestApp()
  // Forgets what was gathered of the few rows that were there, and gathers nothing by itself.
  await app.query(`
    alter table record disable trigger user, set (autovacuum_enabled = off);
    alter table record_seal disable trigger user, set (autovacuum_enabled = off);
    truncate record cascade;
    alter table record enable trigger user;
    alter table record_seal enable trigger user`)
  await app.query(
    `insert into record (org_id, id, actor, kind, subject, body, hash, recorded_at)
     select id, lpad(n::text, 32, '0'), 'x', 'flow_created', '{}', '{}', '', n
     from organization, generate_series(1, ${entries}) as n where name = 'acme'`,
  )
  await app.query(
    `insert into record_seal (org_id, seq, record_id, prev_hash, hash, recorded_at, actor,
       key_label, kind, object_type, object, result)
     select org_id, n, id, '', '', n * 60,
       case when n % 25000 = 0 then 'rare' else 'ci-' || n % 5 end,
       case when n % 20000 = 0 then 'laptop' else 'pipeline' end,
       case when n % 15000 = 0 then 'policy_created' else 'attestation_reported' end,
       case when n % 15000 = 0 then 'policy' else 'trail' end,
       case when n % 15000 = 0 then 'p' else 'flow/run-' || n end,
       case when n % 12500 = 0 then 'refused' else 'accepted' end
     from (select *, id::int as n from record) as record`,
  )
  database = await openCountedDatabase(app)
  org = database.org
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const all: AuditFilters = {
  isNone: false,
  actor: null,
  actions: [],
  objectType: null,
  object: null,
  result: null,
  from: null,
  to: null,
}

const log = ['record_seal', 'record']

/** Returns the number of log entries that a page of the log reads. */
async function rowsReadFor(filters: Partial<AuditFilters>, before: number | null, found: number) {
  const { found: rows, rowsRead } = await database.count(log, () =>
    listAuditEntries(org, { ...all, ...filters }, { before, limit: 20 }),
  )
  expect(rows).toHaveLength(found)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq).sort((a, b) => b - a))
  return rowsRead
}

describe.each<[string, string | null]>([
  ['without statistics', null],
  ['with those of bodies alone', 'analyze record'],
  ['with statistics', 'analyze record_seal'],
])('looks at few of 50,000 entries, %s', (_, gather) => {
  beforeAll(async () => {
    if (gather) await app.query(gather)
  })

  it.each<[string, Partial<AuditFilters>, number]>([
    ['nothing', {}, 20],
    ['a busy actor', { actor: 'ci-1' }, 20],
    ['a rare actor', { actor: 'rare' }, 2],
    ['the label of a key', { actor: 'laptop' }, 2],
    ['an action', { actions: ['policy_created'] }, 3],
    ['two actions', { actions: ['policy_created', 'attestation_reported'] }, 20],
    ['a frequent action', { actions: ['attestation_reported'] }, 20],
    ['a kind of object', { objectType: 'policy' }, 3],
    ['a frequent kind of object', { objectType: 'trail' }, 20],
    ['an object', { object: 'p' }, 3],
    ['an object and its kind', { objectType: 'trail', object: 'flow/run-77' }, 1],
    ['what was refused', { result: 'refused' }, 4],
    ['what was accepted', { result: 'accepted' }, 20],
    ['a window long ago', { from: 86_400 * 3, to: 86_400 * 3 + 600 }, 11],
    ['all up to a day', { to: 86_400 * 3 }, 20],
    ['all from a day on', { from: entries * 60 - 600 }, 11],
  ])('when filtered by %s', async (_, filters, found) => {
    expect(await rowsReadFor(filters, null, found)).toBeLessThan(2_000)
  })
})

it.each<[string, Partial<AuditFilters>]>([
  ['nothing', {}],
  ['a busy actor', { actor: 'ci-1' }],
  [
    'a frequent action and kind of object',
    { actions: ['attestation_reported'], objectType: 'trail' },
  ],
])('looks at few of 50,000 entries before one, filtered by %s', async (_, filters) => {
  for (const before of [entries / 2, 257, 256]) {
    expect(await rowsReadFor(filters, before, 20)).toBeLessThan(2_000)
  }
})

it('finds entries by their values with few bytes for each', async () => {
  const [row] = await app.query(
    `select sum(pg_relation_size(indexrelid))::integer as bytes from pg_index
     where indrelid = 'record_seal'::regclass and not indisunique`,
  )
  // Of them, 75 for objects, as no two of these entries have one in common.
  expect(row?.['bytes'] / entries).toBeLessThan(250)
})

const [start, end] = [0, entries * 60]
const windows = [
  { from: start, to: end, isOpen: true },
  { from: start, to: end, isOpen: false },
  { from: 3 * daySeconds, to: 20.5 * daySeconds, isOpen: false },
  { from: 3.3 * daySeconds, to: 8 * daySeconds - 1, isOpen: false },
]
const counted: Partial<AuditFilters>[] = [
  {},
  { actions: ['policy_created'] },
  { actions: ['policy_created', 'attestation_reported'], result: 'refused' },
  { result: 'accepted' },
  { actor: 'laptop' },
  { isNone: true },
]

it.each([
  ['before any is counted', 0],
  ['once most are counted by day', entries - 300],
])('counts by day what the log holds, %s', async (_, last) => {
  await foldEntryCounts(org, { before: 0, last })
  for (const window of windows) {
    for (const asked of counted) {
      const filters = { ...all, ...asked }
      const { actions, result, actor } = filters
      const rows = await app.query(
        `select day * 86400 as at, count(*) filter (where result = 'accepted')::int as accepted,
           count(*) filter (where result = 'refused')::int as refused
         from record_seal where recorded_at between $1 and $2 and not $3
           and (kind = any($4) or $4 = '{}') and result = coalesce($5, result)
           and coalesce($6, actor) in (actor, key_label) and actor <> 'x'
         group by day order by day`,
        [window.from, window.to, filters.isNone, actions, result, actor],
      )
      expect(await countEntries(org, filters, window, daySeconds)).toEqual(rows)
    }
  }
})

it.each([0, 15, 30, 34])('reads few of 50,000 entries to count them from day %i', async (day) => {
  const window = { from: day * daySeconds, to: end, isOpen: true }
  const count = () => countEntries(org, all, window, daySeconds)
  expect((await database.count(log, count)).rowsRead).toBeLessThan(1_000)
})
