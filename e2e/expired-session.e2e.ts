import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const own = 'expired-session'

/** A form that writes: where it is, what opens it, what is typed into it, and what sends it. */
interface Form {
  at: string
  opens?: string
  typed: Record<string, string>
  sends: string
}

const forms: readonly Form[] = [
  { at: 'flows', opens: 'New flow', typed: { Name: 'after-expiry' }, sends: 'Create flow' },
  { at: `flows/${own}/settings`, typed: { Description: 'Typed before' }, sends: 'Save' },
  {
    at: 'environments',
    opens: 'New environment',
    typed: { Name: 'after-expiry' },
    sends: 'Create environment',
  },
  { at: `environments/${own}/settings`, typed: { Description: 'Typed before' }, sends: 'Save' },
  {
    at: `environments/${own}/allow-list`,
    opens: 'Allow an artifact',
    typed: { Fingerprint: 'ab'.repeat(32), Name: 'typed', Reason: 'Typed before' },
    sends: 'Allow',
  },
  {
    at: 'controls',
    opens: 'New control',
    typed: { Identifier: 'AFTER-1', Name: 'Typed before' },
    sends: 'Create',
  },
  { at: 'settings/spaces', opens: 'New space', typed: { Name: 'after-expiry' }, sends: 'Create' },
  {
    at: 'settings/service-accounts',
    opens: 'New service account',
    typed: { Name: 'after-expiry', Description: 'Typed before' },
    sends: 'Create',
  },
  {
    at: `settings/service-accounts/${own}`,
    opens: 'New key',
    typed: { Label: 'typed' },
    sends: 'Create key',
  },
]

/** Writes that the service accepted, other than the sign-in. */
function acceptedWrites(page: Page) {
  const accepted: string[] = []
  page.on('response', (answer) => {
    const method = answer.request().method()
    const path = new URL(answer.url()).pathname
    if (method !== 'GET' && answer.ok() && !path.endsWith('/cairn/session')) {
      accepted.push(`${method} ${path}`)
    }
  })
  return accepted
}

test('keeps what was typed into any form, and sends it once after a new sign-in', async ({
  signedIn: page,
  context,
  report,
  world,
}) => {
  test.setTimeout(240_000)
  await report('PUT', '/flows/{org}', { name: own })
  await report('PUT', '/environments/{org}', { name: own, type: 'server' })
  await report('POST', '/service-accounts/{org}', { name: own, privilege: 'member' })
  const accepted = acceptedWrites(page)
  for (const { at, opens, typed, sends } of forms) {
    await test.step(at, async () => {
      await page.goto(`${world.host}/${world.org}/${at}`)
      if (opens) await page.getByRole('button', { name: opens, exact: true }).first().click()
      const form = opens ? page.getByRole('dialog') : page.getByRole('main')
      for (const [label, text] of Object.entries(typed)) {
        await form.getByLabel(label, { exact: true }).fill(text)
      }
      accepted.length = 0
      await context.clearCookies()
      await form.getByRole('button', { name: sends, exact: true }).click()
      const again = page.getByRole('dialog', { name: 'Sign in again' })
      await again.getByLabel('API key').fill(world.key)
      for (const [label, text] of Object.entries(typed)) {
        await expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(text)
      }
      await again.getByRole('button', { name: 'Sign in' }).click()
      await expect(again).toHaveCount(0)
      await expect.poll(() => accepted.length, at).toBeGreaterThan(0)
      // Nothing of it is sent twice: the form is gone, or shows what was saved.
      await expect(page.getByText('This was not sent')).toHaveCount(0)
      expect(new Set(accepted).size).toBe(accepted.length)
    })
  }
})
