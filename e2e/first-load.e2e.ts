import { expect, test } from './world.ts'

test('shows the frame in the chosen theme before a script has run', async ({
  signedIn: page,
  world,
}) => {
  await page.goto(`${world.host}/${world.org}/environments`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Environments')
  await expect(page.locator('#skeleton')).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('cairn.theme', 'dark'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('#skeleton')).toBeVisible()
  await expect(page.locator('#skeleton')).toContainText(world.org)
  await expect(page.locator('html')).toHaveAttribute('data-page', 'list')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('asks once for each script, and who is signed in, of what is loaded ahead', async ({
  signedIn: page,
  world,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await page.goto(`${world.host}/${world.org}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/api/v2/cairn/session')).toHaveLength(1)
  const scripts = asked.filter((path) => path.endsWith('.js'))
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(warnings).toEqual([])
})

test('draws the overview before what is loaded ahead is there', async ({
  signedIn: page,
  world,
  report,
}) => {
  await report('PUT', '/environments/{org}', { name: 'drawn-first', type: 'server' })
  await report('PUT', '/environments/{org}/drawn-first/report/server', {
    artifacts: [{ digests: { app: 'd5'.repeat(32) }, creationTimestamp: 1_700_000_000 }],
  })
  // It is never answered.
  await page.route('**/assets/ahead-*.js', () => undefined)
  await page.goto(`${world.host}/${world.org}`)
  await page.getByRole('heading', { name: 'Is it getting better?' }).scrollIntoViewIfNeeded()
  await expect(page.locator('main .recharts-surface').first()).toBeVisible()
})
