import { test } from './pipeline.ts'
import { expect } from './world.ts'

test('the reporter overrides attestations, and gets errors', async ({
  pipeline: { report, refusal },
  world,
  signedIn: page,
}) => {
  const flow = 'cli-overrides'
  const on = ['--flow', flow, '--trail', 'run']
  await report('create', 'flow', flow, '--template-file', 'template.yml')
  await report('begin', 'trail', 'run', '--flow', flow)
  await report('attest', 'generic', '--name', 'code-review', '--compliant=false', ...on)
  const artifact = ['api.bin', '--artifact-type', 'file']
  const build = ['--build-url', 'https://ci.example.com/1', '--commit-url', 'https://example.com/c']
  await report('attest', 'artifact', ...artifact, '--name', 'api', ...on, ...build)
  const tests = ['--name', 'api.unit-tests', '--results-dir', 'results']
  await report('attest', 'junit', ...tests, ...on, '--artifact-type', 'file', 'api.bin')

  const override = ['attest', 'override', ...on]
  const toCompliant = ['--new-compliance-status=true', '--reason', 'Reviewed in person']
  const generic = ['--original-attestation-type', 'generic']
  await report(...override, '--name', 'code-review', ...toCompliant, ...generic)
  const read = async (name: string) =>
    JSON.parse(await report('get', 'attestation', name, ...on, '-o', 'json'))
  const [newest, original] = await read('code-review')
  expect(newest).toMatchObject({
    is_override: true,
    is_compliant: true,
    reason: 'Reviewed in person',
    overridden_attestation_id: original.attestation_id,
  })
  expect(original).toMatchObject({
    is_compliant: true,
    reported_is_compliant: false,
    overridden_by: newest.attestation_id,
  })
  expect(await report('get', 'attestation', 'code-review', ...on)).toMatch(/Compliance:\s+true/)

  const junit = ['--original-attestation-type', 'junit', '--new-compliance-status=false']
  const flaky = ['--reason', 'The tests are flaky', '--description', 'See ticket 7']
  await report(...override, '--name', 'unit-tests', ...junit, ...flaky, ...artifact)
  const trail = JSON.parse(await report('get', 'trail', 'run', '--flow', flow, '-o', 'json'))
  expect(trail.compliance_status.artifacts_statuses.api).toMatchObject({
    status: 'NON-COMPLIANT',
    attestations_statuses: [{ attestation_name: 'unit-tests', is_compliant: false }],
  })
  await report(...override, '--name', 'never-reported', ...toCompliant, ...generic)

  const named = [...override, '--name', 'code-review']
  expect(await refusal(...named, '--new-compliance-status=true', ...generic)).toContain('reason')
  expect(
    await refusal(...named, ...toCompliant, '--original-attestation-type', 'decision'),
  ).toContain('A decision cannot be overridden')
  expect(await refusal(...named, ...toCompliant, '--original-attestation-type', 'xunit')).toContain(
    'original_attestation_type',
  )
  const nowhere = ['attest', 'override', '--name', 'a', ...toCompliant, ...generic]
  expect(await refusal(...nowhere, '--flow', 'cli-none', '--trail', 'run')).toContain(
    "Flow named 'cli-none' does not exist",
  )
  expect(await refusal(...nowhere, '--flow', flow, '--trail', 'none')).toContain(
    "Trail with name 'none' does not exist",
  )
  const fingerprint = ['--fingerprint', 'a'.repeat(64)]
  expect(await refusal(...named, ...toCompliant, ...generic, ...fingerprint)).toContain(
    'does not exist in trail',
  )

  await page.goto(
    `${world.host}/${world.org}/flows/${flow}/trails/run?attestation_id=${newest.attestation_id}`,
  )
  const block = page.getByRole('region', { name: 'Override', exact: true })
  await expect(block.getByRole('deletion')).toHaveText('Non-compliant')
  await expect(block).toContainText('Reviewed in person')
  // Of either, the evidence is shown, with the override as a block of it.
  const drawer = page.getByRole('complementary').filter({ has: block })
  await expect(drawer).toContainText(original.attestation_id)
  await page.goto(
    `${world.host}/${world.org}/flows/${flow}/trails/run?attestation_id=${original.attestation_id}`,
  )
  await expect(block.getByRole('deletion')).toHaveText('Non-compliant')
  await expect(drawer).toContainText(original.attestation_id)
})
