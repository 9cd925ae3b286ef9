import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
const artifact_fingerprint = fingerprintOf('shop:1')
const run = 'run-shop-1'
beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
  await report.flow('shop')
  const keep = policyClient(app)
  await report.build('shop', 'shop:1')
  await keep.policy('scanned', attestationYaml('scan'))
  await report.environment('prod')
  await report.run('prod', { 'shop:1': 1 })
  await keep.attach('prod', 'scanned')
  await report.generic('shop', run, { attestation_name: 'review', is_compliant: true })
  // An override of an attestation that was never reported.
  await report.override('shop', run, { attestation_name: 'scan', artifact_fingerprint })
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { key: 'reader' })).body

/** Objects that show an attestation of a name as active. */
function sayings(value: unknown, name: string): object[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'attestation_name' in value && value.attestation_name === name && 'attestation_id' in value
  return [...(own ? [value] : []), ...Object.values(value).flatMap((it) => sayings(it, name))]
}

it.each([
  ['the status of a trail', `/trails/acme/shop/${run}`],
  ['the slots of an artifact', `/cairn/acme/flows/shop/artifacts/${artifact_fingerprint}`],
  ['the matrix of a flow', '/cairn/acme/flows/shop/matrix'],
  [
    'why an artifact has its verdict',
    `/cairn/acme/environments/prod/verdict/artifact?fingerprint=${artifact_fingerprint}&name=shop:1`,
  ],
])('%s says which attestation is an override', async (_what, path) => {
  const answer = { ...(await get(path)), events: [] }
  const overridden = sayings(answer, 'scan')
  expect(overridden.length).toBeGreaterThan(0)
  for (const one of overridden) expect(one).toMatchObject({ is_override: true })
  for (const one of sayings(answer, 'review')) expect(one).not.toHaveProperty('is_override')
})
