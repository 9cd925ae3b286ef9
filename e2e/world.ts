import { type Page, test as base } from '@playwright/test'
import { visit } from './open-by-link.ts'
import { claimName } from './own-names.ts'
import { startWorld, type World } from './start-world.ts'

export type { World } from './start-world.ts'

/** A file to send with a report. */
interface Upload {
  /** Name of the JSON part beside it; by default `data_json`. */
  beside?: string
  part: string
  name: string
  content: string
}

/** Calls the public API; `{org}` in the path is the organization of the test. */
export type Report = (
  write: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  json: object,
  upload?: Upload | 'form',
) => Promise<void>

/** Signs in a page; the page that does so is a journey of its own. */
async function signIn(page: Page, { host, key }: World): Promise<Page> {
  const answer = await page.request.post(`${host}/api/v2/cairn/session`, { data: { api_key: key } })
  if (!answer.ok()) throw new Error(`signing in was answered ${await answer.text()}`)
  return page
}

/** Returns the function that calls the public API of a service. */
export function reportTo(world: World): Report {
  return async (write, path, json, upload) => {
    if (write === 'PUT' || write === 'POST') await claimName(world, path, json)
    const headers: Record<string, string> = { authorization: `Bearer ${world.key}` }
    let body: FormData | string
    if (upload) {
      body = new FormData()
      const beside = upload === 'form' ? undefined : upload.beside
      body.set(beside ?? 'data_json', JSON.stringify(json))
      if (upload !== 'form') body.set(upload.part, new Blob([upload.content]), upload.name)
    } else {
      body = JSON.stringify(json)
      headers['content-type'] = 'application/json'
    }
    const url = `${world.host}/api/v2${path.replace('{org}', world.org)}`
    const init: RequestInit = { method: write, headers, body }
    const response = await fetch(url, init)
    if (!response.ok) throw new Error(`${path} was answered ${await response.text()}`)
  }
}

/** The file of tests that has loaded the dashboard of this worker. */
let openedIn = ''

/** A test with the service, signed-in pages, and a function for the public API. */
export const test = base.extend<
  {
    world: World
    /** A page of this test alone, not opened yet. */
    signedIn: Page
    /** A page that stays open through a file: to load it takes longer than most tests. */
    dashboard: Page
    /** Opens an address within the organization in the dashboard. */
    open: (path: string) => Promise<void>
    report: Report
  },
  { service: World; keptPage: Page }
>({
  // Journeys have one for each worker: a failed one runs again in a new worker, without what it
  // made before. The other projects read what their tests made together.
  service: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the fixtures off this pattern
    async ({}, use, { project }) => {
      if (project.name !== 'journeys') return use(JSON.parse(process.env.E2E_WORLD ?? '') as World)
      const { world, stop } = await startWorld()
      await use(world)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: ({ service }, use) => use(service),
  signedIn: async ({ page, world }, use) => use(await signIn(page, world)),
  keptPage: [
    async ({ browser, service }, use) => {
      const context = await browser.newContext()
      await use(await signIn(await context.newPage(), service))
      await context.close()
    },
    { scope: 'worker' },
  ],
  dashboard: async ({ keptPage: page, viewport }, use) => {
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    page.removeAllListeners()
    if (viewport) await page.setViewportSize(viewport)
  },
  open: ({ dashboard, service }, use) =>
    use(async (path) => {
      const address = `${service.host}/${service.org}/${path}`
      const { file } = test.info()
      if (openedIn === file) return visit(dashboard, address)
      // Nothing that another file has chosen or read: which one ran before is up to the runner.
      if (openedIn)
        await dashboard.evaluate(() => [localStorage, sessionStorage].map((one) => one.clear()))
      await dashboard.goto(address)
      openedIn = file
    }),
  report: ({ world }, use) => use(reportTo(world)),
})

export { expect } from '@playwright/test'
