import { type Browser, expect, type Page } from '@playwright/test'
import type { Role } from '#contract/common/endpoint.ts'
import { addPerson } from './administer.ts'
import type { World } from './world.ts'

/** A page of another person with a role: nobody reviews or approves what they made themselves. */
export async function signInAs(
  browser: Browser,
  world: World,
  name: string,
  role: Role,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const data = { api_key: await addPerson(world, name, role) }
  expect((await page.request.post(`${world.host}/api/v2/cairn/session`, { data })).ok()).toBe(true)
  return page
}
