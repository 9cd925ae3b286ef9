import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { cairn, type Service } from '../service.ts'

/** Runs a function in a new browser, signed in as a user of a service of this machine. */
export function browse<Result>(
  { host, dataDir }: Service,
  user: string,
  visit: (context: BrowserContext) => Promise<Result>,
  options: BrowserContextOptions = {},
): Promise<Result> {
  return browseBy(host, cairn(dataDir, 'key', 'add', user), visit, options)
}

/** Runs a function in a new browser, signed in at a host by an API key. */
export async function browseBy<Result>(
  host: string,
  key: string,
  visit: (context: BrowserContext) => Promise<Result>,
  options: BrowserContextOptions = {},
): Promise<Result> {
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: asRoot ? ['--no-sandbox'] : [],
  })
  try {
    const context = await browser.newContext(options)
    await context.request.post(`${host}/api/v2/cairn/session`, { data: { api_key: key } })
    return await visit(context)
  } finally {
    await browser.close()
  }
}
