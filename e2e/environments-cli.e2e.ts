import { environmentTypes } from '#contract/environment/environment-type.ts'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

test('environments of every type are created, read and listed', async ({
  pipeline: { report, refusal },
}) => {
  for (const type of environmentTypes) {
    const name = `cli-of-${type}`
    const created = await report('create', 'environment', name, '--type', type, '-d', 'By hand')
    expect(created).toBe(`environment ${name} was created\n`)
    expect(await report('get', 'environment', name)).toMatch(
      new RegExp(`Name:\\s+${name}\\nType:\\s+${type}\\nDescription:\\s+By hand\\n`),
    )
  }
  const listed = JSON.parse(
    await report('list', 'environments', '--name', 'CLI-OF-', '--output', 'json'),
  )
  expect(listed).toMatchObject({ page: 1, total_pages: 1, total_count: environmentTypes.length })
  const page = await report('list', 'environments', '--name', 'cli-of', '--page-limit', '3')
  expect(page.match(/cli-of-/g)).toHaveLength(3)
  expect(page).toMatch(/page 1 of 3/i)

  expect(await refusal('get', 'environment', 'cli-nowhere')).toContain(
    "Environment named 'cli-nowhere' does not exist for organization 'acme'",
  )
  expect(await refusal('create', 'environment', 'cli-of-K8S', '--type', 'ECS')).toContain(
    "The type of an environment stays 'K8S'",
  )
  expect(await refusal('create', 'environment', 'bad name', '--type', 'K8S')).toContain(
    'String should match pattern',
  )
  expect(await refusal('list', 'environments', '--page-limit', '51')).toMatch(/50/)
})

test('an environment is tagged, renamed, joined and archived', async ({
  pipeline: { report, refusal },
}) => {
  for (const name of ['cli-east', 'cli-west']) {
    await report('create', 'environment', name, '--type', 'K8S')
  }
  await report('tag', 'env', 'cli-east', '--set', 'team=cli-core', '--set', 'tier=1')
  await report('tag', 'environment', 'cli-east', '--unset', 'tier')
  expect(await report('get', 'environment', 'cli-east')).toMatch(/team.*cli-core/)
  const tagged = JSON.parse(
    await report('list', 'environments', '--tag', 'team:cli-core', '--output', 'json'),
  )
  expect(tagged.environments).toMatchObject([{ name: 'cli-east', tags: { team: 'cli-core' } }])

  const members = ['--included-environments', 'cli-east']
  await report('create', 'environment', 'cli-all', '--type', 'logical', ...members)
  await report('join', 'environment', '--physical', 'cli-west', '--logical', 'cli-all')
  const all = () => report('get', 'environment', 'cli-all', '--output', 'json').then(JSON.parse)
  expect((await all()).included_environments).toEqual(['cli-east', 'cli-west'])
  expect(
    await refusal('join', 'environment', '--physical', 'cli-all', '--logical', 'cli-all'),
  ).toMatch(/cannot include itself/)

  await report('rename', 'environment', 'cli-west', 'cli-south')
  expect((await all()).included_environments).toEqual(['cli-east', 'cli-south'])
  expect(await refusal('rename', 'environment', 'cli-south', 'cli-east')).toContain(
    "Environment named 'cli-east' already exists for organization 'acme'",
  )

  await report('archive', 'environment', 'cli-south')
  expect(await refusal('get', 'environment', 'cli-south')).toContain(
    'Environment has been archived',
  )
  expect((await all()).included_environments).toEqual(['cli-east'])
  await report('create', 'environment', 'cli-south', '--type', 'K8S')
  expect((await all()).included_environments).toEqual(['cli-east', 'cli-south'])
})
