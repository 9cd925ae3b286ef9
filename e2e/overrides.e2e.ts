import { readFile } from 'node:fs/promises'
import { artifactReport } from './artifact-report.ts'
import { approving, guarded, openRequest } from './approving.ts'
import { choose } from './choose.ts'
import { putPolicy } from './put-policy.ts'
import { visit } from './open-by-link.ts'
import { expect, test } from './world.ts'

const flow = 'overridden'
const env = 'overridden-prod'
const print = '0e'.repeat(32)
const commit = '0e'.repeat(20)
const template = `version: 1
trail:
  attestations: [{ name: approval, type: decision }]
  artifacts: [{ name: app, attestations: [{ name: scan, type: generic }] }]
`
const file = { part: 'template_file', name: 'template.yml', content: template }

test.beforeEach(async ({ world, report }) => {
  for (const name of [flow, guarded]) {
    await report('PUT', '/flows/{org}/template_file', { name }, file)
    await report(
      'POST',
      `/artifacts/{org}/${name}`,
      artifactReport({
        fingerprint: print,
        filename: 'app:1',
        git_commit: commit,
        trail_name: 'one',
        template_reference_name: 'app',
      }),
    )
    await report(
      'POST',
      `/attestations/{org}/${name}/trail/one/system`,
      {
        attestation_name: 'approval',
        type_name: 'decision',
        control: 'RCTL-7',
        attestation_data: { is_compliant: true },
      },
      'form',
    )
    await report(
      'POST',
      `/attestations/{org}/${name}/trail/one/generic`,
      { attestation_name: 'scan', artifact_fingerprint: print, is_compliant: false },
      'form',
    )
  }
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await putPolicy(world, env, '  attestations: [{ type: generic, name: scan }]')
  await report('POST', `/environments/{org}/${env}/policies`, { policy_names: [env] })
  await report('PUT', `/environments/{org}/${env}/report/server`, {
    artifacts: [{ digests: { 'app:1': print }, creationTimestamp: 1_700_000_000 }],
  })
})

