import type { Page } from '@playwright/test'

/**
 * Opens an address of the dashboard as a link in the page that is open does: loading the dashboard
 * anew takes longer than most checks of a page. The address is read as one that is opened directly.
 */
export async function openByLink(page: Page, address: string): Promise<void> {
  await page.evaluate(async (href) => {
    if (!window.__TSR_ROUTER__) throw new Error('the page has no router')
    await window.__TSR_ROUTER__.navigate({ href })
  }, address)
}

/** Opens an address: by a link where the page shows the dashboard already. */
export async function visit(page: Page, address: string): Promise<void> {
  const { origin, href } = new URL(address)
  if (page.url().startsWith(origin)) await openByLink(page, href.slice(origin.length))
  else await page.goto(address)
}
