import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countSlots, evaluateArtifactSlots, evaluateTrail } from '#domain/trail/evaluate-trail.ts'
import { overridesOfSlots, overridesOfTrail } from '#domain/verdict/qualifiers.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import { withDatabase } from '#server/database/pool.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { commitInfo, fingerprintOf, junitResult, reporter } from '#server/testing/reporter.ts'
import { findTrailStatus, trailOfId } from '#server/trail/queries.ts'
import { loadTrailFacts } from './evaluate-trail.ts'
import { artifactsOfTrails } from './trail-queries.ts'

/** Enough that recent entries are kept apart. */
const many = 100
const names = Array.from({ length: many }, (_, number) => `check-${number}`)
const templateOf = (slots: readonly string[], artifacts = '') =>
  `version: 1\ntrail:\n  attestations: [${slots.map((one) => `{name: ${one}, type: generic}`).join()}]\n${artifacts}`
const ofArtifacts = '  artifacts: [{name: boiler, attestations: [{name: scan, type: generic}]}]\n'

let app: TestApp
let report: ReturnType<typeof reporter>
let flows = 0
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
})
afterAll(() => app.close())

/** Begins a trail with a large status. */
async function begin(template: string) {
  const flow = `large-${++flows}`
  await report.flow(flow, template)
  expect((await report.begin(flow, 'run')).status).toBe(201)
  return flow
}

/** What is stored of a trail, and how many recent entries are apart. */
async function storedOf(flow: string) {
  const [row] = await app.query(
    `select trail_status.*, json_array_length(recent) + json_array_length(recent_of_artifacts) as apart
     from trail_status
     join flow on flow.org_id = trail_status.org_id and flow.id = flow_id
     where flow.name = $1`,
    [flow],
  )
  return row!
}

/** Expects all that is stored of a trail to be what evaluating all of its evidence gives. */
async function expectAsEvaluated(flow: string) {
  const { org_id, trail_id, apart, ...row } = await storedOf(flow)
  await withDatabase(app.connection, async (database) => {
    const org = new OrgDatabase(database, org_id)
    const facts = await loadTrailFacts(org, await trailOfId(org, trail_id), row.evaluated_at)
    const status = evaluateTrail(facts)
    const { present, expected } = countSlots(status)
    const stored = await findTrailStatus(org, trail_id)
    expect(stored?.state).toBe(status.status)
    expect(stored?.status).toEqual(status)
    // The order is part of it.
    const orderOf = ({ attestations_statuses, artifacts_statuses }: typeof status) => [
      attestations_statuses.map(({ attestation_name }) => attestation_name),
      Object.keys(artifacts_statuses),
    ]
    expect(orderOf(stored!.status)).toEqual(orderOf(status))
    expect(row).toMatchObject({
      artifact_count: new Set(facts.artifacts.map(({ fingerprint }) => fingerprint)).size,
      present_count: present,
      expected_count: expected,
      override_count: overridesOfTrail(status).length,
    })
    const artifacts = await artifactsOfTrails(org, [trail_id]).execute()
    const evaluated = evaluateArtifactSlots(facts)
    expect(artifacts.map(({ id, state, override_ids }) => [id, state, override_ids])).toEqual(
      Array.from(evaluated, ([id, { state, own, ofTrail }]) => [
        id,
        state,
        overridesOfSlots([...ofTrail, ...own]),
      ]),
    )
  })
  return apart
}

