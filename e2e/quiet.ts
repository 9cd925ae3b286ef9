import type { Page, Request } from '@playwright/test'
import { EventEmitter, once } from 'node:events'

/**
 * Watches the requests of a page. Returns a function that waits until the page is idle and waits for
 * no answer, except for the stream of changes, which never ends.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  const ended = new EventEmitter()
  let begun = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    open.add(request)
    begun += 1
  })
  const end = (request: Request) => {
    open.delete(request)
    ended.emit('request')
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    for (let before = -1; before !== begun || open.size > 0;) {
      before = begun
      while (open.size > 0) await once(ended, 'request')
      // Answers are shown now, and may ask for more.
      await page.evaluate(idle)
    }
  }
}

/** Runs in the page: waits until its router has nothing to load, and what it loaded is drawn. */
const idle = async () => {
  do {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  } while (window.__TSR_ROUTER__ && window.__TSR_ROUTER__.state.status !== 'idle')
}
