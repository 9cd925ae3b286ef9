import { readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

test('flows are listed, read, renamed, tagged and archived', async ({ pipeline }) => {
  const { report, refusal } = pipeline
  await report(
    'create',
    'flow',
    'cli-flow',
    '--template-file',
    'template.yml',
    '--description',
    'One',
  )
  expect(await report('list', 'flows')).toMatch(/cli-flow\s+One/)
  await report('tag', 'flow', 'cli-flow', '--set', 'tier=prod', '--set', 'team=core')
  await report('tag', 'flow', 'cli-flow', '--unset', 'team')
  expect(await report('get', 'flow', 'cli-flow')).toMatch(/Tags:\s+\[tier=prod\]/)
  expect(await report('get', 'flow', 'cli-flow')).not.toContain('team')
  await report('rename', 'flow', 'cli-flow', 'cli-flow-2')
  expect(await report('get', 'flow', 'cli-flow-2')).toContain('One')
  expect(await refusal('get', 'flow', 'cli-flow')).toContain(
    "Flow named 'cli-flow' does not exist for organization 'acme'",
  )
  expect(await refusal('rename', 'flow', 'cli-flow-2', 'new illegal name')).toContain(
    'new_name:String should match pattern',
  )
  await report('archive', 'flow', 'cli-flow-2')
  expect(await refusal('get', 'flow', 'cli-flow-2')).toContain('Flow has been archived')
  expect(await report('list', 'flows')).not.toContain('cli-flow-2')
})

test('artifacts are listed and read by fingerprint and by commit', async ({ pipeline }) => {
  const { report, refusal, folder } = pipeline
  await report('create', 'flow', 'cli-artifacts', '--template-file', 'template.yml')
  await report('begin', 'trail', 'run', '--flow', 'cli-artifacts')
  const on = ['--flow', 'cli-artifacts', '--trail', 'run']
  const build = [
    '--build-url',
    'https://ci.acme.example/1',
    '--commit-url',
    'https://git.acme.example/1',
  ]
  const about = ['--artifact-type', 'file', '--name', 'api']
  await report('attest', 'artifact', 'api.bin', ...about, ...on, ...build)
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(folder, 'api.bin')))
    .digest('hex')
  expect(await report('list', 'artifacts', '--flow', 'cli-artifacts')).toContain('api.bin')
  const read = await report('get', 'artifact', `cli-artifacts@${fingerprint.slice(0, 12)}`)
  expect(read).toContain(fingerprint)
  expect(read).toMatch(/State:\s+INCOMPLETE/)
  const commit = /Git commit:\s+(\w{40})/.exec(read)?.[1]
  expect(await report('get', 'artifact', `cli-artifacts:${commit}`)).toContain(fingerprint)
  expect(await refusal('get', 'artifact', `cli-artifacts@${'0'.repeat(64)}`)).toContain(
    'does not exist in flow',
  )
})

test('a Snyk scan is attested from its SARIF file, and the dashboard shows the findings', async ({
  pipeline: { report },
  signedIn: page,
  world,
}) => {
  await report('create', 'flow', 'cli-snyk', '--template-file', 'template.yml')
  await report('begin', 'trail', 'run', '--flow', 'cli-snyk')
  const on = ['--flow', 'cli-snyk', '--trail', 'run']
  await report(
    'attest',
    'snyk',
    '--name',
    'scan',
    ...on,
    '--scan-results',
    'results/snyk/code.sarif',
  )
  expect(await report('get', 'attestation', 'scan', ...on)).toMatch(/Compliance:\s+false/)
  await page.goto(`${world.host}/${world.org}/flows/cli-snyk/trails/run`)
  await expect(page.getByRole('main')).toContainText('Non-compliant')
  await page.getByRole('link', { name: 'scan', exact: true }).click()
  const drawer = page.getByRole('complementary', { name: 'scan' })
  await expect(drawer).toContainText('javascript/HardcodedNonCryptoSecret')
  await expect(drawer).toContainText('src/a.js:3-4')
})

