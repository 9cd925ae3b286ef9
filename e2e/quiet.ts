import type { Page, Request } from '@playwright/test'

/** How long a page that asked for nothing is taken to have all it wants, in milliseconds. */
const pause = 200

/**
 * Watches what a page asks for: wait for what this gives before its parts are looked at. The stream
 * of news, which never ends, is no matter.
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
