import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const environments = 50
/** Its budget is 300 ms; beside other work it may take longer. */
const milliseconds = 300 * 4

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.flow('shop')
  const keep = policyClient(app)
  await report.build('shop', 'shop:1')
  await keep.policy('scanned', attestationYaml('scan'))
  await report.generic('shop', 'run-shop-1', {
    attestation_name: 'scan',
    is_compliant: false,
    artifact_fingerprint: fingerprintOf('shop:1'),
  })
  const others = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`other:${i}`, 1]))
  for (let i = 1; i <= environments; i += 1) {
    const name = `prod-${i}`
    await report.environment(name)
    await report.run(name, { 'shop:1': 1, ...others })
    await keep.attach(name, 'scanned')
  }
})
afterAll(() => app.close())

it(`shows what an override flips in ${environments} environments without delay`, async () => {
  const json = {
    flow_name: 'shop',
    trail_name: 'run-shop-1',
    attestation_name: 'scan',
    artifact_fingerprint: fingerprintOf('shop:1'),
    reason: 'Looked at',
    new_compliance_status: true,
    original_attestation_type: 'generic',
  }
  const times: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const start = performance.now()
    const { body } = await app.call('POST', '/cairn/acme/overrides/impact', { json })
    times.push(performance.now() - start)
    // Each flips for this artifact, though others keep it non-compliant.
    expect(body.environments).toHaveLength(environments)
  }
  const best = Math.min(...times)
  process.stdout.write(`impact in ${environments} environments: ${best.toFixed(0)} ms\n`)
  expect(best).toBeLessThan(milliseconds)
})
