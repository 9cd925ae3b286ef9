import { expect, type Page } from '@playwright/test'
import type { Person } from './person.ts'

/** A task of the dashboard's users; its walk begins at the overview and ends with the answer in sight. */
interface Task {
  who: 'Officer' | 'Engineer' | 'Lead'
  name: string
  walk(person: Person): Promise<void>
}

const seen = { timeout: 30_000 }
/** The newest trail of a flow whose scan fails, as the search shows it. */
const newestRed = /^fraud-scoring-\d+.*Non-compliant/

/** Parts beside a page, or over it on phones. */
const details = (page: Page) => page.getByRole('complementary').or(page.getByRole('dialog')).last()

/** The tasks that the dashboard is made for, on the demo. */
export const tasks: readonly Task[] = [
  {
    who: 'Officer',
    name: 'see which environments nobody can vouch for, and since when',
    async walk({ page, press }) {
      await press(page.locator('main a[href*="standing=non_compliant"]').first())
      await expect(page.getByRole('table').or(page.getByRole('list')).first()).toBeVisible(seen)
      await expect(page.getByRole('main')).toContainText('shop-assets', seen)
    },
  },
  {
    who: 'Officer',
    name: 'explain a verdict down to its evidence',
    async walk({ page, press }) {
      const row = page.getByRole('row', { name: /shop-assets/ })
      await press(row.getByRole('link', { name: /^Why/ }))
      const why = details(page)
      await press(why.locator('a[href*="attestation_id="]').first())
      await expect(details(page).locator('dl').first()).toBeVisible(seen)
    },
  },
  {
    who: 'Officer',
    name: 'find evidence of a flow and take it away as a file',
    async walk({ page, press, goTo, filter }) {
      await goTo('Attestations')
      await filter('Flow', /ledger-api/)
      await press(page.getByRole('button', { name: 'Page actions' }))
      const download = page.waitForEvent('download')
      await press(page.getByRole('menuitem', { name: /CSV/ }))
      await download
    },
  },
  {
    who: 'Officer',
    name: 'review an override: who, why, until when, with what effect',
    async walk({ page, press, goTo }) {
      await goTo('Exceptions')
      await press(page.getByRole('link', { name: /container-scan/ }).first())
      await expect(page.getByRole('heading', { level: 1, name: /container-scan/ })).toBeVisible(
        seen,
      )
    },
  },
  {
    who: 'Officer',
    name: 'show that a control is asked everywhere it should be',
    async walk({ page, press, goTo }) {
      await goTo('Controls')
      await press(page.getByRole('link', { name: 'NG-VM-05' }))
      await expect(page.getByRole('main')).toContainText(/\d+ of \d+/, seen)
    },
  },
  {
    who: 'Engineer',
    name: 'learn why a trail is red, and what fixes it',
    async walk({ page, press, search }) {
      await search('fraud-scoring', newestRed)
      await press(page.getByRole('link', { name: /^Why/ }).first())
      await expect(details(page)).toContainText('Smallest fix', seen)
    },
  },
  {
    who: 'Engineer',
    name: 'know before deploying whether a build complies there',
    async walk({ page, goTo, choose }) {
      await goTo('Can I deploy?')
      await choose('What', 'fraud-scoring:', /fraud-scoring/)
      await choose('Where', 'production-eu', /production-eu/)
      await expect(page.getByRole('main')).toContainText(/would (?:not )?comply|Yes|No/, seen)
    },
  },
  {
    who: 'Engineer',
    name: 'override an attestation, seeing first what flips',
    async walk({ page, press, search, type }) {
      await search('fraud-scoring', newestRed)
      await press(page.getByRole('main').getByRole('link', { name: 'container-scan', exact: true }))
      await press(details(page).getByRole('link', { name: /^Override/ }))
      await press(page.getByRole('radio').first())
      await expect(page.getByRole('region', { name: 'What this changes' })).toContainText(
        /\w/,
        seen,
      )
      await type(page.getByRole('textbox', { name: 'Reason' }), 'Not reachable from outside')
    },
  },
  {
    who: 'Engineer',
    name: 'see what changed between two snapshots',
    async walk({ page, press, search }) {
      await search('production-eu', /production-eu/)
      await press(page.getByRole('link', { name: 'Compare', exact: true }))
      await expect(page.getByRole('main')).toContainText(/added|removed|replaced/i, seen)
    },
  },
  {
    who: 'Engineer',
    name: 'get the exact call of a page for a pipeline',
    async walk({ page, press, goTo }) {
      await goTo('Builds')
      await expect(page.getByRole('heading', { level: 1, name: 'Builds' })).toBeVisible(seen)
      await press(page.getByRole('button', { name: 'Page actions' }))
      await press(page.getByRole('menuitem', { name: 'Copy as curl' }))
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /copied/i })
          .first(),
      ).toBeAttached(seen)
    },
  },
  {
    who: 'Lead',
    name: 'prove that a notification works: deliveries, then a test',
    async walk({ page, press, goTo }) {
      await goTo('Settings')
      await press(page.getByRole('link', { name: /^Notifications/ }))
      await press(
        page
          .getByRole('main')
          .getByRole('link', { name: /becomes non-compliant/ })
          .first(),
      )
      await expect(page.getByRole('main')).toContainText(/Deliveries/, seen)
      await press(page.getByRole('button', { name: /^Test/ }).first())
      await expect(page.getByRole('main')).toContainText(/Answered|Not reached|failed/i, seen)
    },
  },
  {
    who: 'Lead',
    name: 'decide on a request for an override',
    async walk({ page, press }) {
      await press(page.getByRole('link', { name: /^Decide/ }).first())
      await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible(seen)
    },
  },
  {
    who: 'Lead',
    name: 'see which environment stopped reporting, and its last reports',
    async walk({ page, press }) {
      await press(page.getByRole('link', { name: /^Last reports/ }).first())
      await expect(page.getByRole('heading', { level: 1, name: 'branch-kiosks' })).toBeVisible(seen)
    },
  },
]
