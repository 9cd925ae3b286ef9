import { expect, reportTo, test } from './world.ts'

const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }] }]
`
const commit = {
  sha1: 'd0d0'.padEnd(40, '0'),
  message: 'Say <b>hello</b>',
  author: 'Robin Hale <robin@acme.example>',
  timestamp: 1_790_000_000,
}
const fingerprint = 'cd'.repeat(32)
const suite = (failures: number) => [
  { name: 'greeting.Suite', total: 5, failures, errors: 0, skipped: 0, duration: 1 },
]

const flow = 'trail-story'

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  const file = { part: 'template_file', name: 't.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  for (const name of ['run-1', 'run-2', 'run-3']) {
    const repo_info = { name: 'acme/app', url: 'https://git.acme.example/app' }
    const trail = { name, git_commit_info: commit, repo_info }
    await report('PUT', `/trails/{org}/${flow}`, trail, 'form')
    const on = `/attestations/{org}/${flow}/trail/${name}`
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint,
      filename: 'app:1',
      git_commit: commit.sha1,
      build_url: 'https://ci.acme.example/1',
      commit_url: 'https://git.acme.example/1',
      template_reference_name: 'app',
      trail_name: name,
    })
    const tests = { attestation_name: 'tests', artifact_fingerprint: fingerprint }
    if (name === 'run-2') {
      await report('POST', `${on}/junit`, { ...tests, junit_results: suite(2) }, 'form')
    }
    const user_data = { build: { attempt: 2 } }
    await report('POST', `${on}/junit`, { ...tests, junit_results: suite(0), user_data }, 'form')
    if (name !== 'run-2')
      await report('POST', `${on}/generic`, { attestation_name: 'review' }, 'form')
  }
})

test('opens neighbours in the list of origin, by key and by button', async ({
  dashboard: page,
  open,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  await open(`flows/${flow}/trails/run-2`)
  await expect(page.getByRole('link', { name: 'Newer trail run-3' })).toBeVisible()
  await page.keyboard.press('J')
  await expect(heading).toHaveText('run-1')
  await expect(page.getByRole('link', { name: /Older trail/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Newer trail run-2' }).click()
  await expect(heading).toHaveText('run-2')

  await open(`flows/${flow}/trails?verdict=COMPLIANT`)
  await page.getByRole('link', { name: 'run-3', exact: true }).click()
  await page.waitForURL(/trails\/run-3\?verdict=COMPLIANT/)
  await expect(page.getByRole('link', { name: 'Older trail run-1' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Older trail run-1' })).toBeVisible()
  await page.keyboard.press('J')
  await expect(heading).toHaveText('run-1')
  await page.keyboard.press('K')
  await expect(heading).toHaveText('run-3')
  expect(page.url()).toContain('verdict=COMPLIANT')
})

test('copies the whole trail as Markdown, and its link', async ({ dashboard: page, open }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await open(`flows/${flow}/trails/run-2`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('run-2')
  await page.keyboard.press('m')
  await expect.poll(clipboard).toContain('| Missing | review | – | generic | – |')
  const report = await clipboard()
  expect(report).toContain(`trails/run-2): Incomplete`)
  expect(report).toContain('Say \\<b\\>hello\\</b\\>')
  expect(report).toContain(`Fingerprint \`${fingerprint}\``)
  expect(report).toContain('tests reported for app, non-compliant, by ')
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.poll(clipboard).toBe(page.url())
})

test('lists every flip with its cause, and opens its evidence', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails/run-2`)
  const history = page.getByRole('region', { name: 'Verdict history' })
  const flips = history.getByRole('listitem')
  await expect(flips.first()).toContainText('tests reported for app, compliant')
  await expect(flips.first()).toContainText('now')
  await expect(flips.last()).toContainText('Trail begun')
  await history
    .getByRole('link', { name: /non-compliant/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary', { name: 'tests' })
  await expect(drawer).toContainText('replaced by a later report')
})

test('lists the versions of evidence with their changes', async ({ dashboard: page, open }) => {
  await open(`flows/${flow}/trails/run-2`)
  await page.getByRole('link', { name: 'tests', exact: true }).first().click()
  const drawer = page.getByRole('complementary', { name: 'tests' })
  const versions = drawer.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions.first()).toContainText('effective')
  await expect(drawer.getByRole('row').nth(1)).toContainText('−2')
  await drawer.getByText('What changed since the version before').click()
  await expect(drawer).toContainText('junit_results[greeting.Suite].failures')

  await versions.nth(1).getByRole('link').click()
  await expect(drawer).toContainText('replaced by a later report')
  await expect(versions.nth(1).getByRole('link')).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await drawer.getByRole('searchbox', { name: 'Search user data' }).fill('attempt')
  await expect(drawer).toContainText('build.attempt: 2')
})

test('filters the timeline by the URL, and shows each artifact with its evidence', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails/run-2?type=junit`)
  const timeline = page.getByRole('region', { name: 'What happened, what is absent?' })
  await expect(timeline).toContainText(/2 of \d+ records/)
  await timeline.getByRole('button', { name: 'Table' }).click()
  await expect(timeline.getByRole('row')).toHaveCount(3)
  await timeline.getByRole('button', { name: /Clear Type/ }).click()
  await expect(timeline.getByRole('row')).not.toHaveCount(3)
  expect(page.url()).not.toContain('type=')

  const artifacts = page.getByRole('region', { name: 'Artifacts' })
  await expect(artifacts).toContainText('1 of 1 present')
  await expect(artifacts).toContainText('Has run nowhere')
  await expect(artifacts.getByRole('link', { name: 'Build' })).toHaveAttribute(
    'href',
    'https://ci.acme.example/1',
  )
  const address = await artifacts
    .getByRole('link', { name: 'app', exact: true })
    .getAttribute('href')
  expect(address).toMatch(new RegExp(`/flows/${flow}/artifacts/${fingerprint}\\?artifact_id=`))
})
