import { putPolicy } from './put-policy.ts'
import { expect, test } from './world.ts'

const env = 'on-paper'
const digest = '9a9e4'.padEnd(64, '7')

test.afterEach(({ dashboard }) => dashboard.emulateMedia({ media: null }))

test('a page is a report on paper: whose it is, as of when, and whole hashes and moments', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await report('PUT', `/environments/{org}/${env}/report/server`, {
    artifacts: [{ digests: { 'paper-app': digest }, creationTimestamp: 1_790_000_000 }],
  })
  await open(`environments/${env}/running`)
  const main = page.getByRole('main')
  await expect(main.getByRole('row', { name: /paper-app/ })).toBeVisible()
  await expect(page.getByText('compliance report')).toHaveCount(0)

  await page.emulateMedia({ media: 'print' })
  const head = page.getByRole('banner').filter({ hasText: 'compliance report' })
  await expect(head).toContainText(`Organization${world.org}`)
  await expect(head).toContainText(/As of\d+ \w+ \d{4}, [\d:]{8} UTC · [\d:]{8} Europe\/Berlin/)
  await expect(head).toContainText(`Address${world.host}/${world.org}/environments/${env}/running`)
  await expect(main.getByText(`sha256 ${digest}`)).toBeVisible()
  await expect(main.getByText('Filter: none')).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const since = main.getByRole('row', { name: /paper-app/ }).locator('time')
  const whole = await since.evaluate((time) => getComputedStyle(time, '::after').content)
  expect(whole).toMatch(/^"\d+ \w+ \d{4}, [\d:]{8}"$/)
})

test('why a verdict stands follows its page on paper, with the chain of its reasons', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const why = 'why-on-paper'
  await report('PUT', '/environments/{org}', { name: why, type: 'server' })
  await putPolicy(world, 'why-on-paper-origin', '  provenance: {required: true}')
  await report('POST', `/environments/{org}/${why}/policies`, {
    policy_names: ['why-on-paper-origin'],
  })
  await report('PUT', `/environments/{org}/${why}/report/server`, {
    artifacts: [{ digests: { 'unknown-app': digest }, creationTimestamp: 1_790_000_000 }],
  })
  await open(`environments/${why}/running?why=environment`)
  const panel = page.getByRole('complementary', { name: `Why is ${why} non-compliant?` })
  const reason = panel.getByRole('treeitem', { name: /unknown-app/ }).first()
  await expect(reason).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(reason).toBeVisible()
  await expect(panel.getByRole('treeitem', { name: /why-on-paper-origin/ }).first()).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  // Whose report, of what, its scope, why, the rows, who signs.
  const parts = [
    page.getByText('compliance report'),
    page.getByRole('heading', { name: why, level: 1 }),
    page.getByText('Printed by'),
    panel,
    page.getByRole('table'),
    page.getByText('Reviewed by, date'),
  ]
  // The head of the report is laid out a moment after the media has changed.
  await expect(async () => {
    const boxes = await Promise.all(parts.map((part) => part.first().boundingBox()))
    const tops = boxes.map((box) => box!.y)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    expect(boxes[3]!.width).toBeGreaterThan(0.9 * boxes[4]!.width)
  }).toPass({ timeout: 30_000 })
})
