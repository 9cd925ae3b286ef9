import type { Page } from '@playwright/test'
import { signInAs as signIn } from './sign-in-as.ts'
import { expect, test } from './world.ts'

/** The flow in whose trails a second person decides about overrides. */
export const guarded = 'overridden-guarded'

/** The rules of an organization where another administrator approves what is tagged. */
const fourEyes = {
  approval: 'tagged',
  approval_tags: ['guard:two'],
  environment_tags: ['guard:two'],
  approver_roles: ['admin'],
  approvers: [],
  default_days: null,
  most_days: null,
  allows_no_expiry: true,
}

/** Setup of approval: the rules, and a second administrator, signed in. */
export const approving = test.extend<{ second: Page; signInAs: (name: string) => Promise<Page> }>({
  signInAs: async ({ browser, world }, use) => {
    const pages: Page[] = []
    await use(async (name) => {
      const page = await signIn(browser, world, name, 'admin')
      pages.push(page)
      await page.goto(`${world.host}/${world.org}/overrides`)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  second: async ({ report, signInAs }, use, { testId }) => {
    await report('PATCH', `/tags/{org}/flow/${guarded}`, { set_tags: { guard: 'two' } })
    await report('PUT', '/cairn/{org}/settings/overrides', fourEyes)
    await use(await signInAs(`second-${testId.slice(-8)}`))
    await report('PUT', '/cairn/{org}/settings/overrides', { ...fourEyes, approval: 'off' })
  },
})

/** Opens a request from its row in the register. */
export async function openRequest(page: Page, text: string) {
  // Rows of others wait behind a button while somebody reads; a new visit shows them.
  await page.reload()
  await page
    .getByRole('row', { name: new RegExp(text) })
    .getByRole('link', { name: /^Decide/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Request to override scan' })).toBeVisible()
}
