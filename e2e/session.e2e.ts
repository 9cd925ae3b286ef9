import { cairn } from './service.ts'
import { expect, test } from './world.ts'

test('signs in with a key, keeps no key in the browser, and signs out', async ({ page, world }) => {
  await page.goto(`${world.host}/${world.org}/flows?visibility=public`)
  await page.waitForURL(/sign-in/)
  await page.getByLabel('API key').fill('cairn_personal_of_somebody_else')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This key is not accepted.')).toBeVisible()

  await page.getByLabel('API key').fill(world.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${world.host}/${world.org}/flows?visibility=public`)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(world.key)
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.getByRole('button', { name: /robin|account|profile/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  await page.goto(`${world.host}/${world.org}/flows`)
  await page.waitForURL(/sign-in/)
})

test('never leaves its own origin after signing in', async ({ page, world }) => {
  await page.goto(`${world.host}/sign-in?return_to=//evil.example/x`)
  await page.getByLabel('API key').fill(world.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  expect(new URL(page.url()).origin).toBe(world.host)
})

test('shows nothing of other organizations', async ({ page, world }) => {
  cairn(world.dataDir, 'user', 'add', 'stranger')
  const key = cairn(world.dataDir, 'key', 'add', 'stranger')
  await page.goto(`${world.host}/sign-in?return_to=/${world.org}/flows`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${world.host}/${world.org}/flows`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