const name = fc.constantFrom('check-0', 'check-1', `check-${many - 1}`, 'extra', 'other')
const boiler = { artifact_fingerprint: fingerprintOf('boiler') }
const early = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
const about = fc.oneof(
  { arbitrary: fc.constant({}), weight: 4 },
  { arbitrary: fc.constant(boiler), weight: 3 },
  { arbitrary: fc.constant(early), weight: 1 },
)
const step = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      name,
      about,
      type: fc.constantFrom('generic' as const, 'generic' as const, 'junit' as const),
      is_compliant: fc.boolean(),
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('override' as const),
      name,
      is_compliant: fc.boolean(),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constant('end' as const) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('artifact' as const) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('template' as const), from: fc.nat(3) }), weight: 1 },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function play(flow: string, one: Step, overrides: string[]): Promise<void> {
  if (one.kind === 'artifact') await report.artifact(flow, { trail_name: 'run' })
  else if (one.kind === 'template') {
    await report.begin(flow, 'run', {}, templateOf(names.slice(one.from), ofArtifacts))
  } else if (one.kind === 'end') {
    const id = overrides.pop()
    if (id) await app.call('POST', `/cairn/acme/overrides/${id}/end`, { json: { reason: 'Over' } })
  } else if (one.kind === 'override') {
    const fields = { attestation_name: one.name, new_compliance_status: one.is_compliant }
    const { status, body } = await report.override(flow, 'run', fields)
    expect(status).toBe(201)
    overrides.push(body)
  } else {
    const common = { attestation_name: one.name, ...one.about }
    const failures = one.is_compliant ? 0 : 1
    // An artifact that was not reported is refused.
    await (one.type === 'generic'
      ? report.generic(flow, 'run', { ...common, is_compliant: one.is_compliant })
      : report.junit(flow, 'run', { ...common, junit_results: [{ ...junitResult, failures }] }))
  }
}

it('is stored for any events as if all evidence was evaluated', async () => {
  let kept = 0
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(step, { minLength: 5, maxLength: 15 }),
    async (hasArtifacts, steps) => {
      const flow = await begin(templateOf(names, hasArtifacts ? ofArtifacts : ''))
      const overrides: string[] = []
      for (const one of steps) {
        await play(flow, one, overrides)
        kept += (await expectAsEvaluated(flow)) > 0 ? 1 : 0
      }
    },
  )
  await fc.assert(property, { numRuns: 6 * fuzzEffort, endOnFailure: true })
  expect(kept).toBeGreaterThan(0)
})

it('is written whole again when many entries are apart', async () => {
  const flow = await begin(templateOf(names))
  const apart: number[] = []
  for (const attestation_name of names) {
    await report.generic(flow, 'run', { attestation_name })
    apart.push((await storedOf(flow)).apart)
  }
  expect(Math.max(...apart)).toBe(64)
  expect(apart.filter((count) => count === 0)).toHaveLength(2)
  await expectAsEvaluated(flow)
  expect((await report.trail(flow, 'run')).compliance_state).toBe('COMPLIANT')
})

it('has no entries apart once the version before wrote it, which knows of none', async () => {
  const flow = await begin(templateOf(names))
  await report.artifact(flow, { trail_name: 'run' })
  await report.generic(flow, 'run', { attestation_name: 'extra' })
  await report.generic(flow, 'run', { attestation_name: 'extra', ...boiler })
  const { trail_id, apart } = await storedOf(flow)
  expect(apart).toBe(2)
  const { compliance_status } = await report.trail(flow, 'run')
  await app.query('update trail_status set status = $1 where trail_id = $2', [
    JSON.stringify(compliance_status),
    trail_id,
  ])
  expect(await expectAsEvaluated(flow)).toBe(0)
})

it('is found by the entries that reports changed last', async () => {
  const flow = await begin(templateOf(names))
  const send = (attestation_name: string, is_compliant: boolean) =>
    report.generic(flow, 'run', { attestation_name, is_compliant })
  await send('check-0', false)
  await send('check-1', true)
  await send('check-2', false)
  await send('check-1', false)
  await send('extra', false)
  expect((await storedOf(flow)).apart).toBe(3)
  const total = async (attestation_name: string, slot_state: string) => {
    const query = `?attestation_name=${attestation_name}&slot_state=${slot_state}`
    const { body } = await app.call('GET', `/cairn/acme/flows/${flow}/matrix${query}`)
    return body.pagination.total
  }
  for (const name of ['check-0', 'check-1', 'check-2', 'extra']) {
    expect([await total(name, 'NON-COMPLIANT'), await total(name, 'MISSING')]).toEqual([1, 0])
  }
  expect([await total('check-3', 'NON-COMPLIANT'), await total('check-3', 'MISSING')]).toEqual([
    0, 1,
  ])
  const { slots } = (await app.call('GET', `/cairn/acme/flows/${flow}/slots`)).body
  const failing = slots.filter((one: { failing: number }) => one.failing > 0)
  const nameOf = (one: { attestation_name: string }) => one.attestation_name
  expect(failing.map(nameOf).sort()).toEqual(['check-0', 'check-1', 'check-2', 'extra'])
})

