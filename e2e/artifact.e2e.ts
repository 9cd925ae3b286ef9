import { putPolicy } from './put-policy.ts'
import { expect, reportTo, test } from './world.ts'

const flow = 'artifact-journey'
const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }, { name: scan, type: generic }] }]
`
const hostile = '<img src=x onerror=alert(1)>'
const commit = {
  sha1: 'c0ffee'.padEnd(40, '0'),
  message: `${hostile} retry`,
  author: `${hostile} <robin@acme.example>`,
  branch: hostile,
  url: 'javascript:alert(1)',
}
const fingerprint = 'fa'.repeat(32)
const artifact = {
  fingerprint,
  filename: 'app:1.2',
  git_commit: commit.sha1,
  git_commit_info: commit,
  build_url: 'https://ci.acme.example/1',
  commit_url: 'javascript:alert(1)',
  template_reference_name: 'app',
  annotations: { note: hostile },
  external_urls: {
    [hostile]: { href: 'javascript:alert(1)' },
    image: { href: 'https://hub.acme.example/app' },
  },
}
const junit_results = [
  { name: 'failing.Suite', total: 5, failures: 2, errors: 0, skipped: 1, duration: 3 },
]

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  const file = { part: 'template_file', name: 't.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  for (const trail_name of ['first', 'second']) {
    await report('POST', `/artifacts/{org}/${flow}`, { ...artifact, trail_name })
  }
  const tests = { attestation_name: 'tests', artifact_fingerprint: fingerprint, junit_results }
  await report('POST', `/attestations/{org}/${flow}/trail/first/junit`, tests, 'form')
})

test('links from a flow to an artifact, its failing evidence, and its other report', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails`)
  await page.getByRole('link', { name: 'Artifacts', exact: true }).click()
  await expect(page).toHaveTitle(/^Artifacts/)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Verdict', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Non-compliant' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/verdict=NON-COMPLIANT/)
  await expect(main.getByRole('link', { name: 'tests: 2 failed of 5 tests' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'app 1.2', exact: true })).toHaveCount(1)
  await main.getByRole('link', { name: 'app 1.2', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'app 1.2' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'tests: 2 failed of 5 tests' })).toBeVisible()
  const evidence = main.getByRole('table', { name: 'Evidence of this artifact' })
  const row = evidence.getByRole('link', { name: 'tests', exact: true })
  await expect(evidence.getByRole('cell', { name: '2 failed of 5 tests' })).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: 'tests' })
  await expect(drawer).toContainText('2 failed')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(row).toBeFocused()
  const reports = main.getByRole('region', { name: 'Reports of this fingerprint' })
  await reports.getByRole('link', { name: 'second' }).click()
  await expect(main).toContainText('tests and 2 more are missing')
})

test('opens at html_url, escapes texts, and updates with new evidence', async ({
  signedIn: page,
  world,
  report,
}) => {
  const path = `/api/v2/artifacts/${world.org}/${flow}/fingerprint/${fingerprint}?trail=first`
  const found = await page.request.get(world.host + path)
  const { html_url } = (await found.json()) as { html_url: string }
  await page.goto(html_url)
  const main = page.getByRole('main')
  await expect(main).toContainText('Non-compliant')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Artifacts1.2')
  await expect(main.getByText(hostile).first()).toBeVisible()
  expect(await page.locator('a[href^="javascript:"], img[src="x"]').count()).toBe(0)
  await expect(main.getByRole('link', { name: 'hub.acme.example/app' })).toBeVisible()
  const passed = [{ ...junit_results[0], failures: 0 }]
  const of = { artifact_fingerprint: fingerprint, junit_results: passed }
  const tests = { attestation_name: 'tests', ...of }
  await report('POST', `/attestations/{org}/${flow}/trail/first/junit`, tests, 'form')
  await expect(main).toContainText('scan and 1 more are missing')
})

test('offers the call that reports missing evidence', async ({ dashboard: page, open }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(`flows/${flow}/artifacts/${fingerprint}`)
  const slot = page.getByRole('row').filter({ hasText: 'scan' })
  await slot.getByRole('button', { name: /copy call/i }).click()
  const call = await page.evaluate(() => navigator.clipboard.readText())
  expect(call).toContain('kosli attest generic')
  for (const part of [`--flow ${flow}`, '--trail second']) expect(call).toContain(part)
  expect(call).toContain(fingerprint)
})

