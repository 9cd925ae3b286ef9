import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { attestationYaml, policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
let report: ReturnType<typeof environmentReporter>
beforeAll(async () => {
  app = await startTestApp()
  keep = policyClient(app)
  report = environmentReporter(app)
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const snapshot = (env: string, expression = '-1') => get(`/snapshots/acme/${env}/${expression}`)
const stateOf = async (env: string) => (await get(`/environments/acme/${env}`)).state
const indexOf = async (environment: string) => (await snapshot(environment)).index
const log = async (environment: string) =>
  (await get(`/cairn/acme/environment-events?environment=${environment}`)).events

let count = 0
/** An environment with one artifact of its own flow, and a policy that requires a scan of it. */
async function world({ isScanned = false, condition = '' } = {}) {
  count += 1
  const [env, flow, policy, artifact] = ['env', 'flow', 'policy', 'app'].map(
    (noun) => `${noun}-${count}`,
  ) as [string, string, string, string]
  await report.environment(env)
  await report.flow(flow)
  await report.build(flow, artifact)
  await keep.policy(policy, attestationYaml('scan', condition))
  const trail = `run-${artifact}`
  const scan = (is_compliant: boolean, more: object = {}) =>
    report.generic(flow, trail, {
      attestation_name: 'scan',
      artifact_fingerprint: fingerprintOf(artifact),
      is_compliant,
      ...more,
    })
  if (isScanned) await scan(true)
  return { env, flow, policy, artifact, trail, scan }
}

describe('a report', () => {
  it('is evaluated with its snapshot, which names the policies and reasons', async () => {
    const { env, policy, artifact, flow } = await world()
    await keep.attach(env, policy)
    await report.run(env, { [artifact]: 2 })
    const body = await snapshot(env)
    expect(body).toMatchObject({
      index: 1,
      compliant: false,
      state: false,
      artifact_compliance_count: { true: 0, false: 1, null: 0 },
      applied_policies: [
        {
          name: policy,
          version: 1,
          policy_dump: { schema_version: '1', artifacts: { attestations: [{ name: 'scan' }] } },
          failing_artifacts: [fingerprintOf(artifact)],
        },
      ],
    })
    const [one] = body.artifacts
    expect(one).toMatchObject({
      compliant: false,
      annotation: { type: 'started-non-compliant', was: 0, now: 2 },
      policy_decisions: [
        {
          policy_name: policy,
          policy_version: 1,
          status: 'NON-COMPLIANT',
          rule_evaluations: [
            {
              rule: { type: 'attestation', definition: { name: 'scan', type: 'generic' } },
              satisfied: false,
              ignored: false,
              resolutions: [{ type: 'missing_attestation', context: { flow_name: flow } }],
            },
          ],
        },
      ],
    })
    expect(one.reasons_for_incompliance).toEqual([expect.stringContaining("'scan'")])
    expect(await stateOf(env)).toBe(false)
  })

  it('of an artifact without provenance or fingerprint is never compliant', async () => {
    const { env } = await world()
    await keep.policy('known', provenanceYaml)
    await keep.attach(env, 'known')
    await app.call('PUT', `/environments/acme/${env}/report/server`, {
      json: {
        artifacts: [
          { digests: { odd: '', strange: fingerprintOf('strange') }, creationTimestamp: 1 },
        ],
      },
    })
    const { artifacts } = await snapshot(env)
    expect(artifacts.map((one: { compliant: boolean }) => one.compliant)).toEqual([false, false])
  })

  it('without artifacts is compliant where a policy is attached, unknown elsewhere', async () => {
    const { env, policy } = await world()
    await report.run(env, {})
    expect(await stateOf(env)).toBe(null)
    await keep.attach(env, policy)
    expect(await stateOf(env)).toBe(true)
    expect(await snapshot(env)).toMatchObject({ index: 2, compliant: true, state: true })
  })

  it('ends the verdicts of exited artifacts', async () => {
    const { env, policy, artifact } = await world()
    await keep.attach(env, policy)
    await report.run(env, { [artifact]: 1 })
    await report.run(env, {})
    expect(await snapshot(env)).toMatchObject({
      state: true,
      artifact_compliance_count: { true: 0, false: 0, null: 0 },
      artifacts: [{ compliant: false, annotation: { type: 'exited' } }],
    })
    expect(await snapshot(env, '1')).toMatchObject({ state: false })
  })
})

describe('a change of a verdict', () => {
  type World = Awaited<ReturnType<typeof world>>
  const compliantWhenScanned = { isScanned: false, condition: '' }
  it.each<
    [
      name: string,
      from: { isScanned?: boolean; condition?: string },
      before: boolean,
      change: (it: World) => Promise<unknown>,
      after: boolean,
      type: string,
      cause: { kind: string; [field: string]: unknown },
    ]
  >([
    [
      'an attestation',
      compliantWhenScanned,
      false,
      ({ scan }) => scan(true),
      true,
      'updated-provenance',
      { kind: 'attestation', attestation_name: 'scan' },
    ],
    [
      'an attestation of the trail',
      {},
      false,
      ({ scan }) => scan(true, { artifact_fingerprint: null }),
      true,
      'updated-provenance',
      { kind: 'attestation' },
    ],
    [
      'a worse attestation',
      { isScanned: true },
      true,
      ({ scan }) => scan(false),
      false,
      'updated-provenance',
      { kind: 'attestation' },
    ],
    [
      'an artifact in another flow, whose trail is scanned',
      {},
      false,
      async ({ flow, artifact }) => {
        const [other, trail] = [`${flow}-other`, `run-${artifact}`]
        await report.generic(other, trail, { attestation_name: 'scan', is_compliant: true })
        return report.build(other, artifact)
      },
      true,
      'updated-provenance',
      { kind: 'artifact' },
    ],
    [
      'a version of the policy',
      {},
      false,
      ({ policy }) => keep.policy(policy, provenanceYaml),
      true,
      'changed',
      { kind: 'policy_version', policy_version: 2 },
    ],
    [
      'the allow-list',
      {},
      false,
      ({ env, artifact }) => keep.allow(env, fingerprintOf(artifact)),
      true,
      'changed',
      { kind: 'allow_list', is_allowed: true },
    ],
    [
      'a tag of the flow',
      { condition: 'flow.tags.risk != "low"' },
      false,
      ({ flow }) => keep.tag(flow, { risk: 'low' }),
      true,
      'changed',
      { kind: 'flow' },
    ],
    [
      'another name of the flow',
      { condition: 'not matches(flow.name, "-safe")' },
      false,
      ({ flow }) =>
        app.call('PUT', `/flows/acme/${flow}/rename`, { json: { new_name: `${flow}-safe` } }),
      true,
      'changed',
      { kind: 'flow' },
    ],
  ])('%s', async (_name, from, before, change, after, type, cause) => {
    const made = await world(from)
    const { env, policy, artifact } = made
    await keep.attach(env, policy)
    await report.run(env, { [artifact]: 3 })
    expect(await stateOf(env)).toBe(before)
    await change(made)
    expect(await stateOf(env)).toBe(after)
    expect(await snapshot(env)).toMatchObject({
      index: 2,
      state: after,
      artifacts: [{ compliant: after, annotation: { type, was: 3, now: 3 } }],
    })
    expect(await snapshot(env, '1')).toMatchObject({
      state: before,
      artifacts: [{ compliant: before }],
    })
    const [event] = await log(env)
    const by = { ...cause, by: 'member' }
    expect(event).toMatchObject({ type, compliant: after, was: 3, now: 3, cause: by })
    const changed = { cause, changed_count: 1, reported_by: 'member' }
    expect(await get(`/cairn/acme/environments/${env}/snapshots/-1`)).toMatchObject(changed)
    const { running } = (await get(`/cairn/acme/environments?name=${env}`)).data[0]
    const counts = after ? { compliant: 1, non_compliant: 0 } : { compliant: 0, non_compliant: 1 }
    // By the allow-list, or by no rule that asks.
    const qualified = ['allow_list', 'flow'].includes(cause.kind) ? 1 : 0
    expect(running).toEqual({ ...counts, qualified, unknown: 0, stale: 0 })
    const again = await indexOf(env)
    await change(made)
    expect(await indexOf(env)).toBe(again)
  })

  it('also follows from taking an artifact off the allow-list', async () => {
    const { env, policy, artifact } = await world()
    await keep.allow(env, fingerprintOf(artifact))
    await report.run(env, { [artifact]: 1 })
    expect(await stateOf(env)).toBe(null)
    await keep.attach(env, policy)
    expect(await snapshot(env)).toMatchObject({
      state: true,
      artifacts: [{ compliant: true, policy_decisions: [{ status: 'NON-COMPLIANT' }] }],
    })
    await keep.disallow(env, fingerprintOf(artifact))
    expect(await stateOf(env)).toBe(false)
  })

  it('does not follow from a write that leaves the verdict as it is', async () => {
    const { env, policy, artifact, scan, flow } = await world({ isScanned: true })
    await keep.attach(env, policy)
    await report.run(env, { [artifact]: 1 })
    await scan(true)
    await keep.tag(flow, { team: 'core' })
    await keep.policy(policy, `${attestationYaml('scan')}# the same\n`)
    await keep.allow(env, fingerprintOf(artifact))
    expect(await indexOf(env)).toBe(1)
    await report.run(env, { [artifact]: 1, other: 1 })
    const { applied_policies, artifacts } = await snapshot(env)
    expect(applied_policies).toMatchObject([{ name: policy, version: 2 }])
    expect(
      artifacts.map((one: { policy_decisions: { policy_version: number }[] }) =>
        one.policy_decisions.map((decision) => decision.policy_version),
      ),
    ).toEqual([[2], [2]])
  })
})

describe('attaching and detaching', () => {
  it('append a snapshot each, and change the verdict from unknown and back', async () => {
    const { env, policy, artifact } = await world({ isScanned: true })
    await report.run(env, { [artifact]: 1 })
    expect(await snapshot(env)).toMatchObject({
      compliant: false,
      state: null,
      artifact_compliance_count: { null: 1 },
      artifacts: [{ compliant: null, annotation: { type: 'started' }, policy_decisions: [] }],
      applied_policies: [],
    })
    await keep.attach(env, policy)
    expect(await snapshot(env)).toMatchObject({
      index: 2,
      state: true,
      artifacts: [{ compliant: true, annotation: { type: 'changed' } }],
    })
    await keep.policy('nothing', provenanceYaml)
    await keep.attach(env, 'nothing')
    expect(await snapshot(env)).toMatchObject({
      index: 3,
      state: true,
      artifacts: [{ annotation: { type: 'unchanged' }, policy_decisions: [{}, {}] }],
    })
    await keep.attach(env, 'nothing')
    expect(await indexOf(env)).toBe(3)
    await keep.detach(env, 'nothing', policy)
    expect(await snapshot(env)).toMatchObject({ index: 4, state: null, applied_policies: [] })
    expect((await log(env)).map((event: { type: string }) => event.type)).toEqual([
      'changed',
      'changed',
      'started',
    ])
  })

  it('through a PUT do the same, and nothing before the first report', async () => {
    const { env, policy, artifact } = await world()
    const put = (policies: string[]) => report.environment(env, 'server', { policies })
    await put([policy])
    expect((await app.call('GET', `/snapshots/acme/${env}/-1`)).status).toBe(404)
    await put([])
    await report.run(env, { [artifact]: 1 })
    await put([policy])
    expect(await snapshot(env)).toMatchObject({ index: 2, state: false })
  })

  it('leave the state of a logical environment to its members', async () => {
    const [one, two] = [await world(), await world({ isScanned: true })]
    const included_environments = [one.env, two.env]
    const name = `all-${count}`
    await report.environment(name, 'logical', { included_environments })
    for (const { env, policy, artifact } of [one, two]) {
      await keep.attach(env, policy)
      await report.run(env, { [artifact]: 1 })
    }
    expect(await stateOf(name)).toBe(false)
    expect(await snapshot(name)).toMatchObject({
      state: false,
      artifact_compliance_count: { true: 1, false: 1 },
      applied_policies: [
        { name: one.policy, version: 1, failing_artifacts: [fingerprintOf(one.artifact)] },
        { name: two.policy, version: 1, failing_artifacts: [] },
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    })
    await one.scan(true)
    expect(await stateOf(name)).toBe(true)
    expect((await snapshot(name)).state).toBe(true)
    await keep.detach(two.env, two.policy)
    expect(await stateOf(name)).toBe(null)
    expect((await snapshot(name)).state).toBe(null)
  })
})

it('is listed as runs, each with its cause, and as the newest flip', async () => {
  const { env, policy, artifact, scan } = await world()
  await report.run(env, { [artifact]: 1 })
  await keep.attach(env, policy)
  await scan(true)
  await report.run(env, { [artifact]: 1, other: 1 })
  const runs = async (query = '') =>
    (await get(`/cairn/acme/verdict_runs?environment=${env}${query}`)).environments[0].runs
  const all = await runs()
  expect(all).toMatchObject([
    { state: null, snapshot_index: 1, cause: null },
    { state: false, snapshot_index: 2, cause: { kind: 'attachment', attached: [policy] } },
    { state: true, snapshot_index: 3, cause: { kind: 'attestation' } },
    { state: false, snapshot_index: 4, cause: null },
  ])
  expect(await runs(`&from=${all[2].from}`)).toEqual(all.slice(2))
  expect(await runs(`&from=${all[0].from - 9}&to=${all[1].from}`)).toEqual(all.slice(0, 2))
  const { data } = await get(`/cairn/acme/environments?name=${env}`)
  expect(data[0].flip).toEqual({ snapshot_index: 4, at: all[3].from, cause: null })
})

it('is evaluated before the answer to a call with an Idempotency-Key, too', async () => {
  const { env, policy, artifact, flow, trail } = await world()
  await keep.attach(env, policy)
  await report.run(env, { [artifact]: 1 })
  const form = dataForm({ attestation_name: 'scan', is_compliant: true })
  const headers = { 'idempotency-key': `scan-${artifact}` }
  const path = `/attestations/acme/${flow}/trail/${trail}/generic`
  const send = () => app.call('POST', path, { form, headers })
  expect((await send()).status).toBe(201)
  expect(await stateOf(env)).toBe(true)
  expect((await send()).status).toBe(201)
  expect(await indexOf(env)).toBe(2)
})

it('leaves no queue entry behind', async () => {
  const entries = 'select 1 from reevaluation_queue union all select 1 from environment_queue'
  expect(await app.query(entries)).toEqual([])
})
