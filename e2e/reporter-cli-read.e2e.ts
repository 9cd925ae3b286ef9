import type { Pipeline } from './pipeline.ts'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

/** Begins a trail with an attestation on it. */
async function reportOn({ report }: Pipeline, flow: string, trail: string) {
  const on = ['--flow', flow, '--trail', trail]
  await report('create', 'flow', flow, '--template-file', 'template.yml')
  await report('begin', 'trail', trail, '--flow', flow, '--description', 'Nightly')
  await report('attest', 'generic', '--name', 'code-review', ...on)
  return on
}

test('trails are listed and read, as a table, as JSON and page by page', async ({ pipeline }) => {
  const { report, refusal } = pipeline
  await reportOn(pipeline, 'cli-trails', 'first')
  await report('begin', 'trail', 'second', '--flow', 'cli-trails')

  const table = await report('list', 'trails', '--flow', 'cli-trails')
  expect(table).toMatch(/first\s+Nightly\s+INCOMPLETE/)
  expect(table).toContain('second')
  const listed = JSON.parse(
    await report('list', 'trails', '--flow', 'cli-trails', '-n', '1', '-o', 'json'),
  )
  expect(listed.data.map((trail: { name: string }) => trail.name)).toEqual(['second'])
  expect(listed.pagination).toMatchObject({ total: 2, page: 1, per_page: 1, page_count: 2 })

  const read = await report('get', 'trail', 'first', '--flow', 'cli-trails')
  expect(read).toMatch(/Name:\s+first/)
  expect(read).toMatch(/Description:\s+Nightly/)
  const trail = JSON.parse(
    await report('get', 'trail', 'first', '--flow', 'cli-trails', '-o', 'json'),
  )
  expect(trail.compliance_status.attestations_statuses).toMatchObject([
    { attestation_name: 'code-review', status: 'COMPLETE', is_compliant: true },
  ])

  expect(await refusal('get', 'trail', 'third', '--flow', 'cli-trails')).toContain(
    "Trail with name 'third' does not exist for Organization 'acme' and Flow 'cli-trails'",
  )
  expect(await refusal('get', 'trail', 'first', '--flow', 'cli-nowhere')).toContain(
    "Flow named 'cli-nowhere' does not exist for organization 'acme'",
  )
  expect(await refusal('list', 'trails', '-n', '501')).toContain(
    'per_page:Input should be less than or equal to 500',
  )
})

test('attestations are read by name and by id', async ({ pipeline }) => {
  const { report, refusal } = pipeline
  const on = await reportOn(pipeline, 'cli-attestations', 'run')
  await report('attest', 'generic', '--name', 'code-review', '--compliant=false', ...on)

  const read = await report('get', 'attestation', 'code-review', ...on)
  expect(read).toMatch(/Compliance:\s+false/)
  const [newest, older] = JSON.parse(
    await report('get', 'attestation', 'code-review', ...on, '-o', 'json'),
  )
  expect([newest.is_compliant, older.is_compliant]).toEqual([false, true])
  const byId = await report('get', 'attestation', '--attestation-id', older.attestation_id)
  expect(byId).toMatch(/Compliance:\s+true/)

  expect(
    await refusal(
      'get',
      'attestation',
      'code-review',
      '--flow',
      'cli-attestations',
      '--trail',
      'x',
    ),
  ).toContain("Trail with name 'x' does not exist")
  const fingerprint = '0'.repeat(64)
  expect(
    await refusal(
      'get',
      'attestation',
      'code-review',
      '--flow',
      'cli-attestations',
      '--fingerprint',
      fingerprint,
    ),
  ).toContain(`Artifact with fingerprint '${fingerprint}' does not exist`)
})

test('lists of flows and artifacts are filtered, and unknown things are named', async ({
  pipeline,
}) => {
  const { report, refusal } = pipeline
  await reportOn(pipeline, 'cli-lists', 'run')
  const flows = JSON.parse(await report('list', 'flows', '-o', 'json'))
  expect((flows.data ?? flows).map((flow: { name: string }) => flow.name)).toContain('cli-lists')
  expect(await report('list', 'artifacts', '--flow', 'cli-lists')).toContain('No artifacts')
  expect(await refusal('list', 'artifacts', '--flow', 'cli-nowhere')).toContain(
    "Flow named 'cli-nowhere' does not exist",
  )
  expect(await refusal('get', 'flow', 'cli-nowhere')).toContain(
    "Flow named 'cli-nowhere' does not exist",
  )
  for (const command of [
    ['archive', 'flow', 'cli-nowhere'],
    ['rename', 'flow', 'cli-nowhere', 'cli-somewhere'],
    ['tag', 'flow', 'cli-nowhere', '--set', 'a=b'],
  ]) {
    expect(await refusal(...command)).toContain("Flow named 'cli-nowhere' does not exist")
  }
  expect(await refusal('tag', 'flow', 'cli-lists', '--set', 'bad key=b')).toContain(
    'String should match pattern',
  )
  await report('create', 'flow', 'cli-lists-2', '--template-file', 'template.yml')
  expect(await refusal('rename', 'flow', 'cli-lists-2', 'cli-lists')).toContain(
    "Flow named 'cli-lists' already exists for organization 'acme'",
  )
  expect(await refusal('list', 'flows', '--api-token', 'nobody-has-this-key')).toContain(
    'A valid API key is required',
  )
  expect(await refusal('list', 'flows', '--org', 'others')).toContain('Access denied to')
})

test('an invalid Snyk scan is refused, and nothing is stored', async ({ pipeline }) => {
  const { report, refusal } = pipeline
  const on = await reportOn(pipeline, 'cli-snyk-bad', 'run')
  const scan = ['--scan-results', 'results/snyk/code.sarif']
  const fingerprint = ['--fingerprint', '0'.repeat(64)]
  expect(
    await refusal('attest', 'snyk', '--name', 'scan', ...on, ...scan, ...fingerprint),
  ).toContain('does not exist in trail "run" of flow "cli-snyk-bad"')
  const noScan = ['--scan-results', 'results/junit/template.xml']
  expect(await refusal('attest', 'snyk', '--name', 'scan', ...on, ...noScan)).not.toBe('')
  expect(JSON.parse(await report('get', 'attestation', 'scan', ...on, '-o', 'json'))).toEqual([])
})
