import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
const shop = fingerprintOf('shop:1')
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.flow('web', 'trail:\n  attestations:\n    - {name: scan, type: generic}\n')
  await report.build('web', 'shop:1')
  await report.build('other', 'shop:1')
  for (const name of ['prod', 'free']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['prod', 'free'] })
  await keep.policy('known', provenanceYaml)
  await keep.policy('scanned', attestationYaml('scan'))
  await keep.attach('prod', 'scanned', 'known')
})
afterAll(() => app.close())

const ask = (query = '', fingerprint = shop) =>
  app.call('GET', `/asserts/acme/fingerprint/${fingerprint}?${query}`, { key: 'reader' })
/** Evidence alone carries the answer. */
const plain = { ...noQualifiers, judged: 1 }
const nothingExpected = { ...noQualifiers, not_asked: 1 }
const scan = (is_compliant: boolean) =>
  environmentReporter(app).generic('web', 'run-shop-1', { attestation_name: 'scan', is_compliant })

describe('an assert', () => {
  it('in the scope of flows requires the artifact to comply in each of them', async () => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      compliant: false,
      scope: 'flow',
      flows: [
        {
          flow: 'web',
          trail: 'run-shop-1',
          compliance_status: {
            status: 'INCOMPLETE',
            is_compliant: false,
            attestations_statuses: [{ attestation_name: 'scan', status: 'MISSING' }],
          },
        },
        { flow: 'other', compliance_status: { status: 'COMPLIANT' } },
      ],
      compliance_status: { status: 'INCOMPLETE' },
    })
    expect(body.html_url).toMatch(/\/acme\/flows\/web\/artifacts\/[0-9a-f]{64}\?artifact_id=/)
    expect(body).not.toHaveProperty('policy_evaluations')
    const other = await ask('flow_name=other&environment_name=')
    expect(other.body).toMatchObject({ compliant: true, flows: [{ flow: 'other' }] })
  })

  it('in the scope of an environment requires all its policies', async () => {
    const { body } = await ask('environment_name=prod')
    expect(body).toMatchObject({
      compliant: false,
      scope: 'environment',
      environment: 'prod',
      policy_evaluations: [
        { policy_name: 'known', policy_version: 1, status: 'COMPLIANT' },
        { policy_name: 'scanned', status: 'NON-COMPLIANT' },
      ],
    })
    const [{ resolutions }] = body.policy_evaluations[1].rule_evaluations
    expect(resolutions).toEqual([
      {
        type: 'missing_attestation',
        context: { flow_name: 'web', trail_name: 'run-shop-1', artifact_status: 'INCOMPLETE' },
      },
      {
        type: 'missing_attestation',
        context: { flow_name: 'other', trail_name: 'run-shop-1', artifact_status: 'COMPLIANT' },
      },
    ])
    expect((await ask('environment_name=free')).body).toMatchObject({
      compliant: true,
      qualifiers: { ...plain, not_asked: 1 },
      policy_evaluations: [],
    })
    expect((await ask('environment_name=all')).body.compliant).toBe(false)
  })

  it('in the scope of policies keeps the requested order, and flow_name narrows it', async () => {
    await scan(true)
    const both = await ask('policy_name=scanned&policy_name=known')
    expect(both.body).toMatchObject({
      compliant: true,
      scope: 'policy',
      qualifiers: plain,
      policy_evaluations: [{ policy_name: 'scanned' }, { policy_name: 'known' }],
    })
    const narrowed = await ask('policy_name=scanned&flow_name=other')
    expect(narrowed.body).toMatchObject({ compliant: false, flows: [{ flow: 'other' }] })
    expect((await ask('environment_name=prod')).body.compliant).toBe(true)
    await scan(false)
    expect((await ask('policy_name=scanned')).body.compliant).toBe(false)
  })

  it("applies the allow-list of an environment, and still shows the policies' results", async () => {
    const keep = policyClient(app)
    await keep.allow('prod', shop)
    const { body } = await ask('environment_name=prod')
    expect(body).toMatchObject({ compliant: true, qualifiers: { ...plain, allow_listed: 1 } })
    expect(body.policy_evaluations[1].status).toBe('NON-COMPLIANT')
    expect((await ask('policy_name=scanned')).body.compliant).toBe(false)
    await keep.disallow('prod', shop)
  })

  it('in a logical environment applies the allow-list of each member to its own policies', async () => {
    const keep = policyClient(app)
    await environmentReporter(app).environment('stage')
    await environmentReporter(app).environment('both', 'logical', {
      included_environments: ['prod', 'stage', 'free'],
    })
    await keep.attach('stage', 'scanned')
    const compliantIn = async (name: string) =>
      (await ask(`environment_name=${name}`)).body.compliant
    await keep.allow('prod', shop)
    expect(await Promise.all(['prod', 'all', 'both'].map(compliantIn))).toEqual([true, true, false])
    await keep.allow('stage', shop)
    const { body } = await ask('environment_name=both')
    expect(body).toMatchObject({ compliant: true, qualifiers: { ...plain, allow_listed: 1 } })
    const statuses = body.policy_evaluations.map((one: { status: string }) => one.status)
    expect(statuses).toEqual(['COMPLIANT', 'NON-COMPLIANT'])
    await keep.disallow('prod', shop)
    expect(await compliantIn('both')).toBe(false)
  })

  it('names what carries a flow: the whole answer rests on all flows that hold the artifact', async () => {
    await scan(true)
    const { body: passed } = await ask()
    // Of two flows, the other one expects nothing.
    const inFlows = { ...plain, judged: 2, not_asked: 1 }
    expect(passed).toMatchObject({ compliant: true, qualifiers: inFlows })
    await scan(false)
    await environmentReporter(app).override('web', 'run-shop-1')
    const byOverride = { ...plain, overridden: 1 }
    expect((await ask()).body).toMatchObject({
      compliant: true,
      qualifiers: { ...inFlows, overridden: 1 },
      flows: [
        { compliance_status: { status: 'COMPLIANT', qualifiers: byOverride } },
        { compliance_status: { status: 'COMPLIANT', qualifiers: nothingExpected } },
      ],
    })
    for (const query of ['environment_name=prod', 'policy_name=scanned'])
      expect((await ask(query)).body.qualifiers).toEqual(byOverride)
    expect((await ask('flow_name=other')).body.qualifiers).toEqual(nothingExpected)
  })

  it.each([
    [
      '',
      'a'.repeat(64),
      404,
      `Artifact with fingerprint '${'a'.repeat(64)}' does not exist in organization 'acme'`,
    ],
    [
      'flow_name=web',
      'a'.repeat(64),
      404,
      `Artifact with fingerprint '${'a'.repeat(64)}' does not exist in flow 'web' belonging to organization 'acme'`,
    ],
    ['flow_name=none', shop, 404, "Flow named 'none' does not exist for organization 'acme'"],
    [
      'environment_name=none',
      shop,
      404,
      "Environment named 'none' does not exist for organization 'acme'",
    ],
    ['policy_name=none', shop, 404, "Policy 'none' does not exist in organization 'acme'"],
    [
      'policy_name=known&environment_name=prod',
      shop,
      400,
      'Give either environment_name or policy_name, not both',
    ],
    ['', 'shop', 400, 'Input payload validation failed'],
  ])('%s of %s is refused', async (query, fingerprint, status, message) => {
    const answer = await ask(query, fingerprint)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})
