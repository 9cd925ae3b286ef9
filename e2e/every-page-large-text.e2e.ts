import { launchOptions } from './browser.ts'
import { knownAddresses } from './every-page-addresses.ts'
import { pages } from './every-page-list.ts'
import { openByLink } from './open-by-link.ts'
import { scrollsSideways, spilledTexts } from './overflow.ts'
import { watchRequests } from './quiet.ts'
import { expect, test } from './world.ts'

// Browser of a reader who sets its text to twice the usual size.
test.use({
  viewport: { width: 1280, height: 900 },
  launchOptions: {
    executablePath: launchOptions.executablePath,
    args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
})

/** Lists that hold nothing look alike. */
const shown = pages.filter(([name]) => !/no match|unknown/.test(name))

test('every page fits its window with text of twice the size, and no text leaves its box', async ({
  signedIn: page,
  world,
}) => {
  const addressOf = await knownAddresses(page, world)
  const quiet = watchRequests(page)
  await page.goto(world.host + addressOf('/{org}'))
  const sizeOf = () => getComputedStyle(document.documentElement).fontSize
  expect(await page.evaluate(sizeOf)).toBe('32px')
  for (const [name, path, heading] of shown) {
    if (page.url().includes(world.org)) await openByLink(page, addressOf(path))
    else await page.goto(world.host + addressOf(path))
    const title = page.getByRole('heading', { level: 1, name: heading, includeHidden: true })
    await expect(title, name).toBeVisible()
    await quiet()
    const faults = `[...(${scrollsSideways})(), ...(${spilledTexts})()]`
    await expect.poll(() => page.evaluate(faults), { message: name }).toEqual([])
  }
})
