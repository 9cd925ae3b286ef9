import { expect, type Page } from '@playwright/test'

const probe = '/is-intercepted'

/**
 * Waits until routes of a page are in force: a busy browser lets requests through that are made right
 * after the first one was set. Pages that are opened later have them from their beginning.
 */
export async function untilIntercepted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }))
  const isAnswered = () =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          ({ status }) => status === 204,
          () => false,
        ),
      probe,
    )
  await expect.poll(isAnswered).toBe(true)
  await page.unroute(`**${probe}`)
}

/** Holds requests of a page back, until the function that it returns is called. */
export async function holdCalls(page: Page, ...urls: (string | RegExp)[]): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  for (const url of urls) {
    await page.route(url, async (route) => {
      await released
      await route.continue()
    })
  }
  await untilIntercepted(page)
  return () => release()
}
