import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

test('the status of the service is shown and asserted', async ({
  pipeline: { report, refusal },
}) => {
  const nowhere = ['--host', 'http://localhost:1', '--max-api-retries', '0']
  for (const command of [['status'], ['assert', 'status']]) {
    expect(await report(...command)).toContain('OK')
  }
  expect(await report('status', ...nowhere)).toContain('Down')
  expect(await refusal('status', '--assert', ...nowhere)).toContain('Error')
  expect(await refusal('assert', 'status', ...nowhere)).toContain('is unresponsive')
})

test('a control is updated, archived and restored', async ({ pipeline: { report, refusal } }) => {
  await report('create', 'control', 'KEPT-1', '--name', 'Review')
  const update = ['update', 'control', 'KEPT-1']
  await report(...update, '--name', 'Peer review', '--link', 'wiki=https://wiki.example/review')
  const get = async () =>
    JSON.parse(await report('get', 'control', 'KEPT-1', '--output', 'json')) as object
  const links = { wiki: 'https://wiki.example/review' }
  expect(await get()).toMatchObject({ name: 'Peer review', version: 2, archived: false, links })
  await report('archive', 'control', 'KEPT-1')
  await report('archive', 'control', 'KEPT-1')
  expect(await get()).toMatchObject({ archived: true })
  expect(await refusal(...update, '--name', 'Late')).toContain('archived')
  await report('unarchive', 'control', 'KEPT-1')
  expect(await get()).toMatchObject({ name: 'Peer review', archived: false })
  expect(await refusal(...update, '--link', 'wiki=javascript:alert(1)')).toContain('valid URL')
  for (const command of [update, ['archive', 'control'], ['unarchive', 'control']]) {
    const absent = [...command.slice(0, 2), 'KEPT-0']
    const change = command === update ? ['--name', 'Any'] : []
    expect(await refusal(...absent, ...change)).toContain("Control 'KEPT-0' does not exist")
  }
})

test('a trail is evaluated by a policy of the CLI', async ({
  pipeline: { folder, report, refusal },
}) => {
  const rego = `package policy

default allow := false

allow if {
	every trail in all { trail.compliance_status.is_compliant }
}

all := [input.trail]

violations contains "a trail is not compliant" if not allow
`
  await writeFile(join(folder, 'one.rego'), rego)
  await writeFile(join(folder, 'all.rego'), rego.replace('[input.trail]', 'input.trails'))
  await report('create', 'flow', 'cli-evaluating', '--use-empty-template')
  const of = ['--flow', 'cli-evaluating']
  for (const [trail, verdict] of [
    ['good', 'true'],
    ['bad', 'false'],
  ] as const) {
    const on = [...of, '--trail', trail, '--compliant', verdict]
    await report(
      'attest',
      'generic',
      '--name',
      'review',
      ...on.slice(0, 4),
      `--compliant=${verdict}`,
    )
  }
  const one = (trail: string) => ['evaluate', 'trail', trail, ...of, '--policy', 'one.rego']
  const all = (...trails: string[]) => [
    ...['evaluate', 'trails', ...trails, ...of, '--policy', 'all.rego'],
  ]
  expect(await report(...one('good'))).toContain('ALLOWED')
  expect(await report(...all('good', 'good'))).toContain('ALLOWED')
  expect(await refusal(...one('bad'))).toContain('denied')
  expect(await refusal(...all('good', 'bad'))).toContain('denied')
  const shown = [...one('bad'), '--no-assert', '--show-input', '--output', 'json']
  expect(JSON.parse(await report(...shown))).toMatchObject({
    allow: false,
    violations: ['a trail is not compliant'],
    input: { trail: { name: 'bad', compliance_state: 'NON-COMPLIANT' } },
  })
  expect(await refusal(...one('none'))).toContain("Trail with name 'none' does not exist")
  expect(await refusal(...all('good', 'none'))).toContain("Trail with name 'none' does not exist")
})

test('artifacts and machines of older pipelines are reported', async ({
  pipeline: { report, refusal },
}) => {
  const links = ['--build-url', 'https://ci.example/1', '--commit-url', 'https://code.example/1']
  const file = ['report', 'artifact', 'api.bin', '--artifact-type', 'file', '--git-commit', 'HEAD']
  await report('create', 'flow', 'cli-older', '--use-empty-template')
  await report(...file, ...links, '--flow', 'cli-older')
  await report(...file, ...links, '--flow', 'cli-older')
  const listed = await report('list', 'artifacts', '--flow', 'cli-older', '--output', 'json')
  expect(JSON.parse(listed)).toMatchObject([{ filename: 'api.bin', trail_name: null }])
  await report('archive', 'flow', 'cli-older')
  expect(await refusal(...file, ...links, '--flow', 'cli-older')).toContain('archived')

  const machine = ['cli-older-machine', '--paths', 'api.bin']
  expect(await refusal('snapshot', 'server', ...machine)).toContain('does not exist')
})

test('forbidden calls and unknown records are refused with a reason', async ({
  pipeline: { folder, report, refusal },
}) => {
  const denied = 'Access denied to /api/v2/'
  const others = ['--org', 'not-ours']
  expect(await refusal('list', 'policies', ...others)).toContain(`${denied}policies/not-ours`)
  expect(await refusal('list', 'service-accounts', ...others)).toContain(denied)
  expect(await refusal('disable', 'beta', ...others)).toContain(denied)
  expect(await refusal('list', 'repos', '--sort-direction', 'up')).toContain("'asc' or 'desc'")
  expect(await refusal('archive', 'environment', 'cli-none')).toContain(
    "Environment named 'cli-none' does not exist",
  )
  await writeFile(join(folder, 'paths.yml'), 'version: 1\nartifacts:\n  api: { path: api.bin }\n')
  expect(await refusal('snapshot', 'paths', 'cli-none', '--paths-file', 'paths.yml')).toContain(
    "Environment named 'cli-none' does not exist",
  )

  await report('create', 'flow', 'cli-refusing', '--use-empty-template')
  const on = ['--flow', 'cli-refusing', '--trail', 'run']
  const links = ['--build-url', 'https://ci.example/1', '--commit-url', 'https://code.example/1']
  const artifact = ['attest', 'artifact', 'api.bin', '--artifact-type', 'file', ...on, ...links]
  expect(await refusal(...artifact, '--name', 'not a name')).toContain('template_reference_name')
  const unknown = ['--name', 'tests', ...on, '--fingerprint', 'f'.repeat(64)]
  for (const attest of [['generic'], ['junit', '--results-dir', 'results']]) {
    expect(await refusal('attest', ...attest, ...unknown)).toContain(
      'does not exist in trail "run" of flow "cli-refusing"',
    )
  }
})
