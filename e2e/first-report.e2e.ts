import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

test('the reporter CLI reports a trail with evidence, and the page updates without a reload', async ({
  signedIn: page,
  world,
  pipeline: { report: cli },
}) => {
  const flow = ['create', 'flow', 'payments', '--description', 'Card payments']
  expect(await cli(...flow, '--template-file', 'template.yml')).toContain("'payments' was created")
  expect(await cli(...flow, '--template-file', 'template.yml')).toContain("'payments' was updated")
  expect(await cli('begin', 'trail', 'build-1', '--flow', 'payments')).toContain('was begun')

  await page.goto(`${world.host}/${world.org}/flows/payments/trails/build-1`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'build-1' })).toBeVisible()
  await expect(main).toContainText('Incomplete')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const on = ['--flow', 'payments', '--trail', 'build-1']
  const build = [
    '--build-url',
    'https://ci.acme.example/1',
    '--commit-url',
    'https://git.acme.example/1',
  ]
  const artifact = ['attest', 'artifact', 'api.bin', '--artifact-type', 'file', '--name', 'api']
  await cli(...artifact, ...on, ...build)
  await cli('attest', 'generic', '--name', 'code-review', ...on, '--attachments', 'template.yml')
  const about = ['--artifact-type', 'file']
  await cli(
    'attest',
    'junit',
    'api.bin',
    ...about,
    '--name',
    'api.unit-tests',
    ...on,
    '--results-dir',
    'results',
  )

  await expect(main).toContainText('Compliant')
  await expect(main).not.toContainText('Incomplete')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  await page.getByRole('link', { name: 'unit-tests' }).first().click()
  const drawer = page
    .getByRole('complementary', { name: /unit-tests/ })
    .or(page.getByRole('dialog', { name: /unit-tests/ }))
  await expect(drawer).toContainText('45 tests in 1 suite')
  await expect(drawer).toContainText('src/domain/template.test.ts')
  const download = page.waitForEvent('download')
  await drawer.getByRole('link', { name: /download/i }).click()
  expect((await download).suggestedFilename()).toMatch(/\.(tgz|xml)$/)

  expect(await cli('list', 'trails', '--flow', 'payments')).toMatch(/build-1.*COMPLIANT/)
  expect(await cli('get', 'trail', 'build-1', '--flow', 'payments')).toContain('COMPLIANT')
  const attestation = ['get', 'attestation', 'code-review', ...on]
  expect(await cli(...attestation)).toMatch(/Compliance:\s+true/)
  expect(await cli('get', 'flow', 'payments')).toContain('Card payments')
})

test('the reporter CLI shows errors of the service', async ({ pipeline: { folder, refusal } }) => {
  expect(await refusal('begin', 'trail', 'x', '--flow', 'absent')).toContain(
    "Flow named 'absent' does not exist for organization 'acme'",
  )
  expect(await refusal('list', 'flows', '--org', 'globex')).toContain(
    'Access denied to /api/v2/flows/globex',
  )
  expect(await refusal('list', 'flows', '--api-token', 'not-a-key-of-this-service')).toContain(
    'A valid API key is required',
  )
  await writeFile(join(folder, 'broken.yml'), 'version: 1\ntrail:\n  atestations: []\n')
  expect(await refusal('create', 'flow', 'broken', '--template-file', 'broken.yml')).toContain(
    'trail.atestations',
  )
})
