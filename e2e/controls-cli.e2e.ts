import { test } from './pipeline.ts'
import { expect } from './world.ts'

test('controls are created, read, listed and tagged', async ({ pipeline: { report, refusal } }) => {
  const about = ['--name', 'Code review', '--description', 'Four eyes']
  const created = await report('create', 'control', 'CLI-2', ...about)
  expect(created).toBe('control CLI-2 was created\n')
  await report('create', 'control', 'CLI-1', '--name', 'Scan')
  expect(await report('get', 'control', 'CLI-2')).toMatch(
    /Identifier:\s+CLI-2\nName:\s+Code review\nDescription:\s+Four eyes\nVersion:\s+1\nArchived:\s+false\nCreated by:\s+robin\n/,
  )
  const read = JSON.parse(await report('get', 'control', 'CLI-1', '--output', 'json'))
  expect(read).toMatchObject({ identifier: 'CLI-1', version: 1, policies_referencing: [] })

  const listed = await report('list', 'controls', '--search', 'cli-')
  expect(listed).toMatch(/CLI-1\s+Scan[^]*CLI-2\s+Code review\s+Four eyes/)
  expect(listed).toContain('Showing page 1 of 1, total 2 controls')
  const search = ['--search', 'cli-', '--sort-direction', 'desc', '--page-limit', '1']
  const second = await report('list', 'controls', ...search, '--page', '2')
  expect(second).toMatch(/CLI-1\s+Scan[^]*page 2 of 2/)
  expect(second).not.toContain('CLI-2')

  await report('tag', 'control', 'CLI-2', '--set', 'framework=soc2')
  const tagged = JSON.parse(
    await report('list', 'controls', '--tag', 'framework:soc2', '--output', 'json'),
  )
  expect(tagged.controls).toMatchObject([{ identifier: 'CLI-2', tags: { framework: 'soc2' } }])
  expect(await report('list', 'controls', '--archived', '--search', 'CLI-')).toBe(
    'No controls were found.\n',
  )

  const absent = "Control 'CLI-3' does not exist in organization 'acme'"
  expect(await refusal('get', 'control', 'CLI-3')).toContain(absent)
  expect(await refusal('tag', 'control', 'CLI-3', '--set', 'a=b')).toContain(`"${absent}"`)
  expect(await refusal('create', 'control', 'CLI-1', '--name', 'Again')).toContain(
    "A control with identifier 'CLI-1' already exists in organization 'acme'",
  )
  expect(await refusal('create', 'control', 'not one', '--name', 'Bad')).toContain(
    String.raw`identifier:String should match pattern '^[a-zA-Z0-9\-._~]+$' [input: not one]`,
  )
  expect(await refusal('list', 'controls', '--sort-direction', 'up')).toContain("'asc' or 'desc'")
})

test('decisions are recorded on trails and artifacts', async ({
  pipeline: { report, refusal },
}) => {
  const of = ['--flow', 'cli-decisions', '--trail', 'run']
  await report('create', 'control', 'CLI-DECIDED', '--name', 'Release approval')
  const decide = ['attest', 'decision', '--name', 'approval', ...of, '--control', 'CLI-DECIDED']
  expect(await report(...decide, '--compliant=false', '--attachments', 'template.yml')).toBe(
    "decision attestation 'approval' is reported to trail: run\n",
  )
  const links = ['--build-url', 'https://ci.example.com/1', '--commit-url', 'https://g.example.com']
  const file = ['api.bin', '--artifact-type', 'file']
  await report('attest', 'artifact', ...file, '--name', 'api', ...of, ...links)
  await report(...decide, ...file, '--compliant=true')
  await report('attest', 'decision', '--name', 'other', ...of, '--control', 'X', '--compliant')

  const [newest, first] = JSON.parse(
    await report('get', 'attestation', 'approval', ...of, '--output', 'json'),
  )
  const expected = { control: 'CLI-DECIDED', control_version: 1, control_name: 'Release approval' }
  expect(newest).toMatchObject({
    attestation_type: 'system:decision',
    is_compliant: true,
    ...expected,
  })
  expect(newest.artifact_fingerprint).toMatch(/^[a-f0-9]{64}$/)
  expect(first).toMatchObject({ is_compliant: false, has_audit_package: true, ...expected })
  const read = await report('get', 'attestation', 'other', ...of)
  expect(read).toMatch(/Type:\s+system:decision\nCompliance:\s+true/)

  expect(await refusal(...decide)).toContain('"compliant" not set')
  const bad = ['attest', 'decision', '--name', 'a', ...of, '--compliant', '--control', 'a b']
  expect(await refusal(...bad)).toContain('control:String should match pattern')
  const unknown = ['--fingerprint', 'a'.repeat(64), '--compliant']
  expect(await refusal(...decide, ...unknown)).toContain('does not exist in trail "run"')
})
