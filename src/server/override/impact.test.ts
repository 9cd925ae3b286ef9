import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf, overrideDraft } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let now = 1_800_000_000
const names = ['prod-1', 'prod-2', 'bare']
const logical = { everything: names, live: ['prod-1', 'prod-2'] }
const artifact_fingerprint = fingerprintOf('shop:1')
const onTrail = { flow_name: 'shop', trail_name: 'run-shop-1' }
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = environmentReporter(app)
  await report.flow('shop')
  const keep = policyClient(app)
  await report.build('shop', 'shop:1')
  await report.build('shop', 'other:1', { trail_name: 'run-shop-1', template_reference_name: 'x' })
  await keep.policy('scanned', attestationYaml('scan'))
  for (const name of names) {
    await report.environment(name)
    await report.run(name, { 'shop:1': 1 })
    if (name !== 'bare') await keep.attach(name, 'scanned')
  }
  for (const [name, included_environments] of Object.entries(logical)) {
    await app.call('PUT', '/environments/acme', {
      json: { name, type: 'logical', included_environments },
    })
  }
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body
const ask = (fields: object = {}, path = '/impact') =>
  app.call('POST', `/cairn/acme/overrides${path}`, {
    json: { ...overrideDraft, ...onTrail, ...fields },
  })
const preview = async (fields: object = {}) => {
  const { status, body } = await ask(fields)
  expect(status).toBe(200)
  return body
}
const statesOf = async () => {
  const trail = await report.trail('shop', 'run-shop-1')
  const environments = await Promise.all(
    names.map(async (name) => (await get(`/environments/acme/${name}`)).state),
  )
  const { app: built, x } = trail.compliance_status.artifacts_statuses
  return { trail: trail.compliance_state, built: built.status, other: x.status, environments }
}

describe('the impact of an override', () => {
  it('equals the effect of making it, and the preview stores nothing', async () => {
    const original = await report.generic('shop', 'run-shop-1', {
      attestation_name: 'scan',
      is_compliant: false,
      artifact_fingerprint,
    })
    const before = [await countRows(app), await statesOf()]
    const foreseen = await preview({ artifact_fingerprint })
    expect([await countRows(app), await statesOf()]).toEqual(before)
    const flip = { from: false, to: true }
    const artifacts = [{ name: 'shop:1', fingerprint: artifact_fingerprint, ...flip }]
    expect(foreseen).toMatchObject({
      overridden: [{ attestation_id: original.body, is_compliant: false }],
      trails: [{ name: 'run-shop-1', from: 'NON-COMPLIANT', to: 'COMPLIANT' }],
      artifacts: [{ name: 'app', fingerprint: artifact_fingerprint, to: 'COMPLIANT' }],
      environments: [
        // One of its members has no state: it is unknown then.
        { name: 'everything', from: false, to: null, artifacts: [] },
        { name: 'live', ...flip, artifacts: [] },
        { name: 'prod-1', ...flip, artifacts },
        { name: 'prod-2', ...flip, artifacts },
      ],
      has_more_environments: false,
      counted_as: false,
      standstill: null,
    })
    expect(foreseen.artifacts).toHaveLength(1)
    const made = await ask({ artifact_fingerprint }, '')
    expect(made.status).toBe(201)
    const kept = await get(`/cairn/acme/overrides/${made.body.override_id}`)
    const { needs_approval: _, expires_at: __, evaluated_at: ___, ...effect } = foreseen
    expect(kept.impact).toEqual({ ...effect, evaluated_at: expect.any(Number) })
    expect(kept.override).toMatchObject({ environment_count: 4 })
    expect((await get('/environments/acme/live')).state).toBe(true)
    expect((await get('/environments/acme/everything')).state).toBe(null)
    expect(await statesOf()).toEqual({
      trail: 'COMPLIANT',
      built: 'COMPLIANT',
      other: 'COMPLIANT',
      environments: [true, true, null],
    })
  })

  it('is empty if the verdict stays the same, or others decide', async () => {
    const nothing = { trails: [], artifacts: [], environments: [] }
    const same = await preview({ artifact_fingerprint })
    expect(same).toMatchObject({ ...nothing, counted_as: true, standstill: 'same_verdict' })
    const apart = { attestation_name: 'apart', artifact_fingerprint }
    const others = { counted_as: null, standstill: 'others_decide' }
    expect(await preview(apart)).toMatchObject({ ...nothing, ...others })
    // For an override of the override: the counted verdict, not the reported one.
    const back = await preview({ artifact_fingerprint, new_compliance_status: false })
    expect(back).toMatchObject({ overridden: [{ is_compliant: false }], counted_as: true })
  })

  it.each([
    [{ flow_name: 'nowhere' }, 404],
    [{ trail_name: 'never' }, 404],
    [{ reason: '' }, 400],
    [{ expires_at: 1 }, 400],
    [{ artifact_fingerprint: fingerprintOf('elsewhere') }, 404],
    [{ original_attestation_type: 'custom:nothing' }, 404],
  ])('with %j is refused as the override would be', async (fields, status) => {
    const answers = [await ask(fields), await ask(fields, '')]
    expect(answers.map((answer) => answer.status)).toEqual([status, status])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  it('says where it is of what ran when it was last seen', async () => {
    now += 8 * 86_400
    const back = { artifact_fingerprint, new_compliance_status: false }
    const stale = async () =>
      (await preview(back)).environments.map(
        (one: { name: string; is_stale: boolean }) => one.is_stale && one.name,
      )
    expect(await stale()).toEqual(['everything', 'live', 'prod-1', 'prod-2'])
    await report.run('prod-2', { 'shop:1': 1 })
    // Logical ones would fail by that member, whose reports come.
    expect(await stale()).toEqual([false, false, 'prod-1', false])
    const made = await ask(back, '')
    const { impact } = await get(`/cairn/acme/overrides/${made.body.override_id}`)
    expect(impact.environments).toMatchObject([
      { name: 'everything', is_stale: false },
      { name: 'live', is_stale: false },
      { name: 'prod-1', is_stale: true },
      { name: 'prod-2', is_stale: false },
    ])
  })
})
