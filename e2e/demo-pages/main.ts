import type { BrowserContext, Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { browse, browseBy } from '../bench/browse.ts'
import { demoOrg, viewer, withDemo } from '../bench/demo.ts'
import { clippedTexts } from '../clipped-texts.ts'
import { cutNames, limits } from '../cut-names.ts'
import { deceptiveTexts } from '../deceptive-texts.ts'
import { overflowOf } from '../overflow.ts'
import { watchRequests } from '../quiet.ts'
import { demoAddresses } from './addresses.ts'

/**
 * Looks at the pages of the demo organization as `every-page` looks at those of a few records:
 * `npm run demo-pages`. Prints what is wrong with each, and fails where something is.
 */
const widths = [320, 390, 768, 1280, 1440, 1920]

/** Problems of the open page, in both themes and at all widths. */
async function problemsOf(page: Page, quiet: () => Promise<void>): Promise<string[]> {
  const problems = new Set(await page.evaluate(deceptiveTexts))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await quiet()
      const overflow = await page.evaluate(overflowOf)
      if (overflow !== 0) problems.add(`${width} px: scrolls sideways by ${overflow} px`)
      for (const text of await page.evaluate(clippedTexts)) problems.add(`${width} px: ${text}`)
      if (width < 1280) continue
      for (const cut of await page.evaluate(cutNames, limits)) problems.add(`${width} px: ${cut}`)
    }
    for (const rule of await violationsOf(page)) problems.add(`${colorScheme}: ${rule}`)
  }
  return [...problems]
}

/** Looks at all pages of the demo at a host, and prints what is wrong. */
const look = (host: string) => async (context: BrowserContext) => {
  let wrong = 0
  // Helper that `tsx` calls in compiled functions, also in those that run in the page.
  await context.addInitScript('globalThis.__name = (named) => named')
  const page = await context.newPage()
  const quiet = watchRequests(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const addresses = await demoAddresses(context.request, host)
  for (const address of addresses) {
    await page.goto(host + address)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await quiet()
    const problems = [...(await problemsOf(page, quiet)), ...errors.splice(0)]
    wrong += problems.length
    for (const problem of problems) console.log(`${address}, ${problem}`)
  }
  console.log(
    `${addresses.length} pages of ${demoOrg} at ${widths.join(', ')} px, light and dark: ${wrong} wrong`,
  )
  if (wrong > 0) process.exitCode = 1
}

const { CAIRN_HOST: running, CAIRN_API_KEY: key } = process.env
if (running && key) await browseBy(running, key, look(running))
else await withDemo((demo) => browse(demo, viewer, look(demo.host)))
