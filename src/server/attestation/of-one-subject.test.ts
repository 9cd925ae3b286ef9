import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { EvidenceDay, FacetValue } from '#contract/attestation/explorer.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

const start = 1_790_000_000
const shared = fingerprintOf('shared')
const [own, built, begun] = ['a1', 'b2', 'c3'].map((text) => text.padEnd(40, '0'))
let now = start
let app: TestApp
let all: Attestation[]

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 30_000) })
  const report = reporter(app)
  for (const flow of ['one', 'two', 'gone']) {
    for (const name of ['run-1', 'run-2']) {
      await report.begin(flow, name, { git_commit_info: { ...commitInfo, sha1: begun } })
      const fingerprint = name === 'run-1' ? shared : fingerprintOf(flow)
      await report.artifact(flow, { trail_name: name, fingerprint, git_commit: built })
      for (const payload of [
        { attestation_name: 'review' },
        { attestation_name: 'scan', artifact_fingerprint: fingerprint, is_compliant: false },
        { attestation_name: 'tests', artifact_fingerprint: fingerprint },
        { attestation_name: 'notes', git_commit_info: { ...commitInfo, sha1: own } },
      ]) {
        await report.generic(flow, name, payload)
      }
    }
  }
  await report.override('one', 'run-1', { artifact_fingerprint: shared })
  await app.call('PUT', '/flows/acme/gone/archive')
  all = (await get('/attestations/acme?per_page=500')).body.data
  expect(all).toHaveLength(25)
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path, { key: 'reader' })
const idsOf = (of: readonly Attestation[]) => of.map(({ attestation_id }) => attestation_id)
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** Of the commit by which the API lists them. */
const byCommit = async (commit: string) => {
  const path = `/attestations/acme/list_attestations_for_criteria?commit_list=${commit}`
  const ids = new Set(idsOf((await get(path)).body[commit]))
  return ({ attestation_id }: Attestation) => ids.has(attestation_id)
}
const ofShared = ({ artifact_fingerprint }: Attestation) => artifact_fingerprint === shared

const subjects: [query: string, ofSubject: () => Promise<(one: Attestation) => boolean>][] = [
  [`fingerprint=${shared}`, () => Promise.resolve(ofShared)],
  [`fingerprint=${shared.slice(0, 5).toUpperCase()}`, () => Promise.resolve(ofShared)],
  ['trail_name=run-2', () => Promise.resolve(({ trail_name }) => trail_name === 'run-2')],
  ['trail_name=RUN-2', () => Promise.resolve(() => false)],
  [`git_commit=${own}`, () => byCommit(own!)],
  [`git_commit=${built?.slice(0, 5)}`, () => byCommit(built!)],
  [`git_commit=${begun}`, () => byCommit(begun!)],
  [
    `trail_name=run-1&fingerprint=${shared}`,
    () => Promise.resolve((one) => ofShared(one) && one.trail_name === 'run-1'),
  ],
]

const isOverridden = ({ attestation_id }: Attestation) =>
  all.some((one) => one.is_override && one.override_of === attestation_id)

const middle = start + 40 * 30_000
const narrowing: [query: string, matches: (one: Attestation) => boolean][] = [
  ['', () => true],
  ['archived=exclude', ({ flow_name }) => flow_name !== 'gone'],
  ['flow_name=two&flow_name=gone', ({ flow_name }) => flow_name !== 'one'],
  ['record_type=override', ({ is_override }) => is_override],
  ['overridden=true', isOverridden],
  ['overridden=false&is_compliant=false', (one) => !isOverridden(one) && !one.is_compliant],
  [`from_timestamp=${middle}`, ({ created_at }) => created_at >= middle],
]

it.each(subjects)(
  'lists, counts and exports what is of one subject, by %s',
  async (of, subject) => {
    const ofSubject = await subject()
    for (const [more, matches] of narrowing) {
      const query = `${of}&${more}`
      const expected = idsOf(all.filter((one) => ofSubject(one) && matches(one)))
      const { body } = await get(`/attestations/acme?per_page=500&${query}`)
      expect(idsOf(body.data), query).toEqual(expected)
      expect(body.pagination.total, query).toBe(expected.length)
      const second = (await get(`/attestations/acme?per_page=2&page=2&${query}`)).body
      expect(idsOf(second.data), query).toEqual(expected.slice(2, 4))
      const facets = (await get(`/cairn/acme/attestations/facets?${query}`)).body
      expect(facets.total, query).toBe(expected.length)
      const byName = facets.attestation_name.values.map(
        (one: FacetValue) => one.compliant + one.non_compliant + one.overrides,
      )
      expect(sumOf(byName), query).toBe(expected.length)
      const { text } = await get(`/cairn/acme/exports/attestations?format=ndjson&${query}`)
      const rows = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(idsOf(rows.slice(0, -1)), query).toEqual(expected)
    }
  },
)

it('counts days of what is of one subject', async () => {
  const window = `from_timestamp=${start}&to_timestamp=${now}`
  const { days } = (await get(`/cairn/acme/attestations/days?${window}&fingerprint=${shared}`)).body
  const counts = days.map((day: EvidenceDay) => day.compliant + day.non_compliant)
  expect(sumOf(counts)).toBe(all.filter((one) => ofShared(one) && !one.is_override).length)
})

it.each([
  ['fingerprint', 'abcd'],
  ['fingerprint', 'no-hash'],
  ['git_commit', 'main'],
])('refuses %s=%s, naming field and value', async (field, value) => {
  for (const path of ['/attestations/acme', '/cairn/acme/attestations/facets']) {
    const { status, body } = await get(`${path}?${field}=${value}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(field)
    expect(JSON.stringify(body)).toContain(value)
  }
})
