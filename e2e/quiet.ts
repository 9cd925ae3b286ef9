import type { Page, Request } from '@playwright/test'

/** Milliseconds without requests after which a page counts as loaded. */
const pause = 200

/**
 * Watches the requests of a page. Returns a function that waits until there are none, except for
 * the stream of changes, which never ends.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = 0
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
    changedAt = Date.now()
  })
  const end = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    while (open.size > 0 || Date.now() < changedAt + pause) await page.waitForTimeout(20)
  }
}