test('an engineer overrides a failing attestation after a preview of its flips, and ends it', async ({
  signedIn: page,
  world,
  report,
}) => {
  const trail = `${world.host}/${world.org}/flows/${flow}/trails/one`
  const main = page.getByRole('main')
  const impact = page.getByRole('region', { name: 'What this changes' })
  // An open form asks before it is left; this one is left on purpose.
  page.on('dialog', (dialog) => void dialog.accept())

  // A decision cannot be overridden.
  await visit(page, trail)
  await page.getByRole('link', { name: 'approval', exact: true }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('button', { name: 'Override' })).toBeDisabled()
  await expect(drawer.getByText('record another decision about its control')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'scan', exact: true }).focus()
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { name: 'Override scan', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Evidence says' })).toContainText('Non-compliant')
  await expect(
    page.getByRole('radio', { name: 'Non-compliant As the evidence says' }),
  ).toBeVisible()
  for (const choice of await page.getByRole('radio').all()) await expect(choice).not.toBeChecked()
  await page.getByRole('button', { name: 'Override', exact: true }).click()
  await expect(page.getByText('Choose what it counts as', { exact: true })).toBeVisible()
  await expect(page.getByText('Say why')).toBeVisible()

  await page.getByRole('radio', { name: /^Compliant/ }).check({ force: true })
  await expect(impact).toContainText('Environment')
  await expect(impact.getByRole('link', { name: env })).toBeVisible()
  await expect(impact).toContainText('verdicts flip')
  await page.getByRole('textbox', { name: 'Reason' }).fill('The finding does not ship')
  await page.getByLabel(/^Ticket/).fill('SEC 418')
  await expect(page.getByText('Write a key such as RISK-733')).toBeVisible()
  await page.getByLabel(/^Ticket/).fill('https://tickets.example.com/browse/SEC-418')
  await page.getByLabel(/^Compensating control/).fill('No route from outside')

  // A new report meanwhile is shown, and has to be confirmed.
  await report(
    'POST',
    `/attestations/{org}/${flow}/trail/one/generic`,
    { attestation_name: 'scan', artifact_fingerprint: print, is_compliant: false },
    'form',
  )
  await expect(page.getByText('A newer report came since you opened this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Override as compliant' })).toBeDisabled()
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(page.getByRole('link', { name: 'Open the evidence' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Reason' }).press('Control+Enter')
  // It leads back to the trail, and says where the decision is.
  await expect(page.getByRole('heading', { name: 'one', level: 1 })).toBeVisible()
  // Back leads past the form, which would ask for it all again.
  await page.goBack()
  await expect(page).toHaveURL(trail)
  await page.goForward()
  await page.getByRole('button', { name: 'Open the override' }).click()
  await expect(page.getByRole('heading', { name: 'Override of scan' })).toBeVisible()
  await expect(main.getByText('Currently in effect.')).toBeVisible()
  await expect(main.getByRole('link', { name: env })).toBeVisible()
  await expect(main.getByText('No route from outside')).toBeVisible()
  const id = page.url().split('/').at(-1)
  const rail = page.getByRole('navigation', { name: 'Main' })
  await expect(rail.getByRole('link', { name: 'Exceptions' })).toHaveAttribute('aria-current')

  await visit(page, `${world.host}/${world.org}/environments/${env}`)
  await expect(main.getByText('Compliant by override', { exact: true }).first()).toBeVisible()

  // Why tells what was reported, who decided otherwise, until when, and with what reason.
  await visit(page, `${trail}?why=trail`)
  const leaf = drawer.getByRole('treeitem', { name: /Slot scan/ })
  await expect(leaf.locator('del')).toHaveText('non-compliant')
  await expect(leaf).toContainText(/Counts as compliant by .+: “The finding does not ship”\./)

  // The overridden evidence is shown beside it, struck through.
  await visit(page, trail)
  await expect(page.getByRole('row', { name: /scan/ })).toContainText('by override')
  await page.getByRole('link', { name: 'scan', exact: true }).click()
  const block = drawer.getByRole('region', { name: 'Override' })
  await expect(block.locator('del')).toContainText('Non-compliant')
  await expect(block).toContainText('The finding does not ship')
  await expect(block.getByRole('link', { name: 'SEC-418' })).toBeVisible()
  await expect(drawer).toContainText('Compliant by override')
  // The evidence is the newer report, and the only versions are reports.
  await expect(drawer.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2)
  await drawer.getByRole('link', { name: 'Version 1' }).click()
  await expect(drawer).toContainText('replaced by a later report')

  // Wherever its verdict stands, that says so.
  await visit(page, `${world.host}/${world.org}/flows?name=${flow}`)
  await expect(page.getByRole('row', { name: new RegExp(`${flow} `) })).toContainText(
    'Compliant by override',
  )

  // Overridden again, the first one stays on record.
  await visit(page, `${trail}/override?attestation_name=scan&artifact_fingerprint=${print}`)
  await page.getByRole('radio', { name: /^Non-compliant/ }).check({ force: true })
  await expect(impact.getByRole('link', { name: env })).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Back to what the scan says')
  await page.getByRole('button', { name: 'Override as non-compliant' }).click()
  await page.getByRole('button', { name: 'Open the override' }).click()
  await expect(main.getByText('Currently in effect.')).toBeVisible()
  const restoring = page.url()
  await visit(page, `${world.host}/${world.org}/overrides/${id}`)
  await expect(main.getByText('A later report or override counts instead')).toBeVisible()

  // Its end is a separate record, after which the override before it counts again.
  await visit(page, restoring)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Extend' }).click()
  await choose(dialog.getByLabel('Ends'), 'In 30 days')
  await dialog.getByLabel('Reason').fill('Until the next release')
  await dialog.getByRole('button', { name: 'Change expiry' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Until the next release')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The scan was right after all')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  await expect(
    main.getByText('It has ended: the newest report or override that has not ended counts'),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('The scan was right')
  await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toHaveCount(0)
  // Who made it does not review it.
  await expect(page.getByRole('button', { name: 'Review' })).toHaveCount(0)
  await visit(page, `${trail}?attestation_id=${restoring.split('/').at(-1)}`)
  await expect(drawer).toContainText(/Withdrawn by .*: The scan was right after all/)
  await expect(drawer).toContainText(/was to end .*Withdrawn by/)
  await expect(drawer).not.toContainText('replaced by a later report')
  await expect(drawer.getByRole('region', { name: 'Override' })).toHaveCount(2)
  await expect(drawer.getByRole('list', { name: 'Overrides' })).toContainText('effective')
  await visit(page, trail)
  await expect(main.getByText('Override of scan for app withdrawn')).toBeVisible()

  // It expires: the verdict returns, and the history has the reason.
  const ended = await fetch(`${world.host}/api/v2/cairn/${world.org}/overrides/${id}/expiry`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expires_at: Date.now() / 1_000 + 2, reason: 'Only so long' }),
  })
  expect(ended.status).toBe(200)
  await expect(main.getByText('Override of scan for app expired')).toBeVisible({ timeout: 45_000 })
})

approving(
  'a second person approves, and an officer exports the register',
  async ({ signedIn: page, world, second, report }) => {
    const { org, host } = world
    const form = `flows/${guarded}/trails/one/override?attestation_name=scan&artifact_fingerprint=${print}`
    await visit(page, `${host}/${org}/${form}`)
    await page.getByRole('radio', { name: /^Compliant/ }).check({ force: true })
    await page.getByRole('textbox', { name: 'Reason' }).fill('Asked of a second person')
    await page.getByRole('button', { name: 'Request approval' }).click()
    // The trail shows what waits: in the slot, in a card that says who may decide, and in its drawer.
    const trail = page.getByRole('main')
    await expect(trail.getByRole('row', { name: /scan/ })).toContainText('override asked')
    const waits = trail.getByRole('region', { name: 'Waits for approval' })
    await expect(waits).toContainText('May decide: every admin')
    await trail.getByRole('link', { name: 'scan', exact: true }).click()
    const drawer = page.getByRole('complementary')
    await expect(drawer.getByRole('link', { name: /^Override requested by / })).toBeVisible()
    await page.keyboard.press('w')
    await expect(drawer.getByRole('listitem').filter({ hasText: 'a person decides' })).toBeVisible()
    // So do the Why of its artifact, and of an environment where that runs.
    await visit(page, `${host}/${org}/flows/${guarded}/artifacts/${print}?why=artifact`)
    await expect(drawer.getByRole('link', { name: /^Override requested by / })).toBeVisible()
    const env = `${guarded}-prod`
    await putPolicy(world, env, '  trail-compliance:\n    required: true')
    await report('PUT', '/environments/{org}', { name: env, type: 'server', policies: [env] })
    await report('PUT', `/environments/{org}/${env}/report/server`, {
      artifacts: [{ digests: { app: print }, creationTimestamp: 1_790_000_000 }],
    })
    await visit(page, `${host}/${org}/environments/${env}/running?why=environment`)
    const waiting = drawer.getByRole('list', { name: 'Requests that wait' })
    await expect(waiting.getByRole('link', { name: /^Override requested by / })).toBeVisible()
    await report('PATCH', `/tags/{org}/environment/${env}`, { set_tags: { guard: 'two' } })
    await report('POST', '/cairn/{org}/allowance-proposals', {
      environment_name: env,
      artifact_fingerprint: print,
      artifact_name: 'app',
      description: 'Runs until Friday',
    })
    await visit(page, `${host}/${org}/environments/${env}/running?why=${print}`)
    await expect(
      waiting.getByRole('link', { name: /^Allow-list entry requested by/ }),
    ).toBeVisible()
    // Nobody asks twice without meaning to.
    await visit(page, `${host}/${org}/${form}`)
    await expect(page.getByRole('region', { name: 'Waits for approval' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Ask for another override' }).click()
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
    await visit(page, `${host}/${org}/flows/${guarded}/trails/one`)
    await waits.getByRole('link', { name: /^Override requested by / }).click()
    await expect(page.getByRole('heading', { name: 'Request to override scan' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()

    await openRequest(second, 'Asked of a second person')
    await second.keyboard.press('a')
    const dialog = second.getByRole('dialog')
    await dialog.getByLabel('Reason, optional').fill('Looked at it')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    // The requester sees it without a reload.
    await visit(page, `${host}/${org}/flows/${guarded}/trails/one`)
    await expect(page.getByText('scan overridden for app, compliant')).toBeVisible()
    await expect(page.getByText(/^requested by .+, approved by second-/)).toBeVisible()

    // The officer finds it at the register's former address, marks it as reviewed, and exports all.
    await visit(second, `${host}/${org}/overrides?flow_name=${guarded}`)
    await second.waitForURL(/exceptions\?.*kind=override/)
    await expect(second.getByRole('heading', { name: 'Exceptions', level: 1 })).toBeVisible()
    await expect(second).toHaveURL(new RegExp(`flow_name=${guarded}`))
    const made = second.getByRole('row', { name: /Asked of a second person/ })
    await made.getByRole('checkbox', { name: 'Select override of scan on one' }).check()
    await second.getByRole('button', { name: 'Mark reviewed' }).click()
    await dialog.getByRole('button', { name: 'Mark reviewed' }).click()
    await expect(dialog).toHaveCount(0)
    await second.getByRole('button', { name: 'Review' }).click()
    await second.getByRole('radio', { name: 'Reviewed', exact: true }).click()
    await second.waitForURL(/reviewed=true/)
    await second.keyboard.press('Escape')
    await expect(made).toBeVisible()
    await second.getByRole('button', { name: 'Page actions' }).click()
    const download = second.waitForEvent('download')
    await second.getByRole('menuitem', { name: 'Export all rows as CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toContain('Asked of a second person')
    expect(text).toContain('second-')
  },
)

approving(
  'of two people who decide at once the second sees the first decision, and a requester withdraws',
  async ({ signedIn: page, world: { org, host }, report, second, signInAs }, { testId }) => {
    const propose = (reason: string) =>
      report('POST', '/cairn/{org}/override-proposals', {
        flow_name: guarded,
        trail_name: 'one',
        attestation_name: 'scan',
        artifact_fingerprint: print,
        original_attestation_type: 'generic',
        new_compliance_status: true,
        reason,
      })
    await propose('Asked of two')
    const third = await signInAs(`third-${testId.slice(-8)}`)
    await openRequest(third, 'Asked of two')
    await third.keyboard.press('a')
    const late = third.getByRole('dialog')
    await expect(late).toContainText('asks that it counts as compliant')
    await openRequest(second, 'Asked of two')
    await second.getByRole('button', { name: 'Decline' }).click()
    const dialog = second.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Fix it first')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog).toHaveCount(0)
    await late.getByRole('button', { name: 'Approve' }).click()
    await expect(late.getByRole('alert')).toContainText("was declined by 'second-")
    await late.getByRole('button', { name: 'Cancel' }).click()
    await expect(third.getByRole('main').getByText('Declined').first()).toBeVisible()
    await expect(third.getByRole('list', { name: 'History' })).toContainText('Fix it first')
    await expect(third.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await propose('Asked by mistake')
    await visit(page, `${host}/${org}/overrides`)
    await openRequest(page, 'Asked by mistake')
    await expect(page.getByRole('main')).toContainText('another person has to')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('main').getByText('Withdrawn').first()).toBeVisible()
  },
)

approving(
  'an artifact is allowed once a second person has approved it, and no sooner',
  async ({ signedIn: page, world: { org, host }, report, second }, { testId }) => {
    const place = `overridden-${testId.slice(-8)}`
    await report('PUT', '/environments/{org}', { name: place, type: 'server' })
    await report('PATCH', `/tags/{org}/environment/${place}`, { set_tags: { guard: 'two' } })
    await visit(page, `${host}/${org}/environments/${place}/allow-list`)
    // The call that makes an entry is refused here.
    await expect(page.getByRole('main').locator('pre')).toContainText('/allowance-proposals')
    await page.getByRole('button', { name: 'Allow an artifact' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('until then it allows nothing')
    await dialog.getByLabel('Fingerprint').fill(print)
    await dialog.getByLabel('Name').fill('app:1')
    await dialog.getByLabel('Reason').fill('Comes from a partner')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    const list = { name: 'Requests for allow-list entries' }
    const asked = page.getByRole('list', list).getByRole('listitem')
    await expect(asked).toContainText('It allows nothing until it is approved')
    await expect(asked.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await expect(page.getByRole('main')).toContainText('No artifact is allow-listed')

    await visit(second, `${host}/${org}/exceptions?kind=allow_list&environment_name=${place}`)
    const row = second.getByRole('row', { name: /app:1/ })
    await row.getByRole('link', { name: 'Decide on the request for app:1' }).click()
    const waiting = second.getByRole('list', list).getByRole('listitem')
    await waiting.getByRole('button', { name: 'Approve' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(second.getByRole('dialog')).toHaveCount(0)
    await expect(waiting).toHaveCount(0)

    await expect(page.getByRole('row', { name: /app:1/ })).toContainText('Comes from a partner')
    await page.getByRole('button', { name: 'Remove app:1' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('link', { name: 'Entries that have ended' }).click()
    await expect(page.getByRole('row', { name: /app:1/ })).toContainText('withdrawn')
  },
)
