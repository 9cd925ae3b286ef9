import { addOrganization } from './administer.ts'
import { cutNames, limits } from './cut-names.ts'
import { visit } from './open-by-link.ts'
import { overflowOf } from './overflow.ts'
import { expect, test } from './world.ts'

const org = 'widely'
const count = 300
/** 60 letters, of which the last four tell one from the other. */
const nameOf = (index: number) =>
  `${'platform-services-of-the-payments-estate-in-europe-central-'.slice(0, 56)}${String(index).padStart(4, '0')}`

test('an organization of 300 environments with long names of one prefix can be searched, listed and seen', async ({
  signedIn: page,
  world,
}) => {
  await addOrganization(world, org)
  const authorization = `Bearer ${world.key}`
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const make = async () => {
    for (const index of indexes) {
      const { status } = await fetch(`${world.host}/api/v2/environments/${org}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: nameOf(index), type: 'server' }),
      })
      if (status !== 200 && status !== 201) throw new Error(`${nameOf(index)}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, make))

  const main = page.getByRole('main')
  const last = nameOf(count - 1)
  await visit(page, `${world.host}/${org}/environments`)
  await expect(main.getByText(/25 of 300/)).toBeVisible()
  await expect(main.getByRole('link', { name: nameOf(0), exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(cutNames, limits)).toEqual([])
  expect(await page.evaluate(overflowOf)).toBe(0)
  await main.getByRole('searchbox').fill('0299')
  await expect(main.getByRole('link', { name: last, exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: nameOf(0), exact: true })).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('0150')
  const found = page.getByRole('group', { name: 'Environments' }).getByRole('option')
  await expect(found).toHaveText([new RegExp(nameOf(150))])
  await found.click()
  await expect(page.getByRole('heading', { level: 1, name: nameOf(150) })).toBeVisible()

  await visit(page, `${world.host}/${org}/environments?view=tiles`)
  await expect(main.getByRole('link', { name: nameOf(0), exact: true })).toBeVisible()
  // Their ends alone tell them apart: a name wraps, it is not cut.
  const isCut = (link: Element) => link.scrollWidth > link.clientWidth + 1
  expect(await main.getByRole('link', { name: nameOf(0), exact: true }).evaluate(isCut)).toBe(false)

  await page.setViewportSize({ width: 320, height: 900 })
  for (const address of ['', '/environments?view=tiles']) {
    await visit(page, `${world.host}/${org}${address}`)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(overflowOf)).toBe(0)
  }
})
