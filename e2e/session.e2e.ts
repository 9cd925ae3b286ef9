import { addPerson, administer } from './administer.ts'
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
  const key = await administer(world, async (administration) => {
    await administration.addUser('stranger')
    return administration.addKey('stranger', 'journey')
  })
  await page.goto(`${world.host}/sign-in?return_to=/${world.org}/flows`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${world.host}/${world.org}/flows`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('repeats after an expiry what the same person sent, and nothing of another', async ({
  signedIn: page,
  context,
  world,
}) => {
  const other = await addPerson(world, 'morgan', 'admin')
  const main = page.getByRole('main')
  const create = async (name: string, key: string) => {
    await page.goto(`${world.host}/${world.org}/flows?name=${name}`)
    await page.getByRole('button', { name: 'New flow' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await context.clearCookies()
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog).toContainText('Once you have signed in as robin')
    await dialog.getByLabel('API key').fill(key)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await create('mine-again', world.key)
  await page.waitForURL(/flows\/mine-again/)

  await create('not-theirs', other)
  await expect(page.getByText('Not sent')).toContainText('you are signed in as morgan')
  await page.goto(`${world.host}/${world.org}/flows?name=not-theirs`)
  await expect(main).toContainText('No flow has the name not-theirs')
})
