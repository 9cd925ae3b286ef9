import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
/** Seconds between two readings of the clock: the reports are of several days. */
const pace = 600
const flow = 'with-state'
const template = `trail:
  attestations: [{name: review, type: generic}]
  artifacts: [{name: app, attestations: [{name: scan, type: generic}]}]
`

/** A small deterministic generator of numbers. */
let seed = 7
const pick = <T>(from: readonly T[]): T => {
  seed = (seed * 48_271) % 2_147_483_647
  return from[seed % from.length]!
}
const prints = ['one', 'two', 'three'].map(fingerprintOf)

async function happen(trail: string) {
  const is_compliant = pick([true, true, false])
  const attestation_name = pick(['scan', 'review', 'other'])
  const scope = pick([
    {},
    { artifact_fingerprint: pick(prints) },
    { target_artifacts: [pick(['app', 'web'])], git_commit_info: commitInfo },
  ])
  await pick([
    () =>
      report.artifact(flow, {
        fingerprint: pick(prints),
        trail_name: trail,
        template_reference_name: pick(['app', 'app', 'web', null]),
      }),
    () => report.generic(flow, trail, { attestation_name, is_compliant, ...scope }),
    () => report.generic(flow, trail, { attestation_name, is_compliant, ...scope }),
  ])()
}

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += pace) })
  report = reporter(app)
  await report.flow(flow, template)
  await report.artifact(flow, { trail_name: null, template_reference_name: null })
  for (const trail of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await report.begin(flow, trail)
    for (let n = 0; n < 14; n += 1) await happen(trail)
  }
  await report.begin(flow, 'f', {}, 'trail: {attestations: [{name: late, type: generic}]}')
})
afterAll(() => app.close())

interface Item {
  artifact_id: string
  fingerprint: string
  trail_name: string | null
  template_reference_name: string | null
  state: string
  history: unknown
}

/** Recomputes the state of an artifact from its slots. */
function recount(slots: { status: string; is_compliant: boolean | null }[]) {
  if (slots.some((slot) => slot.is_compliant === false)) return 'NON-COMPLIANT'
  return slots.some((slot) => slot.status === 'MISSING') ? 'INCOMPLETE' : 'COMPLIANT'
}

it('lists every artifact in the state that its own page gives', async () => {
  const { body } = await app.call('GET', `/artifacts/acme?flow_name=${flow}&per_page=500`)
  const items = body as Item[]
  expect(new Set(items.map(({ state }) => state)).size).toBe(3)
  const summaries = await app.call('GET', `/cairn/acme/flows/${flow}/artifacts?per_page=500`)
  const listed = (summaries.body.data as Item[]).map((one) => [one.artifact_id, one.state])
  expect(listed).toEqual(items.map((one) => [one.artifact_id, one.state]))
  for (const item of items) {
    const path = `/cairn/acme/flows/${flow}/artifacts/${item.fingerprint}`
    const { body: detail } = await app.call('GET', `${path}?artifact_id=${item.artifact_id}`)
    expect(detail.artifact).toEqual(item)
    expect(recount(detail.slots)).toBe(item.state)
  }
})

it('has on its pages the rows of the whole list that match, with their total', async () => {
  const summaries = async (query: string) =>
    (await app.call('GET', `/cairn/acme/flows/${flow}/artifacts?${query}`)).body
  const { data: all } = await summaries('per_page=500')
  const times = (all as { created_at: number }[]).map(({ created_at }) => created_at)
  expect(times[0]! - times.at(-1)!).toBeGreaterThan(86_400)
  const matching: Record<string, (one: { state: string; created_at: number }) => boolean> = {
    '': () => true,
    'verdict=INCOMPLETE': ({ state }) => state === 'INCOMPLETE',
    'verdict=COMPLIANT&verdict=NON-COMPLIANT': ({ state }) => state !== 'INCOMPLETE',
    [`from_timestamp=${times.at(-3)}&to_timestamp=${times[2]}`]: ({ created_at }) =>
      created_at >= times.at(-3)! && created_at <= times[2]!,
    'name=nothing': () => false,
  }
  for (const [query, isMatching] of Object.entries(matching)) {
    const rows = all.filter(isMatching)
    const found = []
    for (let page = 1; page <= Math.ceil(rows.length / 3) + 1; page += 1) {
      const { data, pagination } = await summaries(`per_page=3&page=${page}&${query}`)
      expect(pagination.total, query).toBe(rows.length)
      found.push(...data)
    }
    expect(found, query).toEqual(rows)
  }
})

it('gives an artifact that fills its slot the state that its trail shows', async () => {
  for (const trail of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const { compliance_status } = await report.trail(flow, trail)
    const { body } = await app.call('GET', `/artifacts/acme?flow_name=${flow}&per_page=500`)
    const states = new Map((body as Item[]).map((item) => [item.artifact_id, item.state]))
    for (const slot of Object.values<{ artifact_id: string | null; status: string }>(
      compliance_status.artifacts_statuses,
    )) {
      if (slot.artifact_id) expect(states.get(slot.artifact_id)).toBe(slot.status)
    }
  }
})
