import { type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { cairn, type Service } from '../service.ts'

/** Runs a function in a new browser, signed in as a user. */
export async function browse<Result>(
  { host, dataDir }: Service,
  user: string,
  visit: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const key = cairn(dataDir, 'key', 'add', user)
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: asRoot ? ['--no-sandbox'] : [],
  })
  try {
    const context = await browser.newContext()
    await context.request.post(`${host}/api/v2/cairn/session`, { data: { api_key: key } })
    return await visit(context)
  } finally {
    await browser.close()
  }
}
