import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import {
  attestationYaml,
  policyClient,
  policyYaml,
  provenanceYaml,
} from '#server/testing/policies.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
let report: ReturnType<typeof environmentReporter>
let env: string
let count = 0
let later = 0

beforeAll(async () => {
  app = await startTestApp({ clock: () => Date.now() / 1000 + later })
  keep = policyClient(app)
  report = environmentReporter(app)
  await report.build('web', 'built:1')
  await report.build('web', 'scanned:1')
  const scan = { attestation_name: 'scan', artifact_fingerprint: fingerprintOf('scanned:1') }
  await report.generic('web', 'run-scanned-1', { ...scan, is_compliant: true })
  await keep.policy('known', provenanceYaml)
  await keep.policy('scanned', attestationYaml('scan'))
})
afterAll(() => app.close())
beforeEach(async () => {
  count += 1
  env = `env-${count}`
  await report.environment(env)
})

const ask = (json: object) => app.call('POST', '/cairn/acme/policy_effect', { json, key: 'reader' })
async function effect(json: object) {
  const { status, body, text } = await ask({ environments: [env], ...json })
  expect(status, text).toBe(200)
  return body
}
const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body

describe('the effect of a change', () => {
  it('is listed by artifact, rule, state and days, and stores nothing', async () => {
    await report.run(env, { 'built:1': 1, 'gone:1': 1 })
    await report.run(env, { 'built:1': 1, 'scanned:1': 1, 'stray:1': 1 })
    const before = await countRows(app)
    const body = await effect({ action: 'attach', policy_names: ['known', 'scanned'] })
    expect(await countRows(app)).toEqual(before)
    expect(body).toMatchObject({
      evaluated_at: expect.any(Number),
      problems: [],
      environments: [
        {
          name: env,
          problem: null,
          is_stale: false,
          state: { from: null, to: false },
          standstill: null,
          running: {
            from: { compliant: 0, non_compliant: 0, unknown: 3 },
            to: { compliant: 1, non_compliant: 2, unknown: 0 },
          },
          flip_count: 3,
          past_flip_count: 1,
          snapshots: { first: 1, last: 2 },
          days: { covered: 1, red: { from: 0, to: 1 } },
        },
      ],
      rules: [
        { policy_name: 'scanned', policy_version: 1, line: 4, flip_count: 3 },
        { policy_name: 'known', policy_version: 1, line: 3, flip_count: 2 },
      ],
      has_more: false,
    })
    expect(body.rules[1].text).toBe('The artifact was reported in a flow')
    expect(
      body.flips.map((one: { name: string; rules: number[] }) => [one.name, one.rules]),
    ).toEqual([
      ['built:1', [0]],
      ['stray:1', [1, 0]],
      ['scanned:1', []],
      ['gone:1', [1, 0]],
    ])
    const one = await effect({ action: 'attach', policy_names: ['known'], snapshots: 1 })
    expect(one.environments[0]).toMatchObject({
      past_flip_count: 0,
      snapshots: { first: 2, last: 2 },
    })
  })

  it('is said to be of what ran when the environment was last seen, where that is stale', async () => {
    await report.run(env, { 'built:1': 1 })
    const staleNow = async () => {
      const { environments } = await effect({ action: 'attach', policy_names: ['known'] })
      return environments[0].is_stale
    }
    expect(await staleNow()).toBe(false)
    later += 8 * 86_400
    expect(await staleNow()).toBe(true)
  })

  it('of a draft equals that of saving it, wherever the policy is attached', async () => {
    const policy = `drafted-${count}`
    await keep.policy(policy, provenanceYaml)
    await keep.attach(env, policy)
    await report.run(env, { 'built:1': 1 })
    const draft = { action: 'save', policy_names: [policy], environments: null }
    const body = await effect({ ...draft, policy_yaml: attestationYaml('scan') })
    expect(body.environments).toMatchObject([{ name: env, state: { from: true, to: false } }])
    expect(body.rules).toMatchObject([{ policy_name: policy, policy_version: 2, line: 4 }])
    const same = await effect({ ...draft, policy_yaml: provenanceYaml })
    expect(same.environments).toMatchObject([{ standstill: 'says_the_same', flip_count: 0 }])
    const unreadable = await effect({ ...draft, policy_yaml: policyYaml('provenance: [') })
    expect(unreadable.problems).toMatchObject([{ line: 4, column: 1 }])
    const controlled = policyYaml('attestations:', '  - {type: decision, for_control: NO-1}')
    expect((await effect({ ...draft, policy_yaml: controlled })).problems).toMatchObject([
      { path: 'artifacts.attestations.0.for_control', line: 4 },
    ])
    const elsewhere = { action: 'attach', policy_names: ['not-yet'], policy_yaml: provenanceYaml }
    expect((await effect(elsewhere)).environments).toMatchObject([
      { standstill: 'same_verdicts', state: { from: true, to: true } },
    ])
  })

  it.each([
    ['attach', 'attached_already'],
    ['detach', 'not_attached'],
  ])('is none where %s finds it so', async (action, standstill) => {
    if (action === 'attach') await keep.attach(env, 'known')
    await report.run(env, { 'stray:1': 1 })
    const { environments, flips } = await effect({ action, policy_names: ['known'] })
    expect(environments).toMatchObject([{ standstill, flip_count: 0 }])
    expect(flips).toEqual([])
  })

  it('is listed for several environments, with a reason for those left out', async () => {
    await report.run(env, { 'stray:1': 1 })
    await report.environment(`${env}-b`)
    await report.environment('grouped', 'logical', { included_environments: [env] })
    const environments = [env, 'grouped', `${env}-b`]
    const body = await effect({ action: 'attach', policy_names: ['known'], environments })
    expect(body.environments).toMatchObject([
      { name: env, problem: null, flip_count: 1 },
      { name: 'grouped', problem: expect.stringContaining('is logical'), flip_count: 0 },
      { name: `${env}-b`, problem: null, standstill: 'never_reported' },
    ])
  })

  it('is named in the audit entry of the change that follows', async () => {
    await report.run(env, { 'stray:1': 1 })
    const question = { action: 'attach', policy_names: ['known'] }
    const { input_hash, result_hash } = await effect(question)
    const again = await effect(question)
    expect(again.result_hash).toBe(result_hash)
    expect(again.input_hash).not.toBe(input_hash)
    const attach = (hash: string) =>
      app.call('POST', `/environments/acme/${env}/policies`, {
        json: { policy_names: ['known'], effect: { input_hash, result_hash: hash } },
      })
    expect((await attach('nonsense')).status).toBe(400)
    expect((await attach(result_hash)).status).toBe(200)
    const [row] = await app.query<{ body: string }>(
      `select body from record where kind = 'policies_attached' and subject ->> 'environment_name' = $1`,
      [env],
    )
    const body = { name: env, attached: ['known'], effect: { input_hash, result_hash } }
    expect(JSON.parse(row?.body ?? '')).toEqual(body)
  })

  it('is none before the first report', async () => {
    const { environments } = await effect({ action: 'attach', policy_names: ['known'] })
    expect(environments).toMatchObject([
      { standstill: 'never_reported', snapshots: null, days: { covered: 0 } },
    ])
  })
})

