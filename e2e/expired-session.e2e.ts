import type { Locator, Page } from '@playwright/test'
import { addOrganization } from './administer.ts'
import { visit } from './open-by-link.ts'
import { watchRequests } from './quiet.ts'
import { expect, test as base } from './world.ts'

/** Settings, members and views concern a whole organization, so these forms have one of their own. */
const test = base.extend({
  world: async ({ world }, use, { testId }) => {
    const org = `expired-${testId.slice(-8)}-${Date.now()}`
    await addOrganization(world, org)
    await use({ ...world, org })
  },
})

const own = 'expired-session'

/** A form that writes: what opens it, what is typed and chosen in it, and what sends it. */
interface Form {
  /** The button that opens it in a dialog, or how else that is done. */
  opens?: string | ((page: Page) => Promise<void>)
  /** The part of the page that it is, where it is no dialog. */
  within?: string
  typed: Record<string, string>
  chooses?: (form: Locator) => Promise<void>
  sends: string
}

/** The forms of each page, in an order in which the page stays until the last is sent. */
const forms: Record<string, readonly Form[]> = {
  flows: [
    {
      opens: async (page) => {
        await page.getByRole('button', { name: 'Views' }).click()
        await page.getByRole('menuitem', { name: 'Save view…' }).click()
      },
      typed: { Name: 'after-expiry' },
      sends: 'Save view',
    },
    {
      opens: async (page) => {
        await page.getByRole('checkbox', { name: `Select ${own}`, exact: true }).check()
        const selection = page.getByRole('region', { name: 'Selection' })
        await selection.getByRole('button', { name: 'Tag' }).click()
      },
      typed: { Key: 'typed', Value: 'before' },
      sends: 'Set tag',
    },
    { opens: 'New flow', typed: { Name: 'after-expiry' }, sends: 'Create flow' },
  ],
  [`flows/${own}/settings`]: [{ typed: { Description: 'Typed before' }, sends: 'Save' }],
  [`flows/${own}/trails/one/override?attestation_name=scan`]: [
    {
      typed: { Reason: 'Typed before' },
      chooses: (form) => form.getByRole('radio', { name: /^Compliant/ }).check({ force: true }),
      sends: 'Override as compliant',
    },
  ],
  environments: [
    { opens: 'New environment', typed: { Name: 'after-expiry' }, sends: 'Create environment' },
  ],
  [`environments/${own}/settings`]: [{ typed: { Description: 'Typed before' }, sends: 'Save' }],
  [`environments/${own}/allow-list`]: [
    {
      opens: 'Allow an artifact',
      typed: { Fingerprint: 'ab'.repeat(32), Name: 'typed', Reason: 'Typed before' },
      sends: 'Allow',
    },
  ],
  'policies/~new': [
    {
      typed: { Name: 'after-expiry', Comment: 'Typed before' },
      sends: 'Create policy',
    },
  ],
  controls: [
    {
      opens: 'New control',
      typed: { Identifier: 'AFTER-1', Name: 'Typed before' },
      sends: 'Create',
    },
  ],
  'settings/attestation-types/~new': [
    { typed: { Name: 'after-expiry', Comment: 'Typed before' }, sends: 'Create type' },
  ],
  'settings/notifications/new': [
    {
      typed: {
        Name: 'Typed before',
        'Webhook URL': 'http://127.0.0.1:9/hook',
      },
      async chooses(form) {
        await form.getByRole('combobox', { name: 'Environments' }).fill('*')
        await form.page().getByRole('option', { name: 'pattern *' }).click()
        await form.getByRole('button', { name: 'Webhook', exact: true }).click()
      },
      sends: 'Create notification',
    },
  ],
  'settings/organization': [
    { within: 'Reporting', typed: { 'azure-apps': '90 min' }, sends: 'Save' },
    { within: 'Evidence', typed: { JUnit: '30' }, sends: 'Save' },
    {
      within: 'Overrides and allow-lists',
      typed: { 'Default expiry in days': '30' },
      sends: 'Save',
    },
  ],
  'settings/members': [
    {
      opens: 'Add a member',
      typed: { Name: 'journey-after-expiry' },
      chooses: (form) => form.getByRole('radio', { name: /^Is new/ }).check({ force: true }),
      sends: 'Add',
    },
  ],
  'settings/spaces': [{ opens: 'New space', typed: { Name: 'after-expiry' }, sends: 'Create' }],
  'settings/service-accounts': [
    {
      opens: 'New service account',
      typed: { Name: 'after-expiry', Description: 'Typed before' },
      sends: 'Create',
    },
  ],
  [`settings/service-accounts/${own}`]: [
    { opens: 'New key', typed: { Label: 'typed' }, sends: 'Create key' },
  ],
}

