import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reporterCli } from './reporter-cli.ts'
import { expect, test } from './world.ts'

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))

const template = `version: 1
trail:
  attestations:
    - name: code-review
      type: generic
  artifacts:
    - name: api
      attestations:
        - name: unit-tests
          type: junit
`

let workspace: string

/** A git checkout with a built file, as a pipeline has it. */
test.beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'cairn-pipeline-'))
  await writeFile(join(workspace, 'template.yml'), template)
  await writeFile(join(workspace, 'api.bin'), 'what was built')
  await mkdir(join(workspace, 'results'))
  await cp(join(fixtures, 'junit'), join(workspace, 'results'), { recursive: true })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'ignore' })
  git('init', '--initial-branch=main')
  git('add', '.')
  git(
    '-c',
    'user.name=Robin Hale',
    '-c',
    'user.email=robin@acme.example',
    'commit',
    '-m',
    'Build it',
  )
})

test.afterEach(() => rm(workspace, { recursive: true, force: true }))

test('the reporter CLI reports a trail with evidence, and the browser follows without a reload', async ({
  signedIn: page,
  world,
}) => {
  const cli = async (...args: string[]) => {
    const result = await reporterCli(world, args, workspace)
    expect(result, result.stderr).toMatchObject({ code: 0 })
    return result.stdout
  }
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

test('the reporter CLI passes on what the service refuses', async ({ world }) => {
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await reporterCli(world, args, workspace)
    expect(code).not.toBe(0)
    return stderr
  }
  expect(await refusal('begin', 'trail', 'x', '--flow', 'absent')).toContain(
    "Flow named 'absent' does not exist for organization 'acme'",
  )
  expect(await refusal('list', 'flows', '--org', 'globex')).toContain(
    'Access denied to /api/v2/flows/globex',
  )
  expect(await refusal('list', 'flows', '--api-token', 'not-a-key-of-this-service')).toContain(
    'A valid API key is required',
  )
  await writeFile(join(workspace, 'broken.yml'), 'version: 1\ntrail:\n  atestations: []\n')
  expect(await refusal('create', 'flow', 'broken', '--template-file', 'broken.yml')).toContain(
    'trail.atestations',
  )
})
