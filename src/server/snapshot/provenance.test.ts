import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await app.call('PUT', '/environments/acme', { json: { name: 'prod', type: 'server' } })
})
afterAll(() => app.close())

const build = (version: string, sha1: string, more = {}) =>
  report.artifact('shop', {
    fingerprint: fingerprintOf(version),
    filename: `shop:${version}`,
    trail_name: `run-${version}`,
    git_commit: sha1,
    git_commit_info: { ...commitInfo, sha1, timestamp: 1_800_000_000 },
    repo_url: 'https://github.com/acme/shop',
    commit_url: `https://github.com/acme/shop/commit/${sha1}`,
    ...more,
  })
const run = (...versions: string[]) => {
  const digests = Object.fromEntries(
    versions.map((version) => [`shop:${version}`, fingerprintOf(version)]),
  )
  const artifacts = [{ digests, creationTimestamp: 1_800_000_000 }]
  return app.call('PUT', '/environments/acme/prod/report/server', { json: { artifacts } })
}
const latest = async () => (await app.call('GET', '/snapshots/acme/prod/-1')).body.artifacts

it('a snapshot shows which flow built an artifact, and which artifact it replaced', async () => {
  const [one, two] = ['a'.repeat(40), 'b'.repeat(40)]
  await build('1', one)
  await run('1')
  const [first] = await latest()
  expect(first).toMatchObject({
    flow_name: 'shop',
    git_commit: one,
    deployment_diff: null,
    flow_html_url: 'http://localhost:8080/acme/flows/shop',
    flows: [{ trail_name: 'run-1', artifact_compliance_in_flow: 'COMPLIANT' }],
  })
  expect(first.html_url).toContain(`/acme/flows/shop/artifacts/${fingerprintOf('1')}?artifact_id=`)
  await build('2', two)
  await run('2')
  const [, second] = await latest()
  expect(second.commit_lead_time).toBeGreaterThan(0)
  expect(second.deployment_diff).toEqual({
    diff_url: `https://github.com/acme/shop/compare/${one}...${two}`,
    previous_git_commit: one,
    previous_fingerprint: fingerprintOf('1'),
    previous_artifact_name: 'shop:1',
    previous_artifact_compliance_state: 'COMPLIANT',
    previous_running: false,
    previous_git_commit_url: `https://github.com/acme/shop/commit/${one}`,
    previous_trail_name: 'run-1',
    previous_template_reference_name: 'boiler',
  })
})

it('a snapshot shows provenance reported while the artifact runs, and why it is not compliant', async () => {
  await run('2', '3')
  expect((await latest()).at(-1)).toMatchObject({ flow_name: '', flows: [], git_commit: '' })
  const on = { artifact_fingerprint: fingerprintOf('3') }
  await build('3', 'c'.repeat(40))
  await report.generic('shop', 'run-3', { attestation_name: 'scan', is_compliant: false, ...on })
  await expect
    .poll(async () => (await latest()).at(-1).deployment_diff?.previous_artifact_name)
    .toBe('shop:2')
  expect((await latest()).at(-1).flows[0]).toMatchObject({
    artifact_compliance_in_flow: 'NON-COMPLIANT',
    flow_reasons_for_non_compliance: ["Attestation 'scan' is non-compliant"],
  })
})
