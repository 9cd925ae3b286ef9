import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxSummaries } from '#contract/attestation/evidence-summary.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { junitResult } from '#server/testing/reporter.ts'

let app: TestApp
let junit: string
let generic: string
let override: string
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = overrideClient(app)
  const failing = { ...junitResult, failures: 1, errors: 2, total: 8 }
  const run = { attestation_name: 'unit-tests', origin_url: 'https://ci.example/7' }
  junit = (await report.junit('api', 'one', { ...run, junit_results: [failing] })).body as string
  generic = (await report.generic('api', 'one', { attestation_name: 'scan', is_compliant: false }))
    .body as string
  const flaky = {
    attestation_name: 'unit-tests',
    original_attestation_type: 'junit',
    new_compliance_status: true,
    reason: 'Flaky',
  }
  const made = await report.override('api', 'one', flaky, 'admin')
  override = made.body as string
})
afterAll(() => app.close())

const get = (ids: readonly string[], org = 'acme', key = 'reader') => {
  const query = ids.map((id) => `attestation_id=${encodeURIComponent(id)}`).join('&')
  return app.call('GET', `/cairn/${org}/evidence-summaries?${query}`, { key })
}

describe('summaries of evidence', () => {
  it('say what was found and where, of an override what its evidence found', async () => {
    const { status, body } = await get([junit, generic, override, 'unknown', "' or true --"])
    expect(status).toBe(200)
    const found = {
      summary: '1 failed, 2 errors of 8 tests',
      origin_url: 'https://ci.example/7',
      reported_by: 'member',
      expired: null,
    }
    const bare = { ...found, summary: null, origin_url: '', override: null }
    const given = {
      reason: 'Flaky',
      reported_by: 'admin',
      approved_by: null,
      created_at: expect.any(Number),
      expires_at: null,
      ended_at: null,
      reported_is_compliant: false,
    }
    expect(body.summaries).toHaveLength(3)
    expect(body.summaries).toEqual(
      expect.arrayContaining([
        { attestation_id: junit, ...found, override: null },
        { attestation_id: override, ...found, override: given },
        { attestation_id: generic, ...bare },
      ]),
    )
  })

  it('say until when an override stands that is about nothing reported, and when it ended', async () => {
    const report = overrideClient(app)
    const expires_at = now + 86_400
    const made = await report.ask({
      trail_name: 'one',
      flow_name: 'api',
      expires_at,
      attestation_name: 'never-reported',
    })
    const id = made.body.override_id as string
    const given = async () => (await get([id])).body.summaries[0].override
    expect(await given()).toMatchObject({ expires_at, ended_at: null, reported_is_compliant: null })
    await report.post(`overrides/${id}/end`, { reason: 'Not needed' })
    expect(await given()).toMatchObject({ expires_at, ended_at: expect.any(Number) })
  })

  it('say how old evidence is that has expired; an override in its place has not', async () => {
    now += 40 * 86_400 + 60
    const json = { max_age_days: { junit: 30, generic: 50 } }
    await app.call('PUT', '/cairn/acme/settings/evidence', { key: 'admin', json })
    const { summaries } = (await get([junit, generic, override])).body as Body
    const ageOf = (id: string) => summaries.find((one) => one.attestation_id === id)?.expired
    expect(ageOf(junit)).toEqual({ age_days: 40, allowed_days: 30 })
    expect([ageOf(generic), ageOf(override)]).toEqual([null, null])
    const listed = async (more = '') =>
      (await app.call('GET', `/attestations/acme?evidence_age=expired${more}`)).body
    const { data: expired, pagination } = await listed()
    expect(expired.map((one: Listed) => one.attestation_id)).toEqual([junit])
    expect(pagination.total).toBe(1)
    for (const more of [
      '&attestation_type=generic',
      '&record_type=override',
      '&from_timestamp=9000000000',
    ])
      expect([more, (await listed(more)).pagination.total]).toEqual([more, 0])
    const facets = '/cairn/acme/attestations/facets?evidence_age=expired'
    const { body: counted } = await app.call('GET', facets)
    expect(counted).toMatchObject({ total: 1, attestation_type: { values: [{ value: 'junit' }] } })
    const { data } = (await app.call('GET', '/cairn/acme/flows/api/matrix')).body as Matrix
    const slots = data.flatMap((trail) => trail.slots)
    expect(
      slots.map(({ attestation_name, expired }) => [attestation_name, expired]).sort(),
    ).toEqual([
      ['scan', undefined],
      ['unit-tests', undefined],
    ])
    await app.call('PUT', '/cairn/acme/settings/evidence', {
      key: 'admin',
      json: { max_age_days: { generic: 39 } },
    })
    const again = (await app.call('GET', '/cairn/acme/flows/api/matrix')).body as Matrix
    const scan = again.data[0]?.slots.find((slot) => slot.attestation_name === 'scan')
    expect(scan).toMatchObject({
      state: 'NON-COMPLIANT',
      expired: { age_days: 40, allowed_days: 39 },
    })
  })

  it('are of the own organization, and of at most 100 attestations', async () => {
    expect((await get([junit], 'globex', 'outsider')).body.summaries).toEqual([])
    expect((await get([])).status).toBe(400)
    expect((await get(Array.from({ length: maxSummaries + 1 }, () => junit))).status).toBe(400)
  })
})

interface Body {
  summaries: { attestation_id: string; expired: object | null }[]
}
interface Listed {
  attestation_id: string
}
interface Matrix {
  data: { slots: { attestation_name: string | null; state: string; expired?: object }[] }[]
}
