import { type Browser, expect, type Page } from '@playwright/test'
import { cairn } from './service.ts'
import type { World } from './world.ts'

/** A page of another person with a role: nobody reviews or approves what they made themselves. */
export async function signInAs(
  browser: Browser,
  { dataDir, org, host }: World,
  name: string,
  role: string,
): Promise<Page> {
  cairn(dataDir, 'user', 'add', name)
  cairn(dataDir, 'member', 'add', org, name, '--role', role)
  const page = await (await browser.newContext()).newPage()
  const data = { api_key: cairn(dataDir, 'key', 'add', name) }
  expect((await page.request.post(`${host}/api/v2/cairn/session`, { data })).ok()).toBe(true)
  return page
}
