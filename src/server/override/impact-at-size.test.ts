import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const environments = 20
const trailOf = (name: string) => `run-${name.replace(':', '-')}`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.flow('shop')
  const keep = policyClient(app)
  await keep.policy('scanned', attestationYaml('scan'))
  for (const name of ['shop:1', 'lone:1']) {
    await report.build('shop', name)
    await report.generic('shop', trailOf(name), {
      attestation_name: 'scan',
      is_compliant: false,
      artifact_fingerprint: fingerprintOf(name),
    })
  }
  const others = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`other:${i}`, 1]))
  for (let i = 0; i <= environments; i += 1) {
    const name = `prod-${i}`
    await report.environment(name)
    await report.run(name, { [i === 0 ? 'lone:1' : 'shop:1']: 1, ...others })
    await keep.attach(name, 'scanned')
  }
})
afterAll(() => app.close())

/** Returns what an override for an artifact flips, and the number of queries that this takes. */
async function previewFor(name: string) {
  const json = {
    flow_name: 'shop',
    trail_name: trailOf(name),
    attestation_name: 'scan',
    artifact_fingerprint: fingerprintOf(name),
    reason: 'Looked at',
    new_compliance_status: true,
    original_attestation_type: 'generic',
  }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const { body } = await app.call('POST', '/cairn/acme/overrides/impact', { json })
  const queries = query.mock.calls.length
  query.mockRestore()
  return { environments: body.environments, queries }
}

/** Background work queries now and then: of several counts the smallest is the call's own. */
async function queriesFor(name: string): Promise<number> {
  const counts: number[] = []
  for (let i = 0; i < 5; i += 1) counts.push((await previewFor(name)).queries)
  return Math.min(...counts)
}

it(`shows what an override flips in ${environments} environments by hardly more queries than in one`, async () => {
  expect((await previewFor('lone:1')).environments).toHaveLength(1)
  // Each flips for this artifact, though others keep it non-compliant.
  expect((await previewFor('shop:1')).environments).toHaveLength(environments)
  const one = await queriesFor('lone:1')
  expect(await queriesFor('shop:1')).toBeLessThan(one + environments / 5)
})
