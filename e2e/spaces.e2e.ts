import { add, choose } from './choose.ts'
import { expect, test } from './world.ts'

test('spaces are created, filled and moved, and filter the lists', async ({
  dashboard: page,
  open,
  report,
}) => {
  for (const name of ['cards-api', 'cards-web']) await report('PUT', '/flows/{org}', { name })
  await report('PUT', '/environments/{org}', { name: 'cards-prod', type: 'K8S' })
  await open('settings/spaces')
  const dialog = page.getByRole('dialog')
  const make = async (name: string) => {
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'New space', exact: true }).click()
  await make('Money')
  await page.getByRole('button', { name: 'New inside Money' }).click()
  await make('Cards')
  await page.getByRole('button', { name: 'New space', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Money')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toContainText("Space named 'Money' already exists there")
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Contents of Cards' }).click()
  await add(dialog, 'Flows', 'cards-api')
  await add(dialog, 'Environments', 'cards-prod')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: '1 flow in Money' })).toBeVisible()

  // A count links to the counted rows, including those in spaces below.
  await page.getByRole('link', { name: '1 environment in Money' }).click()
  await expect(page.getByRole('button', { name: /Space:.*Money/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'cards-prod', exact: true })).toBeVisible()
  await open('flows')
  await page.getByRole('button', { name: 'Space', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Money / Cards' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'cards-api', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'cards-web', exact: true })).toBeHidden()
  await open('environments?space_id=gone')
  await expect(page.getByText('No environment has the space gone.')).toBeVisible()

  await open('settings/spaces')
  await page.getByRole('button', { name: 'Contents of Money' }).click()
  for (const [field, name] of [
    ['Flows', 'cards-api'],
    ['Environments', 'cards-prod'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).fill(name)
    await expect(page.getByRole('option', { name })).toContainText('in Money / Cards')
    await page.keyboard.press('Escape')
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change Cards' }).click()
  await choose(dialog.getByRole('combobox', { name: 'In' }), 'At the top')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: '0 flows in Money' })).toBeVisible()
  const held = page.getByRole('button', { name: 'Delete Cards' })
  await expect(held).toBeDisabled()
  await expect(held).toHaveAccessibleDescription(/it holds 1 flow and 1 environment/)
  await page.getByRole('button', { name: 'Contents of Cards' }).click()
  await dialog.getByRole('button', { name: 'Remove cards-api' }).click()
  await dialog.getByRole('button', { name: 'Remove cards-prod' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  for (const name of ['Cards', 'Money']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('button', { name: 'Delete Money' })).toBeHidden()
})
