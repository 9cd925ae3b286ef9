import { violationsOf } from './axe.ts'
import { cairn } from './service.ts'
import { expect, test } from './world.ts'

const flow = 'excepted'

test('an officer reviews the exceptions of the quarter by keyboard', async ({
  browser,
  world: { dataDir, org, host },
  report,
}, { testId }) => {
  const run = `run-${testId.slice(-8)}`
  await report('PUT', '/flows/{org}', { name: flow })
  const payload = { attestation_name: 'scan', is_compliant: false }
  await report('POST', `/attestations/{org}/${flow}/trail/${run}/generic`, payload, 'form')
  await report('POST', '/cairn/{org}/overrides', {
    flow_name: flow,
    trail_name: run,
    attestation_name: 'scan',
    original_attestation_type: 'generic',
    new_compliance_status: true,
    reason: 'Accepted until the next release',
  })
  // Nobody reviews their own: an officer is another person.
  const officer = `officer-${testId.slice(-8)}`
  cairn(dataDir, 'user', 'add', officer)
  cairn(dataDir, 'member', 'add', org, officer, '--role', 'member')
  const context = await browser.newContext()
  const page = await context.newPage()
  const data = { api_key: cairn(dataDir, 'key', 'add', officer) }
  expect((await page.request.post(`${host}/api/v2/cairn/session`, { data })).ok()).toBe(true)

  await page.goto(`${host}/${org}/exceptions?q=${run}`)
  const row = page.getByRole('row', { name: /Accepted until the next release/ })
  await expect(row).toContainText('never')
  await page.getByRole('link', { name: 'Review all of this quarter' }).click()
  await expect(page.getByRole('heading', { name: /^Review of Q/, level: 1 })).toBeVisible()
  const found = await page.request.get(`${host}/api/v2/cairn/${org}/exceptions?q=${run}`)
  const [{ exception_id }] = ((await found.json()) as { data: [{ exception_id: string }] }).data
  await page.goto(`${host}/${org}/exceptions/review?exception=override:${exception_id}`)
  await expect(page.getByText('Accepted until the next release')).toBeVisible()
  for (const choice of await page.getByRole('radio').all()) await expect(choice).not.toBeChecked()
  await page.getByRole('button', { name: 'Decide, next' }).click()
  await expect(page.getByText('Choose what becomes of it')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('radio', { name: /End now/ })).toBeChecked()
  await page.keyboard.press('k')
  await expect(page.getByRole('radio', { name: /Keep/ })).toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Reason').fill('Still accepted')
  await page.getByRole('button', { name: 'Keep, next' }).click()
  await expect(
    page.getByRole('list', { name: 'Exceptions under review' }).getByText('kept').first(),
  ).toBeVisible()

  await page.goto(`${host}/${org}/exceptions?q=${run}`)
  await expect(row).toContainText('kept')
  await context.close()
})
