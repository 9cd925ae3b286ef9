import type { Page } from '@playwright/test'
import { addOrganization } from './administer.ts'
import { knownAddresses } from './every-page-addresses.ts'
import { pages } from './every-page-list.ts'
import { openByLink } from './open-by-link.ts'
import { watchRequests } from './quiet.ts'
import { signInAs } from './sign-in-as.ts'
import { expect, test } from './world.ts'

test.describe.configure({ mode: 'parallel' })

/** Actions that a reader may not take begin with one of these words; a draft is tried without being kept. */
const changing =
  /^(New|Add a member|Create|Archive|Delete|Attach|Detach|Edit|Override|Rename|Mute|Import|Allow)\b(?!-list| requested| as draft)/

/** Controls that would change something and do not say that they are refused. */
const offered = (page: Page) =>
  page.evaluate((source) => {
    const words = new RegExp(source)
    const controls = document.querySelectorAll<HTMLElement>('main :is(button, a)')
    return [...controls]
      .filter((one) => !one.matches(':disabled, [aria-disabled=true], [aria-label=Filters] *'))
      .map((one) => (one.ariaLabel ?? one.innerText).trim())
      .filter((text) => words.test(text))
  }, changing.source)

/** Errors while pages are opened. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`)
  })
  return faults
}

/** Each page once, and its forms: its other states are those of all readers. */
const once = pages.filter(
  ([name, path]) =>
    path.startsWith('/{org}') && (!name.includes(',') || /edit=true|~new|\/new$/.test(path)),
)
/** Pages on which a snapshotter may do more than a reader. */
const ofSnapshotters = /^\/\{org\}\/(environments|settings\/service-accounts)/

for (const role of ['reader', 'snapshotter'] as const) {
  test(`a ${role} opens every page, and is offered nothing that is refused`, async ({
    browser,
    signedIn,
    world,
  }) => {
    const addressOf = await knownAddresses(signedIn, world)
    const page = await signInAs(browser, world, `every-page-${role}`, role)
    const faults = faultsOf(page)
    const quiet = watchRequests(page)
    const isReader = role === 'reader'
    const opened = once.filter(([, path]) => isReader || ofSnapshotters.test(path))
    await page.goto(`${world.host}/${world.org}`)
    for (const [name, path, heading] of opened) {
      await openByLink(page, addressOf(path))
      const title = page.getByRole('heading', { level: 1, name: heading, includeHidden: true })
      await expect(title, name).toBeVisible()
      await quiet()
      await expect.soft(page.getByText('This page broke'), name).toHaveCount(0)
      if (isReader) expect.soft(await offered(page), name).toEqual([])
    }
    expect(faults).toEqual([])
    await page.context().close()
  })
}

test('a person of another organization opens every page, and sees nothing of this one', async ({
  browser,
  signedIn,
  world,
}) => {
  const addressOf = await knownAddresses(signedIn, world)
  await addOrganization(world, 'elsewhere-own')
  const theirs = { ...world, org: 'elsewhere-own' }
  const page = await signInAs(browser, theirs, 'every-page-stranger', 'admin')
  const faults = faultsOf(page)
  await page.goto(`${world.host}/elsewhere-own`)
  const main = page.getByRole('main')
  for (const [name, path] of once) {
    await openByLink(page, addressOf(path))
    await expect(main.getByRole('heading', { level: 1 }), name).toHaveText(/./)
    // Rows, and who made and changed what they tell of.
    await expect(main.locator('tbody tr, time').or(main.getByText('robin')), name).toHaveCount(0)
  }
  expect(faults).toEqual([])
  await page.context().close()
})
