import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { customTypeClient } from '#server/testing/custom-types.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { attestationYaml, policyClient } from '#server/testing/policies.ts'
import {
  artifactReport,
  commit,
  commitInfo,
  fingerprintOf,
  reporter,
} from '#server/testing/reporter.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'

/** A name that every object has, and the one that changes its prototype. */
const names = ['constructor', '__proto__']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    resolve: async () => [{ address: '93.184.216.34', family: 4 }],
  })
})
afterAll(() => app.close())

/** An object whose only own key is the name. */
const keyed = (name: string, value: unknown): object => Object.fromEntries([[name, value]])

/** Makes everything that can have the name; a name that a pattern refuses gets a message. */
async function makeAll(name: string): Promise<void> {
  const made = async (method: string, path: string, request: TestRequest) => {
    const { status, body } = await app.call(method, path, { key: 'admin', ...request })
    const isRefused = name === '__proto__' && status === 400 && body.errors
    if (!isRefused) expect([200, 201], `${method} ${path} ${status}`).toContain(status)
  }
  const report = reporter(app)
  const flow = name === '__proto__' ? 'proto' : name
  const trail = flow
  const given = {
    external_urls: keyed(name, { href: 'https://x' }),
    annotations: keyed(name, 'kept'),
    user_data: keyed(name, { a: 1 }),
  }
  await report.flow(
    flow,
    `{version: 1, trail: {attestations: [{name: ${name}, type: '*'}], artifacts: [{name: ${name}}]}}`,
  )
  await report.begin(flow, trail, given)
  const json = artifactReport({
    ...{ filename: name, template_reference_name: name, trail_name: trail, ...given },
    repo_info: { id: name, name, url: 'https://x', additional_info: keyed(name, 1) },
  })
  await made('POST', `/artifacts/acme/${flow}`, { json })
  const evidence = { attestation_name: name, git_commit_info: commitInfo, ...given }
  await report.generic(flow, trail, evidence)
  await report.generic(flow, trail, { ...evidence, target_artifacts: [name] })
  const types = customTypeClient(app)
  await types.create(flow, { rules: ['true'] })
  await report.control(flow, name)
  await report.override(flow, trail, { attestation_name: name })
  await report.decision(flow, trail, { attestation_name: name, control: flow })
  const keeper = policyClient(app)
  await keeper.policy(flow, attestationYaml(name, `flow.tags.${flow} == 'y'`))
  await made('PUT', '/environments/acme', { json: { name: flow, type: 'server' } })
  await keeper.attach(flow, flow)
  for (const digests of [keyed(name, fingerprintOf('boiler')), keyed(name, fingerprintOf('b'))]) {
    const artifacts = [{ digests, creationTimestamp: 1 }]
    await made('PUT', `/environments/acme/${flow}/report/server`, { json: { artifacts } })
  }
  for (const type of ['flow', 'environment', 'control']) {
    const tags = { json: { set_tags: keyed(name, 'y') } }
    await made('PATCH', `/tags/acme/${type}/${flow}`, tags)
  }
  await made('PUT', `/controls/acme/${flow}`, { json: { links: keyed(name, 'https://x') } })
  await made('POST', '/service-accounts/acme', { json: { name: flow, privilege: 'reader' } })
  // No person has the name of a service account.
  const person = { name: `${flow}-person`, role: 'reader', create: true }
  await made('POST', '/cairn/acme/members', { json: person })
  const account = `/service-accounts/acme/${flow}/api-keys`
  await made('POST', account, { json: { description: name } })
  await made('POST', '/cairn/session/api-keys', { json: { description: name } })
  const group = { name: `${flow}-all`, type: 'logical', included_environments: [flow] }
  await made('PUT', '/environments/acme', { json: group })
  const artifact_fingerprint = fingerprintOf('boiler')
  const allowed = { artifact_fingerprint, artifact_name: name, description: name }
  await made('PUT', `/allowlists/acme/${flow}`, { json: allowed })
  const target = { type: 'WEBHOOK', webhook: 'https://hooks.example/in', context: keyed(name, 'y') }
  const notification = { name, environments: [flow], triggers: ['ON_NON_COMPLIANT_ENV'] }
  await made('POST', '/cairn/acme/notifications', { json: { ...notification, targets: [target] } })
  await made('POST', '/cairn/acme/spaces', { json: { name } })
  const view = { name, page: 'flows', search: `${name}=1`, scope: 'team' }
  await made('POST', '/cairn/acme/views', { json: view })
}

const reads = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, { method, path, response }]) =>
    method === 'GET' && path.includes('{org}') && response !== 'events',
)

describe.each(names)('an organization where everything is called %s', (name) => {
  const flow = name === '__proto__' ? 'proto' : name
  const pathOf = (path: string) =>
    path
      .replace('{org}', 'acme')
      .replace('{fingerprint}', fingerprintOf('boiler'))
      .replace('{git_commit}', commit)
      .replace('{sha}', commit)
      .replace(/\{(snapshot|number)\w*\}/, '1')
      .replace(/\{\+?\w+\}/g, flow)
  const read = async (path: string, query = '') =>
    app.call('GET', `${pathOf(path)}${query}`, { key: 'admin' })

  it('answers every read', { timeout: 120_000 }, async () => {
    await makeAll(name)
    await waitUntilSealed(app)
    for (const [endpoint, { path }] of reads) {
      const query = path.includes('/exports/') ? '?format=csv' : `?commit_list=${commit}`
      const { status } = await read(path, query)
      expect(status, endpoint).toBeLessThan(500)
    }
  })

  it('shows them', async () => {
    const artifact = await read('/artifacts/{org}/{flow}/fingerprint/{fingerprint}')
    expect(Object.keys(artifact.body.annotations)).toEqual([name])
    expect(Object.keys(artifact.body.external_urls)).toEqual([name])
    expect(Object.keys(artifact.body.repo_info.additional_info)).toEqual([name])
    const trail = await read('/trails/{org}/{flow}/{trail}')
    expect(Object.keys(trail.body.user_data)).toEqual([name])
    expect(Object.keys(trail.body.compliance_status.artifacts_statuses)).toContain(name)
    const running = await read('/snapshots/{org}/{env}/2')
    expect(running.body.artifacts.map((one: { name: string }) => one.name)).toEqual([name, name])
    const log = await read('/cairn/{org}/audit-log', '?per_page=100')
    expect(log.status).toBe(200)
    const exported = await read('/cairn/{org}/exports/audit-log', '?format=ndjson')
    expect(exported.text.trim().split('\n').length).toBeGreaterThanOrEqual(log.body.entries.length)
  })
})
