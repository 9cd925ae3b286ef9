import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

const provenance = `_schema: https://schemas.example.com/policy/environment/v1
artifacts:
  provenance:
    required: true
`

test('a policy is created, versioned, attached and detached', async ({
  pipeline: { folder, report, refusal },
}) => {
  const file = join(folder, 'policy.yml')
  await writeFile(file, provenance)
  const create = ['create', 'policy', 'cli-rules', 'policy.yml', '--description', 'What prod takes']
  expect(await report(...create)).toContain('was created')
  await writeFile(file, `${provenance}  attestations:\n    - type: junit\n`)
  expect(await report(...create, '--comment', 'Tests too')).toContain('was updated')
  expect(await report('get', 'policy', 'cli-rules')).toMatch(/cli-rules/)
  const read = JSON.parse(await report('get', 'policy', 'cli-rules', '--output', 'json'))
  expect(read).toMatchObject({
    name: 'cli-rules',
    description: 'What prod takes',
    versions: [{ version: 1 }, { version: 2, comment: 'Tests too' }],
  })

  for (const name of ['cli-ruled-1', 'cli-ruled-2']) {
    await report('create', 'environment', name, '--type', 'server')
  }
  const both = ['-e', 'cli-ruled-1', '-e', 'cli-ruled-2']
  await report('attach-policy', 'cli-rules', ...both)
  await report('attach-policy', 'cli-rules', '-e', 'cli-ruled-1')
  const listed = async () => {
    const policies = JSON.parse(await report('list', 'policies', '--output', 'json'))
    return policies.find((one: { name: string }) => one.name === 'cli-rules').consuming_envs
  }
  expect(await listed()).toEqual(['cli-ruled-1', 'cli-ruled-2'])
  expect(await report('list', 'policies')).toMatch(/cli-rules/)
  await report('detach-policy', 'cli-rules', '-e', 'cli-ruled-2')
  await report('detach-policy', 'cli-rules', '-e', 'cli-ruled-2')
  expect(await listed()).toEqual(['cli-ruled-1'])

  await writeFile(file, 'artifacts:\n  provenance: {required: maybe}\n')
  expect(await refusal(...create)).toMatch(/line 2, column/)
  expect(await refusal('get', 'policy', 'cli-none')).toContain(
    "Policy 'cli-none' does not exist in organization 'acme'",
  )
  // The CLI ends successfully even if the attachment was refused, so the stored state is checked.
  await report('attach-policy', 'cli-none', '-e', 'cli-ruled-1')
  await report('attach-policy', 'cli-rules', '-e', 'cli-none')
  expect(await listed()).toEqual(['cli-ruled-1'])
})

test('an artifact is allowed in an environment', async ({
  pipeline: { report, refusal },
  world,
}) => {
  await report('create', 'environment', 'cli-allowing', '--type', 'server')
  const allow = ['allow', 'artifact', 'api.bin', '--artifact-type', 'file', '--reason', 'Until May']
  await report(...allow, '--environment', 'cli-allowing')
  await report(...allow, '--environment', 'cli-allowing')
  const url = `${world.host}/api/v2/allowlists/${world.org}/cli-allowing`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${world.key}` } })
  expect(await answer.json()).toMatchObject([
    { artifact_name: 'api.bin', description: 'Until May' },
  ])
  expect(await refusal(...allow, '--environment', 'cli-none')).toContain('does not exist')
})

test('an artifact and a snapshot are asserted in every scope', async ({
  pipeline: { folder, report, refusal },
}) => {
  await writeFile(
    join(folder, 'scan.yml'),
    provenance.replace(
      /artifacts:[^]*/,
      'artifacts:\n  attestations:\n    - {type: generic, name: scan}\n',
    ),
  )
  await writeFile(join(folder, 'known.yml'), provenance)
  await report('create', 'policy', 'cli-scanned', 'scan.yml')
  await report('create', 'policy', 'cli-known', 'known.yml')
  await report('create', 'environment', 'cli-gate', '--type', 'server')
  await report('attach-policy', 'cli-scanned', '-e', 'cli-gate')
  const file = ['api.bin', '--artifact-type', 'file']
  const assert = ['assert', 'artifact', ...file]
  expect(await refusal(...assert)).toContain('does not exist in organization')

  await report('create', 'flow', 'cli-asserting', '--use-empty-template')
  const urls = ['--build-url', 'https://ci.example/1', '--commit-url', 'https://code.example/1']
  const on = ['--flow', 'cli-asserting', '--trail', 'one']
  await report('begin', 'trail', 'one', '--flow', 'cli-asserting')
  await report('attest', 'artifact', ...file, '--name', 'api', ...on, ...urls, '--commit', 'HEAD')
  await report('snapshot', 'paths', 'cli-gate', '--paths-file', await pathsFile(folder))
  expect(await report(...assert)).toMatch(/compliant/i)
  expect(await report(...assert, '--flow', 'cli-asserting')).toMatch(/compliant/i)
  expect(await report(...assert, '--policy', 'cli-known')).toMatch(/compliant/i)
  expect(await refusal(...assert, '--policy', 'cli-known,cli-scanned')).toMatch(
    /not compliant|non-compliant/i,
  )
  expect(await refusal(...assert, '--environment', 'cli-gate')).toMatch(/cli-scanned|compliant/i)
  expect(await refusal('assert', 'snapshot', 'cli-gate')).toMatch(/compliant/i)

  await report('attest', 'generic', ...file, '--name', 'api.scan', ...on, '--compliant=true')
  expect(await report(...assert, '--environment', 'cli-gate')).toMatch(/compliant/i)
  expect(await report('assert', 'snapshot', 'cli-gate')).toMatch(/compliant/i)
  expect(await refusal('assert', 'snapshot', 'cli-gate#1')).toMatch(/compliant/i)
  const read = JSON.parse(await report('get', 'snapshot', 'cli-gate', '--output', 'json'))
  expect(read).toMatchObject({ index: 2, compliant: true })
  expect(await report('get', 'snapshot', 'cli-gate')).toMatch(/COMPLIANT/)
  expect(await report('list', 'snapshots', 'cli-gate')).toMatch(/COMPLIANT/i)
  expect(await refusal(...assert, '--policy', 'cli-none')).toContain(
    "Policy 'cli-none' does not exist in organization 'acme'",
  )
})

async function pathsFile(folder: string): Promise<string> {
  await writeFile(join(folder, 'paths.yml'), 'version: 1\nartifacts:\n  api: { path: api.bin }\n')
  return 'paths.yml'
}
