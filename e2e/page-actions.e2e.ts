import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { visit } from './open-by-link.ts'
import { expect, reportTo, test } from './world.ts'

// Parts open and close here with their transitions.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const flow = 'taken-away'

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  await report('PUT', '/flows/{org}', { name: flow, description: 'Lists as files' })
  const names = Array.from({ length: 30 }, (_, index) => `run-${index}`)
  await Promise.all(names.map((name) => report('PUT', `/trails/{org}/${flow}`, { name }, 'form')))
})

test.beforeEach(({ dashboard }) => dashboard.emulateMedia({ reducedMotion: 'no-preference' }))
test.afterEach(({ dashboard }) => dashboard.emulateMedia({ reducedMotion: 'reduce' }))

/** Opens the menu by its key and downloads one of its files. */
async function take(page: Page, form: string): Promise<{ name: string; text: string }> {
  await expect(page.getByRole('button', { name: 'Page actions' })).toBeVisible()
  await page.keyboard.press('e')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: `Export all rows as ${form}`, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('exports all rows of a list, not only the shown page', async ({ dashboard: page, open }) => {
  await open(`flows/${flow}/trails`)
  await expect(page.getByRole('main')).toContainText('1–25 of 30')
  const { name, text } = await take(page, 'CSV')
  expect(name).toMatch(/^acme-taken-away-trails-\d{8}T\d{6}Z\.csv$/)
  const [heads, ...rows] = text.trimEnd().split('\r\n')
  expect(heads).toMatch(/^name,flow_name,compliance_state,/)
  expect(rows).toHaveLength(30)
  const first = await page.locator('[data-row-link]').first().textContent()
  expect(rows[0]?.startsWith(`${first},${flow},`)).toBe(true)
})

test('exports the filtered rows, and names the filters', async ({ dashboard: page, open }) => {
  await open(`flows/${flow}/trails?name=run-1&range=24h`)
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(12)
  const { text } = await take(page, 'NDJSON')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(12)
  expect(lines.at(-1).scope).toMatchObject({
    list: 'trails',
    filter: { flow_name: flow, name: 'run-1', from_timestamp: expect.any(Number) },
    row_count: 11,
  })
  await open(`flows?name=${flow}`)
  const flows = JSON.parse((await take(page, 'JSON')).text)
  expect(flows.scope.row_count).toBe(1)
  expect(flows.rows[0]).toMatchObject({ name: flow })
})

test('copies the call of a page, which returns what the page shows', async ({
  dashboard: page,
  open,
  world,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(`flows/${flow}/trails?name=run-2`)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  await expect(page.getByText('Call copied')).toBeAttached()
  const call = await page.evaluate(() => navigator.clipboard.readText())
  expect(call).toContain('-H "Authorization: Bearer ${CAIRN_KEY:?API key}"')
  const url = /curl '([^']+)'/.exec(call)?.[1] ?? ''
  const answer = await fetch(url, { headers: { authorization: `Bearer ${world.key}` } })
  expect(((await answer.json()) as { pagination: { total: number } }).pagination.total).toBe(11)

  await open(`flows/${flow}/trails/run-2`)
  await page.getByRole('button', { name: 'Page actions' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'Raw JSON' }).click()
  const raw = await opening
  await expect(raw.locator('body')).toContainText('"name":"run-2"')
  await raw.close()
})

test('navigates sections and pages by keys, unless they are disabled', async ({
  signedIn: page,
  world,
}) => {
  await visit(page, `${world.host}/${world.org}/flows/${flow}/trails`)
  await expect(page.getByRole('main')).toContainText('1–25 of 30')
  await page.keyboard.press(']')
  await page.waitForURL(/page=2/)
  await expect(page.getByRole('main')).toContainText('26–30 of 30')
  await page.keyboard.press('[')
  await expect(page.getByRole('main')).toContainText('1–25 of 30')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.waitForURL(/\/flows$/)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  for (const [group, text] of [
    ['Go to', 'Go to Flows'],
    ['This page', 'Export and share'],
    ['Rows', 'Next row'],
  ] as const) {
    await expect(help.getByRole('region', { name: group })).toContainText(text)
  }
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(page.getByRole('menu', { name: 'Page actions' })).toBeHidden()
})

test('a row is asked why by a key, which leads back to it, and a key goes to the filters', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails`)
  await expect(page.getByRole('main')).toContainText('1–25 of 30')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const row = page.locator('[data-row-link]').nth(1)
  await expect(row).toBeFocused()
  await page.keyboard.press('w')
  await page.waitForURL(/why=trail/)
  await expect(page.getByRole('complementary', { name: /^Why/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.waitForURL(/trails$/)
  await expect(row).toBeFocused()
  await open('events')
  const filter = page.getByRole('group', { name: 'Filters' }).getByRole('button').first()
  await expect(filter).toBeVisible()
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await open(`flows/${flow}/trails/run-28`)
  await expect(page.getByRole('heading', { level: 1, name: 'run-28' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /^Why is run-28 compliant/ })).toBeVisible()
})
