import { artifactReport } from './artifact-report.ts'
import { addOrganization, administer } from './administer.ts'
import { violationsOf } from './axe.ts'
import { rowsIn } from './database.ts'
import { putPolicy } from './put-policy.ts'
import { cairn } from './service.ts'
import { visit } from './open-by-link.ts'
import { expect, test as base } from './world.ts'

/** Settings apply to a whole organization, so these tests have one of their own. */
const test = base.extend({
  world: async ({ world }, use, { testId }) => {
    const org = `settings-${testId.slice(-8)}-${Date.now()}`
    const key = await administer(world, async (administration) => {
      await administration.addUser(org)
      return administration.addKey(org, 'journey')
    })
    await use({ ...world, org, key })
  },
})

test('settings of an organization are saved by section, and silent environments become stale', async ({
  signedIn: page,
  world,
  report,
}) => {
  await report('PUT', '/flows/{org}', { name: 'settings-flow' })
  await report('PATCH', '/tags/{org}/flow/settings-flow', { set_tags: { risk: 'high' } })
  await report('PUT', '/environments/{org}', { name: 'quiet-place', type: 'azure-apps' })
  await report('PUT', '/environments/{org}/quiet-place/report/azure-apps', { artifacts: [] })
  const settings = `${world.host}/${world.org}/settings/organization`
  await visit(page, settings)
  const section = (name: string) => page.getByRole('region', { name, exact: true })

  // Each section has an address, where it stands alone and the next Tab goes on.
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Retention' }).click()
  await expect(page).toHaveURL(`${settings}#retention`)
  await expect(section('Retention')).toBeInViewport()
  await expect(section('Reporting')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Years that files are kept' })).toBeFocused()
  await sections.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(settings)

  // An invalid duration is named beside its field, and nothing is sent.
  const reporting = section('Reporting')
  const field = reporting.getByRole('textbox', { name: 'azure-apps' })
  await field.fill('soon')
  await reporting.getByRole('button', { name: 'Save' }).click()
  await expect(reporting.getByText('Enter it like 90 min')).toBeVisible()
  await field.fill('1 d')
  await reporting.getByRole('button', { name: 'Save' }).click()
  await expect(reporting.getByText('Saved.')).toBeVisible()
  await expect(reporting.getByText('Applies to 1 environment, of which 0')).toBeVisible()

  // Another user saves meanwhile: both versions are shown, and this one is saved.
  await field.fill('2 h')
  const key = { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' }
  const path = `${world.host}/api/v2/cairn/${world.org}/settings/reporting`
  const now = (await (await fetch(path, { headers: key })).json()) as Record<string, unknown>
  const theirs = JSON.stringify({ ...now, 'azure-apps': 30 })
  expect((await fetch(path, { method: 'PUT', headers: key, body: theirs })).status).toBe(200)
  await expect(reporting.getByRole('row', { name: 'azure-apps 2 h 30 min' })).toBeVisible()
  await expect(reporting.getByRole('button', { name: 'Save' })).toBeDisabled()
  await reporting.getByRole('button', { name: 'Keep mine' }).click()
  await reporting.getByRole('button', { name: 'Save' }).click()
  await expect(reporting.getByText('Saved.')).toBeVisible()

  // How old evidence may be, by type.
  const evidence = section('Evidence')
  await expect(evidence.getByText('No evidence expires.')).toBeVisible()
  await evidence.getByRole('textbox', { name: 'junit' }).fill('0')
  await evidence.getByRole('button', { name: 'Save' }).click()
  await expect(evidence.getByText('Enter 1 to 3650 days')).toBeVisible()
  await evidence.getByRole('textbox', { name: 'junit' }).fill('30 d')
  await evidence.getByRole('button', { name: 'Save' }).click()
  await expect(evidence.getByText('Evidence of 1 type expires')).toBeVisible()
  await page.reload()
  await expect(evidence.getByRole('textbox', { name: 'junit' })).toHaveValue('30')

  // For how long files are kept, and which flows are under a hold.
  const retention = section('Retention')
  await expect(
    retention.getByText('0 B of evidence are stored. 0 files were removed.'),
  ).toBeVisible()
  await retention.getByRole('textbox', { name: 'Years by tag' }).fill('pci=0')
  await retention.getByRole('button', { name: 'Save' }).click()
  await expect(retention.getByText('Enter them like pci=7')).toBeVisible()
  await retention.getByRole('textbox', { name: 'Years by tag' }).fill('pci=7, risk:low = 2')
  await retention.getByRole('textbox', { name: 'legal hold' }).fill('risk:high')
  await retention.getByRole('button', { name: 'Save' }).click()
  await expect(retention.getByText('1 flow is under a legal hold.')).toBeVisible()
  await expect(retention.getByRole('textbox', { name: 'Years by tag' })).toHaveValue(
    'pci=7, risk:low=2',
  )

  const overrides = section('Overrides and allow-lists')
  await overrides.getByRole('radio', { name: 'By tags' }).check()
  await overrides.getByRole('textbox', { name: 'Tags of these flows' }).fill('risk:high')
  await overrides.getByRole('textbox', { name: 'Tags of these environments' }).fill('tier:none')
  await overrides.getByRole('textbox', { name: 'Default expiry' }).fill('30')
  await overrides.getByRole('button', { name: 'Save' }).click()
  await expect(overrides.getByRole('link', { name: '1 flow' })).toBeVisible()
  await expect(overrides.getByRole('link', { name: '0 environments' })).toBeVisible()
  const time = section('Time')
  await time.getByRole('combobox', { name: 'Time zone' }).click()
  await page.keyboard.type('tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await time.getByRole('button', { name: 'Save' }).click()
  await expect(time.getByText('Saved.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  // Times are shown in that zone, too; a personal zone takes precedence.
  await visit(page, `${world.host}/${world.org}/environments/quiet-place`)
  await page.locator('main time').first().hover()
  await expect(page.getByText(/\(Asia\/Tokyo\)$/)).toBeVisible()
  await visit(page, `${world.host}/profile`)
  await expect(page.getByRole('region', { name: 'My activity' })).toContainText(
    'Changed settings of the organization',
  )
  await page.getByRole('combobox', { name: 'Time zone beside UTC' }).click()
  await page.keyboard.type('lima')
  await page.getByRole('option', { name: 'America/Lima' }).click()

  // After three hours without a report the verdict is kept, but shown as stale.
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000)
  await page.goto(`${world.host}/${world.org}/environments/quiet-place`)
  await expect(page.getByTitle('A report was due')).toHaveText('silent for 3 h, set interval 2 h')
  await page.locator('main time').first().hover()
  await expect(page.getByText(/\(America\/Lima\)$/)).toBeVisible()
})

test('a verdict on evidence that is too old says so, with its age', async ({
  signedIn: page,
  world,
  report,
}) => {
  const name = 'old-evidence'
  const fingerprint = 'e0'.repeat(32)
  await report('PUT', '/flows/{org}', { name })
  await report(
    'POST',
    `/artifacts/{org}/${name}`,
    artifactReport({
      fingerprint,
      filename: 'app',
      git_commit: 'ab'.repeat(20),
      trail_name: 'one',
      template_reference_name: 'app',
    }),
  )
  const scan = {
    attestation_name: 'pen-test',
    is_compliant: true,
    artifact_fingerprint: fingerprint,
  }
  await report('POST', `/attestations/{org}/${name}/trail/one/generic`, scan, 'form')
  // Nothing can be reported as of an earlier day.
  await rowsIn(
    world.dataDir,
    `update attestation set created_at = created_at - 102 * 86400 where fingerprint = '${fingerprint}'`,
  )
  await putPolicy(world, name, '  attestations: [{ type: generic, name: pen-test }]')
  await report('PUT', '/environments/{org}', { name, type: 'server', policies: [name] })
  const artifacts = [{ digests: { app: fingerprint }, creationTimestamp: 1_790_000_000 }]
  await report('PUT', `/environments/{org}/${name}/report/server`, { artifacts })
  await visit(page, `${world.host}/${world.org}/environments/${name}`)
  await expect(page.getByText('Compliant', { exact: true }).first()).toBeVisible()

  // The limit is seen at once.
  await report('PUT', '/cairn/{org}/settings/evidence', { max_age_days: { generic: 90 } })
  await expect(page.getByText('Compliant, evidence expired').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /^app/ })).toContainText('Compliant, evidence expired')
  await page.getByRole('link', { name: 'Why is old-evidence compliant, evidence expired?' }).click()
  await expect(page.getByRole('complementary')).toContainText(
    '0 of 1 artifact pass every policy on fresh evidence. app: compliant, evidence expired.',
  )
  await visit(page, `${world.host}/${world.org}/environments/${name}?why=${fingerprint}`)
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('passes old-evidence v1, evidence expired on Generic.')
  await expect(
    panel.getByRole('treeitem', { name: /pen-test must be compliant, evidence/ }),
  ).toBeVisible()
  await expect(panel).toContainText('evidence expired: pen-test 102 d old, allowed 90 d')
  expect(await violationsOf(page)).toEqual([])

  // The trail and the drawer of the evidence say the same.
  const text = 'evidence expired, 102 d old, limit 90 d'
  await visit(page, `${world.host}/${world.org}/flows/${name}/trails/one`)
  await expect(page.getByRole('row', { name: /pen-test/ })).toContainText(text)
  await page.getByRole('link', { name: 'pen-test', exact: true }).first().click()
  await expect(panel).toContainText(text)
  expect(await violationsOf(page)).toEqual([])

  // So does its cell in the matrix.
  await visit(page, `${world.host}/${world.org}/flows/${name}/matrix`)
  const cell = page.getByRole('grid').getByRole('link', { name: new RegExp(`pen-test.*${text}`) })
  await expect(cell).toBeVisible()
})

test('an unknown page suggests similar names', async ({ signedIn: page, world, report }) => {
  await report('PUT', '/flows/{org}', { name: 'first-called' })
  await report('PUT', '/flows/{org}/first-called/rename', { new_name: 'called-now' })
  await visit(page, `${world.host}/${world.org}/flows/first-called`)
  await expect(page.getByText('is now called')).toBeVisible()
  await page.getByRole('link', { name: 'called-now' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'called-now' })).toBeVisible()
  await visit(page, `${world.host}/${world.org}/flows/caled-now`)
  await expect(page.getByRole('link', { name: 'called-now' })).toBeVisible()
  await visit(page, `${world.host}/${world.org}/environmnts/somewhere`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('Page Environments')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test('keys of an organization end by the age that it sets', async ({ signedIn: page, world }) => {
  const org = `${world.org}-team`
  await addOrganization(world, org, world.org)
  await visit(page, `${world.host}/${org}/settings/organization`)
  const keys = page.getByRole('region', { name: 'Keys', exact: true })
  const age = keys.getByRole('textbox', { name: 'Maximum age in days' })
  await expect(keys.getByText('The oldest key that works here is 0 days old.')).toBeVisible()
  await age.fill('0')
  await keys.getByRole('button', { name: 'Save' }).click()
  await expect(keys.getByText('Enter 1 to 3650 days, or leave it empty')).toBeVisible()
  await expect(keys.getByText(/The key you signed in with is \d+ days? old/)).toBeVisible()
  await age.fill('90')
  await expect(keys.getByText('Touches 0 of 1 key.')).toBeVisible()
  await keys.getByRole('button', { name: 'Save' }).click()
  await expect(keys.getByText('Saved.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const headers = { authorization: `Bearer ${world.key}` }
  const data = { name: 'robot', privilege: 'member' }
  const accounts = `${world.host}/api/v2/service-accounts/${org}`
  expect((await page.request.post(accounts, { headers, data })).ok()).toBe(true)
  const made = await page.request.post(`${accounts}/robot/api-keys`, { headers, data: {} })
  expect(made.ok()).toBe(true)
  await visit(page, `${world.host}/${org}/settings/service-accounts/robot`)
  const list = page.getByRole('region', { name: 'API keys' })
  const rule = `refused in ${org} 90 days after they were made`
  await expect(list).toContainText(`1 working key, ${rule}`)
  await visit(page, `${world.host}/profile`)
  await expect(page.getByRole('region', { name: 'Personal keys' })).toContainText(rule)
})

test('an admin deletes an organization once its name is typed', async ({
  signedIn: page,
  world,
}) => {
  const org = `${world.org}-gone`
  await addOrganization(world, org, world.org)
  await visit(page, `${world.host}/${world.org}/settings/organization`)
  await expect(page.getByRole('region', { name: 'Team views' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete this organization' })).toHaveCount(0)
  await visit(page, `${world.host}/${org}/settings/organization`)
  await page.getByRole('button', { name: 'Delete this organization' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Delete ${org}?` })
  await expect(dialog.getByText('are deleted in 30 days')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Type the name to go on' }).fill(org)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith(`/${org}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visit(page, `${world.host}/${org}/settings/organization`)
  await expect(page.getByText('cairn org keep')).toBeVisible()
  cairn(world.dataDir, 'org', 'keep', org)
  await visit(page, `${world.host}/${org}/settings/organization`)
  await expect(page.getByRole('button', { name: 'Delete this organization' })).toBeVisible()
})
