import { expect, reportTo, test } from './world.ts'

const flow = 'evidence-tab'
const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }] }]
`
const file = { part: 'template_file', name: 'template.yml', content: template }
const suite = { name: 'suite', total: 1, failures: 0, errors: 0, skipped: 0, duration: 0.1 }

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  await report('PUT', `/trails/{org}/${flow}`, { name: 'one' }, 'form')
  const on = `/attestations/{org}/${flow}/trail/one`
  const refused = { attestation_name: 'review', is_compliant: false }
  await report('POST', `${on}/generic`, refused, 'form')
  const passed = {
    attestation_name: 'tests',
    junit_results: [suite],
    target_artifacts: ['app'],
    git_commit_info: { sha1: 'a'.repeat(40) },
  }
  await report('POST', `${on}/junit`, passed, 'form')
})

test('links from an attestation to its evidence on the trail', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails`)
  await page.getByRole('main').getByRole('link', { name: 'Attestations' }).click()
  const row = page.getByRole('row', { name: /Non-compliant/ }).first()
  await expect(row).toContainText('Generic')
  await expect(page.getByRole('row', { name: /JUnit/ }).first()).toContainText('app')
  await expect(page.getByRole('row', { name: /JUnit/ }).first()).toContainText('1 test passed')
  await row.getByRole('link', { name: 'review' }).click()
  await page.waitForURL(/trails\/one\?attestation_id=/)
  await expect(page.getByRole('heading', { level: 2, name: 'review' })).toBeVisible()
})

test('filters by verdict, name and type, with the filters in the URL', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/attestations`)
  const rows = page.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row')
  await page.getByRole('button', { name: 'Name' }).click()
  await page.getByRole('checkbox', { name: /^review \d+$/ }).click()
  await page.waitForURL(/attestation_name=review/)
  await expect(rows.filter({ hasText: 'tests' })).toHaveCount(0)
  await expect(rows.first()).toContainText('review')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verdict' }).click()
  await page.getByRole('radio', { name: /^Compliant/ }).click()
  await expect(page.getByRole('main')).toContainText(
    'No attestation has the verdict Compliant and the name review.',
  )
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('checkbox', { name: /^JUnit/ }).click()
  await page.waitForURL(/attestation_type=junit$/)
  await page.reload()
  await expect(rows.filter({ hasText: 'review' })).toHaveCount(0)
  await expect(rows.first()).toContainText('tests')
})

test('filters by a time in UTC or local time', async ({ dashboard: page, open }) => {
  await open(`flows/${flow}/attestations?range=24h`)
  const list = page.getByRole('table')
  await expect(list).toBeVisible()
  await page.getByRole('button', { name: /^Created: last 24 hours/ }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-05-01T12:30')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/\?to_timestamp=1588336200$/)
  await expect(page.getByRole('main')).toContainText(
    'No attestation created until 1 May 12:30:00 UTC.',
  )
  await page.getByRole('button', { name: /^Created: until/ }).click()
  await page.getByLabel('From', { exact: true }).fill('2021-01-01T00:00')
  await expect(page.getByRole('alert')).toHaveText('From is later than to.')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /Clear Created/ })
    .first()
    .click()
  await expect(list).toBeVisible()
})

test.describe('seven hours behind UTC', () => {
  test.use({ timezoneId: 'America/Phoenix' })
  test('a local time is converted by the time zone of the browser', async ({
    signedIn: page,
    world,
  }) => {
    await page.goto(`${world.host}/${world.org}/flows/${flow}/trails`)
    await page.getByRole('button', { name: 'Started' }).click()
    await page.getByRole('button', { name: 'Local time' }).click()
    await page.getByLabel('From', { exact: true }).fill('2020-05-01T05:30')
    await page.getByRole('button', { name: 'UTC', exact: true }).click()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2020-05-01 12:30')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/\?from_timestamp=1588336200$/)
    await expect(page.getByRole('table')).toBeVisible()
  })
})

test('shows new rows only on request', async ({ dashboard: page, open, report }) => {
  await open(`flows/${flow}/attestations?per_page=1`)
  await expect(page.getByRole('table')).toBeVisible()
  const later = { attestation_name: 'later' }
  await report('POST', `/attestations/{org}/${flow}/trail/one/generic`, later, 'form')
  await page.getByRole('button', { name: /1 new/ }).click()
  await expect(page.getByRole('link', { name: 'later' })).toBeVisible()
})

test('offers the last page instead of one past the end', async ({ dashboard: page, open }) => {
  await open(`flows/${flow}/attestations?page=999`)
  await page.getByRole('link', { name: /the last/ }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('explains how to report the first attestation, and shows it', async ({
  dashboard: page,
  open,
  report,
}) => {
  const empty = `${flow}-empty`
  await report('PUT', '/flows/{org}/template_file', { name: empty }, file)
  await open(`flows/${empty}/attestations`)
  await expect(page.getByRole('main')).toContainText('kosli attest generic')
  await report('PUT', `/trails/{org}/${empty}`, { name: 'one' }, 'form')
  const review = { attestation_name: 'review' }
  await report('POST', `/attestations/{org}/${empty}/trail/one/generic`, review, 'form')
  await expect(page.getByRole('link', { name: 'review' })).toBeVisible()
})
