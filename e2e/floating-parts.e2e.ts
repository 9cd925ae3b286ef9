import { visit } from './open-by-link.ts'
import { expect, test } from './world.ts'

// Parts open and close here with their transitions.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const attestation = [
  'POST',
  '/attestations/{org}/floating-parts/trail/one/generic',
  { attestation_name: 'floats', is_compliant: true },
  'form',
] as const

test('what floats over a page keeps to its content security policy', async ({
  signedIn: page,
  world,
  report,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await report(...attestation)
  await page.goto(`${world.host}/${world.org}/attestations`)

  await page.getByRole('combobox', { name: 'Rows per page' }).click()
  const options = page.getByRole('listbox')
  await expect(options.getByRole('option').first()).toBeVisible()
  // The library's own styles are in force: they hide the scroll bar.
  const bar = () => options.locator('[data-radix-select-viewport]')
  await expect(bar()).toHaveCSS('scrollbar-width', 'none')
  await page.keyboard.press('Escape')
  // Else the focus that it gives back closes what is opened next.
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toBeFocused()

  await page.getByRole('button', { name: 'Created' }).click()
  await page.getByRole('button', { name: 'Calendar for From' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Page actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await page.keyboard.press('Escape')

  await visit(page, `${world.host}/${world.org}/flows`)
  await page.getByRole('button', { name: 'New flow' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused()
  // The page behind it stands still, by a style element of the library.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New flow' })).toBeFocused()

  await visit(page, `${world.host}/profile`)
  await page.getByRole('combobox', { name: 'Time zone beside UTC' }).click()
  await expect(page.getByRole('option', { name: 'Africa/Abidjan' })).toBeVisible()
  expect(problems).toEqual([])

  // Other texts are still no markup.
  const refused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>'
      return false
    } catch {
      return true
    }
  })
  expect(refused).toBe(true)
})

test('the Back of a phone closes what is open, and leaves the page when nothing is', async ({
  signedIn: page,
  world,
  report,
}) => {
  await report(...attestation)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${world.host}/${world.org}/flows`)
  const dialog = page.getByRole('dialog')
  const open = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await open('Menu')
  await dialog.getByRole('link', { name: 'Attestations' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/attestations$/)
  // The page that was gone to takes the focus once it is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Attestations' })).toBeFocused()
  const entries = await page.evaluate(() => history.length)
  for (const name of ['Filters', 'Menu', 'Search or jump to…']) {
    await open(name)
    await expect(dialog).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/attestations$/)
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await open('Filters')
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/flows$/)
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(/attestations$/)
})
