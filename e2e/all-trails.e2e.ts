import { readFile } from 'node:fs/promises'
import { expect, reportTo, test } from './world.ts'

const flows = ['all-trails-one', 'all-trails-two']
const tag = 'all-trails'

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  for (const name of flows) {
    await report('PUT', '/flows/{org}', { name })
    await report('PATCH', `/tags/{org}/flow/${name}`, { set_tags: { [tag]: name } })
    for (const [trail, is_compliant] of [
      ['good', true],
      ['bad', false],
    ] as const) {
      await report('PUT', `/trails/{org}/${name}`, { name: `${name}-${trail}` }, 'form')
      const check = { attestation_name: 'check', is_compliant }
      const path = `/attestations/{org}/${name}/trail/${name}-${trail}/generic`
      await report('POST', path, check, 'form')
    }
  }
})

test('lists what the overview counts, over all flows, and exports it', async ({
  dashboard: page,
  open,
  world,
}) => {
  await open(`?tag=${tag}`)
  const main = page.getByRole('main')
  const tile = main.locator('section').filter({ hasText: 'Trails, last 7 days' })
  await expect(tile).toContainText('of 4 need work')
  await expect(tile.getByRole('link', { name: '2 non-compliant' })).toBeVisible()
  await tile.getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/\/trails\?.*verdict=NON-COMPLIANT/)
  await expect(main).toContainText('trails match')
  const rows = main.getByRole('table', { name: `Trails of ${world.org}` }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('all-trails-two-bad')
  await expect(rows.nth(2)).toContainText('all-trails-one-bad')

  await main.getByRole('button', { name: 'Flow', exact: true }).click()
  await page.getByRole('option', { name: 'all-trails-one' }).click()
  await page.waitForURL(/flow_name=all-trails-one/)
  await expect(rows).toHaveCount(2)
  await main.getByRole('button', { name: 'Page actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export all rows as CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^all-trails-one-bad,all-trails-one,NON-COMPLIANT,/)
  await rows.nth(1).getByRole('link', { name: 'all-trails-one-bad', exact: true }).click()
  await page.waitForURL(/flows\/all-trails-one\/trails\/all-trails-one-bad/)
})

test('is found from the flows and by the search', async ({ dashboard: page, open, world }) => {
  await open('flows')
  await page.getByRole('main').getByRole('link', { name: 'Trails of all flows' }).click()
  await page.waitForURL(`${world.host}/${world.org}/trails`)
  const rail = page.getByRole('navigation', { name: 'Main' })
  await expect(rail.getByRole('link', { name: 'Flows' })).toHaveAttribute('aria-current', 'true')
  await open('')
  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('trails')
  await page.getByRole('option', { name: /^Trails of all flows/ }).click()
  await page.waitForURL(`${world.host}/${world.org}/trails`)
  await expect(page.getByRole('heading', { level: 1, name: 'Trails' })).toBeVisible()
})
