import { expect, test } from './world.ts'

/** Lists with a filter in the address, and with a column that their readers chose. */
const lists = [
  ['flows', 'name=absent', 'tags'],
  ['events', 'range=30d', 'flow'],
  ['settings/audit-log', 'actor=absent', 'actor'],
  ['settings/members', 'q=absent', 'role'],
  ['settings/service-accounts', 'q=absent', 'role'],
] as const

test('takes the filters of a list away, and leaves its columns', async ({
  dashboard: page,
  open,
  report,
}) => {
  await report('POST', '/service-accounts/{org}', { name: 'clearing', privilege: 'reader' })
  for (const [list, filter, column] of lists) {
    await open(`${list}?${filter}&cols=${column}`)
    await page.getByRole('button', { name: 'Clear all' }).first().click()
    await expect(page).toHaveURL(new RegExp(`/${list}\\?cols=${column}$`))
  }
})
