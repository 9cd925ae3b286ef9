import { violationsOf } from './axe.ts'
import { clippedTexts } from './clipped-texts.ts'
import { cutNames, limits } from './cut-names.ts'
import { deceptiveTexts } from './deceptive-texts.ts'
import { knownAddresses } from './every-page-addresses.ts'
import { pages } from './every-page-list.ts'
import { linksElsewhere } from './links-elsewhere.ts'
import { overflowOf } from './overflow.ts'
import { openByLink } from './open-by-link.ts'
import { watchRequests } from './quiet.ts'
import { expect, test } from './world.ts'

test.describe.configure({ mode: 'parallel' })

// Split for several workers; half of the pages are opened wide and light, the others narrow and dark.
const shares = 6
const wideFirst = [1440, 1920, 1280, 768, 320] as const
// One step narrower at the end: what grew has to shrink again.
const narrowFirst = [320, 768, 1280, 1920, 1440] as const
for (let share = 0; share < shares; share += 1) {
  const widths = share % 2 === 0 ? wideFirst : narrowFirst
  test(`every page has one heading, no errors, no sideways scroll, no text clipped, no name cut for nothing, and passes axe: share ${share + 1}, from ${widths[0]} px`, async ({
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
    for (const [name, path, heading] of pages.filter((_, index) => index % shares === share)) {
      const address = addressOf(path)
      await page.emulateMedia({ colorScheme: share % 2 === 0 ? 'light' : 'dark' })
      await page.setViewportSize({ width: widths[0], height: 900 })
      // A page is opened by its address, and what it shows besides by links in the page before.
      if (/[,?]/.test(name + path) && page.url().startsWith(world.host))
        await openByLink(page, address)
      else await page.goto(world.host + address)
      await expect(
        page.getByRole('heading', { level: 1, name: heading, includeHidden: true }),
        name,
      ).toBeVisible()
      await quiet()
      expect(await page.locator('h1').count(), name).toBe(1)
      expect(await page.evaluate(deceptiveTexts), name).toEqual([])
      expect(await page.evaluate(linksElsewhere), name).toEqual([])
      // Axe runs once per page: its rules do not depend on the width. The page behind a drawer is
      // inert before the drawer is rendered. A check takes seconds on a busy machine.
      const options = { message: `${name}, ${widths[0]} px`, timeout: 30_000 }
      await expect.poll(() => violationsOf(page), options).toEqual([])
      for (const [step, width] of widths.entries()) {
        // Once in the middle: each page is seen in both, and drawn anew for its colours only then.
        const colorScheme = step < 2 === (share % 2 === 0) ? 'light' : 'dark'
        if (step === 2) await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const label = `${name}, ${width} px, ${colorScheme}`
        // Content adapts to a new width in the next frames, and may load what it needs.
        await expect
          .poll(() => page.evaluate(overflowOf), { message: `${label}: scrolls sideways` })
          .toBe(0)
        await quiet()
        await expect
          .poll(() => page.evaluate(clippedTexts), { message: `${label}: clipped texts` })
          .toEqual([])
        if (width < 1280) continue
        await expect
          .poll(() => page.evaluate(cutNames, limits), {
            message: `${name}, ${width} px: cut names`,
          })
          .toEqual([])
      }
    }
    expect(problems).toEqual([])
  })
}
