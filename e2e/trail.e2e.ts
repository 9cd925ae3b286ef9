import type { Locator } from '@playwright/test'
import { expect, reportTo, test } from './world.ts'

const flow = 'trail-journey'
const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }, { name: ticket, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }] }]
`
const commit = {
  sha1: 'c0ffee'.padEnd(40, '0'),
  message: 'Retry partner calls once',
  author: 'Robin Hale <robin@acme.example>',
  timestamp: 1_790_000_000,
}
const fingerprint = 'ab'.repeat(32)
const junit_results = [
  { name: 'passing.Suite', total: 10, failures: 0, errors: 0, skipped: 0, duration: 1 },
  { name: 'failing.Suite', total: 5, failures: 2, errors: 0, skipped: 1, duration: 3 },
]

const xml = `<testsuites><testsuite name="failing.Suite"><testcase name="retries &lt;b&gt;once&lt;/b&gt;">
<failure message="expected 1 but was 2">at Retry.java:7</failure></testcase></testsuite></testsuites>`

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  const file = { part: 'template_file', name: 't.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  await report('PUT', `/trails/{org}/${flow}`, { name: 'run', git_commit_info: commit }, 'form')
  const on = `/attestations/{org}/${flow}/trail/run`
  const user_data = { note: '<img src=x onerror=alert(1)>' }
  const external_urls = {
    bad: { href: 'javascript:alert(1)' },
    good: { href: 'https://acme.example/x' },
  }
  const review = { attestation_name: 'review', user_data, external_urls }
  await report('POST', `${on}/generic`, review, 'form')
  await report('POST', `/artifacts/{org}/${flow}`, {
    fingerprint,
    filename: 'app:1',
    git_commit: commit.sha1,
    build_url: 'https://ci.acme.example/1',
    commit_url: 'https://git.acme.example/1',
    template_reference_name: 'app',
    trail_name: 'run',
  })
  const tests = { attestation_name: 'tests', artifact_fingerprint: fingerprint, junit_results }
  const stack = { part: 'attachment_file', name: 'tests.xml', content: xml }
  await report('POST', `${on}/junit`, tests, stack)
})

test('reads evidence when a pointer rests on its link, in a row and in the timeline', async ({
  dashboard: page,
  open,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await open(`flows/${flow}/trails/run`)
  const main = page.getByRole('main')
  const timeline = main.getByRole('region', { name: 'What happened, what is absent?' })
  const links = [
    main.getByRole('link', { name: 'tests', exact: true }),
    timeline.getByRole('link', { name: /review/ }),
  ]
  for (const link of links) {
    const reading = page.waitForRequest(/\/api\/v2\/attestations\/[^/]+\?attestation_id=/)
    await link.first().hover()
    await reading
  }
  expect(errors).toEqual([])
})

test('opens evidence by keyboard, navigates it, and returns to its row', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails/run`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Non-compliant')
  const row = main.getByRole('link', { name: 'tests', exact: true })
  await row.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/attestation_id=/)
  const drawer = page.getByRole('complementary', { name: 'tests' })
  const suites = drawer.getByRole('row')
  await expect(suites.nth(1)).toContainText('failing.Suite')
  await expect(suites.nth(1)).toContainText('2 failed')
  const cases = drawer.getByRole('region', { name: 'Failed cases' })
  await expect(cases).toContainText('retries <b>once</b>')
  await expect(cases).toContainText('expected 1 but was 2')
  await cases.getByText('Stack').click()
  await expect(cases).toContainText('at Retry.java:7')
  await row.focus()
  await page.keyboard.press('[')
  await expect(page.getByRole('complementary', { name: 'review' })).toBeVisible()
  await page.keyboard.press(']')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(row).toBeFocused()
  expect(page.url()).not.toContain('attestation_id')
})

