import { expect, type Locator, type Page } from '@playwright/test'

const pageOf = (where: Page | Locator): Page => ('goto' in where ? where : where.page())

/** Opens a field with a list of values, and chooses one. */
export async function choose(field: Locator, value: string): Promise<void> {
  await field.click()
  await field.page().getByRole('option', { name: value }).first().click()
}

/** Adds something by its name to a field that takes several. */
export async function add(where: Page | Locator, field: string, name: string): Promise<void> {
  await where.getByRole('combobox', { name: field }).fill(name)
  const option = pageOf(where).getByRole('option', { name, exact: true })
  const token = where.getByRole('button', { name: `Remove ${name}` })
  // A list that moves under the pointer, while it loads, does not get the click.
  await expect(async () => {
    if (!(await token.isVisible())) await option.click({ timeout: 5_000 })
    await token.waitFor({ timeout: 2_000 })
  }).toPass()
}