it.each([
  [{ policy_names: ['absent'] }, 404, "Policy 'absent' does not exist in organization 'acme'"],
  [{ environments: ['nowhere'] }, 404, "Environment named 'nowhere' does not exist"],
  [{ environments: [] }, 400, 'environments'],
  [{ policy_names: [] }, 400, 'policy_names'],
  [{ action: 'save' }, 400, 'policy_yaml'],
  [{ action: 'detach', policy_yaml: provenanceYaml }, 400, 'policy_yaml'],
  [{ policy_names: ['known', 'scanned'], policy_yaml: provenanceYaml }, 400, 'policy_names'],
  [{ action: 'archive' }, 400, 'action'],
  [{ snapshots: 0 }, 400, 'snapshots'],
  [{ snapshots: 101 }, 400, 'snapshots'],
  [{ environments: Array.from({ length: 51 }, () => 'x') }, 400, 'environments'],
  [{ policy_names: ['retired'] }, 400, "Policy 'retired' has been archived"],
])('refuses %j', async (change, status, text) => {
  await keep.policy('retired', provenanceYaml)
  await app.call('PUT', '/cairn/acme/policies/retired/archive')
  const base = { action: 'attach', policy_names: ['known'], environments: [env] }
  const answer = await ask({ ...base, ...change })
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)])
})

describe('the change made afterwards', () => {
  /** Verdicts that the newest snapshot changed, if it is newer than `index`. */
  async function changesSince(index: number) {
    const { index: newest, state } = await get(`/snapshots/acme/${env}/-1`)
    const { events } = await get(`/cairn/acme/environment-events?environment=${env}`)
    const own = events.filter((one: { snapshot_index: number }) => one.snapshot_index > index)
    return {
      state,
      steps: newest - index,
      changes: own.map((one: { artifact_name: string; compliant: unknown }) => [
        one.artifact_name,
        one.compliant,
      ]),
    }
  }

  const artifacts = ['built:1', 'scanned:1', 'stray:1', 'other:1']
  const documents = [
    provenanceYaml,
    attestationYaml('scan'),
    attestationYaml('scan', 'flow.name == "elsewhere"'),
    policyYaml(),
  ]
  const step = fc.record({
    action: fc.constantFrom('attach', 'detach', 'save'),
    policy: fc.constantFrom('a', 'b'),
    document: fc.constantFrom(...documents),
    allowed: fc.option(fc.constantFrom(...artifacts)),
    running: fc.option(fc.subarray(artifacts)),
  })

  it('flips exactly what was listed', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async (steps) => {
        count += 1
        env = `env-${count}`
        await report.environment(env)
        await report.run(env, { 'built:1': 1, 'stray:1': 1 })
        const nameOf = (policy: string) => `${policy}-${count}`
        for (const policy of ['a', 'b']) await keep.policy(nameOf(policy), provenanceYaml)
        for (const { action, policy, document, allowed, running } of steps) {
          if (allowed) await keep.allow(env, fingerprintOf(allowed))
          if (running) await report.run(env, Object.fromEntries(running.map((one) => [one, 1])))
          const { index } = await get(`/snapshots/acme/${env}/-1`)
          const name = nameOf(policy)
          const draft = action === 'save' ? { policy_yaml: document } : {}
          const preview = await effect({ action, policy_names: [name], ...draft })
          if (action === 'attach') await keep.attach(env, name)
          if (action === 'detach') await keep.detach(env, name)
          if (action === 'save') await keep.policy(name, document)
          const done = await changesSince(index)
          const flips = preview.flips.filter((one: { is_running: boolean }) => one.is_running)
          expect(done.changes.sort()).toEqual(
            flips.map((one: { name: string; to: unknown }) => [one.name, one.to]).sort(),
          )
          expect(done.state).toBe(preview.environments[0].state.to)
          expect(done.steps).toBeLessThanOrEqual(1)
        }
      },
    )
    await fc.assert(property, { numRuns: 6 * fuzzEffort })
  })
})