test('opens evidence and the reasons without a further script, and nothing moves', async ({
  signedIn: page,
  world,
  report,
}) => {
  const address = (name: string) => ({ href: `https://${name}.acme.example/of/this/run` })
  const names = ['dashboard', 'design', 'incident', 'release-notes', 'risk-assessment']
  const external_urls = Object.fromEntries(names.map((name) => [name, address(name)]))
  const origin_url = 'https://ci.acme.example/shop/web/-/pipelines/480703'
  const facts = { name: 'run', git_commit_info: commit, origin_url, external_urls }
  await report('PUT', `/trails/{org}/${flow}`, facts, 'form')
  await page.setViewportSize({ width: 1440, height: 900 })
  // The panels are loaded ahead, one by one, once the browser is idle: on a busy machine late. The
  // form that overrides comes last, with its fields.
  const panels = ['slots-why', 'drawer', 'override-block', 'date-time-field'].map((name) =>
    page.waitForResponse(`**/assets/${name}-*.js`),
  )
  await page.goto(`${world.host}/${world.org}/flows/${flow}/trails/run`)
  await Promise.all(panels)
  await page.waitForLoadState('networkidle')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url())
  })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Pipeline 480703' })).toHaveAttribute(
    'href',
    origin_url,
  )
  const row = main.getByRole('link', { name: 'tests', exact: true })
  await expect(main.getByRole('link', { name: 'tests: 2 failed of 15 tests' })).toBeVisible()
  const topOf = (one: Locator) => one.evaluate((box) => box.getBoundingClientRect().top)
  const place = () => topOf(row)
  const before = await place()
  const [status, history] = ['Status', 'Verdict history'].map((name) =>
    main.getByRole('region', { name }),
  ) as [Locator, Locator]
  expect(await topOf(history)).toBe(await topOf(status))
  const panel = page.getByRole('complementary')
  for (const [open, shown] of [
    [() => row.click(), panel.getByText('failing.Suite').first()],
    [() => page.keyboard.press('w'), panel.getByRole('tree')],
  ] as const) {
    await open()
    await expect(shown).toBeVisible()
    expect(await place()).toBe(before)
    expect(await topOf(history)).toBeGreaterThan(before)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    expect(await place()).toBe(before)
  }
  expect(scripts).toEqual([])

  // Evidence and Why take each other's place, and lead back.
  await row.click()
  await panel.getByRole('link', { name: 'Why', exact: true }).click()
  await expect(panel.getByRole('tree')).toBeVisible()
  await panel.getByRole('link', { name: 'tests', exact: true }).first().click()
  await expect(panel.getByText('failing.Suite').first()).toBeVisible()
  for (const shown of [panel.getByRole('tree'), panel.getByText('failing.Suite').first()]) {
    await panel.getByRole('button', { name: 'Back' }).click()
    await expect(shown).toBeVisible()
  }
  await expect(panel.getByRole('button', { name: 'Back' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // Facts that the line leaves out are one press away.
  await page.setViewportSize({ width: 800, height: 900 })
  await main.getByRole('button', { name: 'All facts' }).click()
  await expect(main.getByRole('link', { name: 'risk-assessment' })).toBeInViewport()
})

test('escapes texts of users, and links only to web addresses', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails/run`)
  await page.getByRole('link', { name: 'review', exact: true }).click()
  const drawer = page.getByRole('complementary', { name: 'review' })
  await expect(drawer).toContainText('<img src=x onerror=alert(1)>')
  await expect(drawer.getByRole('link', { name: /acme\.example\/x|good/ })).toBeVisible()
  expect(await drawer.locator('a[href^="javascript:"]').count()).toBe(0)
})

test('shows missing evidence with the call that reports it', async ({
  dashboard: page,
  open,
  world,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(`flows/${flow}/trails/run`)
  const slot = page.getByRole('row').filter({ hasText: 'ticket' })
  await slot.getByRole('button', { name: /copy call/i }).click()
  const call = await page.evaluate(() => navigator.clipboard.readText())
  expect(call).toMatch(/^kosli attest generic /)
  for (const part of ['--name ticket', `--flow ${flow}`, '--trail run', `--host ${world.host}`]) {
    expect(call).toContain(part)
  }
})
