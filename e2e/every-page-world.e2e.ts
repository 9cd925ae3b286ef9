import { targetTraits, targetTypes } from '#contract/notification/notification-types.ts'
import { flow, print } from './every-page-list.ts'
import { putPolicy } from './put-policy.ts'
import { test } from './world.ts'

/** Every text that takes any sign has one that turns round what follows it. */
const turned = 'Of all pages \u202epay'
const results = [
  { name: `suite.${turned}`, total: 12, failures: 2, errors: 0, skipped: 1, duration: 4.2 },
  { name: 'suite.Two', total: 3, failures: 0, errors: 0, skipped: 0, duration: 0.4 },
]
/** Slots enough for a wide matrix, and names that want to be something else. */
const slots = Array.from({ length: 12 }, (_, index) => `check-of-a-long-name-${index + 1}`)
const hostile = [
  `<img src=x onerror=alert(1)><b>bold</b>`,
  `payments\u202egnp.exe`,
  `registry.acme.example/every-page/statements-batch-of-the-end-of-the-month:14.41.0`,
  `${'name-'.repeat(50)}last`,
]
const addresses = {
  webhook: { webhook: 'http://127.0.0.1:9/secret' },
  email: { email: ['a-long-address@of-all-pages.acme.example'] },
}
const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }] }]
`

test('an organization has data on every page', async ({ report, world }) => {
  const older = { part: 'template_file', name: 'template.yml', content: 'version: 1\n' }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, older)
  const file = { part: 'template_file', name: 'template.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name: flow, description: turned }, file)
  const commit = {
    sha1: 'a'.repeat(40),
    message: `Retry partner calls once, ${turned}, with a message that is long enough to be cut`,
    author: `Robin ${turned} <robin@acme.example>`,
    branch: `main-${turned}`,
    timestamp: 1_790_000_000,
  }
  for (const name of ['one', 'two']) {
    await report('PUT', `/trails/{org}/${flow}`, { name, git_commit_info: commit }, 'form')
  }
  for (const [name, trail_name] of [
    [flow, 'two'],
    [`${flow}-other`, 'one'],
  ]) {
    await report('POST', `/artifacts/{org}/${name}`, {
      fingerprint: print,
      filename: 'app:1',
      git_commit: 'a'.repeat(40),
      git_commit_info: commit,
      build_url: 'https://ci.acme.example/1',
      commit_url: 'https://git.acme.example/1',
      template_reference_name: 'app',
      trail_name,
      annotations: { team: turned },
    })
  }
  await report('PUT', '/flows/{org}/template_file', { name: `${flow}-empty` }, file)
  const names = slots.map((name) => `{ name: ${name}, type: generic }`).join(', ')
  const wide = { ...file, content: `version: 1\ntrail: { attestations: [${names}] }` }
  await report('PUT', '/flows/{org}/template_file', { name: `${flow}-slots` }, wide)
  const trail_name = `${flow}-slots-with-a-name-that-is-long-481`
  await report('PUT', `/trails/{org}/${flow}-slots`, { name: trail_name }, 'form')
  for (const [index, filename] of hostile.entries()) {
    await report('POST', `/artifacts/{org}/${flow}-slots`, {
      fingerprint: `c${index}`.repeat(32),
      filename,
      git_commit: 'a'.repeat(40),
      build_url: 'https://ci.acme.example/2',
      commit_url: 'https://git.acme.example/2',
      trail_name,
    })
  }
  await report('POST', '/cairn/{org}/spaces', { name: `every-page ${turned}` })
  const view = { page: 'attestations', search: 'verdict=non-compliant' }
  for (const scope of ['personal', 'team']) {
    const named = { ...view, scope, name: `${turned}, with a name that is long, ${scope}` }
    await report('POST', '/cairn/{org}/views', named)
  }
  const account = { name: 'every-page-ci', privilege: 'member', description: turned }
  await report('POST', '/service-accounts/{org}', account)
  const keys = '/service-accounts/{org}/every-page-ci/api-keys'
  await report('POST', keys, { description: `${turned}, a label that is long enough to be cut` })
  const prod = 'every-page-prod'
  await report('PUT', '/environments/{org}', { name: prod, type: 'server' })
  const digests = { app: print, 'every-page-seen': '5ee5ee'.padEnd(64, '0') }
  await report('PUT', `/environments/{org}/${prod}/report/server`, {
    artifacts: [{ digests, creationTimestamp: 1_790_000_000 }],
  })
  const evidence = { part: 'attachment_file', name: 'tests.xml', content: '<testsuites/>' }
  const on = `/attestations/{org}/${flow}/trail/one`
  await report(
    'POST',
    `${on}/junit`,
    { attestation_name: 'tests', junit_results: results },
    evidence,
  )
  const pod = (name: string, fingerprint: string) => ({
    podName: `${name}-pod-${turned}`,
    namespace: 'web',
    owners: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', uid: 'u' }],
    digests: { [`${name}:1`]: fingerprint },
    creationTimestamp: 1_790_000_000,
  })
  await report('PUT', '/environments/{org}', { name: 'every-page-k8s', type: 'K8S' })
  await report('PUT', '/environments/{org}', { name: 'every-page-ecs', type: 'ECS' })
  await report('PUT', '/environments/{org}', {
    name: 'every-page-all',
    type: 'logical',
    included_environments: ['every-page-k8s', 'every-page-ecs'],
  })
  await report('PUT', '/environments/{org}/every-page-k8s/report/K8S', {
    artifacts: [pod('app', print), pod('lost', '')],
  })
  const archived = 'every-page-archived'
  await report('PUT', '/flows/{org}', { name: archived })
  await report('PUT', `/trails/{org}/${archived}`, { name: 'one' }, 'form')
  await report('PUT', `/flows/{org}/${archived}/archive`, {})
  const described = { name: 'every-place', type: 'server', description: turned }
  await report('PUT', '/environments/{org}', described)
  const artifacts = [{ digests: { app: print }, creationTimestamp: 1_790_000_000 }]
  await report('PUT', '/environments/{org}/every-place/report/server', { artifacts })
  const included_environments = ['every-place']
  const group = { name: 'every-group', type: 'logical', included_environments }
  await report('PUT', '/environments/{org}', group)
  await report('PUT', '/environments/{org}', { name: 'every-old', type: 'server' })
  await report('PUT', '/environments/{org}/every-old/archive', {})
  const environment = 'every-page-log'
  await report('PUT', '/environments/{org}', { name: environment, type: 'server' })
  for (const digests of [{ other: 'f6'.repeat(32) }, { 'app:1': print }]) {
    await report('PUT', `/environments/{org}/${environment}/report/server`, {
      artifacts: [{ digests, creationTimestamp: 1_790_000_000 }],
    })
  }
  const rules = '_schema: https://acme.example/v1\nartifacts:\n  provenance:\n    required: '
  for (const [name, required] of [
    ['every-page-rules', false],
    ['every-page-rules', true],
    ['every-page-away', true],
  ] as const) {
    const policy = { part: 'policy_file', name: 'policy.yml', beside: 'payload' }
    const comment = turned
    await report(
      'PUT',
      '/policies/{org}',
      { name, comment },
      { ...policy, content: rules + required },
    )
  }
  await report('PUT', '/cairn/{org}/policies/every-page-away/archive', {})
  const ruled = 'every-page-ruled'
  await report('PUT', '/environments/{org}', { name: ruled, type: 'server' })
  await report('PUT', `/environments/{org}/${ruled}/report/server`, { artifacts })
  const policy_names = ['every-page-rules']
  await report('POST', `/environments/{org}/${ruled}/policies`, { policy_names })
  await report('PUT', `/allowlists/{org}/${ruled}`, {
    artifact_fingerprint: print,
    artifact_name: 'app',
    description: turned,
  })
  const evaluated = 'every-page-evaluated'
  await putPolicy(
    world,
    evaluated,
    '  provenance: { required: true }\n  trail-compliance: { required: true }',
  )
  await report('PUT', '/environments/{org}', { name: evaluated, type: 'server' })
  await report('POST', `/environments/{org}/${evaluated}/policies`, { policy_names: [evaluated] })
  await report('PUT', `/environments/{org}/${evaluated}/report/server`, {
    artifacts: [{ digests: { 'app:1': print, lost: '5e'.repeat(32) }, creationTimestamp: 1 }],
  })
  await report(
    'POST',
    '/custom-attestation-types/{org}',
    {
      name: 'every-page-type',
      description: turned,
      evaluator: { content_type: 'jq', rules: ['all(.[]; .covered > 80)', 'length > 0'] },
      summary: [{ name: `Part ${turned}`, expression: '.part' }],
    },
    { part: 'type_schema', name: 'schema.json', content: '{"type": "array"}' },
  )
  const attestation_data = [{ part: turned, covered: 70 }, { covered: 90 }]
  const custom = { attestation_name: 'covered', type_name: 'every-page-type', attestation_data }
  await report('POST', `${on}/custom`, custom, 'form')
  const control = { identifier: 'EVERY-1', name: turned, description: turned }
  await report('POST', '/controls/{org}', control)
  const requirements = { set_tags: { soc2: 'CC8.1, CC8.2', owner: turned } }
  await report('PATCH', '/tags/{org}/control/EVERY-1', requirements)
  const decision = {
    attestation_name: 'approval',
    type_name: 'decision',
    control: 'EVERY-1',
    attestation_data: { is_compliant: false, violations: [turned], score: 4 },
  }
  await report('POST', `${on}/system`, decision, 'form')
  await report('PUT', '/organizations/{org}/environments_notifications', {
    name: `Every page ${turned}`,
    type: 'env',
    environments: ['every-page-ecs'],
    triggers: ['ON_NON_COMPLIANT_ENV', 'ON_STARTED_ARTIFACT'],
    targets: targetTypes.map((type) => ({ type, ...addresses[targetTraits[type].address] })),
  })
  const waived = { attestation_name: 'waived', is_compliant: false }
  await report('POST', `${on}/generic`, waived, 'form')
  await report('POST', '/cairn/{org}/overrides', {
    flow_name: flow,
    trail_name: 'one',
    attestation_name: 'waived',
    original_attestation_type: 'generic',
    new_compliance_status: true,
    reason: turned,
    expires_at: Math.floor(Date.now() / 1_000) + 3 * 86_400,
    external_urls: { ticket: { href: 'https://tickets.acme.example/browse/ALL-1' } },
  })
  await report('POST', '/cairn/{org}/override-proposals', {
    flow_name: flow,
    trail_name: 'one',
    attestation_name: 'waived',
    original_attestation_type: 'generic',
    new_compliance_status: false,
    reason: turned,
  })
  await report('POST', '/cairn/{org}/allowance-proposals', {
    environment_name: 'every-page-ruled',
    artifact_fingerprint: 'ab'.repeat(32),
    artifact_name: 'registry.partner.example.com/mirrored-base-image:2026-11',
    description: `${turned}: the partner signs it from the next release on`,
  })
  const user_data = { reviewers: ['ada', turned], nested: { score: 7, note: '<b>bold</b>' } }
  await report('POST', `${on}/generic`, { attestation_name: 'review', user_data }, 'form')
})