it('is found by the entries of artifacts that reports changed last', async () => {
  const flow = await begin(templateOf(names, ofArtifacts))
  await report.artifact(flow, { trail_name: 'run' })
  const unnamed = { artifact_fingerprint: fingerprintOf('kettle') }
  const kettle = { fingerprint: unnamed.artifact_fingerprint, template_reference_name: null }
  await report.artifact(flow, { trail_name: 'run', ...kettle })
  const send = (on: object, attestation_name: string, is_compliant: boolean) =>
    report.generic(flow, 'run', { ...on, attestation_name, is_compliant })
  for (const on of [boiler, unnamed]) await send(on, 'lint', false)
  expect((await storedOf(flow)).apart).toBe(0)
  const failing = async (target: string, name: string) => {
    const query = `?target=${encodeURIComponent(target)}&attestation_name=${name}`
    const path = `/cairn/acme/flows/${flow}/matrix${query}&slot_state=NON-COMPLIANT`
    return (await app.call('GET', path)).body.pagination.total
  }
  const all = async (name: string) => [await failing('boiler', name), await failing('*', name)]
  expect(await all('scan')).toEqual([0, 0])
  await send(boiler, 'scan', false)
  expect([(await storedOf(flow)).apart, await all('scan')]).toEqual([1, [1, 0]])
  await send(unnamed, 'scan', false)
  expect([(await storedOf(flow)).apart, await all('scan')]).toEqual([2, [1, 1]])
  expect(await all('lint')).toEqual([1, 1])
  await send(boiler, 'extra', true)
  expect([(await storedOf(flow)).apart, await all('extra')]).toEqual([3, [0, 0]])
  await expectAsEvaluated(flow)
})

it('has expired by the age of what counts, not of what it replaces', async () => {
  const limits = { max_age_days: { generic: 9, junit: 9 } }
  const { status } = await app.call('PUT', '/cairn/acme/settings/evidence', {
    key: 'admin',
    json: limits,
  })
  expect(status).toBe(200)
  const flow = await begin(templateOf(names))
  const send = (attestation_name: string) =>
    report.generic(flow, 'run', { attestation_name, is_compliant: false })
  const junit_results = [{ ...junitResult, failures: 1 }]
  await report.junit(flow, 'run', { attestation_name: 'extra', junit_results })
  await send('check-0')
  await report.begin(flow, 'run', {}, templateOf(names.slice(1)))
  const expired = async () => (await report.trail(flow, 'run')).qualifiers.expired
  expect(await expired()).toEqual([])
  now += 10 * 86_400
  expect(await expired()).toEqual(['generic', 'junit'])
  await send('extra')
  expect(await expired()).toEqual(['generic'])
  await send('check-0')
  expect((await storedOf(flow)).apart).toBe(2)
  expect(await expired()).toEqual([])
  now += 10 * 86_400
  expect(await expired()).toEqual(['generic'])
  await report.artifact(flow, { trail_name: 'run' })
  for (const name of ['extra', 'check-0']) await send(name)
  const onArtifact = { attestation_name: 'scan', ...boiler, is_compliant: false }
  await report.generic(flow, 'run', onArtifact)
  await report.artifact(flow, { trail_name: 'run', filename: 'boiler:1.1' })
  now += 10 * 86_400
  for (const name of ['extra', 'check-0']) await send(name)
  expect(await expired()).toEqual(['generic'])
  await report.generic(flow, 'run', onArtifact)
  expect(await expired()).toEqual([])
  now += 10 * 86_400
  for (const name of ['extra', 'check-0']) await send(name)
  expect((await storedOf(flow)).apart).toBe(3)
  expect(await expired()).toEqual(['generic'])
})
