import { violationsOf } from './axe.ts'
import { putPolicy } from './put-policy.ts'
import { watchRequests } from './quiet.ts'
import { expect, test } from './world.ts'

const flow = 'every-page'
const print = 'e5'.repeat(32)
const results = [
  { name: 'suite.One', total: 12, failures: 2, errors: 0, skipped: 1, duration: 4.2 },
  { name: 'suite.Two', total: 3, failures: 0, errors: 0, skipped: 0, duration: 0.4 },
]
const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }] }]
`

const pages: [name: string, path: string, heading: string | RegExp][] = [
  ['sign-in', '/sign-in', 'Sign in to Cairn'],
  // All of it holds the same parts so often that axe would take a minute.
  ['API reference', '/api/docs?q=controls', 'API reference'],
  ['overview', '/{org}', 'Overview'],
  ['overview, narrowed', '/{org}?tag=absent&range=30d', 'Overview'],
  ['overview, unknown organization', '/elsewhere', /./],
  ['flows', '/{org}/flows', 'Flows'],
  ['flows, no match', '/{org}/flows?name=nothing-like-it', 'Flows'],
  ['flows, archived', '/{org}/flows?archived=true', 'Flows'],
  ['archived flow', '/{org}/flows/every-page-archived-{worker}/trails', /^every-page-archived/],
  ['archived trail', '/{org}/flows/every-page-archived-{worker}/trails/one', 'one'],
  [
    'archived flow, settings',
    '/{org}/flows/every-page-archived-{worker}/settings',
    /^every-page-archived/,
  ],
  ['flow, settings', `/{org}/flows/${flow}/settings`, flow],
  ['flow', `/{org}/flows/${flow}/trails`, flow],
  ['flow, no match', `/{org}/flows/${flow}/trails?name=nothing-like-it`, flow],
  ['matrix', `/{org}/flows/${flow}/matrix`, flow],
  ['matrix, no match', `/{org}/flows/${flow}/matrix?name=nothing-like-it`, flow],
  ['matrix, compared', `/{org}/flows/${flow}/matrix?compare=one&compare=two`, flow],
  ['matrix of one slot', `/{org}/flows/${flow}/matrix?target=app&attestation_name=tests`, flow],
  ['attestations', `/{org}/flows/${flow}/attestations`, flow],
  ['attestations, no match', `/{org}/flows/${flow}/attestations?range=7d&attestation_name=x`, flow],
  ['explorer', '/{org}/attestations', 'Attestations'],
  ['explorer, no match', '/{org}/attestations?range=7d&reported_by=nobody', 'Attestations'],
  ['explorer, no commits', '/{org}/attestations?by=commit&flow_name=absent', 'Attestations'],
  [
    'explorer by commit',
    `/{org}/attestations?commit_list=${'a'.repeat(40)}&commit_list=fffff&commit_list=no-hash`,
    'Attestations',
  ],
  ['template', `/{org}/flows/${flow}/template`, flow],
  ['template, compared', `/{org}/flows/${flow}/template?version=2&compare=1`, flow],
  ['template, draft', `/{org}/flows/${flow}/template?edit=true`, flow],
  ['environments', '/{org}/environments', 'Environments'],
  ['environments, as tiles', '/{org}/environments?view=tiles', 'Environments'],
  ['environments, no match', '/{org}/environments?name=nothing-like-it', 'Environments'],
  ['environments, archived', '/{org}/environments?archived=true', 'Environments'],
  ['environment, settings', '/{org}/environments/every-place/settings', 'every-place'],
  ['logical environment, settings', '/{org}/environments/every-group/settings', 'every-group'],
  ['archived environment', '/{org}/environments/every-old-{worker}/settings', /^every-old/],
  ['unknown environment', '/{org}/environments/absent', /./],
  ['trail', `/{org}/flows/${flow}/trails/one`, 'one'],
  ['trail with drawer', `/{org}/flows/${flow}/trails/one?attestation_id={attestation}`, 'one'],
  ['trail, unknown attestation', `/{org}/flows/${flow}/trails/one?attestation_id=none`, 'one'],
  ['trail, narrowed', `/{org}/flows/${flow}/trails/one?type=junit&verdict=COMPLIANT`, 'one'],
  ['trail, nothing in it matches', `/{org}/flows/${flow}/trails/one?lane=none`, 'one'],
  ['trail, only begun', `/{org}/flows/${flow}/trails/two`, 'two'],
  ['artifacts', `/{org}/flows/${flow}/artifacts`, flow],
  ['artifacts, none yet', `/{org}/flows/${flow}-empty/artifacts`, `${flow}-empty`],
  ['artifacts, no match', `/{org}/flows/${flow}/artifacts?name=nothing-like-it`, flow],
  ['artifact', `/{org}/flows/${flow}/artifacts/${print}`, 'app:1'],
  [
    'artifact with drawer',
    `/{org}/flows/${flow}/artifacts/${print}?attestation_id={attestation}`,
    'app:1',
  ],
  ['artifact, unknown', `/{org}/flows/${flow}/artifacts/${'0'.repeat(64)}`, 'Unknown artifact'],
  ['artifact in two flows', `/{org}/artifacts/${print}`, print.slice(0, 12)],
  ['artifact in no flow', '/{org}/artifacts/00000', 'Unknown artifact'],
  ['artifact only seen running', '/{org}/artifacts/5ee5ee', 'every-page-seen'],
  ['builds', '/{org}/builds', 'Builds'],
  ['builds, no match', '/{org}/builds?repo_name=nothing-like-it', 'Builds'],
  ['builds, none in the window', '/{org}/builds?end_ts=1000', 'Builds'],
  ['no fingerprint', '/{org}/artifacts/nope', 'This is no fingerprint'],
  ['what runs', '/{org}/environments/every-page-k8s/running', 'every-page-k8s'],
  ['what runs, by flow', '/{org}/environments/every-page-k8s/running?group=flow', 'every-page-k8s'],
  [
    'what runs, with drawer',
    `/{org}/environments/every-page-k8s/running?artifact_name=app:1&artifact_fingerprint=${print}`,
    'every-page-k8s',
  ],
  [
    'what runs, without provenance',
    '/{org}/environments/every-page-k8s/running?artifact_name=lost:1',
    'every-page-k8s',
  ],
  ['what runs, no match', '/{org}/environments/every-page-k8s/running?q=x-x', 'every-page-k8s'],
  ['never reported', '/{org}/environments/every-page-ecs/running', 'every-page-ecs'],
  ['what runs, logical', '/{org}/environments/every-page-all/running', 'every-page-all'],
  ['snapshots', '/{org}/environments/every-page-k8s/snapshots', 'every-page-k8s'],
  ['snapshots, bad moment', '/{org}/environments/every-page-k8s/snapshots?at=x', 'every-page-k8s'],
  ['snapshot', '/{org}/environments/every-page-k8s/snapshots/1', 'Snapshot #1'],
  ['snapshot, unknown', '/{org}/environments/every-page-k8s/snapshots/99999', 'Unknown snapshot'],
  ['events', '/{org}/events', 'Events'],
  ['events, none', '/{org}/events?environment=absent', 'Events'],
  ['events of an environment', '/{org}/environments/every-page-log/events', 'every-page-log'],
  ['deployments', '/{org}/environments/every-page-log/deployments', 'every-page-log'],
  ['deployments, none', '/{org}/environments/every-page-log/deployments?to=9', 'every-page-log'],
  ['diff', '/{org}/environments/every-page-log/diff', 'every-page-log'],
  ['diff, a side is missing', '/{org}/environments/every-page-log/diff?base=99', 'every-page-log'],
  ['policies', '/{org}/policies', 'Policies'],
  ['policies, no match', '/{org}/policies?q=nothing-like-it', 'Policies'],
  ['policies, archived', '/{org}/policies?archived=true', 'Policies'],
  ['policy', '/{org}/policies/every-page-rules', 'every-page-rules'],
  ['policy, compared', '/{org}/policies/every-page-rules?compare=1', 'every-page-rules'],
  ['policy, edited', '/{org}/policies/every-page-rules?edit=true', 'every-page-rules'],
  ['what if', '/{org}/policies/every-page-rules/what-if', 'every-page-rules'],
  [
    'what if, answered',
    '/{org}/policies/every-page-rules/what-if?action=attach&environment=every-page-k8s&environment=every-page-ecs',
    'every-page-rules',
  ],
  ['policy, archived', '/{org}/policies/every-page-away-{worker}', /^every-page-away/],
  ['policy, unknown', '/{org}/policies/absent', /./],
  ['controls', '/{org}/controls', 'Controls'],
  ['controls, no match', '/{org}/controls?search=nothing-like-it', 'Controls'],
  ['controls, frameworks', '/{org}/controls?view=frameworks', 'Controls'],
  ['control', '/{org}/controls/EVERY-1', 'EVERY-1'],
  ['control, edited', '/{org}/controls/EVERY-1?edit=true', 'EVERY-1'],
  ['control, decisions', '/{org}/controls/EVERY-1/decisions', 'EVERY-1'],
  ['control, coverage', '/{org}/controls/EVERY-1/coverage', 'EVERY-1'],
  ['control, versions', '/{org}/controls/EVERY-1/versions', 'EVERY-1'],
  ['control, unknown', '/{org}/controls/absent', /./],
  ['control, unknown tab', '/{org}/controls/EVERY-1/absent', /./],
  ['decisions', '/{org}/decisions', 'Decisions'],
  ['decisions, no match', '/{org}/decisions?control=absent', 'Decisions'],
  ['decision', '/{org}/decisions/{decision}', 'Decision on EVERY-1'],
  ['decision, unknown', '/{org}/decisions/absent', /./],
  ['policy, new', '/{org}/policies/~new?starter=both', 'New policy'],
  [
    'policies of an environment',
    '/{org}/environments/every-page-ruled/policies',
    'every-page-ruled',
  ],
  ['no policy yet', '/{org}/environments/every-page-ecs/policies', 'every-page-ecs'],
  ['policies, attached', '/{org}/environments/every-page-ruled/policies?attach=true', /./],
  ['policies, logical', '/{org}/environments/every-page-all/policies', 'every-page-all'],
  ['allow-list', '/{org}/environments/every-page-ruled/allow-list', 'every-page-ruled'],
  ['allow-list, empty', '/{org}/environments/every-page-ecs/allow-list', 'every-page-ecs'],
  [
    'why an environment',
    '/{org}/environments/every-page-judged?why=environment',
    'every-page-judged',
  ],
  ['why an artifact', `/{org}/environments/every-page-judged?why=${print}`, 'every-page-judged'],
  ['why nobody knows', '/{org}/environments/every-page-k8s?why=environment', 'every-page-k8s'],
  ['why a trail', `/{org}/flows/${flow}/trails/one?why=trail`, 'one'],
  ['why an artifact in its flow', `/{org}/flows/${flow}/artifacts/${print}?why=artifact`, 'app:1'],
  ['snapshot, judged', '/{org}/environments/every-page-judged/snapshots/1', 'Snapshot #1'],
  ['can I deploy', '/{org}/can-i-deploy', 'Can I deploy?'],
  [
    'can I deploy, answered',
    `/{org}/can-i-deploy?fingerprint=${print}&environment=every-page-judged&environment=absent`,
    'Can I deploy?',
  ],
  ['settings', '/{org}/settings', 'Members'],
  ['members', '/{org}/settings/members', 'Members'],
  ['members, no match', '/{org}/settings/members?q=nothing-like-it', 'Members'],
  ['service accounts', '/{org}/settings/service-accounts', 'Service accounts'],
  ['service accounts, no match', '/{org}/settings/service-accounts?q=x-x', 'Service accounts'],
  ['service account', '/{org}/settings/service-accounts/every-page-ci', 'every-page-ci'],
  ['service account, unknown', '/{org}/settings/service-accounts/absent', /./],
  ['spaces', '/{org}/settings/spaces', 'Spaces'],
  ['organization', '/{org}/settings/organization', 'Organization'],
  ['profile', '/profile', 'robin'],
  ['audit log', '/{org}/settings/audit-log?range=7d', 'Audit log'],
  ['audit log, no match', '/{org}/settings/audit-log?actor=nobody&action=x', 'Audit log'],
  ['audit log, unknown entry', '/{org}/settings/audit-log?entry=none', 'Audit log'],
  ['attestation types', '/{org}/settings/attestation-types', 'Attestation types'],
  ['attestation types, no match', '/{org}/settings/attestation-types?q=x-x', 'Attestation types'],
  ['attestation type', '/{org}/settings/attestation-types/every-page-type', 'every-page-type'],
  [
    'attestation type, compared',
    '/{org}/settings/attestation-types/every-page-type?version=2&compare=1',
    'every-page-type',
  ],
  [
    'attestation type, edited',
    '/{org}/settings/attestation-types/every-page-type?edit=true',
    'every-page-type',
  ],
  ['attestation type, new', '/{org}/settings/attestation-types/~new', 'New attestation type'],
  ['attestation type, unknown', '/{org}/settings/attestation-types/absent', /./],
  ['trail with custom evidence', `/{org}/flows/${flow}/trails/one?attestation_id={custom}`, 'one'],
  ['notifications', '/{org}/settings/notifications', 'Notifications'],
  ['notifications, no match', '/{org}/settings/notifications?q=nothing-like-it', 'Notifications'],
  ['notification', '/{org}/settings/notifications/{notification}', 'Every page'],
  [
    'notification, with drawer',
    '/{org}/settings/notifications/{notification}?delivery=absent',
    'Every page',
  ],
  ['notification, edited', '/{org}/settings/notifications/{notification}?edit=true', 'Every page'],
  ['notification, new', '/{org}/settings/notifications/new', 'New notification'],
  ['notification, unknown', '/{org}/settings/notifications/99999', /./],
  ['unknown flow', '/{org}/flows/absent/trails', /./],
  ['unknown organization', '/elsewhere/flows', /./],
  ['unknown path', '/{org}/no/such/page', /./],
]

test.beforeEach(async ({ report, world }) => {
  const older = { part: 'template_file', name: 'template.yml', content: 'version: 1\n' }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, older)
  const file = { part: 'template_file', name: 'template.yml', content: template }
  await report(
    'PUT',
    '/flows/{org}/template_file',
    { name: flow, description: 'Of all pages' },
    file,
  )
  const commit = {
    sha1: 'a'.repeat(40),
    message: 'Retry partner calls once, with a message that is long enough to be cut somewhere',
    author: 'Robin Hale <robin@acme.example>',
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
      annotations: { team: 'payments' },
    })
  }
  await report('PUT', '/flows/{org}/template_file', { name: `${flow}-empty` }, file)
  // It is there already when another page was looked at before.
  await report('POST', '/cairn/{org}/spaces', { name: 'every-page' }).catch(() => undefined)
  const account = { name: 'every-page-ci', privilege: 'member' }
  await report('POST', '/service-accounts/{org}', account).catch(() => undefined)
  const keys = '/service-accounts/{org}/every-page-ci/api-keys'
  await report('POST', keys, { description: 'A label that is long enough to be cut somewhere' })
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
    podName: `${name}-pod`,
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
  // Two workers that archive and revive the same thing would see each other's half.
  const worker = test.info().parallelIndex
  const archived = `every-page-archived-${worker}`
  await report('PUT', '/flows/{org}', { name: archived })
  await report('PUT', `/trails/{org}/${archived}`, { name: 'one' }, 'form')
  await report('PUT', `/flows/{org}/${archived}/archive`, {})
  const described = { name: 'every-place', type: 'server', description: 'Of all pages' }
  await report('PUT', '/environments/{org}', described)
  const artifacts = [{ digests: { app: print }, creationTimestamp: 1_790_000_000 }]
  await report('PUT', '/environments/{org}/every-place/report/server', { artifacts })
  const included_environments = ['every-place']
  const group = { name: 'every-group', type: 'logical', included_environments }
  await report('PUT', '/environments/{org}', group)
  await report('PUT', '/environments/{org}', { name: `every-old-${worker}`, type: 'server' })
  await report('PUT', `/environments/{org}/every-old-${worker}/archive`, {})
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
    [`every-page-away-${worker}`, true],
  ] as const) {
    const policy = { part: 'policy_file', name: 'policy.yml', beside: 'payload' }
    const comment = 'Of all pages'
    await report(
      'PUT',
      '/policies/{org}',
      { name, comment },
      { ...policy, content: rules + required },
    )
  }
  await report('PUT', `/cairn/{org}/policies/every-page-away-${worker}/archive`, {})
  const ruled = 'every-page-ruled'
  await report('PUT', '/environments/{org}', { name: ruled, type: 'server' })
  await report('PUT', `/environments/{org}/${ruled}/report/server`, { artifacts })
  const policy_names = ['every-page-rules']
  await report('POST', `/environments/{org}/${ruled}/policies`, { policy_names })
  await report('PUT', `/allowlists/{org}/${ruled}`, {
    artifact_fingerprint: print,
    artifact_name: 'app',
    description: 'It has to run',
  })
  const judged = 'every-page-judged'
  await putPolicy(
    world,
    judged,
    '  provenance: { required: true }\n  trail-compliance: { required: true }',
  )
  await report('PUT', '/environments/{org}', { name: judged, type: 'server' })
  await report('POST', `/environments/{org}/${judged}/policies`, { policy_names: [judged] })
  await report('PUT', `/environments/{org}/${judged}/report/server`, {
    artifacts: [{ digests: { 'app:1': print, lost: '5e'.repeat(32) }, creationTimestamp: 1 }],
  })
  await report(
    'POST',
    '/custom-attestation-types/{org}',
    {
      name: 'every-page-type',
      description: 'Of all pages',
      evaluator: { content_type: 'jq', rules: ['all(.[]; .covered > 80)', 'length > 0'] },
      summary: [{ name: 'Part', expression: '.part' }],
    },
    { part: 'type_schema', name: 'schema.json', content: '{"type": "array"}' },
  )
  const attestation_data = [{ part: 'https://acme.example/a', covered: 70 }, { covered: 90 }]
  const custom = { attestation_name: 'covered', type_name: 'every-page-type', attestation_data }
  await report('POST', `${on}/custom`, custom, 'form')
  // It is there already when another page was looked at before.
  const control = { identifier: 'EVERY-1', name: 'Of all pages' }
  await report('POST', '/controls/{org}', control).catch(() => undefined)
  const requirements = { set_tags: { soc2: 'CC8.1, CC8.2' } }
  await report('PATCH', '/tags/{org}/control/EVERY-1', requirements)
  const decision = {
    attestation_name: 'approval',
    type_name: 'decision',
    control: 'EVERY-1',
    attestation_data: { is_compliant: false, violations: ['Nobody reviewed it'], score: 4 },
  }
  await report('POST', `${on}/system`, decision, 'form')
  await report('PUT', '/organizations/{org}/environments_notifications', {
    name: 'Every page',
    type: 'env',
    environments: ['every-page-ecs'],
    triggers: ['ON_NON_COMPLIANT_ENV', 'ON_STARTED_ARTIFACT'],
    targets: [
      { type: 'SLACK', webhook: 'http://127.0.0.1:9/T/1' },
      { type: 'WEBHOOK', webhook: 'http://127.0.0.1:9/secret' },
      { type: 'EMAIL', email: ['a-long-address@of-all-pages.acme.example'] },
    ],
  })
  const user_data = { reviewers: ['ada', 'mei'], nested: { score: 7, note: '<b>bold</b>' } }
  await report('POST', `${on}/generic`, { attestation_name: 'review', user_data }, 'form')
})

test.describe.configure({ mode: 'parallel' })

// In shares, for several workers: half of the pages are opened wide and then narrowed, the others the
// other way round.
const shares = 6
for (let share = 0; share < shares; share += 1) {
  const widths = share % 2 === 0 ? [1440, 390] : [390, 1440]
  test(`every page has one heading, no errors, no sideways scroll, and axe finds nothing: share ${share + 1}, ${widths.join(' to ')} px`, async ({
    signedIn: page,
    world,
  }) => {
    test.setTimeout(300_000)
    const newestOf = async (name: string) => {
      const path = `/api/v2/attestations/${world.org}/${flow}/trail/one/${name}`
      const found = await page.request.get(world.host + path)
      const [{ attestation_id }] = (await found.json()) as [{ attestation_id: string }]
      return attestation_id
    }
    const [attestation, custom] = [await newestOf('tests'), await newestOf('covered')]
    const decision = await newestOf('approval')
    const quiet = watchRequests(page)
    const rules = await page.request.get(
      `${world.host}/api/v2/cairn/${world.org}/notifications?q=Every+page`,
    )
    const [{ number: notification }] = ((await rules.json()) as { data: [{ number: number }] }).data
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // A refused look-up is what the pages about unknown things are for.
      const expected = /status of 40[34]|ApiError/.test(message.text())
      if (message.type() === 'error' && !expected) problems.push(message.text())
    })
    for (const [name, path, heading] of pages.filter((_, index) => index % shares === share)) {
      const address = path
        .replace('{org}', world.org)
        .replace('{attestation}', attestation)
        .replace('{custom}', custom)
        .replace('{decision}', decision)
        .replace('{notification}', String(notification))
        .replace('{worker}', String(test.info().parallelIndex))
      for (const [step, width] of widths.entries()) {
        const colorScheme = width === 1440 ? 'light' : 'dark'
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        if (step === 0) await page.goto(world.host + address)
        await expect(page.getByRole('heading', { level: 1, name: heading }), name).toBeVisible()
        await quiet()
        const told = `${name}, ${width} px, ${colorScheme}`
        expect(await page.locator('h1').count(), told).toBe(1)
        // Drawings follow a new width in the next frames.
        await expect
          .poll(() => page.evaluate(overflowOf), { message: `${told}: scrolls sideways` })
          .toBe(0)
        expect(await violationsOf(page), told).toEqual([])
      }
    }
    expect(problems).toEqual([])
  })
}

/** By how many pixels the page is wider than its window. */
const overflowOf = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
