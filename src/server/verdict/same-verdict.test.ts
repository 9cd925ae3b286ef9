import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient, policyYaml } from '#server/testing/policies.ts'
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

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, `${path} ${text}`).toBe(200)
  return body
}
const own = (path: string) => get(`/cairn/acme/${path}`)

const decisionYaml = (control: string, condition?: string) =>
  policyYaml(
    'attestations:',
    '  - type: decision',
    `    for_control: ${control}`,
    ...(condition ? [`    if: '\${{ ${condition} }}'`] : []),
  )

/** An artifact of a flow of its own that runs in an environment with policies. */
async function running(env: string, policies: Record<string, string>) {
  const name = `${env}:1`
  await report.environment(env)
  await report.build(env, name)
  for (const [policy, yaml] of Object.entries(policies)) await keep.policy(policy, yaml)
  await keep.attach(env, ...Object.keys(policies))
  return {
    name,
    fingerprint: fingerprintOf(name),
    trail: `run-${env}-1`,
    run: () => report.run(env, { [name]: 1 }),
    decide: (control: string, is_compliant: boolean) =>
      report.decision(env, `run-${env}-1`, { control, attestation_data: { is_compliant } }),
  }
}

/** What each answer about the environment says that reads what is stored of its verdicts. */
async function said(env: string, fingerprint: string) {
  const asked = `fingerprint=${fingerprint}&environment=${env}`
  const [snapshot, deploy, asserted, attached, { data: snapshots }] = await Promise.all([
    get(`/snapshots/acme/${env}/-1`),
    own(`can_i_deploy?${asked}`),
    get(`/asserts/acme/fingerprint/${fingerprint}?environment_name=${env}`),
    own(`environments/${env}/policies`),
    own(`environments/${env}/snapshots`),
  ])
  const [artifact] = snapshot.artifacts
  expect(artifact.compliant).toBe(deploy.compliant)
  expect(artifact.reasons_for_incompliance).toEqual(deploy.results[0].reasons)
  expect(artifact.policy_decisions).toEqual(asserted.policy_evaluations)
  for (const { name, failing_artifacts } of snapshot.applied_policies) {
    const fails = deploy.results[0].failing_policies.includes(name)
    expect([name, failing_artifacts]).toEqual([name, fails ? [fingerprint] : []])
  }
  const { artifacts } = await own(`environments/${env}/running`)
  expect(artifacts[0].failing_policies).toEqual(deploy.results[0].failing_policies)
  const counts = attached.map((one: { name: string; running: Record<string, number> }) => [
    one.name,
    one.running.failed,
  ])
  return {
    reasons: deploy.results[0].reasons.length,
    failing: Object.fromEntries(counts) as Record<string, number>,
    snapshots: snapshots.length,
  }
}
/** What controls come to in an environment. */
const results = (env: string, ...controls: string[]) =>
  Promise.all(
    controls.map(async (control) => {
      const { environments } = await own(`controls/${control}`)
      return environments.find((one: { name: string }) => one.name === env).result
    }),
  )

