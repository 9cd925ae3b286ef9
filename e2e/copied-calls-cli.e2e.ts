import { spawnSync } from 'node:child_process'
import { test } from './pipeline.ts'
import { reporterCliFolder } from './reporter-cli.ts'
import { expect } from './world.ts'

test('copied calls report what was measured, and nothing without it', async ({
  signedIn: page,
  world,
  pipeline: { report: cli, folder },
}) => {
  await cli('create', 'flow', 'copied', '--template-file', 'template.yml')
  await cli('begin', 'trail', 'one', '--flow', 'copied')
  /** Runs a copied call in the checkout, with variables of the pipeline. */
  const run = (call: string, variables: Record<string, string> = {}) => {
    const PATH = `${reporterCliFolder}:${process.env.PATH}`
    const env = { PATH, HOME: folder, KOSLI_API_TOKEN: world.key, ...variables }
    return spawnSync('sh', ['-c', call], { cwd: folder, env, encoding: 'utf8' })
  }

  await page.goto(`${world.host}/${world.org}/flows/copied/trails/one?why=trail`)
  const fix = page.getByRole('region', { name: 'Smallest fix' })
  await expect(fix.locator('pre')).toHaveCount(3)
  const calls = await fix.locator('pre').allTextContents()
  expect(calls.map((call) => call.split(' \\\n')[0])).toEqual([
    'kosli attest generic',
    'kosli attest artifact api',
    'kosli attest junit',
  ])

  for (const call of calls) {
    const { status, stderr } = run(call)
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/[A-Z_]+: \w/)
  }
  await page.reload()
  await expect(fix.locator('pre')).toHaveCount(calls.length)

  const measured = {
    COMPLIANT: 'true',
    EVIDENCE: 'template.yml',
    FINGERPRINT: 'e7'.repeat(32),
    GIT_COMMIT: 'HEAD',
    BUILD_URL: 'https://ci.acme.example/1',
    COMMIT_URL: 'https://git.acme.example/1',
    RESULTS_DIR: 'results',
  }
  for (const call of calls) {
    const { status, stderr } = run(call, measured)
    expect(status, stderr).toBe(0)
  }
  await expect(page.getByRole('main').getByText('Compliant', { exact: true }).first()).toBeVisible()

  await expect(page.getByRole('table', { name: 'Slots of this trail' })).toContainText(
    '45 tests passed',
  )

  // A failing slot says first what failed, then how it is reported again, then who may override it.
  await cli(
    'attest',
    'generic',
    '--name',
    'code-review',
    '--flow',
    'copied',
    '--trail',
    'one',
    '-C=false',
  )
  await page.goto(`${world.host}/${world.org}/flows/copied/trails/one?why=trail`)
  await expect(fix.getByRole('listitem')).toHaveText([
    /See what failed in code-review/,
    /Fix it and build again: the pipeline reports code-review.*kosli attest generic/s,
    /Or override code-review, with a reason/,
  ])
  await fix.getByRole('button', { name: 'curl' }).click()
  await expect(fix.locator('pre')).toContainText('curl -X POST')
  await page.reload()
  await expect(fix.locator('pre')).toContainText('curl -X POST')
  await fix.getByRole('link', { name: 'override code-review' }).click()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
})
