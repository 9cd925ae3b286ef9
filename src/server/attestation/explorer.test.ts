import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { EvidenceDay, FacetValue } from '#contract/attestation/explorer.ts'
import { type ArchivedChoice, archivedChoices } from '#contract/common/archived.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { archivedChoice, isShown } from '#server/testing/archived-choice.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { commitInfo, junitResult, reporter } from '#server/testing/reporter.ts'

const day = 86_400
const start = 1_790_000_000
let now = start
let app: TestApp
let all: Attestation[]
const commit = (text: string) => text.padEnd(40, '0')

const get = (path: string) => app.call('GET', path, { key: 'reader' })
const urlOf = (path: string, query: object) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) params.append(name, String(one))
  }
  return `${path}?${params}`
}

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = reporter(app)
  const steps = [0, 5, 0.2 * day, 0.9 * day, 3 * day, 4]
  for (let index = 0; index < 60; index += 1) {
    now += steps[index % steps.length] ?? 0
    const is_compliant = index % 5 > 0
    const isJunit = index % 4 === 0
    const flow = index % 7 === 0 ? 'gone' : index % 3 === 0 ? 'two' : 'one'
    const results = { junit_results: [{ ...junitResult, failures: is_compliant ? 0 : 1 }] }
    const data = {
      attestation_name: `check-${index % 6}`,
      ...(isJunit ? results : { is_compliant }),
      ...(index < 3 && { git_commit_info: { ...commitInfo, sha1: commit(`abcde${index}`) } }),
    }
    const { status } = await app.call(
      'POST',
      `/attestations/acme/${flow}/trail/t${index}/${isJunit ? 'junit' : 'generic'}`,
      { form: dataForm(data), key: index % 8 === 0 ? 'admin' : 'member' },
    )
    expect(status).toBe(201)
    if (index % 6 === 5) {
      now += 60
      await app.call('POST', `/attestations/acme/${flow}/trail/t${index}/override`, {
        json: {
          attestation_name: data.attestation_name,
          reason: 'Seen by eye',
          new_compliance_status: index % 12 === 5 ? !is_compliant : is_compliant,
          original_attestation_type: isJunit ? 'junit' : 'generic',
        },
      })
    }
  }
  await report.begin('one', 'planned', {
    git_commit_info: { ...commitInfo, sha1: commit('feed1') },
  })
  await app.call('PUT', '/flows/acme/gone/archive')
  all = (await get('/attestations/acme?per_page=500')).body.data
})
afterAll(() => app.close())

type Asked = Partial<Record<'flow_name' | 'attestation_name' | 'attestation_type', string[]>> & {
  archived?: ArchivedChoice
  record_type?: 'evidence' | 'override'
  is_compliant?: boolean
  reported_is_compliant?: boolean
  overridden?: boolean
  reported_by?: string[]
  from_timestamp?: number
  to_timestamp?: number
}

const moment = fc.integer({ min: start - day, max: start + 45 * day })
const some = (...values: string[]) => fc.subarray(values, { minLength: 1 })
const filters: fc.Arbitrary<Asked> = fc.record(
  {
    flow_name: some('one', 'two', 'gone', 'absent'),
    attestation_name: some('check-0', 'check-1', 'check-2', 'check-5', 'absent'),
    attestation_type: some('generic', 'junit', 'sonar'),
    archived: archivedChoice,
    record_type: fc.constantFrom('evidence', 'override'),
    is_compliant: fc.boolean(),
    reported_is_compliant: fc.boolean(),
    overridden: fc.boolean(),
    reported_by: some('member', 'admin', 'absent'),
    from_timestamp: moment,
    to_timestamp: moment,
  },
  { requiredKeys: [] },
)

/** Matching attestations, filtered one at a time. */
const matching = (asked: Asked) =>
  all.filter(
    (one) =>
      isShown(asked, one) &&
      (asked.flow_name?.includes(one.flow_name) ?? true) &&
      (asked.attestation_name?.includes(one.attestation_name) ?? true) &&
      (asked.attestation_type?.includes(one.attestation_type) ?? true) &&
      (asked.reported_by?.includes(one.reported_by) ?? true) &&
      (asked.record_type ?? one.record_type) === one.record_type &&
      (asked.is_compliant ?? one.is_compliant) === one.is_compliant &&
      (asked.reported_is_compliant ?? one.reported_is_compliant) === one.reported_is_compliant &&
      (asked.overridden ?? 'overridden_by' in one) === 'overridden_by' in one &&
      one.created_at >= (asked.from_timestamp ?? 0) &&
      one.created_at <= (asked.to_timestamp ?? Infinity),
  )

const none = { compliant: 0, non_compliant: 0, accepted_by_override: 0 }
const isAccepted = (one: Attestation) => one.reported_is_compliant === false && one.is_compliant

const countBy = (rows: Attestation[], nameOf: (one: Attestation) => string) => {
  const counts = new Map<string, FacetValue>()
  for (const one of rows) {
    const value = nameOf(one)
    const count = counts.get(value) ?? { value, ...none, overrides: 0 }
    if (one.is_override) count.overrides += 1
    else count[one.reported_is_compliant ? 'compliant' : 'non_compliant'] += 1
    if (isAccepted(one)) count.accepted_by_override += 1
    counts.set(value, count)
  }
  return [...counts.values()].sort((a, b) => (a.value < b.value ? -1 : 1))
}
const byValue = ({ values }: { values: FacetValue[] }) =>
  values.toSorted((a, b) => (a.value < b.value ? -1 : 1))

