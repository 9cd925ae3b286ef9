import { type Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { addPerson } from './administer.ts'
import { violationsOf } from './axe.ts'
import { putPolicy } from './put-policy.ts'
import { holdCalls } from './hold-calls.ts'
import { watchRequests } from './quiet.ts'
import { expect, reportTo, test } from './world.ts'

const flow = 'search-journey'
const printOf = (text: string) => createHash('sha256').update(`search ${text}`).digest('hex')
const commit = printOf('commit').slice(0, 40)

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  await report('PUT', '/flows/{org}', { name: flow, description: 'What searches find' })
  for (const name of ['search-api', 'search-web']) {
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint: printOf(name),
      filename: name,
      git_commit: commit,
      build_url: 'https://ci.acme.example/1',
      commit_url: '',
      trail_name: 'search-run-1',
    })
  }
  await report('PUT', '/environments/{org}', { name: 'search-prod', type: 'server' })
  const digests = { 'search-api': printOf('search-api'), unknown: printOf('unknown') }
  await report('PUT', '/environments/{org}/search-prod/report/server', {
    artifacts: [{ digests, creationTimestamp: 1_790_000_000 }],
  })
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const group = (page: Page, name: string) => page.getByRole('group', { name })
const chosen = (page: Page) => page.getByRole('option', { selected: true })
const status = (page: Page) => page.getByRole('dialog').getByRole('status')
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Waits until a page is opened, and opens the search by its key. */
async function openSearch(page: Page, opened: Promise<unknown>) {
  await opened
  // The search of the test before may be open.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible()
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/**
 * Types the whole name of an environment and waits for its answer: that to what was typed before shows
 * the same row, and may hold others, which are shown again for the next text.
 */
async function findEnvironment(page: Page) {
  await page.keyboard.type('env:search-prod')
  await expect(status(page)).toHaveText('1 result in 1 group')
  await expect(chosen(page)).toContainText('search-prod')
}

/**
 * Holds the answers to searches for `search` back, until what it returns is called. The page must not
 * have had them: it would show them at once.
 */
const holdAnswers = (page: Page) => holdCalls(page, '**/search?q=search**')

test('finds records by name, by keyboard alone, and gives the focus back', async ({
  dashboard: page,
  open,
}) => {
  await open('builds')
  const quiet = watchRequests(page)
  const link = page.getByRole('link', { name: 'Can I deploy?' })
  await link.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  expect(await violationsOf(page, '[role=dialog]')).toEqual([])
  await expect(page.getByRole('main')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('SEARCH-jour')
  await expect(group(page, 'Flows').getByRole('option')).toContainText(['search-journey'])
  await expect(group(page, 'Flows').locator('mark')).toHaveText('search-jour')
  await expect(group(page, 'Trails').getByRole('option')).toContainText([/search-run-1.*Compliant/])
  await expect(chosen(page)).toContainText('What searches find')
  expect(await violationsOf(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/flows/${flow}`))
  await expect(heading(page)).toBeFocused()
  // A page that is left before all of it is shown was not opened.
  await quiet()

  // Opened records come first the next time, from every other page.
  await openSearch(page, open('environments/search-prod'))
  const recent = group(page, 'Recent').getByRole('option')
  await expect(recent.first()).toContainText(/search-journey.*Flow.*Compliant/)
  await expect(recent.filter({ hasText: 'search-prod' })).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(flow)
})

test('keeps what is typed before the search is loaded', async ({ signedIn: page, world }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let isHeld = false
  await page.route('**/assets/ahead-*.js', async (route) => {
    isHeld = true
    await released
    await route.continue()
  })
  await page.goto(`${world.host}/${world.org}`)
  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await page.keyboard.type('search')
  await expect.poll(() => isHeld).toBe(true)
  release()
  // The field comes meanwhile, and then the focus.
  await page.keyboard.type('-api', { delay: 20 })
  await expect(field(page)).toHaveValue('search-api')
  await page.keyboard.type('?')
  await expect(field(page)).toHaveValue('search-api?')
})

test('leads from a commit to its trail, its artifacts and where they run', async ({
  dashboard: page,
  open,
}) => {
  await openSearch(page, open('flows'))
  await page.keyboard.type(commit.slice(0, 10).toUpperCase())
  await expect(group(page, 'Commits').getByRole('option')).toHaveCount(1)
  await expect(group(page, 'Trails').getByRole('option')).toContainText(['search-run-1'])
  const artifacts = group(page, 'Artifacts').getByRole('option')
  await expect(artifacts.filter({ hasText: 'search-api' })).toContainText('runs in search-prod')
  await expect(artifacts.filter({ hasText: 'search-web' })).toContainText('runs nowhere')
  await expect(group(page, 'Runs in').getByRole('option')).toContainText(['search-prod'])
  await expect(group(page, 'Next').getByRole('option')).toHaveText([
    'Can I deploy them?',
    'Evidence of this commit',
  ])
  await expect(chosen(page)).toContainText(commit.slice(0, 10))
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('search-run-1')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('search-run-1')

  await page.keyboard.press('Control+k')
  await page.keyboard.type(`sha256:${printOf('unknown')}`)
  await expect(
    page.getByRole('listbox').getByRole('group').getByRole('option').first(),
  ).toContainText('unknown')
  const unknown = page.getByRole('option').filter({ hasText: 'No provenance, runs in search-prod' })
  await unknown.click()
  await expect(heading(page)).toHaveText('unknown')
})

test('chooses the first row of each answer, until a row was walked to', async ({
  signedIn: page,
  world,
}) => {
  await openSearch(page, page.goto(`${world.host}/${world.org}/flows`))
  await findEnvironment(page)
  const goOn = await holdAnswers(page)
  // Meanwhile what was found before is shown, and its first row is chosen.
  await field(page).fill('search')
  await expect(chosen(page)).toContainText('search-prod')
  goOn()
  await expect(group(page, 'Flows').getByRole('option')).toContainText([flow])
  await expect(chosen(page)).toContainText(flow)
  // Assistive technology is told of the same row.
  const told = await chosen(page).getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', told ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('search-run-1')
})

test('waits for the answer where Enter is pressed before, and opens its first row', async ({
  signedIn: page,
  world,
}) => {
  await openSearch(page, page.goto(`${world.host}/${world.org}/builds`))
  await findEnvironment(page)
  const goOn = await holdAnswers(page)
  await field(page).fill('search-run')
  await page.keyboard.press('Enter')
  // Not even the row that is left of the last answer.
  await expect(status(page)).toHaveText('Searching')
  await expect(page.getByRole('dialog').getByText('Searching…')).toBeVisible()
  await field(page).fill('search')
  await page.keyboard.press('Enter')
  goOn()
  await expect(heading(page)).toHaveText(flow)
  await expect(heading(page)).toBeFocused()

  // Where nothing is found, what is offered instead is left to who sees it.
  const findNothing = await holdCalls(page, '**/search?q=zzz**')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzz-no-such-name')
  await page.keyboard.press('Enter')
  findNothing()
  await expect(page.getByText('Nothing is called “zzz-no-such-name”')).toBeVisible()
  await expect(field(page)).toBeFocused()
})

test('keeps the row that was walked to while the answer is awaited', async ({
  signedIn: page,
  world,
}) => {
  await openSearch(page, page.goto(`${world.host}/${world.org}/flows`))
  await findEnvironment(page)
  const goOn = await holdAnswers(page)
  await field(page).fill('search')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  goOn()
  await expect(group(page, 'Flows').getByRole('option')).toContainText([flow])
  await expect(chosen(page)).toContainText('search-prod')
})

test('is narrowed to a kind by Tab, by a prefix and by a button', async ({
  dashboard: page,
  open,
}) => {
  await openSearch(page, open('flows'))
  await page.keyboard.type('search')
  const environments = group(page, 'Environments')
  await environments.getByRole('option', { name: /search-prod/ }).hover()
  await page.keyboard.press('Tab')
  await expect(field(page)).toHaveValue('env:search')
  await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(1)
  await expect(environments.getByRole('option')).toContainText([/search-prod.*server, no policy/])
  await page.getByRole('button', { name: 'flow: flows' }).click()
  await expect(field(page)).toHaveValue('flow:search')
  await expect(field(page)).toBeFocused()
  await expect(chosen(page)).toContainText(flow)

  await field(page).fill('type:server')
  await expect(chosen(page)).toContainText(/server.*environments/)
  for (const typed of ['pull req', 'pull_req']) {
    await field(page).fill(`type:${typed}`)
    await expect(chosen(page)).toContainText(/Pull request.*attestations/)
  }
  await field(page).fill('is:compliant search-journey')
  await expect(group(page, 'Flows').getByRole('option')).toContainText([flow])
  await field(page).fill('is:unknown')
  await expect(group(page, 'Environments')).toBeVisible()
  await expect(group(page, 'Flows')).toHaveCount(0)
})

test('says what was searched where nothing is found, and what to try', async ({
  dashboard: page,
  open,
}) => {
  await openSearch(page, open('flows'))
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('env:<b>no</b>')
  await expect(dialog.getByText('Nothing is called “<b>no</b>”')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('Nothing found')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('<b>no</b>')
  await expect(dialog.getByText('they are written with 0–9 and a–f only')).toBeVisible()
  await field(page).fill('serach-jurney')
  await expect(group(page, 'Nearest names').getByRole('option')).toContainText([flow])
  await field(page).fill('fff')
  await expect(dialog.getByText('not searched yet: 1 more character')).toBeVisible()
  expect(await violationsOf(page, '[role=dialog]')).toEqual([])
})

test('goes to pages and runs the actions of the open page', async ({ dashboard: page, open }) => {
  await openSearch(page, open('flows'))
  await page.keyboard.type('service acc')
  await expect(chosen(page)).toContainText(/Service accounts.*Settings/)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Service accounts')
  await expect(heading(page)).toBeFocused()

  await openSearch(page, open('flows'))
  await page.keyboard.type('as csv')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^acme-flows-.*\.csv$/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new fl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New flow' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('gives the focus to a page that was chosen before the first one is there', async ({
  signedIn: page,
  world,
}) => {
  const goOn = await holdCalls(page, '**/cairn/*/flows?**')
  // Who is signed in is known after what the router would show of its own by then.
  await page.route('**/cairn/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await openSearch(page, page.goto(`${world.host}/${world.org}/flows?name=search`))
  await page.keyboard.type('service acc')
  await expect(chosen(page)).toContainText('Service accounts')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Service accounts')
  await expect(heading(page)).toBeFocused()
  goOn()
})

test('offers a reader what a reader may do', async ({ page, world }) => {
  const name = `searching-${Date.now()}`
  const key = await addPerson(world, name, 'reader')
  await page.request.post(`${world.host}/api/v2/cairn/session`, { data: { api_key: key } })
  const actionsAt = async (path: string) => {
    await openSearch(page, page.goto(`${world.host}/${world.org}/${path}`))
    const actions = group(page, 'On this page').getByRole('option')
    await expect(actions.filter({ hasText: 'curl' })).toBeVisible()
    return (await actions.allTextContents()).join()
  }
  expect(await actionsAt('flows')).not.toContain('New flow')
  expect(await actionsAt('policies')).not.toContain('New policy')
  await putPolicy(world, 'search-rules', '  provenance: {required: true}')
  await page.goto(`${world.host}/${world.org}/policies/search-rules`)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await expect(page.getByRole('menuitem', { name: /curl/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0)
  expect(await actionsAt(`flows/${flow}/trails/search-run-1`)).not.toContain('Override')
  await page.keyboard.type('search-journey')
  await expect(chosen(page)).toContainText(flow)
})

test('is the whole page on phones', async ({ dashboard: page, open: visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit('flows')
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCSS('width', '390px')
  await expect(dialog).toHaveCSS('height', '844px')
  await page.keyboard.type('search-journey')
  await expect(chosen(page)).toContainText(flow)
  for (const target of [chosen(page), dialog.getByRole('button', { name: 'env:' })]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('leaves room for where one is in a narrow page: an icon, and the middle steps in a menu', async ({
  dashboard: page,
  open: visit,
}) => {
  await page.setViewportSize({ width: 860, height: 900 })
  await visit(`flows/${flow}/trails/search-run-1`)
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  expect((await button.boundingBox())?.width).toBeLessThanOrEqual(32)
  await expect(page.getByRole('link', { name: 'Can I deploy?' })).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(steps.getByRole('link', { name: 'Flows' })).toBeHidden()
  await steps.getByRole('button', { name: 'Steps between' }).click()
  await page.getByRole('menuitem', { name: 'Flows' }).click()
  await expect(heading(page)).toHaveText('Flows')

  // On phones nothing but the step above it, as the way back.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goBack()
  await expect(steps.getByRole('link', { name: flow })).toBeVisible()
  await expect(steps.getByRole('button', { name: 'Steps between' })).toBeHidden()
})
