import { test } from './pipeline.ts'
import { expect } from './world.ts'

const flow = 'cli-builds'
const print = 'b1'.repeat(32)
const stray = 'b2'.repeat(32)
const commit = 'b3'.repeat(20)
const repository = 'acme/cli-builds'

test('search, artifacts and repositories show builds and where they run', async ({
  pipeline: { report, refusal },
  report: send,
}) => {
  await send('POST', `/artifacts/{org}/${flow}`, {
    fingerprint: print,
    filename: 'cli-app:1',
    git_commit: commit,
    build_url: 'https://ci.acme.example/1',
    commit_url: 'https://git.acme.example/1',
    trail_name: 'run-1',
    template_reference_name: 'app',
    repo_info: { id: 'cli-builds', name: repository, url: 'https://git.acme.example/cli-builds' },
  })
  const runs = async (environment: string, digests: Record<string, string>) => {
    await send('PUT', '/environments/{org}', { name: environment, type: 'server' })
    const artifacts = [{ digests, creationTimestamp: 1_790_000_000 }]
    await send('PUT', `/environments/{org}/${environment}/report/server`, { artifacts })
  }
  await runs('cli-builds-prod', { app: print, stray })
  await runs('cli-builds-stage', { app: print })
  await runs('cli-builds-stage', {})

  const found = await report('search', commit.slice(0, 7))
  expect(found).toContain(`resolved to commit ${commit}`)
  for (const text of [
    'cli-app:1',
    print,
    'cli-builds-prod#1',
    'cli-builds-stage#2',
    'app reported',
    'Started running in cli-builds-prod#1 environment',
    'No longer running in cli-builds-stage#2 environment',
  ]) {
    expect(found).toContain(text)
  }
  expect(await report('search', print.slice(0, 9))).toContain(print)
  const unknown = await report('search', stray)
  expect(unknown).toContain('stray')
  expect(JSON.parse(await report('search', stray, '--output', 'json'))).toMatchObject({
    artifacts: [{ has_provenance: false, running_in: ['cli-builds-prod#1'] }],
  })
  expect(await refusal('search', '0123401234')).toContain("No matches for '0123401234'.")

  expect(await report('list', 'repos', '--search', 'cli-builds')).toContain(repository)
  expect(await report('get', 'repo', repository)).toContain(repository)
  for (const list of [
    ['--repo', repository],
    ['--flow', flow],
  ]) {
    expect(await report('list', 'artifacts', ...list)).toContain('cli-app:1')
  }
  const [listed] = JSON.parse(
    await report('list', 'artifacts', '--repo', repository, '--output', 'json'),
  )
  expect(listed.running).toEqual([{ environment_name: 'cli-builds-prod', snapshot_index: 1 }])

  const one = await report('get', 'artifact', `${flow}@${print}`)
  expect(one).toContain('cli-builds-prod#1')
  expect(one).toContain('cli-builds-stage#2')
})
