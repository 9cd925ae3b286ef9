import type { Locator, Page } from '@playwright/test'

const pageOf = (where: Page | Locator): Page => ('goto' in where ? where : where.page())

/** Opens a field with a list of values, and chooses one. */
export async function choose(field: Locator, value: string): Promise<void> {
  await field.click()
  await field.page().getByRole('option', { name: value }).first().click()
}

/** Adds something by its name to a field that takes several. */
export async function add(where: Page | Locator, field: string, name: string): Promise<void> {
  await where.getByRole('combobox', { name: field }).fill(name)
  await pageOf(where).getByRole('option', { name, exact: true }).click()
  await where.getByRole('button', { name: `Remove ${name}` }).waitFor()
}
