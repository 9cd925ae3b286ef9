import { expect, test } from './world.ts'

test('a type is created, tested, used and archived', async ({ dashboard: page, open, report }) => {
  await open('settings')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Attestation types' })
    .click()
  await page.getByRole('link', { name: 'New type' }).click()

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('licences')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.getByRole('textbox', { name: 'Rule 1' })
  await rule.fill('all(.[]; .licence ==')
  await expect(page.getByRole('alert').filter({ hasText: 'Not a jq expression' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create type' })
  await expect(create).toBeDisabled()
  await rule.fill('all(.[]; .licence == "MIT")')
  await page.getByRole('button', { name: 'Add a row' }).click()
  await page.getByRole('textbox', { name: 'Label 1' }).fill('Package')
  await page.getByRole('textbox', { name: 'Expression 1' }).fill('.name')
  const schema = page.getByRole('textbox', { name: 'JSON Schema' })
  await schema.fill('{"type": "text"}')
  await expect(page.getByText('Not a JSON Schema')).toBeVisible()
  await schema.fill('{"type": "array"}')

  // A sample is evaluated like a report, but not stored.
  const sample = page.getByRole('textbox', { name: 'Sample of the data' })
  await sample.fill('{"name": "left-pad"}')
  await expect(page.getByText('Refused: it does not fit the schema')).toBeVisible()
  const tried = [
    { name: 'left-pad', licence: 'MIT' },
    { name: 'ghost', licence: 'AGPL-3.0' },
  ]
  await sample.fill(JSON.stringify(tried))
  const rules = page.getByRole('list', { name: 'Rules, failed first' })
  await expect(rules).toContainText('Fails')
  await expect(rules).toContainText('It gave false')
  await expect(page.getByText('Element 2')).toBeVisible()
  await expect(page.getByText('ghost')).not.toHaveCount(0)
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: 'licences' })).toBeVisible()

  // Evidence of the type opens in the drawer, which links to the version that evaluated it.
  await report('PUT', '/flows/{org}/template_file', { name: 'types-flow' }, 'form')
  const custom = { attestation_name: 'scan', type_name: 'licences', attestation_data: tried }
  await report('POST', '/attestations/{org}/types-flow/trail/one/custom', custom, 'form')
  await open('flows/types-flow/trails/one')
  await page.getByRole('link', { name: 'scan' }).first().click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('list', { name: 'Rules, failed first' })).toContainText(
    'all(.[]; .licence == "MIT")',
  )
  await expect(drawer.getByText('Element 1')).toBeVisible()
  await drawer.getByRole('link', { name: 'licences, version 1' }).click()

  // Another user saves a version meanwhile: both are shown, and the input is kept.
  await page.getByRole('link', { name: 'New version' }).click()
  await rule.fill('all(.[]; .licence | IN("MIT", "ISC"))')
  const evaluator = { content_type: 'jq', rules: ['true'] }
  await report('POST', '/custom-attestation-types/{org}', { name: 'licences', evaluator }, 'form')
  await expect(
    page.getByRole('heading', { name: 'Version 2 was saved in the meantime' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('ISC is fine')
  await page.getByRole('button', { name: 'Save new version' }).click()
  await page.getByRole('link', { name: 'Compare version 2 with version 3' }).click()
  await expect(page.getByRole('region', { name: 'Changed lines' })).toContainText('IN(')

  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive this type' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('No policy and no template requires it.')
  await question.getByLabel('Type the name to go on').fill('licences')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Evidence of it is refused.')).toBeVisible()
  await open('settings/attestation-types?q=licences')
  await expect(page.getByText('No type')).toBeVisible()
  await open('settings/attestation-types?q=licences&archived=true')
  await page.getByRole('link', { name: 'licences' }).click()
  await page.getByRole('button', { name: 'Make it active again' }).click()
  await expect(page.getByText('Evidence of it is refused.')).toBeHidden()
  await expect(page.getByText('Active again')).not.toHaveCount(0)
})
