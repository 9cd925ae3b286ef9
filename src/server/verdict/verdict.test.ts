import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import {
  attestationYaml,
  policyClient,
  policyYaml,
  provenanceYaml,
} from '#server/testing/policies.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { commit, fingerprintOf } from '#server/testing/reporter.ts'
import { dataForm } from '#server/testing/multipart.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
let report: ReturnType<typeof environmentReporter>
beforeAll(async () => {
  app = await startTestApp()
  keep = policyClient(app)
  report = environmentReporter(app)
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
const deployable = (query: string) => get(`/cairn/acme/can_i_deploy?${query}`)
const why = (env: string, query: string) =>
  get(`/cairn/acme/environments/${env}/verdict/artifact?${query}`)

describe('the explanation of a verdict', () => {
  it('shows the recorded verdict, and the current one, down to the evidence', async () => {
    await report.environment('recorded')
    await keep.policy('scanned', attestationYaml('scan'))
    await report.build('web', 'shop:1')
    await keep.attach('recorded', 'scanned')
    await report.run('recorded', { 'shop:1': 1 })
    const artifact = `fingerprint=${fingerprintOf('shop:1')}`
    const scan = await report.generic('web', 'run-shop-1', {
      attestation_name: 'scan',
      is_compliant: true,
    })
    expect(scan.status).toBe(201)
    const before = await why('recorded', `${artifact}&snapshot=1`)
    expect(before).toMatchObject({
      environment_name: 'recorded',
      snapshot_index: 1,
      compliant_now: true,
      plan: null,
      verdict: {
        name: 'shop:1',
        compliant: false,
        reason: 'policies_failed',
        policies: [
          {
            policy_name: 'scanned',
            policy_version: 1,
            rule_evaluations: [
              {
                rule: { type: 'attestation', line: 4 },
                satisfied: false,
                resolutions: [{ type: 'missing_attestation', attestations: [] }],
              },
            ],
          },
        ],
      },
    })
    const now = await why('recorded', artifact)
    expect(now).toMatchObject({ snapshot_index: null, verdict: { compliant: true } })
    const [{ resolutions }] = now.verdict.policies[0].rule_evaluations
    expect(resolutions[0]).toMatchObject({
      type: 'rule_satisfied',
      attestations: [{ attestation_name: 'scan', is_compliant: true, scope: 'trail' }],
    })
    expect(before.verdict.evaluated_at).toBeLessThan(now.verdict.evaluated_at)
    expect(await get('/cairn/acme/environments/recorded/verdict?snapshot=1')).toMatchObject({
      state: false,
      reason: 'artifacts_failing',
      policies: [{ name: 'scanned', version: 1 }],
      counts: { compliant: 0, non_compliant: 1, unknown: 0 },
      failing: [{ name: 'shop:1', failing_policies: ['scanned'], reasons: [expect.any(String)] }],
    })
    expect(await get('/cairn/acme/environments/recorded/verdict')).toMatchObject({
      snapshot_index: 2,
      state: true,
      reason: 'artifacts_compliant',
      failing: [],
    })
  })

  it('is unknown without policies, and refused for what did not run', async () => {
    await report.environment('lawless')
    expect(await get('/cairn/acme/environments/lawless/verdict')).toMatchObject({
      snapshot_index: null,
      state: null,
      reason: 'no_policy',
    })
    await report.run('lawless', { 'shop:1': 1 })
    const artifact = `fingerprint=${fingerprintOf('shop:1')}`
    expect((await why('lawless', `${artifact}&snapshot=-1`)).verdict).toMatchObject({
      compliant: null,
      reason: 'no_policy',
      policies: [],
    })
    const path = '/cairn/acme/environments/lawless/verdict/artifact'
    const absent = `fingerprint=${'a'.repeat(64)}&snapshot=1`
    expect((await app.call('GET', `${path}?${absent}`)).status).toBe(404)
    expect((await app.call('GET', path)).status).toBe(400)
    expect((await app.call('GET', `${path}?fingerprint=nonsense`)).status).toBe(400)
  })
})

function evidenceOf(addition: Addition & { kind: 'attest' }, fingerprint: string) {
  const { attestation_name, scope, control } = addition
  const verdict = { is_compliant: true }
  return {
    attestation_name,
    ...(control ? { type_name: 'decision', control, attestation_data: verdict } : verdict),
    ...(scope === 'artifact' && { artifact_fingerprint: fingerprint }),
  }
}

/** Applies an addition of a fix plan. */
async function add(addition: Addition, fingerprint: string, filename: string): Promise<void> {
  const { flow_name, trail_name } = addition
  const answer =
    addition.kind === 'report_artifact'
      ? await report.artifact(flow_name, {
          trail_name,
          fingerprint,
          filename,
          git_commit: commit,
          template_reference_name: addition.template_reference_name,
        })
      : await app.call(
          'POST',
          `/attestations/acme/${flow_name}/trail/${trail_name}/${addition.control ? 'system' : 'generic'}`,
          { form: dataForm(evidenceOf(addition, fingerprint)) },
        )
  expect(answer.status, answer.text).toBe(201)
}

describe('the fix of a failing verdict', () => {
  it.each([
    ['provenance', provenanceYaml, false],
    ['compliance of the trail', policyYaml('trail-compliance: {required: true}'), true],
    ['an attestation', attestationYaml('scan'), true],
    ['a decision', policyYaml('attestations:', '  - {type: decision, for_control: SC-1}'), true],
  ])('of %s makes it comply when it is done', async (what, content, isBuilt) => {
    const name = what.replace(/\W/g, '-')
    const [env, flow, artifact] = [`fix-${name}`, `flow-${name}`, `app-${name}`] as const
    await app.call('POST', '/controls/acme', {
      json: { identifier: 'SC-1', name: 'Scan' },
      key: 'admin',
    })
    await report.environment(env)
    await report.flow(flow, 'trail:\n  attestations:\n    - {name: review, type: generic}\n')
    if (isBuilt) await report.build(flow, artifact)
    await keep.policy(`policy-${name}`, content)
    await keep.attach(env, `policy-${name}`)
    await report.run(env, { [artifact]: 1 })
    const fingerprint = fingerprintOf(artifact)
    const { plan, verdict } = await why(env, `fingerprint=${fingerprint}`)
    expect(verdict.compliant).toBe(false)
    expect(plan.fixes).toHaveLength(1)
    for (const addition of plan.additions as Addition[]) await add(addition, fingerprint, artifact)
    const after = await why(env, `fingerprint=${fingerprint}`)
    expect(after).toMatchObject({ verdict: { compliant: true }, plan: null })
    expect((await get(`/environments/acme/${env}`)).state).toBe(true)
  })
})

describe('can I deploy', () => {
  it('answers for each environment separately', async () => {
    await report.environment('strict')
    await report.environment('open')
    await keep.policy('strictly-known', provenanceYaml)
    await keep.attach('strict', 'strictly-known')
    const [known, odd] = [fingerprintOf('shop:1'), fingerprintOf('odd')]
    const query = `fingerprint=${known}&fingerprint=${odd}&environment=strict&environment=open`
    const answer = await deployable(`${query}&environment=nowhere`)
    expect(answer).toMatchObject({
      compliant: false,
      counts: { compliant: 1, non_compliant: 1, unknown: 2 },
      artifacts: [
        { fingerprint: known, name: 'shop:1', is_known: true },
        { fingerprint: odd, is_known: false },
      ],
      environments: [
        { name: 'strict', type: 'server', policies: ['strictly-known'], problem: null },
        { name: 'open', policies: [], problem: null },
        { name: 'nowhere', type: null, problem: expect.stringContaining('does not exist') },
      ],
      has_more: false,
    })
    expect(answer.results[0]).toMatchObject({
      fingerprint: odd,
      environment_name: 'strict',
      compliant: false,
      failing_policies: ['strictly-known'],
    })
    const whole = await deployable('snapshot=recorded%231&environment=strict')
    expect(whole).toMatchObject({ compliant: true, artifacts: [{ name: 'shop:1' }] })
  })

  it.each([
    ['', 'environment'],
    ['environment=strict', 'fingerprint'],
    ['environment=strict&fingerprint=1', 'fingerprint'],
  ])('refuses %j by its field', async (query, field) => {
    const { status, body } = await app.call('GET', `/cairn/acme/can_i_deploy?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  const rules = [
    provenanceYaml,
    policyYaml(
      'trail-compliance: {required: true, exceptions: [{if: "${{ artifact.name == \'p-app\' }}"}]}',
    ),
    attestationYaml('scan'),
    attestationYaml('test', 'flow.tags.risk == "high"'),
    attestationYaml('test', 'matches(artifact.name, "^p")'),
  ]
  const fact = fc.record({
    flow: fc.constantFrom('p-one', 'p-two'),
    name: fc.constantFrom('scan', 'test', 'review'),
    is_compliant: fc.boolean(),
    isOnTrail: fc.boolean(),
  })

  it('equals the verdict after deploying', async () => {
    let run = 0
    await report.flow('p-one', 'trail:\n  attestations:\n    - {name: review, type: generic}\n')
    await report.flow('p-two')
    const scenario = fc.record({
      policies: fc.uniqueArray(fc.integer({ min: 0, max: rules.length - 1 }), { maxLength: 3 }),
      builtIn: fc.uniqueArray(fc.constantFrom('p-one', 'p-two')),
      facts: fc.array(fact, { maxLength: 5 }),
      risk: fc.constantFrom('high', 'low'),
      isAllowed: fc.boolean(),
      name: fc.constantFrom('p-app', 'app'),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ policies, builtIn, facts, risk, isAllowed, name }) => {
        run += 1
        const [env, fingerprint] = [`p-env-${run}`, fingerprintOf(`property ${run}`)]
        const trail_name = `run-${run}`
        await report.environment(env)
        await keep.tag('p-one', { risk })
        for (const flow of builtIn) {
          await report.artifact(flow, { fingerprint, filename: name, trail_name })
        }
        for (const { flow, isOnTrail, ...said } of facts) {
          const on =
            isOnTrail || !builtIn.includes(flow) ? {} : { artifact_fingerprint: fingerprint }
          await report.generic(flow, trail_name, {
            attestation_name: said.name,
            is_compliant: said.is_compliant,
            ...on,
          })
        }
        for (const at of policies) await keep.policy(`p-${at}`, rules[at] as string)
        await keep.attach(env, ...policies.map((at) => `p-${at}`))
        if (isAllowed) await keep.allow(env, fingerprint)
        const answer = await deployable(`fingerprint=${fingerprint}&environment=${env}`)
        const runs = { artifacts: [{ digests: { [name]: fingerprint }, creationTimestamp: 1 }] }
        await app.call('PUT', `/environments/acme/${env}/report/server`, { json: runs })
        const { state, artifacts } = await get(`/snapshots/acme/${env}/-1`)
        if (builtIn.length > 0) expect(answer.results[0].compliant).toBe(artifacts[0].compliant)
        expect(state).toBe(artifacts[0].compliant)
        const again = await deployable(`fingerprint=${fingerprint}&environment=${env}`)
        expect(again.compliant).toBe(state)
      }),
      { numRuns: 12 * fuzzEffort },
    )
  })
})
