import type { Page } from '@playwright/test'
import { add } from './choose.ts'
import { putPolicy } from './put-policy.ts'
import { expect, test } from './world.ts'

/** The page offers its rows as a file, of that list. */
async function expectExport(page: Page, list: string) {
  await page.getByRole('button', { name: 'Page actions' }).click()
  const item = page.getByRole('menuitem', { name: 'Export all rows as CSV' })
  await expect(item).toHaveAttribute('href', new RegExp(`/exports/${list}\\?(.*&)?format=csv$`))
  await page.keyboard.press('Escape')
}

test('a control is created, required by a rule, decided on, and violated', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  await open('flows')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Controls' }).click()
  await page.getByRole('button', { name: 'New control' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identifier').fill('-4')
  await expect(dialog.getByText('beginning with a letter or a digit')).toBeVisible()
  await dialog.getByLabel('Identifier').fill('JRN-4')
  await dialog.getByLabel('Name').fill('Four eyes')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'JRN-4' })).toBeVisible()

  // A rule requires it where two artifacts run; a third environment has no such rule.
  await report('PUT', '/flows/{org}', { name: 'jrn-flow' })
  const prints = ['ad', 'ae'].map((pair) => pair.repeat(32))
  for (const [index, fingerprint] of prints.entries()) {
    await report('POST', '/artifacts/{org}/jrn-flow', {
      fingerprint,
      filename: `jrn:${index}`,
      git_commit: 'a'.repeat(40),
      build_url: 'https://ci.acme.example/1',
      commit_url: 'https://git.acme.example/1',
      template_reference_name: 'app',
      trail_name: `run-${index}`,
    })
  }
  for (const name of ['jrn-prod', 'jrn-gap']) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
  }
  await report('PUT', '/environments/{org}/jrn-prod/report/server', {
    artifacts: prints.map((print, index) => ({
      digests: { [`jrn:${index}`]: print },
      creationTimestamp: 1_790_000_000,
    })),
  })
  const rules = '  attestations:\n    - type: decision\n      for_control: JRN-4'
  await putPolicy(world, 'jrn-rules', rules)
  const policy_names = ['jrn-rules']
  await report('POST', '/environments/{org}/jrn-prod/policies', { policy_names })
  const decide = (run: number, is_compliant: boolean, more: object = {}) =>
    report(
      'POST',
      `/attestations/{org}/jrn-flow/trail/run-${run}/system`,
      {
        attestation_name: 'approval',
        type_name: 'decision',
        control: 'JRN-4',
        artifact_fingerprint: prints[run],
        attestation_data: { is_compliant, ...more },
      },
      'form',
    )
  await decide(0, true)
  const violations = [{ message: 'Nobody but the author looked at it' }, 'Merged in 4 s']
  await decide(1, false, { violations, reviewers: ['ada'] })

  // Coverage is not compliance: the control is required there, and violated.
  await page.getByRole('link', { name: 'Coverage' }).click()
  const prod = page.getByRole('row', { name: /jrn-prod/ })
  await expect(prod).toContainText('1 of 2 fails since now')
  await expect(prod.getByRole('link', { name: 'jrn-rules' })).toBeVisible()
  // The number of what fails leads to just that.
  await prod.locator('a[href*="failing_control=JRN-4"]').click()
  await expect(
    page.getByRole('button', { name: 'Fails control: JRN-4', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: '1 artifact running in jrn-prod' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Attach policy to jrn-gap' }).click()
  const attach = page.getByRole('dialog', { name: 'Attach policies to jrn-gap' })
  await add(attach, 'Policies', 'jrn-rules')
  await attach.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(page.getByRole('row', { name: /jrn-gap/ })).toContainText('Unknown')
  await expectExport(page, 'controls/JRN-4/environments')

  await page.getByRole('link', { name: 'Decisions' }).last().click()
  await expect(page.getByRole('heading', { name: 'Is this control passing?' })).toBeVisible()
  await expect(page.getByText('2 rows, newest first')).toBeVisible()
  await page.getByRole('link', { name: /: 1 non-compliant/ }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/verdict=non-compliant/)
  await expect(page.getByText('1 row, newest first')).toBeVisible()
  const failed = page.getByRole('row', { name: /Nobody but the author/ })
  await expect(failed).toContainText('and 1 more')
  await failed.getByRole('link').first().click()

  // A decision has its own URL; the control changes, and the page shows how.
  await expect(page.getByRole('heading', { level: 1, name: 'Decision on JRN-4' })).toBeVisible()
  await expect(page.getByText('Merged in 4 s')).toBeVisible()
  await expect(page.getByText('reviewers')).toBeVisible()
  await report('PUT', '/controls/{org}/JRN-4', { description: 'By somebody else' })
  await page.getByRole('button', { name: 'Show the changes' }).click()
  await expect(page.getByRole('region', { name: 'Changed lines' })).toContainText('By somebody')
  await page.getByRole('link', { name: 'Open trail' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('link', { name: 'JRN-4' }).click()

  // Another user saves meanwhile: both versions are shown, and the input is kept.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Two reviewers')
  await report('PUT', '/controls/{org}/JRN-4', { name: 'Peer review' })
  await expect(page.getByText('This control was saved elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByLabel('Label of link 1').fill('wiki')
  await page.getByLabel('Address of link 1').fill('wiki')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('An address must begin with')).toBeVisible()
  await page.getByLabel('Address of link 1').fill('https://wiki.acme.example/review')
  await page.getByRole('textbox', { name: 'Owner' }).fill('risk, mei')
  await page.getByRole('combobox', { name: 'Environments in scope' }).fill('jrn-')
  await page.getByRole('option', { name: 'pattern jrn-*' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const applies = page.getByRole('region', { name: 'Scope and owner' })
  await expect(applies).toContainText('named jrn-*')
  await expect(applies).toContainText(/2 of \d+/)
  await expect(applies).toContainText('risk, mei')
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('link', { name: 'Compare version 1 with version 4' }).click()
  const changed = page.getByRole('region', { name: 'Changed lines' })
  await expect(changed).toContainText('Two reviewers')
  await expect(changed).toContainText('Link wiki')
  await expect(changed).toContainText('Environments: named jrn-*')

  // An archived control cannot be edited; it is found in the archive and restored.
  await page.getByRole('link', { name: 'Overview' }).last().click()
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive this control' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Type the name to go on').fill('JRN-4')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('read-only')).toBeVisible()
  await open('controls?archived=true&search=two')
  await page.getByRole('link', { name: 'JRN-4' }).click()
  await page.getByRole('button', { name: 'Make it active again' }).click()
  await expect(page.getByText('read-only')).toBeHidden()
  await open('controls?search=jrn')
  await expect(page.getByRole('row', { name: /JRN-4/ })).toContainText('2 of 2')
  await open('controls?owner=risk, mei')
  await expect(page.getByRole('row', { name: /JRN-4/ })).toContainText('1 fails, 2 of 2 asked')

  // Decisions of all controls; a violated rule names its control.
  await main.getByRole('link', { name: 'Decisions' }).click()
  await open('decisions?control=JRN-4&flow_name=jrn-flow')
  await expect(page.getByText('2 rows, newest first')).toBeVisible()
  await open(`environments/jrn-prod?why=${prints[1]}`)
  await page.getByRole('complementary').getByRole('link', { name: 'JRN-4' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'JRN-4' })).toBeVisible()
})

test('controls are imported from CSV, and listed by requirement', async ({
  dashboard: page,
  open,
}) => {
  await open('controls?search=CSV-')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import controls' })
  const csv = dialog.getByLabel('CSV')
  await csv.fill('identifier,name\nCSV-1,"Review')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Quote Not Closed')).toBeVisible()

  const good = 'CSV-1,Review,Mei,A,"csvfw:CC8.1, CC8.2"'
  await csv.fill(`identifier,name,owner,team,tags\n${good}\nCSV 2,Scan,,,csvfw:CC8.1`)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    '1 refused, 1 new. Nothing is imported until every row can be. Left out: team.',
  )
  await expect(dialog.getByRole('region', { name: 'Rows' })).toContainText('it says “CSV 2”')
  await expect(dialog.getByRole('button', { name: 'Import 1 control' })).toBeDisabled()

  await dialog.getByLabel('read a file').setInputFiles({
    name: 'controls.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`identifier,name,owner,team,tags\n${good}\nCSV-2,Scan,,,csvfw:CC8.1`),
  })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Import 2 controls' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /CSV-2/ })).toContainText('Scan')

  await page.getByRole('button', { name: 'Frameworks' }).click()
  await expect(page).toHaveURL(/view=frameworks/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frameworks')
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Frameworks'),
  ).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main')).toContainText(
    'No requirement of 2 passes without exception: 2 are not asked',
  )
  await expect(page.getByRole('row', { name: /^csvfw 2 requirements: 2 are not/ })).toBeVisible()
  const row = page.getByRole('row', { name: /^CC8.1 Not asked/ })
  await expect(row).toContainText('0 of 2 controls asked')
  await expect(row).toContainText('CSV-2')
  await expect(page.getByRole('row', { name: /^CC8.2/ })).not.toContainText('CSV-2')
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText(['Requirement', 'Result', 'CSV-1 Review', 'CSV-2 Scan'])
  await expectExport(page, 'control-requirements')
  await page.getByRole('button', { name: 'Controls', exact: true }).click()
  await expect(page.getByRole('row', { name: /CSV-1/ })).toContainText('csvfw:CC8.1, CC8.2')
})
