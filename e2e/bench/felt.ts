import type { Page } from '@playwright/test'
import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { countRequests, type RequestCounts } from './count-requests.ts'
import { demoOrg, viewer } from './demo.ts'
import { type PressTime, pressTimeOf } from './press-time.ts'

const repeats = 7
const none: PressTime = { time: Number.NaN, answered: 0 }

/** How pages of the demo respond, on a processor that is not slowed down; requests of the overview. */
export interface Felt extends RequestCounts {
  /**
   * Milliseconds from the press to the frame after the content is there: of the first press on a page,
   * on which no pointer has rested, and the median of those after it.
   */
  presses: { name: string; first: PressTime; usual: PressTime }[]
  /** Layout shift of opening the drawer, right after the press included: without a unit. */
  shift: number
}

/** Opens drawer, Why and override form of a failing trail of the demo, again and again. */
export async function measureFelt(service: Service): Promise<Felt> {
  return browse(service, viewer, async (context) => {
    const page = await context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    const overview = `${service.host}/${demoOrg}`
    const requests = await countRequests(page, overview, 'main .recharts-surface')

    const trail = await failingTrail(page, service.host)
    const open = async () => {
      await page.goto(trail)
      await page.waitForLoadState('networkidle')
    }
    await open()
    const shift = await shiftOf(page)
    await open()
    const drawer = await timePress(page, {
      press: 'main a[href*="attestation_id="]',
      shown: '[role=complementary] dl',
      back: () => page.getByRole('button', { name: 'Close, Esc' }).click(),
    })
    await open()
    const why = await timePress(page, {
      press: 'main a[href*="why=trail"]',
      shown: '[role=complementary] [role=tree]',
      back: () => page.getByRole('button', { name: 'Close, Esc' }).click(),
    })
    await page.locator('main a[href*="attestation_id="]').first().click()
    await page.locator('[role=complementary] dl').first().waitFor()
    const form = await timePress(page, {
      press: '[role=complementary] a[href*="/override?"]',
      shown: 'main form textarea',
      back: async () => {
        await page.goBack()
        await page.locator('[role=complementary] dl').first().waitFor()
      },
    })
    return {
      presses: [
        { name: 'drawer of an attestation', ...drawer },
        { name: 'Why of a trail', ...why },
        { name: 'override form', ...form },
      ],
      ...requests,
      shift,
    }
  })
}

async function failingTrail(page: Page, host: string): Promise<string> {
  const query = 'attestation_type=junit&is_compliant=false&flow_name=checkout-web&per_page=1'
  const found = await page.request.get(`${host}/api/v2/attestations/${demoOrg}?${query}`)
  const { data } = (await found.json()) as { data: { html_url: string }[] }
  const url = new URL(data[0]?.html_url ?? host)
  url.search = ''
  return url.href
}

/** Layout shift when the drawer opens. */
async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(() => {
    const total = globalThis as { shift?: number }
    total.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        total.shift = (total.shift ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift' })
  })
  await page.locator('main a[href*="attestation_id="]').first().click()
  await page.locator('[role=complementary] dl').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (globalThis as { shift?: number }).shift ?? 0)
}

/** The time from pressing something until what it opens is there and painted. */
async function timePress(
  page: Page,
  { press, shown, back }: { press: string; shown: string; back: () => Promise<void> },
): Promise<{ first: PressTime; usual: PressTime }> {
  const times: PressTime[] = []
  for (let turn = 0; turn <= repeats; turn += 1) {
    if (turn > 0) {
      await page.locator(press).first().hover()
      await page.waitForLoadState('networkidle')
    }
    const moments = await page.evaluate(
      ([press, shown]) =>
        new Promise<{ begun: number; painted: number }>((resolve) => {
          performance.clearResourceTimings()
          const begun = performance.now()
          new MutationObserver((_, watch) => {
            if (!document.querySelector(shown)) return
            watch.disconnect()
            requestAnimationFrame(() =>
              setTimeout(() => resolve({ begun, painted: performance.now() })),
            )
          }).observe(document.body, { subtree: true, childList: true })
          document.querySelector<HTMLElement>(press)?.click()
        }),
      [press, shown] as const,
    )
    times.push(await pressTimeOf(page, moments))
    await back()
    await page.waitForFunction((gone) => !document.querySelector(gone), shown)
  }
  const [first = none, ...rest] = times
  const sorted = rest.toSorted((one, other) => one.time - other.time)
  return { first, usual: sorted[Math.floor(rest.length / 2)] ?? none }
}
