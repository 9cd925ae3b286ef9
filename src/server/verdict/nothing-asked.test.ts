import { afterAll, beforeAll, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { noArtifacts } from '#domain/verdict/outcome-counts.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
const fingerprint = fingerprintOf('shop:1')

beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
  const keep = policyClient(app)
  const provenance = ['provenance:', '  required: true']
  await keep.policy('gate', policyYaml('trail-compliance: {required: true}', ...provenance))
  await report.environment('prod')
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  await report.build('shop', 'shop:1')
  await keep.attach('prod', 'gate')
  await report.run('prod', { 'shop:1': 1 })
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
const own = (path: string) => get(`/cairn/acme/${path}`)

/** Qualifiers in each answer beside its compliant verdict. */
async function saidEverywhere() {
  const artifact = `fingerprint=${fingerprint}&name=shop:1`
  const answers = await Promise.all([
    get('/environments/acme/prod'),
    get('/environments/acme/all'),
    own('environments/prod/verdict'),
    get('/snapshots/acme/prod/-1'),
    own(`can_i_deploy?environment=prod&fingerprint=${fingerprint}`),
    get(`/asserts/acme/fingerprint/${fingerprint}?environment_name=prod`),
    get(`/asserts/acme/fingerprint/${fingerprint}?policy_name=gate`),
    own('environments/prod/running').then(({ artifacts }) => artifacts[0]),
    own(`environments/prod/verdict/artifact?${artifact}`).then(({ verdict }) => verdict),
  ])
  return answers.map(({ state, compliant, qualifiers }) => [state ?? compliant, qualifiers])
}
const everywhere = (qualifiers: object) => Array.from({ length: 9 }, () => [true, qualifiers])
const countedFor = async (path: string) => (await own(path)).environments[0].running

it('does not pass by a trail of which nothing is expected, until it has evidence', async () => {
  const unasked = { ...noQualifiers, judged: 1, not_asked: 1 }
  expect(await saidEverywhere()).toEqual(everywhere(unasked))
  expect(await countedFor('policies/gate')).toEqual({ ...noArtifacts, not_asked: 1 })
  await report.generic('shop', 'run-shop-1', { attestation_name: 'scan', is_compliant: true })
  expect(await saidEverywhere()).toEqual(everywhere({ ...noQualifiers, judged: 1 }))
  expect(await countedFor('policies/gate')).toEqual({ ...noArtifacts, passed: 1 })
})
