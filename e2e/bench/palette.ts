import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { demoOrg, viewer } from './demo.ts'
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
export interface PaletteTimes {
  median: number
  p95: number
}

/** Types texts into the search, each three times. */
export async function measurePalette(service: Service): Promise<PaletteTimes> {
  return browse(service, viewer, async (context) => {
    const page = await context.newPage()
    await page.goto(`${service.host}/${demoOrg}`)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.waitFor()
    const times: number[] = []
    for (const text of [...texts, ...texts, ...texts]) {
      await field.fill('')
      await page.waitForLoadState('networkidle')
      times.push(
        await field.evaluate(
          (input, typed) =>
            new Promise<number>((resolve) => {
              const status = document.querySelector('[role=dialog] [role=status]')
              let isSearching = false
              const begun = performance.now()
              new MutationObserver((_, watch) => {
                isSearching ||= status?.textContent === 'Searching'
                if (!isSearching || status?.textContent === 'Searching') return
                watch.disconnect()
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
              }).observe(document.body, { subtree: true, childList: true, characterData: true })
              document.execCommand('insertText', false, typed)
              input.focus()
            }),
          text,
        ),
      )
    }
    const sorted = times.toSorted((a, b) => a - b)
    return { median: median(times), p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 }
  })
}
