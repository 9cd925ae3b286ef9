import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxSummaries } from '#contract/attestation/evidence-summary.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { junitResult } from '#server/testing/reporter.ts'

let app: TestApp
let junit: string
let generic: string
let override: string
beforeAll(async () => {
  app = await startTestApp()
  const report = overrideClient(app)
  const failing = { ...junitResult, failures: 1, errors: 2, total: 8 }
  const run = { attestation_name: 'unit-tests', origin_url: 'https://ci.example/7' }
  junit = (await report.junit('api', 'one', { ...run, junit_results: [failing] })).body as string
  generic = (await report.generic('api', 'one', { attestation_name: 'scan', is_compliant: false }))
    .body as string
  const made = await report.override('api', 'one', {
    attestation_name: 'unit-tests',
    original_attestation_type: 'junit',
    new_compliance_status: true,
    reason: 'Flaky',
  })
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
    const found = { summary: '1 failed, 2 errors of 8 tests', origin_url: 'https://ci.example/7' }
    expect(body.summaries).toHaveLength(3)
    expect(body.summaries).toEqual(
      expect.arrayContaining([
        { attestation_id: junit, ...found },
        { attestation_id: override, ...found },
        { attestation_id: generic, summary: null, origin_url: '' },
      ]),
    )
  })

  it('are of the own organization, and of at most 100 attestations', async () => {
    expect((await get([junit], 'globex', 'outsider')).body.summaries).toEqual([])
    expect((await get([])).status).toBe(400)
    expect((await get(Array.from({ length: maxSummaries + 1 }, () => junit))).status).toBe(400)
  })
})
