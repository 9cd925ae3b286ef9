import type { TestApp } from './app.ts'
import { customTypeClient } from './custom-types.ts'
import { overrideClient } from './overrides.ts'
import { policyClient, provenanceYaml } from './policies.ts'
import { commit, fingerprintOf } from './reporter.ts'
import { waitUntilSealed } from './sealed.ts'

/** Names and identifiers of one thing of each kind, as parameters of paths and queries call them. */
export type ExampleWorld = Awaited<ReturnType<typeof buildExampleWorld>>

/** Fills `acme` with what the examples of the OpenAPI documents name, so that calls like them succeed. */
export async function buildExampleWorld(app: TestApp) {
  const report = overrideClient(app)
  const policies = policyClient(app)
  const create = async (path: string, json: object, key = 'admin') => {
    const { status, body, text } = await app.call('POST', path, { key, json })
    if (status !== 201) throw new Error(`${path} was answered ${text}`)
    return body
  }
  for (const name of ['mei', 'jonas']) {
    await create('/cairn/acme/members', { name, role: 'member', create: true })
  }
  await customTypeClient(app).create('coverage', { rules: ['.coverage >= 80'] })
  await report.control('RCTL-1')
  await report.flow('payments')
  // The documents show the fingerprint of nothing.
  const fingerprint = fingerprintOf('')
  const repo_info = { id: '1', name: 'acme/payments', url: 'https://code.acme.example/payments' }
  await report.artifact('payments', { fingerprint, trail_name: 'build-4711', repo_info })
  const named = { attestation_name: 'unit-tests' }
  await report.junit('payments', 'build-4711', { ...named, artifact_fingerprint: fingerprint })
  const file = { name: 'tests.xml', content: '<testsuites/>' }
  const evidence = await report.junit('payments', 'build-4711', named, file)
  const decision = await report.decision('payments', 'build-4711')
  await report.generic('payments', 'build-4711', { attestation_name: 'scan', is_compliant: false })
  await policies.policy('production-rules', provenanceYaml)
  await report.environment('production')
  await report.environment('all', 'logical')
  for (const creationTimestamp of [1, 2]) {
    const artifacts = [{ digests: { 'payments-api:2.4.1': fingerprint }, creationTimestamp }]
    const json = { artifacts: Array.from({ length: creationTimestamp }, () => artifacts[0]) }
    await app.call('PUT', '/environments/acme/production/report/server', { json })
  }
  await policies.attach('production', 'production-rules')
  await policies.allow('production', fingerprint)
  const space = await create('/cairn/acme/spaces', { name: 'Payments' })
  const override = await report.ask({ flow_name: 'payments', trail_name: 'build-4711' })
  const notification = await create('/cairn/acme/notifications', {
    name: 'On call',
    environments: ['production'],
    triggers: ['ON_NON_COMPLIANT_ENV'],
    targets: [{ type: 'WEBHOOK', webhook: 'https://1.1.1.1/hook' }],
  })
  const account = { name: 'ci', privilege: 'reader' }
  await create('/service-accounts/acme', account, 'snapshotter')
  const key = await create('/service-accounts/acme/ci/api-keys', {}, 'snapshotter')
  const saved = { name: 'Private', page: 'attestations', search: '', scope: 'personal' }
  const view = await create('/cairn/acme/views', saved, 'reader')
  await waitUntilSealed(app)
  const audit = await report.get('/cairn/acme/audit-log')
  return {
    fingerprint,
    sha: commit,
    git_commit: commit,
    flow_name: 'payments',
    trail_name: 'build-4711',
    attestation_name: 'unit-tests',
    attestation_id: evidence.body as string,
    decision_id: decision.body as string,
    env_name: 'production',
    snapshot_expression: '1',
    policy_name: 'production-rules',
    type_name: 'coverage',
    identifier: 'RCTL-1',
    repo_name: 'acme/payments',
    space_id: space.id as string,
    override_id: override.body.override_id as string,
    number: String(notification.number),
    view_id: view.id as string,
    service_account: 'ci',
    service_key_id: key.id as string,
    audit_entry_id: audit.entries[0].id as string,
  }
}