test('a bill of materials is attested, fills its slot, and the dashboard shows its counts', async ({
  pipeline: { report, refusal, folder },
  signedIn: page,
  world,
}) => {
  const slots = 'trail: { attestations: [{ name: parts, type: sbom }] }'
  writeFileSync(join(folder, 'sbom.yml'), `version: 1\n${slots}\n`)
  const components = ['a', 'b', 'c'].map((name) => ({ type: 'library', name, version: '1' }))
  const subject = { type: 'container', name: 'api', version: '1.0' }
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: subject } }
  writeFileSync(join(folder, 'sbom.json'), JSON.stringify({ ...bom, version: 1, components }))
  await report('create', 'flow', 'cli-sbom', '--template-file', 'sbom.yml')
  await report('begin', 'trail', 'run', '--flow', 'cli-sbom')
  const on = ['--flow', 'cli-sbom', '--trail', 'run']
  await report('attest', 'sbom', '--name', 'parts', ...on, '--sbom-file', 'sbom.json')
  const absent = ['--fingerprint', '0'.repeat(64), '--sbom-file', 'sbom.json']
  expect(await refusal('attest', 'sbom', '--name', 'parts', ...on, ...absent)).toContain(
    'does not exist in trail "run"',
  )
  const read = await report('get', 'attestation', 'parts', ...on)
  expect(read).toMatch(/Type:\s+system:sbom\nCompliance:\s+true/)
  await page.goto(`${world.host}/${world.org}/flows/cli-sbom/trails/run`)
  await expect(page.getByRole('main')).toContainText('Compliant')
  await page.getByRole('link', { name: 'parts', exact: true }).click()
  const drawer = page.getByRole('complementary', { name: 'parts' })
  await expect(drawer).toContainText('cyclonedx-1.6, 3 components')
  await expect(drawer).toContainText('api 1.0')
})

const commit = { sha1: '9'.repeat(40), message: 'm', author: 'a', timestamp: 1, branch: 'main' }
const sonar_results = {
  serverUrl: 'https://sonar.acme.example',
  taskId: 'AY',
  status: 'SUCCESS',
  analysedAt: '2026-11-20T09:00:00+0000',
  revision: commit.sha1,
  project: { key: 'api', name: 'API', url: 'https://sonar.acme.example/dashboard?id=api' },
  qualityGate: { status: 'OK', conditions: [] },
}
const jira_results = [
  { issue_id: 'API-1', issue_url: 'https://jira.acme.example/browse/API-1', issue_exists: true },
]
const pull_requests = [
  {
    merge_commit: commit.sha1,
    url: 'https://git.acme.example/pulls/1',
    state: 'MERGED',
    approvers: [{ username: 'mei' }],
    author: 'tomas',
    commits: [commit],
  },
]

test('Jira, Sonar and pull request evidence is read back by the CLI', async ({
  pipeline: { report },
  report: send,
}) => {
  await report('create', 'flow', 'cli-evidence', '--template-file', 'template.yml')
  const on = ['--flow', 'cli-evidence', '--trail', 'run']
  await report('begin', 'trail', 'run', '--flow', 'cli-evidence')
  const good = {
    jira: { jira_results },
    sonar: { sonar_results },
    pull_request: { pull_requests, git_provider: 'github' },
  }
  const bad = {
    jira: { jira_results: [{ ...jira_results[0], issue_exists: false }] },
    sonar: {
      sonar_results: { ...sonar_results, qualityGate: { status: 'ERROR', conditions: [] } },
    },
    pull_request: { pull_requests: [], git_provider: 'github' },
  }
  for (const [payloads, verdict] of [
    [good, 'true'],
    [bad, 'false'],
  ] as const) {
    for (const [kind, payload] of Object.entries(payloads)) {
      const name = `of-${kind.replace('_', '-')}`
      const path = `/attestations/{org}/cli-evidence/trail/run/${kind}`
      await send('POST', path, { attestation_name: name, ...payload }, 'form')
      const read = await report('get', 'attestation', name, ...on)
      // The newest comes first.
      expect(/Compliance:\s+(\w+)/.exec(read)?.[1]).toBe(verdict)
      expect(read).toMatch(new RegExp(`Type:\\s+${kind}`))
    }
  }
  const unusable = { attestation_name: 'of-jira', jira_results: [{ issue_id: 'API-1' }] }
  const path = '/attestations/{org}/cli-evidence/trail/run/jira'
  await expect(send('POST', path, unusable, 'form')).rejects.toThrow(
    'jira_results.0.issue_url":"Field required',
  )
})
