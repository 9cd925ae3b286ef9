import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const day = 86_400
let now = 1_790_000_000
let app: TestApp
let report: ReturnType<typeof environmentReporter>
const settings = '/cairn/acme/settings/evidence'
const put = (max_age_days: unknown, headers: Record<string, string> = {}) =>
  app.call('PUT', settings, { key: 'admin', json: { max_age_days }, headers })

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = environmentReporter(app)
  const keep = policyClient(app)
  await keep.policy('scanned', attestationYaml('scan'))
  await report.environment('prod')
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  await report.build('shop', 'shop:1')
  await report.generic('shop', 'run-shop-1', { attestation_name: 'scan', is_compliant: true })
  await keep.attach('prod', 'scanned')
  await report.run('prod', { 'shop:1': 1 })
  await keep.policy('gate', policyYaml('trail-compliance: {required: true}'))
  await report.environment('gated')
  await keep.attach('gated', 'gate')
  await report.run('gated', { 'shop:1': 1 })
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
const environment = (name: string) => get(`/environments/acme/${name}`)
const whyOf = async (query = '') => {
  const artifact = `fingerprint=${fingerprintOf('shop:1')}&name=shop:1`
  return (await get(`/cairn/acme/environments/prod/verdict/artifact?${artifact}${query}`)).verdict
}
/** Parts of each answer that say that evidence has expired. */
async function expiredEverywhere() {
  const [prod, all, why, running, deploy] = await Promise.all([
    environment('prod'),
    environment('all'),
    get('/cairn/acme/environments/prod/verdict'),
    get('/cairn/acme/environments/prod/running'),
    get(`/cairn/acme/can_i_deploy?environment=prod&fingerprint=${fingerprintOf('shop:1')}`),
  ])
  const { environments } = await get(
    `/cairn/acme/artifacts/${fingerprintOf('shop:1')}/environments`,
  )
  return [
    prod,
    all,
    why,
    running.artifacts[0],
    deploy,
    deploy.results[0],
    await whyOf(),
    environments[0].verdicts.at(-1),
  ].map(({ qualifiers }) => qualifiers.expired.join())
}

describe('evidence that is older than its type allows', () => {
  it('never expires until a limit is set', async () => {
    const { body } = await app.call('GET', settings, { key: 'reader' })
    expect(body).toMatchObject({ max_age_days: {}, changed_at: null })
    expect(body.types).toEqual(expect.arrayContaining(['generic', 'junit', 'system:decision']))
    now += 400 * day
    expect(new Set(await expiredEverywhere())).toEqual(new Set(['']))
    now -= 400 * day
  })

  it('qualifies every verdict that rests on it, which stays the same', async () => {
    expect((await put({ generic: 90 })).status).toBe(200)
    now += 90 * day - 1
    expect(new Set(await expiredEverywhere())).toEqual(new Set(['']))
    now += 12 * day + 2
    expect(new Set(await expiredEverywhere())).toEqual(new Set(['generic']))
    expect((await environment('prod')).state).toBe(true)
    const asserted = await get(
      `/asserts/acme/fingerprint/${fingerprintOf('shop:1')}?environment_name=prod`,
    )
    expect(asserted).toMatchObject({ compliant: true, qualifiers: { expired: ['generic'] } })
    const trail = await report.trail('shop', 'run-shop-1')
    expect(trail).toMatchObject({ is_compliant: true, qualifiers: { expired: ['generic'] } })
    // A rule on the state of the trail rests on the same evidence.
    expect((await environment('gated')).qualifiers.expired).toEqual(['generic'])
    expect(await get('/cairn/acme/environments/prod/verdict')).toMatchObject({
      qualified_count: 1,
      qualified: [{ name: 'shop:1', qualifiers: { expired: ['generic'] } }],
    })
  })

  it('is its own reason in the derivation, with its age and the limit', async () => {
    const [rule] = (await whyOf()).policies[0].rule_evaluations
    expect(rule.satisfied).toBe(true)
    expect(rule.resolutions[0].attestations).toMatchObject([
      { attestation_name: 'scan', expired: { age_days: 102, allowed_days: 90 } },
    ])
  })

  it('is fresh again with a new report, while the old snapshot shows how it was', async () => {
    const before = await environment('prod')
    await report.generic('shop', 'run-shop-1', { attestation_name: 'scan', is_compliant: true })
    expect(new Set(await expiredEverywhere())).toEqual(new Set(['']))
    expect((await environment('prod')).last_changed_at).toBe(before.last_changed_at)
    const [rule] = (await whyOf()).policies[0].rule_evaluations
    expect(rule.resolutions[0].attestations[0]).not.toHaveProperty('expired')
  })
})

it.each([
  [{ generic: 0 }, 'max_age_days.generic'],
  [{ generic: 1.5 }, 'max_age_days.generic'],
  [{ generic: 3_651 }, 'max_age_days.generic'],
  [{ unheard: 5 }, 'max_age_days.unheard'],
  [{ custom: 5 }, 'max_age_days.custom'],
  [null, 'max_age_days'],
])('refuses %j', async (max_age_days, field) => {
  const { status, body } = await put(max_age_days)
  expect([status, Object.keys(body.errors)[0]]).toEqual([400, field])
})

it('refuses to overwrite a concurrent change, and changes by others than admins', async () => {
  const etag = String((await app.call('GET', settings)).headers.etag)
  await put({ junit: 7 })
  const late = await put({ snyk: 7 }, { 'if-match': etag })
  expect([late.status, late.body.current.max_age_days]).toEqual([412, { junit: 7 }])
  const member = await app.call('PUT', settings, { json: { max_age_days: {} }, key: 'member' })
  expect(member.status).toBe(403)
})
