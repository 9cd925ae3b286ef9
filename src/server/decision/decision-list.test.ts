import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Decision } from '#contract/attestation/attestation.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { archivedChoice, isShown } from '#server/testing/archived-choice.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

const day = 86_400
let now = 1_790_000_000
let app: TestApp
let all: Decision[]
const prints = ['one', 'two'].map(fingerprintOf)

const list = async (query: string) =>
  (await app.call('GET', `/controls/acme/RCTL-1/decisions?${query}`, { key: 'reader' })).body

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = reporter(app)
  for (const control of ['RCTL-1', 'RCTL-2']) await report.control(control)
  const steps = [0, 5, 0.2 * day, 0.9 * day, 3 * day, 4]
  for (let index = 0; index < 45; index += 1) {
    now += steps[index % steps.length] ?? 0
    const flow = index % 7 === 0 ? 'gone' : index % 3 === 0 ? 'two' : 'one'
    const fingerprint = prints[index % 4]
    if (fingerprint) await report.artifact(flow, { trail_name: 't', fingerprint })
    const { status } = await report.decision(flow, 't', {
      attestation_name: `check-${index % 3}`,
      control: index % 5 === 0 ? 'RCTL-2' : 'RCTL-1',
      attestation_data: { is_compliant: index % 4 > 0 },
      artifact_fingerprint: fingerprint ?? null,
    })
    expect(status).toBe(201)
  }
  await report.generic('one', 't', { attestation_name: 'check-0' })
  await app.call('PUT', '/flows/acme/gone/archive')
  all = (await list('per_page=500')).decisions
})
afterAll(() => app.close())

it('lists every decision about the control, newest first, and flags archived flows', () => {
  expect(all).toHaveLength(36)
  expect(all.every((one) => one.control === 'RCTL-1')).toBe(true)
  expect(all.every((one) => one.flow_archived === (one.flow_name === 'gone'))).toBe(true)
  const times = all.map((one) => one.created_at)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

const filters = fc.record(
  {
    archived: archivedChoice,
    compliant: fc.boolean(),
    flow_name: fc.subarray(['one', 'two', 'gone', 'absent'], { minLength: 1 }),
    fingerprint: fc.constantFrom(...prints, 'absent'),
    sort_direction: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)

it('has on every page under every filter what counting off finds, with the true total', async () => {
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      async (filter, page, per_page) => {
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries({ ...filter, page, per_page })) {
          for (const one of [value].flat()) query.append(name, String(one))
        }
        const body = await list(query.toString())
        const matching = all.filter(
          (one) =>
            isShown(filter, one) &&
            (filter.compliant ?? one.is_compliant) === one.is_compliant &&
            (filter.flow_name?.includes(one.flow_name) ?? true) &&
            (filter.fingerprint ?? one.artifact_fingerprint) === one.artifact_fingerprint,
        )
        if (filter.sort_direction === 'asc') matching.reverse()
        expect(body.total_count).toBe(matching.length)
        expect(body.decisions).toEqual(matching.slice((page - 1) * per_page, page * per_page))
      },
    ),
    { numRuns: 50 * fuzzEffort },
  )
})

it('counts the same before and after its counts are folded', async () => {
  const waiting = async () =>
    (await app.query<{ n: number }>('select count(*)::int as n from attestation_delta'))[0]?.n
  while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await list('per_page=1')).total_count).toBe(36)
  expect((await list('compliant=false')).total_count).toBe(
    all.filter((one) => !one.is_compliant).length,
  )
  const [tally] = await app.query<{ n: number }>('select sum(count)::int as n from decision_tally')
  expect(tally?.n).toBe(45)
})

it('reads one decision, of an archived flow too, but of its own control only', async () => {
  const first = all.find((one) => one.flow_archived)
  const id = first!.attestation_id
  const read = (control: string) => app.call('GET', `/controls/acme/${control}/decisions/${id}`)
  expect((await read('RCTL-1')).body).toEqual(first)
  const { status, body } = await read('RCTL-2')
  const message = `Decision '${id}' does not exist for control 'RCTL-2'`
  expect([status, body]).toEqual([404, { message }])
})

it.each([
  ['compliant=maybe', 'compliant'],
  ['sort_direction=up', 'sort_direction'],
  ['archived=true', 'archived'],
  ['page=0', 'page'],
  ['per_page=501', 'per_page'],
])('refuses %s', async (query, field) => {
  expect(Object.keys((await list(query)).errors)).toEqual([field])
})