/** Calls that change nothing: they say what a draft would do. */
const previews = /preview|impact|effect|backtest|_matches/

/** Writes that the service accepted, other than the sign-in. */
function acceptedWrites(page: Page) {
  const accepted: string[] = []
  page.on('response', (answer) => {
    const method = answer.request().method()
    const path = new URL(answer.url()).pathname
    if (method === 'GET' || !answer.ok() || previews.test(path)) return
    if (!path.endsWith('/cairn/session')) accepted.push(`${method} ${path}`)
  })
  return accepted
}

/** Returns what ends the session as the next write leaves, so that no other request meets its end. */
async function prepareExpiry(page: Page) {
  let isArmed = false
  await page.route('**/api/v2/**', async (route) => {
    const request = route.request()
    if (isArmed && request.method() !== 'GET' && !previews.test(request.url())) {
      isArmed = false
      await page.context().clearCookies()
    }
    await route.continue()
  })
  return () => {
    isArmed = true
  }
}

// Split for several workers.
const shares = 2
test.describe.configure({ mode: 'parallel' })

for (let share = 0; share < shares; share += 1) {
  test(`keeps what was typed into any form, and sends it once after a new sign-in: share ${share + 1}`, async ({
    signedIn: page,
    report,
    world,
  }) => {
    await report('PUT', '/flows/{org}', { name: own })
    await report('PUT', '/environments/{org}', { name: own, type: 'server' })
    await report('POST', '/service-accounts/{org}', { name: own, privilege: 'member' })
    const scan = { attestation_name: 'scan', is_compliant: false }
    await report('POST', `/attestations/{org}/${own}/trail/one/generic`, scan, 'form')
    const quiet = watchRequests(page)
    const accepted = acceptedWrites(page)
    const expireAtNextWrite = await prepareExpiry(page)
    const part = Object.entries(forms).filter((_, index) => index % shares === share)
    for (const [at, onPage] of part) {
      await visit(page, `${world.host}/${world.org}/${at}`)
      for (const { opens, within, typed, chooses, sends } of onPage) {
        await test.step(`${at}: ${sends}`, async () => {
          if (typeof opens === 'string') {
            await page.getByRole('button', { name: opens, exact: true }).first().click()
          } else {
            await opens?.(page)
          }
          const main = page.getByRole('main')
          const section = within ? main.getByRole('region', { name: within, exact: true }) : main
          const form = opens ? page.getByRole('dialog') : section
          const field = (label: string) => form.getByRole('textbox', { name: label, exact: true })
          await chooses?.(form)
          for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
          const send = form.getByRole('button', { name: sends, exact: true })
          await expect(send).toBeEnabled()
          accepted.length = 0
          expireAtNextWrite()
          await send.click()
          const again = page.getByRole('dialog', { name: 'Sign in again' })
          await again.getByLabel('API key').fill(world.key)
          for (const [label, text] of Object.entries(typed)) {
            await expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(text)
          }
          await again.getByRole('button', { name: 'Sign in' }).click()
          await expect(again).toHaveCount(0)
          await expect.poll(() => accepted.length, `accepted writes of ${at}`).toBeGreaterThan(0)
          // Nothing of it is sent twice: the form is gone, or shows what was saved.
          await expect(page.getByText('Not sent')).toHaveCount(0)
          await expect(send.and(page.locator(':enabled'))).toHaveCount(0)
          // A form that leads elsewhere has done so before the next page is opened by a link.
          await quiet()
          expect(new Set(accepted).size).toBe(accepted.length)
        })
      }
    }
  })
}
