import { violationsOf } from './axe.ts'
import { clippedTexts } from './clipped-texts.ts'
import { cutNames, limits } from './cut-names.ts'
import { deceptiveTexts } from './deceptive-texts.ts'
import { knownAddresses } from './every-page-addresses.ts'
import { pages } from './every-page-list.ts'
import { linksElsewhere } from './links-elsewhere.ts'
import { openByLink } from './open-by-link.ts'
import { scrollsSideways } from './overflow.ts'
import { watchRequests } from './quiet.ts'
import { expect, test } from './world.ts'

test.describe.configure({ mode: 'parallel' })

// Split for several workers; half of the pages are opened wide and light, the others narrow and dark:
// each as the page before it was left.
const shares = 6
const wideFirst = [1440, 1920, 1280, 768, 320] as const
// One step narrower at the end: what grew has to shrink again.
const narrowFirst = [320, 768, 1280, 1920, 1440] as const

/** Runs in the page: how its texts and links are wrong at any width. */
const contentFaults = `[
  ...(${deceptiveTexts})().map((text) => 'deceives: ' + text),
  ...(${linksElsewhere})().map((link) => 'leads elsewhere: ' + link),
  ...(document.querySelectorAll('h1').length === 1 ? [] : ['has not one heading'])
]`
/** Runs in the page: how it is wrong at its width. All of it is measured of one layout. */
const narrowFaults = `[...(${scrollsSideways})(), ...(${clippedTexts})()]`
const wideFaults = `[...${narrowFaults}, ...(${cutNames})(${JSON.stringify(limits)})]`

for (let share = 0; share < shares; share += 1) {
  test(`every page has one heading, no errors, no sideways scroll, no text clipped, no name cut for nothing, and passes axe: share ${share + 1}`, async ({
    signedIn: page,
    world,
  }) => {
    const addressOf = await knownAddresses(page, world)
    const quiet = watchRequests(page)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // Pages of unknown records cause refused requests.
      const expected = /status of 40[34]|ApiError/.test(message.text())
      if (message.type() === 'error' && !expected) problems.push(message.text())
    })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: wideFirst[0], height: 900 })
    const own = pages.filter((_, index) => index % shares === share)
    for (const [place, [name, path, heading]] of own.entries()) {
      const address = addressOf(path)
      // A page is opened by its address, and what it shows besides by links in the page before.
      if (/[,?]/.test(name + path) && page.url().startsWith(world.host))
        await openByLink(page, address)
      else await page.goto(world.host + address)
      await expect(
        page.getByRole('heading', { level: 1, name: heading, includeHidden: true }),
        name,
      ).toBeVisible()
      const [widths, opened, turned] =
        place % 2 === 0
          ? ([wideFirst, 'light', 'dark'] as const)
          : ([narrowFirst, 'dark', 'light'] as const)
      for (const [step, width] of widths.entries()) {
        const label = `${name}, ${width} px, ${step < 2 ? opened : turned}`
        if (step > 0) await page.setViewportSize({ width, height: 900 })
        // Once in the middle: each page is seen in both, and drawn anew for its colours only then.
        if (step === 2) await page.emulateMedia({ colorScheme: turned })
        // Content adapts to a new width in the next frames, and may load what it needs.
        await quiet()
        const faults = width < 1280 ? narrowFaults : wideFaults
        const all = step === 0 ? `[...${contentFaults}, ...${faults}]` : faults
        await expect.poll(() => page.evaluate(all), { message: label }).toEqual([])
        if (step > 0) continue
        // Axe runs once per page: its rules do not depend on the width. The page behind a drawer is
        // inert before the drawer is rendered.
        await expect.poll(() => violationsOf(page), { message: label }).toEqual([])
      }
    }
    expect(problems).toEqual([])
  })
}
