import type { Page } from '@playwright/test'
import { untilIntercepted } from './hold-calls.ts'
import { expect, test } from './world.ts'

const flow = 'kept-rows'

const api = '**/api/v2/**'

/** Disconnects the page. */
async function cut(page: Page) {
  await page.route(api, (route) => route.abort())
  await untilIntercepted(page)
}
const mend = (page: Page) => page.unroute(api)

/** Calls that read a second page. The service answers all others: the connection is not lost. */
const secondPage = (url: URL) =>
  url.pathname.startsWith('/api/v2/') && url.search.includes('page=2')

/** Refuses them until the pointer presses: the page may still read again by itself. */
async function refuseSecondPage(page: Page) {
  await page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-pressed', '')
    document.addEventListener('pointerdown', note, { capture: true })
  })
  const isPressed = () => document.documentElement.hasAttribute('data-pressed')
  await page.route(secondPage, async (route) =>
    (await page.evaluate(isPressed)) ? route.fallback() : route.abort(),
  )
  await untilIntercepted(page)
}

const tabs = [
  { tab: 'trails', first: '1–25 of 30', second: '26–30 of 30' },
  { tab: 'matrix', first: '1–25 of 30', second: '26–30 of 30' },
  { tab: 'artifacts', first: '1–25 of 30', second: '26–30 of 30' },
  { tab: 'attestations', first: '1–20 of 22', second: '21–22 of 22' },
]

test('keeps the rows of every tab when the next page cannot be loaded', async ({
  signedIn: page,
  world,
  report,
}) => {
  await report('PUT', '/flows/{org}', { name: flow, description: 'Rows that stay' })
  const reports = Array.from({ length: 30 }, async (_, index) => {
    const name = `run-${index}`
    await report('PUT', `/trails/{org}/${flow}`, { name }, 'form')
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint: index.toString(16).padStart(64, 'c'),
      filename: `app-${index}.tar`,
      git_commit: '0'.repeat(40),
      build_url: 'https://ci.example.com/1',
      commit_url: 'https://git.example.com/0',
      trail_name: name,
    })
    if (index >= 22) return
    const check = { attestation_name: `check-${index % 2}` }
    await report('POST', `/attestations/{org}/${flow}/trail/${name}/generic`, check, 'form')
  })
  await Promise.all(reports)

  for (const { tab, first, second } of tabs) {
    // Where Retry was, a link to the second page may stand: it would be loaded ahead.
    await page.mouse.move(0, 0)
    await page.goto(`${world.host}/${world.org}/flows/${flow}/${tab}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(first)
    await refuseSecondPage(page)
    await page.keyboard.press(']')
    const note = page.getByRole('note').filter({ hasText: 'could not be loaded' })
    await expect(note).toContainText('Shown: what was asked before')
    await expect(main).toContainText(first)
    await expect(page).toHaveURL(/page=2/)

    await note.getByRole('button', { name: 'Retry' }).click()
    await expect(main).toContainText(second)
    await expect(note).toHaveCount(0)
    await page.unroute(secondPage)
  }
})

test('keeps the flows under another filter, and updates them once connected', async ({
  signedIn: page,
  world,
  report,
}) => {
  await report('PUT', '/flows/{org}', { name: flow })
  const main = page.getByRole('main')
  const link = main.getByRole('link', { name: flow, exact: true })
  await page.goto(`${world.host}/${world.org}/flows?name=kept`)
  const field = main.getByRole('searchbox', { name: 'Filter by name' })
  await expect(link).toBeVisible()
  await cut(page)
  await field.fill('no-such')
  const note = page.getByRole('note').filter({ hasText: 'Flows could not be loaded' })
  await expect(note).toBeVisible()
  await expect(link).toBeVisible()
  await expect(note).toContainText('what was asked before')
  await field.fill('kept')
  await expect(page.getByText('what was asked before')).toHaveCount(0)
  await expect(link).toBeVisible()
  await mend(page)
  await field.fill('no-such')
  await expect(main).toContainText('No flow has the name no-such')
})

test('shows "No connection" where there are no rows yet, and recovers with Retry', async ({
  signedIn: page,
  world,
  report,
}) => {
  await report('PUT', '/flows/{org}', { name: flow })
  await report('PUT', `/trails/{org}/${flow}`, { name: 'run-0' }, 'form')
  await page.goto(`${world.host}/${world.org}/flows?name=${flow}`)
  const link = page.getByRole('main').getByRole('link', { name: flow, exact: true })
  await expect(link).toBeVisible()
  await page.route('**/api/v2/**/trails*', (route) => route.abort())
  await link.click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.unroute('**/api/v2/**/trails*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: `Trails of ${flow}` })).toBeVisible()
})

test('keeps the page without a network, also where a part of it is not loaded yet', async ({
  signedIn: page,
  world,
  report,
  context,
}) => {
  await report('PUT', '/flows/{org}', { name: flow })
  await report('PUT', `/trails/{org}/${flow}`, { name: 'run-0' }, 'form')
  const check = { attestation_name: 'review' }
  await report('POST', `/attestations/{org}/${flow}/trail/run-0/generic`, check, 'form')
  await page.goto(`${world.host}/${world.org}/flows/${flow}/trails/run-0`)
  const row = page.getByRole('main').getByRole('link', { name: 'review', exact: true })
  await expect(row).toBeVisible()

  await context.setOffline(true)
  const banner = page.getByRole('status').filter({ hasText: 'No connection' })
  const details = page.getByText(/^Shown as of \d\d:\d\d:\d\d UTC, .*Trying again/)
  await expect(details).toContainText(/Trying again in \d+ s\./)
  await row.click()
  await page.getByRole('link', { name: 'Builds' }).first().click()
  await expect(banner).toBeVisible()
  await expect(page.getByRole('main')).toBeVisible()
  await page.goBack()

  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'review' })).toBeVisible()
})
