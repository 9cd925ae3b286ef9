import type { Page } from '@playwright/test'
import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { countRequests, type RequestCounts } from './count-requests.ts'
import { demoOrg, viewer } from './demo.ts'
import { type PressTime, pressTimeOf } from './press-time.ts'

const repeats = 7
/** How long a pointer rests before the press. */
const restMs = 300
const none: PressTime = { time: Number.NaN, answered: 0 }

interface PressTimes {
  /** The first press on a page, on which no pointer has rested: its data is not there. */
  unexpected: PressTime
  /** The first press after a pointer rested on what is pressed. */
  first: PressTime
  /** The median of those after it. */
  usual: PressTime
}

/** How pages of the demo respond, on a processor that is not slowed down; requests of the overview. */
interface Felt extends RequestCounts {
  /** Milliseconds from the press to the frame after the content is there. */
  presses: ({ name: string } & PressTimes)[]
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
    const drawer = await timePress(page, {
      open,
      press: 'main a[href*="attestation_id="]',
      shown: '[role=complementary] dl',
      back: () => page.getByRole('button', { name: 'Close, Esc' }).click(),
    })
    const why = await timePress(page, {
      open,
      press: 'main a[href*="why=trail"]',
      shown: '[role=complementary] [role=tree]',
      back: () => page.getByRole('button', { name: 'Close, Esc' }).click(),
    })
    const form = await timePress(page, {
      open: async () => {
        await open()
        await page.locator('main a[href*="attestation_id="]').first().click()
        await page.locator('[role=complementary] dl').first().waitFor()
      },
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

/** The times from pressing something until what it opens is there and painted. */
async function timePress(
  page: Page,
  {
    open,
    press,
    shown,
    back,
  }: { open: () => Promise<void>; press: string; shown: string; back: () => Promise<void> },
): Promise<PressTimes> {
  const timeOne = async () => {
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
    return pressTimeOf(page, moments)
  }
  await open()
  const unexpected = await timeOne()
  await open()
  const rested: PressTime[] = []
  for (let turn = 0; turn <= repeats; turn += 1) {
    await page.locator(press).first().hover()
    await page.waitForTimeout(restMs)
    rested.push(await timeOne())
    await back()
    await page.waitForFunction((gone) => !document.querySelector(gone), shown)
  }
  const [first = none, ...rest] = rested
  const sorted = rest.toSorted((one, other) => one.time - other.time)
  return { unexpected, first, usual: sorted[Math.floor(rest.length / 2)] ?? none }
}
