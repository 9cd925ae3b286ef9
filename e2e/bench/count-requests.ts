import type { Page } from '@playwright/test'

/** Requests of a page that is opened first. */
export interface RequestCounts {
  /** Until all of it is drawn. */
  requests: number
  /** The same with what it loads ahead once it is there. */
  requestsInAll: number
}

/**
 * Opens a page in a new browser, and counts what it asks for.
 * @param drawn - selector of what is drawn last
 */
export async function countRequests(
  page: Page,
  url: string,
  drawn: string,
): Promise<RequestCounts> {
  let requestsInAll = 0
  page.on('request', () => (requestsInAll += 1))
  await page.addInitScript((selector) => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector(selector)) return
      watch.disconnect()
      performance.mark('drawn')
    }).observe(document, { subtree: true, childList: true })
  }, drawn)
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0)
  // Preloading begins when the page has been quiet for a while.
  await page.waitForTimeout(2_000)
  await page.waitForLoadState('networkidle')
  const requests = await page.evaluate(() => {
    const drawnAt = performance.getEntriesByName('drawn')[0]?.startTime ?? 0
    return performance
      .getEntries()
      .filter(({ entryType }) => entryType === 'resource' || entryType === 'navigation')
      .filter(({ startTime }) => startTime < drawnAt).length
  })
  return { requests, requestsInAll }
}
