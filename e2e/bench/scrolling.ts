import type { Page } from '@playwright/test'
import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { benchUser, environmentPath } from './large-report.ts'

/** Processor time of a page of 5,000 artifacts in milliseconds. */
interface LongPage {
  /** The longest task while scrolling. */
  longestTask: number
  /** Wall-clock time from a filter's last letter to its rows. */
  filtered: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Processor time in microseconds, independent of other load. */
  tdur?: number
  args?: { name?: string }
}

/** Scrolls through the large environment and filters it; call `measureLargeReport` before. */
export async function measureScrolling(service: Service): Promise<LongPage> {
  return browse(service, benchUser, async (context) => {
    const page = await context.newPage()
    await page.goto(`${service.host}/${environmentPath}/running`)
    await page.locator('tbody tr').nth(20).waitFor()
    await page.waitForLoadState('networkidle')
    return { longestTask: await longestTaskOf(page), filtered: await timeFilter(page) }
  })
}

async function longestTaskOf(page: Page): Promise<number> {
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] })
  for (let step = 0; step < 20; step += 1) {
    await page.evaluate(() => scrollBy(0, 700))
    await page.waitForTimeout(60)
  }
  for (const isEnd of [true, false]) {
    await page.evaluate((end) => scrollTo(0, end ? document.body.scrollHeight : 0), isEnd)
    await page.waitForTimeout(200)
  }
  const trace = String(await browser?.stopTracing())
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain'
  const mains = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = events.filter(({ pid, tid, tdur }) => tdur && mains.has(`${pid} ${tid}`))
  if (tasks.length < 20) throw new Error('the trace holds no tasks of the page')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}

async function timeFilter(page: Page): Promise<number> {
  const box = page.getByRole('searchbox').first()
  await box.fill('service-49')
  await page.waitForTimeout(1_000)
  await box.focus()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now()
        const watch = new MutationObserver(() => {
          if (document.querySelector('table')?.getAttribute('aria-rowcount') !== '2') return
          watch.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - begun))
        })
        watch.observe(document.body, { subtree: true, childList: true, attributes: true })
        document.execCommand('insertText', false, '99')
      }),
  )
}
