import { type Page, test as base } from '@playwright/test'
import { claimName } from './own-names.ts'
import { startWorld, type World } from './start-world.ts'

export type { World } from './start-world.ts'

/** A file to send with a report. */
export interface Upload {
  /** Name of the JSON part beside it; by default `data_json`. */
  beside?: string
  part: string
  name: string
  content: string
}

/** A test with the service, a signed-in page, and a function for the public API. */
export const test = base.extend<
  {
    world: World
    signedIn: Page
    report: (
      write: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
      path: string,
      json: object,
      upload?: Upload | 'form',
    ) => Promise<void>
  },
  { service: World }
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
  signedIn: async ({ page, world }, use) => {
    // The page of it is a journey of its own.
    const session = `${world.host}/api/v2/cairn/session`
    const answer = await page.request.post(session, { data: { api_key: world.key } })
    if (!answer.ok()) throw new Error(`signing in was answered ${await answer.text()}`)
    await use(page)
  },
  report: async ({ world }, use) => {
    await use(async (write, path, json, upload) => {
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
    })
  },
})

export { expect } from '@playwright/test'
