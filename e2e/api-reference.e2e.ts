import { expect, test } from './world.ts'

test('shows every endpoint without signing in, and finds one', async ({ page, world }) => {
  await page.goto(`${world.host}/api/docs`)
  let total = 0
  for (const name of ['OpenAPI of public endpoints', 'OpenAPI of the dashboard’s own']) {
    const address = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    const document = await page.request.get(`${world.host}${address}`)
    const { paths } = (await document.json()) as { paths: Record<string, object> }
    total += Object.values(paths).flatMap((methods) => Object.keys(methods)).length
  }
  await expect(page.getByRole('article')).toHaveCount(total)
  await page.keyboard.press('/')
  await page.keyboard.type('begin trail')
  await expect(page.getByRole('article')).toHaveCount(1)
  const card = page.getByRole('article', { name: 'Begin a trail, or update it' })
  await expect(card).toContainText('PUT/trails/{org}/{flow_name}')
  await expect(card).toContainText('Answers 201 if the trail began with this call')
  await expect(card).toContainText('Role member or above')
  await expect(card).toContainText('Specification 4.7')
  await expect(card).toContainText("-F 'data_json=")
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Filter endpoints').fill('nothing-like-it')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('article')).toHaveCount(total)
})

test('links to a single endpoint', async ({ page, world }) => {
  /** Below the bar that stays, though endpoints above take their height only once they are near. */
  const expectAtTop = (id: string) =>
    expect.poll(() => page.locator(`#${id}`).evaluate(topOf)).toBeCloseTo(64, -1)
  const topOf = (element: Element) => element.getBoundingClientRect().top
  await page.goto(`${world.host}/api/docs#getTrail`)
  await expectAtTop('getTrail')
  await page.getByRole('navigation').getByRole('link', { name: 'listFlows', exact: true }).click()
  await expectAtTop('listFlows')
})
