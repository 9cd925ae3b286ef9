import type { Page } from '@playwright/test'
import { administer } from './administer.ts'
import { violationsOf } from './axe.ts'
import { expect, test as base } from './world.ts'

/** A default applies to a whole organization, so this test has one of its own. */
const test = base.extend<{ reader: Page }>({
  world: async ({ world }, use, { testId }) => {
    const org = `saved-${testId.slice(-8)}-${Date.now()}`
    const [lead, reader] = [`lead-${org}`, `reader-${org}`]
    const key = await administer(world, async (administration) => {
      for (const name of [lead, reader]) await administration.addUser(name)
      await administration.addOrganization(org, lead)
      await administration.addMember(org, reader, 'reader')
      return administration.addKey(lead, 'journey')
    })
    await use({ ...world, org, key })
  },
  reader: async ({ browser, world }, use) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${world.host}/sign-in`)
    const key: string = await administer(world, (administration) =>
      administration.addKey(`reader-${world.org}`, 'journey'),
    )
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    await use(page)
    await page.context().close()
  },
})

test('filters are saved as a team view, which becomes the default of a list, and is deleted', async ({
  signedIn: page,
  reader,
  report,
  world,
}) => {
  await report('PUT', '/flows/{org}', { name: 'viewed' })
  const on = '/attestations/{org}/viewed/trail/one/generic'
  for (const is_compliant of [true, false]) {
    const attestation_name = is_compliant ? 'good' : 'bad'
    await report('POST', on, { attestation_name, is_compliant }, 'form')
  }
  const list = `${world.host}/${world.org}/attestations`
  const rowsOf = (where: Page) =>
    where.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row')
  const menu = page.getByRole('menu', { name: 'Views' })
  const dialog = page.getByRole('dialog')

  await page.goto(`${list}?verdict=non-compliant`)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(menu.getByRole('menuitemradio')).toHaveText(['All'])
  await menu.getByRole('menuitem', { name: 'Save view…' }).click()
  await dialog.getByLabel('Name').fill('What <fails> & why')
  await dialog.getByRole('radio', { name: /^Team/ }).check()
  expect(await violationsOf(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save view' }).click()
  const shown = page.getByRole('button', { name: /^View / })
  await expect(shown).toHaveAccessibleName('View What <fails> & why')

  // Other filters are shown as a difference, and saved on request.
  await page.getByRole('button', { name: 'Override', exact: true }).click()
  await page.getByRole('radio', { name: /^not overridden/ }).click()
  await page.keyboard.press('Escape')
  await expect(shown).toHaveAccessibleName('View What <fails> & why changed')
  await shown.click()
  await menu.getByRole('menuitem', { name: /^Update/ }).click()
  await expect(shown).toHaveAccessibleName('View What <fails> & why')

  // Another visit, only by keyboard.
  await page.goto(list)
  await expect(rowsOf(page)).toHaveCount(2)
  const views = page.getByRole('button', { name: 'Views' })
  await expect(views).toBeEnabled()
  await views.press('Enter')
  await expect(menu.getByRole('menuitemradio', { name: 'All' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitemradio', { name: /^What/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${list}?overridden=false&verdict=non-compliant`)
  await expect(rowsOf(page)).toHaveCount(1)

  await shown.click()
  expect(await violationsOf(page, '[role=menu]')).toEqual([])
  await menu.getByRole('menuitem', { name: 'Rename, set as default, remove…' }).click()
  await dialog.getByLabel('Name').fill('Red')
  await dialog.getByRole('checkbox', { name: /^Make it the team’s default/ }).check()
  const all = await page.request.get(`${world.host}/api/v2/cairn/${world.org}/views`)
  const [{ id }] = (await all.json()) as [{ id: string }]
  await report('PATCH', `/cairn/{org}/views/${id}`, { name: 'Theirs' })
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(shown).toHaveAccessibleName('View Red')

  // The list opens with it, unless its URL has filters, such as all rows.
  await page.goto(`${world.host}/${world.org}/flows`)
  await page.getByRole('link', { name: 'Attestations', exact: true }).first().click()
  await page.waitForURL(`${list}?overridden=false&verdict=non-compliant`)
  await page.goBack()
  await page.waitForURL(/\/flows$/)
  await page.goForward()
  await shown.click()
  await menu.getByRole('menuitemradio', { name: 'All' }).click()
  await page.waitForURL(`${list}#all`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.goto(`${list}?verdict=compliant`)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.waitForURL(`${list}#all`)

  // Another user has it, too, and may not change it, but has personal views.
  await reader.goto(list)
  await expect(reader.getByRole('button', { name: 'View Red' })).toBeVisible()
  await expect(rowsOf(reader)).toHaveCount(1)
  await reader.goto(`${list}?attestation_name=good`)
  await reader.getByRole('button', { name: 'Views' }).click()
  await reader.getByRole('menuitem', { name: 'Save view…' }).click()
  const save = reader.getByRole('button', { name: 'Save view' })
  await reader.getByRole('dialog').getByLabel('Name').fill('Mine')
  await reader.getByRole('radio', { name: /^Team/ }).check()
  await expect(reader.getByRole('dialog')).toContainText('This needs the role member')
  await expect(save).toBeDisabled()
  await reader.getByRole('radio', { name: /^Only me/ }).check()
  await reader.getByRole('checkbox', { name: /^Make it my default/ }).check()
  await save.click()
  await expect(reader.getByRole('dialog')).toBeHidden()
  await reader.goto(list)
  await reader.waitForURL(`${list}?attestation_name=good`)
  const settings = `${world.host}/${world.org}/settings/organization`
  await reader.goto(settings)
  await expect(reader.getByRole('button', { name: 'Edit Red' })).toBeDisabled()
  await reader.goto(`${world.host}/profile`)
  const mine = reader.getByRole('region', { name: 'My views' })
  await mine.getByRole('button', { name: 'Edit Mine' }).click()
  await reader.getByRole('button', { name: 'Remove this view…' }).click()
  await reader.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(mine).toBeVisible()
  await expect(mine.getByRole('link', { name: 'Mine' })).toHaveCount(0)
  await reader.goto(list)
  await expect(reader.getByRole('button', { name: 'View Red' })).toBeVisible()

  await page.goto(settings)
  const team = page.getByRole('region', { name: 'Team views' })
  await expect(team.getByRole('link', { name: 'Red' })).toHaveAttribute('href', /verdict=non-c/)
  await team.getByRole('button', { name: 'Edit Red' }).click()
  await dialog.getByRole('button', { name: 'Remove this view…' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(team).toContainText('None yet')
  // An open list shows that it was deleted, and keeps the filters.
  await expect(reader.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect(rowsOf(reader)).toHaveCount(1)
})
