import { test } from './pipeline.ts'
import { expect } from './world.ts'

const name = 'acme/group/cli-repo'
const url = `https://gitlab.example.com/${name}`

test('repositories come from reports, and are listed, read and tagged', async ({
  pipeline: { report, refusal },
  report: send,
}) => {
  await report('create', 'flow', 'cli-repos', '--template-file', 'template.yml')
  const about = ['--repository', name, '--repo-id', '4711', '--repo-url', url]
  await report(
    'begin',
    'trail',
    'run',
    '--flow',
    'cli-repos',
    ...about,
    '--repo-provider',
    'gitlab',
  )
  expect(await report('list', 'repos', '--search', 'CLI-REPO')).toContain(name)
  expect(await report('list', 'repos', '--search', 'cli-repo', '--output', 'json')).toContain(url)
  const read = await report('get', 'repo', name)
  expect(read).toContain(url)
  const [id = ''] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{8}/.exec(read) ?? []
  expect(await report('get', 'repo', '--repo-id', id)).toContain(name)

  await report('tag', 'repo', name, '--set', 'team=core')
  expect(await report('list', 'repos', '--tag', 'team:core')).toContain(name)
  expect(await report('get', 'repo', name)).toMatch(/team.*core/)
  expect(await refusal('get', 'repo', 'acme/unknown')).toContain("Repo 'acme/unknown' not found")

  await send(
    'PUT',
    '/trails/{org}/cli-repos',
    {
      name: 'other',
      repo_info: { id: '1', name, url, provider: 'github' },
    },
    'form',
  )
  expect(await refusal('get', 'repo', name)).toContain(
    `Multiple repos named '${name}' exist (github, gitlab). Specify the 'provider' to choose one.`,
  )
  expect(await report('get', 'repo', name, '--provider', 'github')).toContain('github')
})
