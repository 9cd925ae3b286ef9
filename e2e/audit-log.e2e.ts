import { expect, test } from './world.ts'

test('every change is in the audit log: found, opened, filtered and exported', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const flow = 'audited-flow'
  await report('PUT', '/flows/{org}', { name: flow, description: 'first words' })
  await report('PUT', '/flows/{org}', { name: flow, description: 'other words' })
  await report('PUT', '/environments/{org}', { name: 'audited-place', type: 'K8S' })
  const made = await fetch(`${world.host}/api/v2/service-accounts/${world.org}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'audited-reader', privilege: 'reader' }),
  })
  expect(made.status).toBe(201)
  const path = `${world.host}/api/v2/service-accounts/${world.org}/audited-reader/api-keys`
  const answer = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'nosy pipeline' }),
  })
  const { key } = (await answer.json()) as { key: string }
  for (let sent = 0; sent < 3; sent += 1) {
    const denied = await fetch(`${world.host}/api/v2/flows/${world.org}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: flow }),
    })
    expect(denied.status).toBe(403)
  }

  // From the object to its entries.
  await open(`flows/${flow}/settings`)
  await page.getByRole('link', { name: 'History in the audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`object_type=flow&object=${flow}`))
  const table = page.getByRole('table', { name: 'Audit log, newest first' })
  await expect(table.getByRole('row', { name: /Created a flow/ })).toHaveCount(1)
  await expect(table.getByRole('row', { name: /Changed a flow/ })).toHaveCount(1)
  const change = table.getByRole('row', { name: /description: first words became other words/ })
  await expect(change).toContainText('127.0.0.1')

  // A single entry has its own URL.
  await change.getByRole('link').first().click()
  const drawer = page.getByRole('complementary', { name: 'Changed a flow' })
  await expect(drawer.getByText('first words')).toBeVisible()
  await expect(drawer.getByText('Previous hash')).toBeVisible()
  await expect(drawer.getByText(/^[0-9a-f]{8}-[0-9a-f]{4}-/)).toBeVisible()
  await page.reload()
  await expect(drawer.getByText('other words').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Raw JSON' }).click()
  await expect(drawer.getByText('"previous_seal"')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  // Refused requests by the label of the key; those within a minute are counted in one entry.
  await open('settings/audit-log?actor=nosy pipeline')
  const refused = table.getByRole('row', { name: /Tried what they may not do.*Refused/ }).first()
  await expect(refused).toContainText('audited-reader · service account · nosy pipeline')

  // Another change is shown only on request.
  await open('settings/audit-log?object_type=environment&object=audited-place')
  await expect(table.getByRole('row', { name: /audited-place/ })).toHaveCount(1)
  await report('PATCH', '/environments/{org}/audited-place', { description: 'now with words' })
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(table.getByRole('row', { name: /now with words/ })).toBeVisible()

  // A window chosen in the histogram, and an export of it.
  const columns = page.getByRole('group', { name: /^When were things changed/ }).getByRole('link')
  await columns.last().click()
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  await expect(table.getByRole('row', { name: /audited-place/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Page actions' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export all rows as CSV' }).click()
  expect((await download).suggestedFilename()).toContain('audit-log')

  // An empty result names the filter; an unknown filter value is ignored.
  await open('settings/audit-log?actor=nobody&result=maybe')
  await expect(page.getByText('result=maybe')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear all' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await expect(page).not.toHaveURL(/actor=/)
  await expect(table.getByRole('row').nth(1)).toBeVisible()
})