test('finds an artifact in all flows by a prefix of its fingerprint', async ({
  dashboard: page,
  open,
  report,
}) => {
  await open(`flows/${flow}/artifacts/fafafafa0000`)
  await expect(page.getByRole('heading', { name: 'Unknown artifact' })).toBeVisible()
  const field = page.getByLabel('Fingerprint, or its first characters')
  await field.fill('fafa')
  await page.getByRole('button', { name: 'Search all flows' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '64 characters' })).toBeVisible()
  await field.fill(`sha256:${fingerprint.toUpperCase().slice(0, 20)}`)
  await page.getByRole('button', { name: 'Search all flows' }).click()
  await expect(page).toHaveURL(new RegExp(`/flows/${flow}/artifacts/${fingerprint}`))

  const other = { ...artifact, fingerprint: 'fb'.repeat(32), trail_name: 'one' }
  for (const name of [flow, `${flow}-other`]) {
    await report('POST', `/artifacts/{org}/${name}`, other)
  }
  await open(`artifacts/${other.fingerprint}`)
  const found = page.getByRole('table', { name: 'Artifacts found' })
  await expect(found.getByRole('link', { name: 'app:1.2' })).toHaveCount(2)
})

test('explains how to report the first artifact', async ({ dashboard: page, open, report }) => {
  const empty = `${flow}-empty`
  await report('PUT', '/flows/{org}', { name: empty, template: [] })
  await open(`flows/${empty}/artifacts`)
  await expect(page.getByRole('main')).toContainText(`--flow ${empty}`)
})

test('allows an artifact that was only seen, and tells it once its build is known', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const env = 'artifact-journey-prod'
  const stray = 'fd'.repeat(32)
  await report('POST', '/controls/{org}', { identifier: 'AJ-1', name: 'Origin is known' })
  await putPolicy(
    world,
    'artifact-journey-gate',
    `  provenance:\n    required: true\n  attestations:\n    - type: decision\n      for_control: AJ-1`,
  )
  await report('PUT', '/environments/{org}', {
    name: env,
    type: 'server',
    policies: ['artifact-journey-gate'],
  })
  const runs = async (name: string, sha: string) =>
    report('PUT', `/environments/{org}/${env}/report/server`, {
      artifacts: [{ digests: { [name]: sha }, creationTimestamp: 1_790_000_000 }],
    })
  await runs('stray:1.0', stray)
  await open(`artifacts/${stray}`)
  await page.getByRole('button', { name: `Allow in ${env}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Fingerprint')).toHaveValue(stray)
  await dialog.getByLabel('Reason').fill('Needed to debug')
  // An end that cannot be read is never sent as none.
  const end = dialog.getByRole('textbox', { name: 'Until' })
  await end.fill('31 Decmber')
  await expect(dialog.getByText('Not a time')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Allow', exact: true })).toBeDisabled()
  await end.fill('')
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const build = { ...artifact, fingerprint: stray, filename: 'stray:1.0', trail_name: 'one' }
  await report('POST', `/artifacts/{org}/${flow}-stray`, build)
  const next = { ...build, fingerprint: 'fe'.repeat(32), filename: 'stray:1.1', trail_name: 'two' }
  await report('POST', `/artifacts/{org}/${flow}-stray`, next)
  const main = page.getByRole('main')
  await open(`flows/${flow}-stray/artifacts/${stray}`)
  const history = main.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`Allow-listed in ${env}`)
  await expect(history).toContainText(`Started in ${env}`)
  const controls = main.getByRole('region', { name: 'Controls' })
  await expect(controls).toContainText(`0 of 1 pass in ${env}`)
  await expect(controls.getByRole('link', { name: 'Origin is known' })).toBeVisible()

  await open(`flows/${flow}-stray/artifacts/${next.fingerprint}`)
  const path = main.getByRole('region', { name: 'How did it get there?' })
  await expect(path).toContainText('It has run nowhere yet.')
  await expect(path).toContainText('would fail, 1 cause')
  await path.getByRole('link', { name: env }).click()
  await expect(page).toHaveURL(/can-i-deploy\?.*environment/)
})
