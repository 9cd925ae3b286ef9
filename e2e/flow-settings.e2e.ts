import { addOrganization, addPerson } from './administer.ts'
import { visit } from './open-by-link.ts'
import { expect, test } from './world.ts'

const template = {
  part: 'template_file',
  name: 'template.yml',
  content: 'version: 1\ntrail:\n  attestations: [{ name: review, type: generic }]\n',
}
const evidence = { part: 'attachment_file', name: 'review.txt', content: 'looks good' }

test('a flow is tagged, renamed, archived, read in the archive, and restored', async ({
  dashboard: page,
  open,
  report,
}) => {
  const name = `settings-${Date.now()}`
  const renamed = `${name}.renamed`
  await report('PUT', '/flows/{org}/template_file', { name }, template)
  await report('PUT', `/trails/{org}/${name}`, { name: 'run-1' }, 'form')
  const review = { attestation_name: 'review' }
  const path = `/attestations/{org}/${name}/trail/run-1/generic`
  await report('POST', path, review, evidence)
  await open(`flows/${name}/trails`)
  const main = page.getByRole('main')

  await test.step('description, visibility and tags', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Description').fill('Pays the bills')
    await page.getByRole('radio', { name: /^public/ }).check()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByLabel('Key of tag 1').fill('not a key')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').getByText('Use letters, digits')).toBeVisible()
    await page.getByLabel('Key of tag 1').fill('tier')
    await page.getByLabel('Value of tag 1').fill('prod')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('Saved.')).toBeVisible()
    await expect(main.getByText('tier:prod')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Description')).toHaveValue('Pays the bills')
    await expect(page.getByRole('radio', { name: /^public/ })).toBeChecked()
  })

  await test.step('rename', async () => {
    await page.getByLabel('New name').fill('no spaces please')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('alert').getByText('Use letters, digits')).toBeVisible()
    await page.getByLabel('New name').fill(renamed)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.waitForURL(`**/flows/${renamed}/settings`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(renamed)
  })

  await test.step('archive', async () => {
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive this flow' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Archive ${renamed}?` })
    await dialog.getByLabel('Type the name to go on').fill(renamed)
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('note').getByText('read-only')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expect(page.getByLabel('New name')).toBeDisabled()
  })

  await test.step('read its trail and evidence', async () => {
    await open(`flows?archived=true&tag=tier:prod&name=${name}`)
    await page.getByRole('link', { name: renamed, exact: true }).click()
    await main.getByRole('link', { name: 'run-1', exact: true }).click()
    await expect(page.getByRole('note').getByText('read-only')).toBeVisible()
    await main.getByRole('link', { name: 'review' }).first().click()
    const drawer = page.getByRole('complementary')
    await expect(drawer.getByText('review.txt').first()).toBeVisible()
    const download = page.waitForEvent('download')
    await drawer.getByRole('link', { name: 'Download review.txt' }).click()
    expect((await download).suggestedFilename()).toBe('review.txt')
  })

  await test.step('restore it', async () => {
    await page.getByRole('button', { name: 'Make it active again' }).click()
    await expect(page.getByRole('note')).toHaveCount(0)
    await open(`flows?tag=tier&tag=tier:prod&name=${name}`)
    await expect(page.getByRole('link', { name: renamed, exact: true })).toBeVisible()
  })
})

test('two people edit one flow: the second sees both versions', async ({
  dashboard: page,
  open,
  report,
}) => {
  const name = `two-editors-${Date.now()}`
  await report('PUT', '/flows/{org}', { name, description: 'First' })
  await open(`flows/${name}/settings`)
  await page.getByLabel('Description').fill('Mine')
  await report('PUT', '/flows/{org}', { name, description: 'Theirs' })
  const versions = page.getByRole('table', { name: 'Both versions' })
  await expect(versions.getByRole('row').nth(1)).toHaveText(/Description\s*Mine\s*Theirs/)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('Mine')
})

