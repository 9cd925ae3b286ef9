import { readFile } from 'node:fs/promises'
import { expect, test } from './world.ts'

const flow = 'template-tab'
const first = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts:
    - name: app
`
const second = `${first}      attestations:\n        - { name: tests, type: junit }\n`

/** Returns the name of a test's own flow. */
const nameOf = (testId: string) => `${flow}-${testId.slice(-8)}`

test.beforeEach(async ({ report }, { testId, title }) => {
  const name = nameOf(testId)
  for (const content of title.includes('nothing') ? ['version: 1\n'] : [first, second]) {
    const file = { part: 'template_file', name: 'template.yml', content }
    await report('PUT', '/flows/{org}/template_file', { name }, file)
  }
})

const pathOf = (testId: string) => `flows/${nameOf(testId)}/template`

test('shows the expected slots, and downloads the YAML', async ({ dashboard: page, open }, {
  testId,
}) => {
  await open(`flows/${nameOf(testId)}/trails`)
  await page.getByRole('link', { name: 'Template' }).click()
  const tree = page.getByRole('table', { name: 'What the template expects' })
  await expect(tree.getByRole('row', { name: /tests/ })).toContainText('JUnit')
  await expect(tree.getByRole('rowheader', { name: 'Artifact app' })).toBeVisible()
  await expect(page.getByLabel('Template', { exact: true })).toContainText('name: tests')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`${nameOf(testId)}-template-v2.yml`)
  expect(await readFile(await file.path(), 'utf8')).toBe(second)
})

test('opens a version, and compares two in words and line by line', async ({
  dashboard: page,
  open,
}, { testId }) => {
  await open(`${pathOf(testId)}`)
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await page.waitForURL(/\?version=1$/)
  await expect(page.getByRole('main')).toContainText('No attestation of its own')
  await page.getByRole('link', { name: 'Compare version 2 with version 1' }).click()
  await page.waitForURL(/\?version=1&compare=2$/)
  await page.reload()
  const card = page.getByRole('region', { name: 'From version 1 to version 2' })
  await expect(card).toContainText('Adds tests to app.')
  await expect(card.getByRole('row', { name: /added.*name: tests/ })).toBeVisible()
  await card.getByRole('link', { name: 'Close comparison' }).click()
  await expect(page.getByLabel('Template', { exact: true })).not.toContainText('tests')
})

test('tells which versions another page has, and goes there', async ({ dashboard: page, open }, {
  testId,
}) => {
  await open(`${pathOf(testId)}?per_page=1`)
  await page.getByRole('link', { name: 'Next', exact: true }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Rows 2 to 2 of 2' })).toBeAttached()
  const versions = page.getByRole('list', { name: 'Versions' })
  await expect(versions).toContainText('Version 1')
  await expect(versions).toBeFocused()
})

test('reports an unknown version', async ({ dashboard: page, open }, { testId }) => {
  await open(`${pathOf(testId)}?version=77&compare=x`)
  const main = page.getByRole('main')
  await expect(main).toContainText('This template has no version 77.')
  await expect(main).toContainText('compare=x')
  await page.getByRole('link', { name: 'Show the current one' }).click()
  await expect(page.getByRole('link', { name: 'Version 2', exact: true })).toHaveAttribute(
    'aria-current',
  )
})

test('shows a new version, and that a template expected nothing', async ({
  dashboard: page,
  open,
  report,
}, { testId }) => {
  await open(`${pathOf(testId)}`)
  await expect(page.getByRole('main')).toContainText(
    'Nothing is expected, no trail can be incomplete.',
  )
  await expect(page.getByRole('main')).toContainText('curl -X PUT')
  const file = { part: 'template_file', name: 'template.yml', content: second }
  await report('PUT', '/flows/{org}/template_file', { name: nameOf(testId) }, file)
  await expect(page.getByRole('row', { name: /tests/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Version 2', exact: true })).toBeVisible()
})

test('previews a draft on the last trails, shows errors on their lines, and saves it', async ({
  dashboard: page,
  open,
  report,
}, { testId }) => {
  const name = nameOf(testId)
  await report('PUT', `/trails/{org}/${name}`, { name: 'run' }, 'form')
  const review = { attestation_name: 'review' }
  await report('POST', `/attestations/{org}/${name}/trail/run/generic`, review, 'form')
  await open(`${pathOf(testId)}`)
  await page.getByRole('link', { name: 'Edit as draft' }).click()
  const draft = page.getByLabel('Draft of the template')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(draft).toHaveValue(second)
  await expect(page.getByRole('main')).toContainText('The only trail would stay incomplete.')

  await draft.fill('version: 1\ntrail:\n  attestations: [{ name: review }]\n')
  const errors = page.getByRole('list', { name: 'Errors in the draft' })
  await expect(errors).toContainText('type: This is needed')
  await expect(errors).toContainText('line 3')
  await expect(save).toBeDisabled()
  await errors.getByRole('button').click()
  await expect(draft).toBeFocused()

  const better = 'trail: { attestations: [{ name: review, type: generic }] }\n'
  await draft.fill(better)
  const trails = page.getByRole('list', { name: 'Trails that would change' })
  await expect(trails).toContainText(/run.*Incomplete.*would be.*Compliant/)

  await page.getByRole('link', { name: 'Trails' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(draft).toHaveValue(better)
  await save.click()
  await page.waitForURL(/\/template$/)
  await expect(page.getByRole('link', { name: 'Version 3', exact: true })).toBeVisible()
  await expect(page.getByLabel('Template', { exact: true })).toContainText('review')
})
