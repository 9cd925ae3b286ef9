import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoggedDecision } from '#contract/decision/decision.ts'
import { archivedChoices } from '#contract/common/archived.ts'
import type { VerdictDay } from '#contract/verdict/verdict-history.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { archivedChoice, isShown } from '#server/testing/archived-choice.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

const day = 86_400
const start = 1_790_000_000
let now = start
let app: TestApp
let report: ReturnType<typeof reporter>
let all: LoggedDecision[]
const prints = ['one', 'two'].map(fingerprintOf)

const read = async (path: string) => {
  const { status, body } = await app.call('GET', `/cairn/acme/decisions${path}`, { key: 'reader' })
  return status === 200 ? body : { status, ...body }
}

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = reporter(app)
  await report.control('C-1', 'First')
  const steps = [0, 5, 0.2 * day, 0.9 * day, 3 * day, 4]
  for (let index = 0; index < 40; index += 1) {
    now += steps[index % steps.length] ?? 0
    const flow = index % 7 === 0 ? 'gone' : index % 3 === 0 ? 'two' : 'one'
    const fingerprint = prints[index % 4]
    if (fingerprint) await report.artifact(flow, { trail_name: 't', fingerprint })
    await report.decision(flow, 't', {
      control: `C-${1 + (index % 3)}`,
      attestation_data: { is_compliant: index % 4 > 0, violations: ['Not reviewed', 'Late'] },
      artifact_fingerprint: fingerprint ?? null,
    })
  }
  await report.generic('one', 't', { attestation_name: 'other' })
  await app.call('PUT', '/flows/acme/gone/archive')
  all = (await read('?per_page=500')).decisions
})
afterAll(() => app.close())

it('lists the decisions about every control, newest first, and flags archived flows', () => {
  expect(all).toHaveLength(40)
  expect(new Set(all.map((one) => one.control))).toEqual(new Set(['C-1', 'C-2', 'C-3']))
  expect(all.every((one) => one.flow_archived === (one.flow_name === 'gone'))).toBe(true)
  const times = all.map((one) => one.created_at)
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(all[0]).toMatchObject({ violation: 'Not reviewed', violation_count: 2 })
  const known = all.find((one) => one.control === 'C-1')
  expect(known).toMatchObject({ control_version: 1, control_name: 'First', trail_name: 't' })
})

const filters = fc.record(
  {
    control: fc.subarray(['C-1', 'C-3', 'absent'], { minLength: 1 }),
    archived: archivedChoice,
    compliant: fc.boolean(),
    flow_name: fc.subarray(['one', 'two', 'gone'], { minLength: 1 }),
    fingerprint: fc.constantFrom(...prints, 'absent'),
    from_timestamp: fc.integer({ min: start, max: start + 20 * day }),
    to_timestamp: fc.integer({ min: start, max: start + 40 * day }),
  },
  { requiredKeys: [] },
)
type Filter = typeof filters extends fc.Arbitrary<infer T> ? T : never

const queryOf = (filter: object) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    for (const one of [value].flat()) query.append(name, String(one))
  }
  return query.toString()
}
const matching = (filter: Filter) =>
  all.filter(
    (one) =>
      isShown(filter, one) &&
      (filter.control?.includes(one.control) ?? true) &&
      (filter.compliant ?? one.is_compliant) === one.is_compliant &&
      (filter.flow_name?.includes(one.flow_name) ?? true) &&
      (filter.fingerprint ?? one.artifact_fingerprint) === one.artifact_fingerprint &&
      one.created_at >= (filter.from_timestamp ?? 0) &&
      one.created_at <= (filter.to_timestamp ?? Infinity),
  )

it('shows all matching decisions under every filter, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 3, max: 20 }), async (filter, per_page) => {
      const seen: LoggedDecision[] = []
      let before: string | null = null
      do {
        const query = queryOf({ ...filter, per_page, ...(before && { before }) })
        const body: { decisions: LoggedDecision[]; older: string | null } = await read(`?${query}`)
        seen.push(...body.decisions)
        before = body.older
      } while (before)
      expect(seen).toEqual(matching(filter))
    }),
    { numRuns: 20 * fuzzEffort },
  )
})

it('counts under every filter what the list shows, by day and verdict', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const window = { from_timestamp: start - 5, to_timestamp: now + 5, ...filter }
      const { days } = await read(`/days?${queryOf(window)}`)
      const sum = (field: keyof VerdictDay) =>
        days.reduce((sum: number, one: VerdictDay) => sum + one[field], 0)
      const found = matching(window)
      expect(sum('compliant')).toBe(found.filter((one) => one.is_compliant).length)
      expect(sum('non_compliant')).toBe(found.filter((one) => !one.is_compliant).length)
      for (const one of days.slice(0, 3) as VerdictDay[]) {
        const own = found.filter((x) => Math.floor(x.created_at / day) === one.day / day)
        expect(one.compliant + one.non_compliant).toBe(own.length)
      }
    }),
    { numRuns: 20 * fuzzEffort },
  )
})

it('exports what the list shows', async () => {
  for (const archived of archivedChoices) {
    const filter = { archived, control: ['C-1'], compliant: true }
    const path = `/cairn/acme/exports/decisions?format=json&${queryOf(filter)}`
    const { rows } = (await app.call('GET', path, { key: 'reader' })).body
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(matching(filter))
  }
})

it('counts 30 days up to now by default', async () => {
  const { from, to, days } = await read('/days')
  expect([to, from % day, days.length]).toEqual([now, 0, 30])
})

it('reads one decision with the control as it was and as it is', async () => {
  const mine = { control: 'C-1', attestation_data: { is_compliant: false, violations: ['No'] } }
  const { body: id } = await report.decision('one', 't', mine)
  await app.call('PUT', '/controls/acme/C-1', { key: 'admin', json: { name: 'Renamed' } })
  const body = await read(`/${id}`)
  expect(body).toMatchObject({
    decision: { attestation_id: id, control: 'C-1', control_version: 1, is_compliant: false },
    violations: ['No'],
    violation_count: 1,
    recorded: { version: 1, name: 'First' },
    current: { version: 2, name: 'Renamed', event: 'edited' },
  })
  const { body: other } = await report.decision('one', 't', { control: 'absent' })
  expect(await read(`/${other}`)).toMatchObject({ recorded: null, current: null })
})

it('reads a decision of an archived flow, so that links to it stay valid', async () => {
  const [row] = await app.query<{ id: string }>(
    `select attestation.id from attestation join flow on flow.org_id = attestation.org_id
       and flow.id = flow_id
     where flow.name = 'gone' limit 1`,
  )
  expect((await read(`/${row?.id}`)).decision).toMatchObject({ flow_name: 'gone' })
})

it.each([
  ['/nope', 404],
  ['?before=nope', 404],
  ['?compliant=maybe', 400],
  ['?per_page=0', 400],
  ['?from_timestamp=x', 400],
])('answers %s with %d', async (path, status) => {
  expect((await read(path)).status).toBe(status)
})

it('shows no attestation that is no decision', async () => {
  const { body } = await report.generic('one', 't', { attestation_name: 'plain' })
  expect((await read(`/${body}`)).status).toBe(404)
})