test('several flows are tagged and archived at once, also by keyboard', async ({
  dashboard: page,
  open,
  report,
}) => {
  const name = `bulk-${Date.now()}`
  for (const end of ['a', 'b', 'c']) await report('PUT', '/flows/{org}', { name: `${name}-${end}` })
  await open(`flows?name=${name}`)
  const table = page.getByRole('table', { name: 'Flows' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${name}-a` })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByLabel('Key').fill('team')
  await page.getByLabel('Value').fill('core')
  await page.getByRole('button', { name: 'Set tag' }).click()
  await expect(table.getByText('team:core')).toHaveCount(3)
  const dialog = page.getByRole('dialog')
  const archive = async () => {
    await bar.getByRole('button', { name: 'Archive' }).click()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    // While the dialog is open, what lies below it is hidden from readers.
    await expect(dialog).toHaveCount(0)
    await expect(bar).toHaveCount(0)
  }
  // Rows that the reader takes away and brings back wait for nothing.
  await page.getByRole('checkbox', { name: `Select ${name}-c` }).uncheck()
  await archive()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await archive()
  await expect(page.getByText(`No flow has the name ${name}.`)).toBeVisible()
  await open(`flows?name=${name}&archived=true`)
  await expect(table.getByRole('row')).toHaveCount(4)
})

test('the first flow of an organization is created in the dashboard', async ({
  signedIn: page,
  world,
}) => {
  const org = `empty-${Date.now()}`
  await addOrganization(world, org)
  await page.goto(`${world.host}/${org}/flows`)
  await expect(page.getByText('First run')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New flow' })
  const create = dialog.getByRole('button', { name: 'Create flow' })
  await dialog.getByLabel('Name').fill('no spaces')
  await dialog.getByLabel('Description').fill('Card payments')
  await create.click()
  await expect(dialog.getByRole('alert').getByText('Use letters, digits')).toBeVisible()
  await dialog.getByLabel('Name').fill('payments')
  const template = dialog.getByLabel('Template, optional')
  await template.fill('version: 1\ntrail: [')
  await create.click()
  await expect(dialog.getByRole('alert').getByText(/^Line \d/)).toBeVisible()
  await expect(template).toHaveValue('version: 1\ntrail: [')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'template.yml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('version: 1\ntrail:\n  attestations: [{ name: review, type: generic }]\n'),
  })
  await expect(template).toHaveValue(/review/)
  await dialog.getByText('As API call').click()
  await expect(dialog.getByText('curl -X PUT')).toContainText('"name":"payments"')
  await create.click()
  await page.waitForURL(`**/${org}/flows/payments/trails`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payments')
  const made = await page.request.get(`${world.host}/api/v2/flows/${org}/payments`)
  expect(await made.json()).toMatchObject({
    description: 'Card payments',
    visibility: 'private',
    template: expect.stringContaining('review'),
  })
  await visit(page, `${world.host}/${org}/flows`)
  await page.getByRole('button', { name: 'New flow' }).click()
  await dialog.getByLabel('Name').fill('payments')
  await create.click()
  await expect(dialog.getByRole('alert').getByText('A flow with this name')).toBeVisible()
})

test('a reader sees the settings but cannot change them', async ({ page, world, report }) => {
  const name = `read-only-${Date.now()}`
  await report('PUT', '/flows/{org}', { name })
  const key = await addPerson(world, 'ines', 'reader')
  await page.request.post(`${world.host}/api/v2/cairn/session`, { data: { api_key: key } })
  await page.goto(`${world.host}/${world.org}/flows/${name}/settings`)
  await expect(page.getByLabel('Description')).toBeDisabled()
  await page.getByRole('button', { name: 'Page actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Archive this flow' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByText('This needs the role member').first()).toBeVisible()
  await visit(page, `${world.host}/${world.org}/flows`)
  await expect(page.getByRole('button', { name: 'New flow' })).toBeDisabled()
})
