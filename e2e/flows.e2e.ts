import { expect, reportTo, test } from './world.ts'

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  for (const [name, visibility] of [
    ['list-alpha', 'private'],
    ['list-beta', 'public'],
  ]) {
    await report('PUT', '/flows/{org}', { name, visibility, description: `About ${name}` })
  }
  for (const name of ['first', 'second']) {
    await report('PUT', '/trails/{org}/list-alpha', { name }, 'form')
  }
  const bad = { attestation_name: 'check', is_compliant: false }
  await report('POST', '/attestations/{org}/list-alpha/trail/second/generic', bad, 'form')
})

test('filters flows by name, with the filter in the URL', async ({ dashboard: page, open }) => {
  await open('flows')
  await page.getByRole('searchbox').or(page.getByLabel('Filter by name')).first().fill('list-')
  await page.waitForURL(/name=list-/)
  const rows = page.getByRole('table', { name: 'Flows' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.reload()
  await expect(rows).toHaveCount(3)
  await open('flows?name=list-&visibility=public')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('list-beta')
})

test('links a count to exactly the counted rows', async ({ dashboard: page, open }) => {
  await open('flows?name=list-alpha')
  await page.getByRole('link', { name: '1 non-compliant trail of list-alpha' }).click()
  await page.waitForURL(/list-alpha\/trails\?verdict=NON-COMPLIANT/)
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('second')
})

test('shows new rows only on request', async ({ dashboard: page, open, report }) => {
  await open('flows/list-beta/trails')
  await report('PUT', '/trails/{org}/list-beta', { name: 'one' }, 'form')
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await report('PUT', '/trails/{org}/list-beta', { name: 'two' }, 'form')
  await page.getByRole('button', { name: /1 new/ }).click()
  await expect(rows).toHaveCount(3)
})

test('says that nothing matches, and clears the filters', async ({ dashboard: page, open }) => {
  await open('flows?name=no-such-flow')
  await expect(page.getByRole('main')).toContainText('no-such-flow')
  await page.getByRole('button', { name: /clear all/i }).click()
  await expect(page.getByRole('table', { name: 'Flows' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})
