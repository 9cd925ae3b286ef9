import { expect, test } from './world.ts'

const flow = 'decided'
const template = `version: 1
trail: { attestations: [{ name: approval, type: decision }] }
`
const file = { part: 'template_file', name: 'template.yml', content: template }

test('a decision is found by its type, and names its control', async ({
  dashboard: page,
  open,
  report,
}) => {
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  await report('POST', '/controls/{org}', { identifier: 'RCTL-43', name: 'Release approval' })
  const decide = (control: string, attestation_data: object) =>
    report(
      'POST',
      `/attestations/{org}/${flow}/trail/one/system`,
      { attestation_name: 'approval', type_name: 'decision', control, attestation_data },
      'form',
    )
  await decide('RCTL-99', { is_compliant: true })
  await decide('RCTL-43', { is_compliant: false, reason: 'Nobody approved it' })

  await open(`flows/${flow}/attestations`)
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('checkbox', { name: 'Decision' }).click()
  await page.waitForURL(/attestation_type=system%3Adecision/)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /Non-compliant/ })
  await expect(row).toContainText('Decision')
  await row.getByRole('link', { name: 'approval' }).click()
  const drawer = page.getByRole('complementary').filter({ hasText: 'Release approval' })
  await expect(drawer).toContainText('RCTL-43')
  await expect(drawer).toContainText('The control failed')
  await expect(drawer).toContainText('Nobody approved it')

  await open(`flows/${flow}/attestations?verdict=compliant`)
  await page.getByRole('link', { name: 'approval' }).click()
  await expect(page.getByText('the control was unknown when this was recorded')).toBeVisible()
  await expect(page.getByText('The control passed')).toBeVisible()

  // By w, the row that has the focus opens its decision.
  await open('decisions?verdict=non-compliant')
  const decision = page.getByRole('row', { name: /RCTL-43/ })
  await expect(decision).toBeVisible()
  await page.keyboard.press('j')
  await expect(decision.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('w')
  await page.waitForURL(/\/decisions\/[^?]+$/)
  await expect(page.getByRole('main')).toContainText('Nobody approved it')
})
