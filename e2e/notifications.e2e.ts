import { Webhook } from 'standardwebhooks'
import { addOrganization } from './administer.ts'
import { add } from './choose.ts'
import { putPolicy } from './put-policy.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { visit } from './open-by-link.ts'
import { expect, test as base } from './world.ts'

const org = 'noticed'

/** A test with an organization of its own, without notifications. */
const test = base.extend<{ receiver: Receiver }>({
  world: async ({ world }, use) => {
    await addOrganization(world, org)
    await use({ ...world, org })
  },
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the fixtures off this pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    await receiver.close()
  },
})

test('a team lead sets up a notification, tests it, and sees failures', async ({
  signedIn: page,
  world,
  report,
  receiver,
}) => {
  // It waits for a retry, and for a log that is polled every few seconds.
  await report('PUT', '/environments/{org}', { name: 'prod', type: 'server' })
  await report('PUT', '/environments/{org}', { name: 'staging', type: 'server' })
  await putPolicy(world, 'known', '  provenance:\n    required: true')
  await report('POST', '/environments/{org}/prod/policies', { policy_names: ['known'] })
  const run = (environment: string, digests: Record<string, string>) =>
    report('PUT', `/environments/{org}/${environment}/report/server`, {
      artifacts: Object.entries(digests).map(([name, digest]) => ({
        digests: { [name]: digest },
        creationTimestamp: 1_790_000_000,
      })),
    })
  await run('prod', { api: 'ab'.repeat(32) })

  // From the empty page: an example that can be tested unchanged.
  await page.goto(`${world.host}/${org}/settings/notifications`)
  const main = page.getByRole('main')
  await expect(main).toContainText('First run')
  await expect(main).toContainText('2 environments have no rule')
  await expect(main).toContainText('When prod becomes non-compliant or compliant, tell Slack.')
  await page.getByRole('button', { name: 'Remove target 1' }).click()
  const create = page.getByRole('button', { name: 'Create notification' })
  await expect(create).toBeDisabled()
  await expect(main).toContainText('To save it, add a target.')
  await page.getByRole('button', { name: 'Webhook', exact: true }).click()
  await page.getByLabel('Webhook URL').fill('http://10.1.2.3/hook')
  await page.getByLabel('Name of the webhook').fill('Pager')
  await page.getByLabel('Name', { exact: true }).fill('Prod changes')
  await page.getByRole('button', { name: 'Create notification' }).click()
  await expect(page.getByLabel('Webhook URL')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Webhook URL').fill(receiver.url)
  await add(page, 'Environments', 'staging')
  await expect(main).toContainText('staging has no policy: its verdict never changes.')
  await page.getByRole('button', { name: 'Remove staging' }).click()
  await page.getByRole('checkbox', { name: 'starts' }).check()
  await expect(main).toContainText(
    'When prod becomes non-compliant or compliant, or an artifact starts there, tell Pager.',
  )

  // Past events that it would have sent, and a test before it is saved.
  await expect(main).toContainText('2 times in 30 days')
  await page.getByRole('button', { name: 'Artifact api started in environment prod' }).click()
  await expect(main).toContainText('Show the newest')
  await page.getByRole('button', { name: '7 d' }).click()
  await expect(main).toContainText('2 times in 7 days')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(main).toContainText('Answered 200')
  expect(receiver.requests).toHaveLength(1)
  await page.getByRole('button', { name: 'Create notification' }).click()
  await page.waitForURL(/\/notifications\/1$/)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByText('Prod changes')).toHaveAttribute('aria-current', 'page')

  // It fires for a new event.
  await expect(main).toContainText('Pager')
  await expect(main).not.toContainText('k7Q')
  await page.getByRole('button', { name: 'Show secret' }).click()
  const secret = await page.getByText(/^whsec_/).textContent()
  await run('prod', { api: 'ab'.repeat(32), web: 'cd'.repeat(32) })
  const log = page.getByRole('table', { name: 'Deliveries, newest first' })
  const delivery = log.getByRole('row', { name: /web starts in prod/ })
  await expect(delivery).toContainText('Delivered', { timeout: 20_000 })
  const { headers, body } = receiver.requests.at(-1)!
  const verified = new Webhook(secret!).verify(body, headers as Record<string, string>)
  expect(verified).toMatchObject({ event_type: 'ARTIFACT_STARTED', environment: 'prod' })
  await expect(main.getByText('Working').first()).toBeVisible()

  // A failing receiver is shown, and the missed message is sent again.
  receiver.fail(1)
  await page.keyboard.press('t')
  await expect(main).toContainText('Answered 503')
  await expect(main).toContainText('Failing')
  receiver.fail(1)
  await run('prod', { api: 'ab'.repeat(32), web: 'cd'.repeat(32), job: 'ef'.repeat(32) })
  const missed = log.getByRole('row', { name: /job starts in prod/ })
  await missed.getByRole('button').click({ timeout: 20_000 })
  const drawer = page.getByRole('complementary', { name: 'job starts in prod' })
  await expect(drawer).toContainText('down for maintenance', { timeout: 20_000 })
  await expect(drawer).toContainText('thank you', { timeout: 20_000 })
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect(log.getByRole('row', { name: /sent again/ })).toContainText('Delivered', {
    timeout: 20_000,
  })
  const [retried, again] = receiver.requests.slice(-2).map((one) => one.headers['webhook-id'])
  expect(again).toBe(retried)
  await page.keyboard.press('Escape')

  // A bar of the chart links to the counted deliveries, and back.
  const failed = log.getByRole('row', { name: /A test.*Given up/ })
  await expect(failed).toBeVisible()
  await page.getByRole('link', { name: /\d+ given up, \d+ delivered$/ }).hover()
  const arrived = await page.locator('.chart-active[data-field=delivered]').boundingBox()
  if (arrived) await page.mouse.click(arrived.x + 2, arrived.y + 4)
  await expect(page).toHaveURL(/state=.*from_timestamp=.*to_timestamp=/)
  await expect(failed).toBeHidden()
  await expect(log.getByRole('row', { name: /web starts in prod/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(failed).toBeVisible()

  // It is muted until a local time, and its history links back here.
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mute Prod changes' })
  const until = dialog.getByLabel('or until, local time')
  await until.fill('2020-01-01T08:00')
  await expect(dialog).toContainText('The end should be in the future')
  await until.fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16))
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(main).toContainText('Muted until')
  await page.getByRole('link', { name: 'History in the audit log' }).click()
  await page.getByRole('link', { name: 'Prod changes' }).first().click()
  await page.waitForURL(/\/notifications\/1$/)
  await page.getByRole('button', { name: 'Unmute' }).click()

  await expect(main).not.toContainText('Muted until')

  // It is changed without entering its address again.
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Environments' }).fill('stag*')
  await page.getByRole('option', { name: 'pattern stag*' }).click()
  await expect(main).toContainText('2 environments match now: prod, staging')
  // Another user saves it meanwhile: both versions are shown, and nothing is lost.
  await report('PUT', '/organizations/{org}/environments_notifications/1', {
    name: 'Prod changes',
    type: 'env',
    environments: ['prod'],
    triggers: ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT'],
    targets: [{ type: 'WEBHOOK', webhook: receiver.url }],
  })
  const both = page.getByRole('table', { name: 'Both versions' })
  await expect(both).toContainText('an artifact starts or stops in prod', { timeout: 20_000 })
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(main).toContainText('Watches now: prod, staging')

  // The environment shows who is notified; unwatched environments are named.
  await visit(page, `${world.host}/${org}/settings/notifications`)
  const listed = page.getByRole('row', { name: /Prod changes/ })
  await expect(listed).toContainText('When prod or any environment named stag*')
  await expect(page.getByRole('columnheader', { name: 'Sent, 7 days' })).toBeVisible()
  await expect(main).toContainText('Every environment has a rule')
  await visit(page, `${world.host}/${org}/environments/prod`)
  await expect(page.getByRole('region', { name: 'Who is told' })).toContainText('Prod changes')
  await page.getByRole('link', { name: 'Prod changes' }).click()
  // The page before has such a button, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Prod changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete this notification' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    '2 environments are left unwatched: prod, staging',
  )
  await page.getByLabel('Type the name to go on').fill('Prod changes')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL(/settings\/notifications$/)
  await expect(main).toContainText('First run')
})