describe('what rules come to while the verdict of an artifact stays the same', () => {
  it('is stored where one more fails: controls, reasons and counts say so', async () => {
    await report.control('SOC-1')
    await report.control('SOC-2')
    const both = `${decisionYaml('SOC-1')}    - type: decision\n      for_control: SOC-2\n`
    const { run, decide, fingerprint } = await running('more', { both })
    await decide('SOC-1', false)
    await decide('SOC-2', true)
    await run()
    expect(await said('more', fingerprint)).toMatchObject({ reasons: 1 })
    expect(await results('more', 'SOC-1', 'SOC-2')).toEqual(['failing', 'passing'])
    await decide('SOC-2', false)
    expect(await said('more', fingerprint)).toMatchObject({ reasons: 2, snapshots: 1 })
    expect(await results('more', 'SOC-1', 'SOC-2')).toEqual(['failing', 'failing'])
    const one = { running: { failed: 1 } }
    expect((await own('policies/both')).rules).toMatchObject([one, one])
  })

  it('is stored where some are mended, but not all', async () => {
    const policies = { a: attestationYaml('a'), b: attestationYaml('b'), c: attestationYaml('c') }
    const { run, trail, fingerprint } = await running('mended', policies)
    await run()
    expect(await said('mended', fingerprint)).toEqual({
      reasons: 3,
      failing: { a: 1, b: 1, c: 1 },
      snapshots: 1,
    })
    for (const attestation_name of ['b', 'c']) {
      await report.generic('mended', trail, { attestation_name })
    }
    expect(await said('mended', fingerprint)).toEqual({
      reasons: 1,
      failing: { a: 1, b: 0, c: 0 },
      snapshots: 1,
    })
    expect((await own('policies?q=b')).data[0].running).toMatchObject({ passed: 1, failed: 0 })
  })

  it('is stored where a rule is asked no more, by a tag or by the name of a flow', async () => {
    for (const control of ['ANY-1', 'PCI-1', 'NAME-1']) await report.control(control)
    const { run, decide, fingerprint } = await running('asked', {
      always: decisionYaml('ANY-1'),
      tagged: decisionYaml('PCI-1', 'flow.tags.pci == "yes"'),
      named: decisionYaml('NAME-1', 'flow.name == "asked"'),
    })
    await keep.tag('asked', { pci: 'yes' })
    for (const control of ['ANY-1', 'PCI-1', 'NAME-1']) await decide(control, true)
    await run()
    expect(await results('asked', 'PCI-1', 'NAME-1')).toEqual(['passing', 'passing'])
    await keep.tag('asked', {}, ['pci'])
    expect(await results('asked', 'PCI-1', 'NAME-1')).toEqual(['not_asked', 'passing'])
    await app.call('PUT', '/flows/acme/asked/rename', { json: { new_name: 'other' } })
    expect(await results('asked', 'PCI-1', 'NAME-1')).toEqual(['not_asked', 'not_asked'])
    expect(await said('asked', fingerprint)).toMatchObject({ reasons: 0, snapshots: 1 })
  })

  it('is stored with the version of a policy that says so', async () => {
    const { run, trail, fingerprint } = await running('versions', { versed: attestationYaml('x') })
    await run()
    for (const [version, name] of ['y', 'z', 'z', 'x'].entries()) {
      await keep.policy('versed', `${attestationYaml(name)}# ${version}\n`)
      expect(await said('versions', fingerprint)).toEqual({
        reasons: 1,
        failing: { versed: 1 },
        snapshots: 1,
      })
      const { applied_policies } = await get('/snapshots/acme/versions/-1')
      expect(applied_policies).toMatchObject([{ version: version + 2 }])
      expect((await own('policies/versed')).rules).toMatchObject([{ running: { failed: 1 } }])
    }
    await report.generic('versions', trail, { attestation_name: 'x' })
    expect(await said('versions', fingerprint)).toMatchObject({ reasons: 0, snapshots: 2 })
    await keep.policy('versed', attestationYaml('w'))
    expect(await said('versions', fingerprint)).toMatchObject({ reasons: 1, snapshots: 3 })
    expect((await get('/snapshots/acme/versions/1')).applied_policies).toMatchObject([
      { version: 5, failing_artifacts: [fingerprint] },
    ])
  })

  it('is written once, and not for a write that changes nothing', async () => {
    const { run, trail, decide } = await running('once', {
      'once-a': attestationYaml('a'),
      'once-b': attestationYaml('b'),
    })
    await run()
    await report.generic('once', trail, { attestation_name: 'b' })
    const rows = () =>
      app.query(`select v.ctid::text, v.xmin::text, a.xmin::text as applied, s.xmin::text as state
        from environment e join verdict v on v.org_id = e.org_id and v.environment_id = e.id
        join applied_policy a on a.org_id = e.org_id and a.environment_id = e.id
        join environment_state s on s.org_id = e.org_id and s.environment_id = e.id
        where e.name = 'once'`)
    const before = await rows()
    await report.begin('once', 'another')
    await decide('SOC-1', true)
    await keep.tag('once', { team: 'core' })
    expect(await rows()).toEqual(before)
    expect(before).toHaveLength(2)
  })
})