it('flags attestations of archived flows, and begins with the newest of the requested ones', async () => {
  expect(all.every((one) => one.flow_archived === (one.flow_name === 'gone'))).toBe(true)
  for (const archived of archivedChoices) {
    const { body } = await get(`/attestations/acme?archived=${archived}&per_page=3`)
    const rows = matching({ archived })
    expect(rows.length).toBeGreaterThan(3)
    expect([body.data, body.pagination.total]).toEqual([rows.slice(0, 3), rows.length])
  }
})

describe('under every combination of filters', () => {
  it('a page holds the rows that counting off finds, with the true total', async () => {
    const paging = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 }))
    await fc.assert(
      fc.asyncProperty(filters, paging, async (asked, [page, per_page]) => {
        const { body } = await get(urlOf('/attestations/acme', { ...asked, page, per_page }))
        const rows = matching(asked)
        expect(body.pagination.total).toBe(rows.length)
        expect(body.data).toEqual(rows.slice((page - 1) * per_page, page * per_page))
      }),
      { numRuns: 50 * fuzzEffort },
    )
  })

  it('each facet counts what the other filters match, by value and verdict', async () => {
    const nameOf = {
      flow_name: (one: Attestation) => one.flow_name,
      attestation_name: (one: Attestation) => one.attestation_name,
      attestation_type: (one: Attestation) => one.attestation_type,
      reported_by: (one: Attestation) => one.reported_by,
    }
    await fc.assert(
      fc.asyncProperty(filters, async (asked) => {
        const { body } = await get(urlOf('/cairn/acme/attestations/facets', asked))
        expect(body.total).toBe(matching(asked).length)
        for (const [field, of] of Object.entries(nameOf)) {
          const counts = countBy(matching({ ...asked, [field]: undefined }), of)
          expect(byValue(body[field])).toEqual(counts)
          expect(body[field].count).toBe(counts.length)
        }
        const among = (change: Asked) => matching({ ...asked, ...change }).length
        for (const field of ['is_compliant', 'reported_is_compliant', 'overridden']) {
          expect([field, body[field]]).toEqual([
            field,
            { true: among({ [field]: true }), false: among({ [field]: false }) },
          ])
        }
        expect(body.record_type).toEqual({
          evidence: among({ record_type: 'evidence' }),
          override: among({ record_type: 'override' }),
        })
      }),
      { numRuns: 20 * fuzzEffort },
    )
  })

  it('the days of a window add up to its evidence, by what that reported', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const asked = { ...filter, from_timestamp: filter.from_timestamp ?? start }
        const { body } = await get(urlOf('/cairn/acme/attestations/days', asked))
        const sum = (field: Exclude<keyof EvidenceDay, 'day'>) =>
          body.days.reduce((total: number, one: EvidenceDay) => total + one[field], 0)
        const rows = matching({ to_timestamp: Math.floor(now) + 1, ...asked })
        const evidence = rows.filter((one) => !one.is_override)
        const good = evidence.filter((one) => one.reported_is_compliant)
        expect([sum('compliant'), sum('non_compliant')]).toEqual([
          good.length,
          evidence.length - good.length,
        ])
        expect([sum('accepted_by_override'), sum('rejected_by_override')]).toEqual([
          evidence.filter(isAccepted).length,
          good.filter((one) => !one.is_compliant).length,
        ])
      }),
      { numRuns: 20 * fuzzEffort },
    )
  })
})

it('exports all matching attestations of the organization, and logs the export', async () => {
  for (const archived of archivedChoices) {
    const asked = { attestation_name: ['check-5', 'check-1'], overridden: true, archived }
    const query = { ...asked, format: 'json' }
    const { body } = await get(urlOf('/cairn/acme/exports/attestations', query))
    expect(body.rows.length).toBeGreaterThan(0)
    expect([body.rows, body.scope.filter.archived]).toEqual([matching(asked), archived])
  }
})

describe('commits', () => {
  const resolve = async (...commits: string[]) =>
    (await get(urlOf('/cairn/acme/commits', { commit: commits }))).body.commits

  it('are found by their first characters, wherever they were reported, and unknown ones have no match', async () => {
    expect(await resolve('abcde1', 'abcde', 'feed1', commit('feed1'), 'fffff')).toEqual([
      { asked: 'abcde1', matches: [commit('abcde1')] },
      { asked: 'abcde', matches: [commit('abcde0'), commit('abcde1'), commit('abcde2')] },
      { asked: 'feed1', matches: [commit('feed1')] },
      { asked: commit('feed1'), matches: [commit('feed1')] },
      { asked: 'fffff', matches: [] },
    ])
  })

  it('are refused if invalid, or too many', async () => {
    for (const bad of ['abcd', 'ghijk', 'a'.repeat(65)]) {
      const { status, body } = await get(urlOf('/cairn/acme/commits', { commit: ['abcde', bad] }))
      expect([status, body.errors.commit]).toEqual([400, expect.stringContaining(bad)])
    }
    const many = Array.from({ length: 101 }, (_, index) => commit(`a${10_000 + index}`))
    expect((await get(urlOf('/cairn/acme/commits', { commit: many }))).status).toBe(400)
    expect((await get('/cairn/acme/commits')).status).toBe(400)
  })
})
