import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const flow = 'kept-rows'

test.beforeEach(async ({ report }) => {
  await report('PUT', '/flows/{org}', { name: flow, description: 'Rows that stay' })
  const names = Array.from({ length: 30 }, (_, index) => `run-${index}`)
  await Promise.all(names.map((name) => report('PUT', `/trails/{org}/${flow}`, { name }, 'form')))
  const some = names.slice(0, 22)
  await Promise.all(
    some.map((name, index) => {
      const path = `/attestations/{org}/${flow}/trail/${name}/generic`
      return report('POST', path, { attestation_name: `check-${index % 2}` }, 'form')
    }),
  )
  await Promise.all(
    names.map((name, index) =>
      report('POST', `/artifacts/{org}/${flow}`, {
        fingerprint: index.toString(16).padStart(64, 'c'),
        filename: `app-${index}.tar`,
        git_commit: '0'.repeat(40),
        build_url: 'https://ci.example.com/1',
        commit_url: 'https://git.example.com/0',
        trail_name: name,
      }),
    ),
  )
})

const api = '**/api/v2/**'
const cut = (page: Page) => page.route(api, (route) => route.abort())
const mend = (page: Page) => page.unroute(api)

const tabs = [
  { tab: 'trails', first: '1–25 of 30', second: '26–30 of 30' },
  { tab: 'matrix', first: '1–25 of 30', second: '26–30 of 30' },
  { tab: 'artifacts', first: '1–25 of 30', second: '26–30 of 30' },
  { tab: 'attestations', first: '1–20 of 22', second: '21–22 of 22' },
]

for (const { tab, first, second } of tabs) {
  test(`keeps the rows of the ${tab} when the next page cannot be had`, async ({
    signedIn: page,
    world,
  }) => {
    await page.goto(`${world.host}/${world.org}/flows/${flow}/${tab}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(first)
    await cut(page)
    await page.keyboard.press(']')
    const note = page.getByRole('note').filter({ hasText: 'could not be loaded' })
    await expect(note).toContainText('Shown: what was asked before')
    await expect(main).toContainText(first)
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('heading', { name: 'No connection' })).toHaveCount(0)

    await note.getByRole('button', { name: 'Retry' }).click()
    await expect(note).toBeVisible()
    await mend(page)
    await note.getByRole('button', { name: 'Retry' }).click()
    await expect(main).toContainText(second)
    await expect(note).toHaveCount(0)
  })
}

test('keeps the flows under another filter, and goes back without a word', async ({
  signedIn: page,
  world,
}) => {
  const main = page.getByRole('main')
  const link = main.getByRole('link', { name: flow, exact: true })
  await page.goto(`${world.host}/${world.org}/flows?name=kept`)
  await expect(link).toBeVisible()
  await cut(page)
  await main.getByRole('textbox', { name: 'Filter by name' }).fill('no-such')
  const note = page.getByRole('note').filter({ hasText: 'Flows could not be loaded' })
  await expect(note).toBeVisible()
  await expect(link).toBeVisible()
  await main.getByRole('textbox', { name: 'Filter by name' }).fill('kept')
  await expect(note).toHaveCount(0)
  await expect(link).toBeVisible()
  await mend(page)
  await main.getByRole('textbox', { name: 'Filter by name' }).fill('no-such')
  await expect(main).toContainText('0 flows match')
})

test('says "No connection" where there are no rows yet, and mends with Retry', async ({
  signedIn: page,
  world,
}) => {
  await page.goto(`${world.host}/${world.org}/flows?name=${flow}`)
  const link = page.getByRole('main').getByRole('link', { name: flow, exact: true })
  await expect(link).toBeVisible()
  await page.route('**/api/v2/**/trails*', (route) => route.abort())
  await link.click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.unroute('**/api/v2/**/trails*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main')).toContainText('1–25 of 30')
})
