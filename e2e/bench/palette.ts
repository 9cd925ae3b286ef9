import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { demoOrg, viewer } from './demo.ts'
import { type PressTime, pressTimeOf } from './press-time.ts'
import { median } from './time-by-turns.ts'

/** Typed texts: names of every kind, words of reasons and messages, and prefixes. */
const texts = [
  'prod',
  'fraud',
  'ledger',
  'tier',
  'jonas',
  'scan',
  'review',
  'storefront',
  'policy',
  'payments',
  'card',
  'staging',
  'batch',
  'env:prod',
  'flow:pay',
  '@mei',
]

/** Milliseconds from typing into the search until what was found is drawn, on the demo. */
interface PaletteTimes {
  median: number
  p95: number
  /** The same of the time until the last answer of the service that came meanwhile. */
  answered: number
}

/** Types texts into the search, each twice. */
export async function measurePalette(service: Service): Promise<PaletteTimes> {
  return browse(service, viewer, async (context) => {
    const page = await context.newPage()
    await page.goto(`${service.host}/${demoOrg}`)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.waitFor()
    const idle = page.getByRole('dialog').getByRole('status').filter({ hasNotText: 'Searching' })
    const times: PressTime[] = []
    for (const text of [...texts, ...texts]) {
      await field.fill('')
      await idle.waitFor({ state: 'attached' })
      const moments = await field.evaluate(
        (input, typed) =>
          new Promise<{ begun: number; painted: number }>((resolve) => {
            performance.clearResourceTimings()
            const status = document.querySelector('[role=dialog] [role=status]')
            let isSearching = false
            const begun = performance.now()
            new MutationObserver((_, watch) => {
              isSearching ||= status?.textContent === 'Searching'
              if (!isSearching || status?.textContent === 'Searching') return
              watch.disconnect()
              requestAnimationFrame(() =>
                setTimeout(() => resolve({ begun, painted: performance.now() })),
              )
            }).observe(document.body, { subtree: true, childList: true, characterData: true })
            document.execCommand('insertText', false, typed)
            input.focus()
          }),
        text,
      )
      times.push(await pressTimeOf(page, moments))
    }
    const p95 = (numbers: readonly number[]) =>
      numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0
    const all = times.map(({ time }) => time)
    const answered = p95(times.map((one) => one.answered))
    return { median: median(all), p95: p95(all), answered }
  })
}
