import { putPolicy } from './put-policy.ts'
import { expect, reportTo, test } from './world.ts'

const policy = 'left-unsaved'
const flow = 'left-unsaved'

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  await putPolicy(service, policy, '  provenance: { required: true }')
  await report('PUT', '/flows/{org}/template_file', { name: flow }, 'form')
  await report('PUT', `/trails/{org}/${flow}`, { name: 'one' }, 'form')
  await report(
    'POST',
    `/attestations/{org}/${flow}/trail/one/generic`,
    { attestation_name: 'scan', is_compliant: false },
    'form',
  )
})

test('asks before a draft is left by a link or Back, and takes it to What if', async ({
  dashboard: page,
  open,
  world,
}) => {
  const home = `${world.host}/${world.org}/policies/${policy}`
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const yaml = page.getByLabel('Draft of the policy')
  await open(`policies/${policy}`)
  await page.getByRole('link', { name: 'New version' }).click()
  await page.goBack()
  await expect(page).toHaveURL(home)
  await page.goForward()
  const typed = `${await yaml.inputValue()}# typed here\n`
  await yaml.fill(typed)

  await page.getByRole('link', { name: 'Flows', exact: true }).click()
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(yaml).toHaveValue(typed)

  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/edit=true/)
  await expect(yaml).toHaveValue(typed)

  await page.getByRole('link', { name: 'What if', exact: true }).first().click()
  await expect(page.getByRole('radio', { name: /^The draft is saved/ })).toBeVisible()
  await expect(yaml).toHaveValue(typed)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Save new version' })).toBeVisible()
  await expect(yaml).toHaveValue(typed)

  await page.getByRole('link', { name: 'Flows', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible()
  await open(`policies/${policy}?edit=true`)
  await expect(yaml).not.toHaveValue(typed)
})

test('asks before what was written about an override is left, also by closing the tab', async ({
  dashboard: page,
  open,
}) => {
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await open(`flows/${flow}/trails/one/override`)
  await page.getByRole('link', { name: /scan/ }).first().click()
  await reason.fill('Not in use')

  // The slots to choose from stand at the same address.
  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(reason).toHaveValue('Not in use')
  await expect(page).toHaveURL(/attestation_name=scan/)

  const closing = page.waitForEvent('dialog')
  const reload = page.reload({ timeout: 2_000 }).catch(() => null)
  const asked = await closing
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await reload
  await expect(reason).toHaveValue('Not in use')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'one', level: 1 })).toBeVisible()
})
