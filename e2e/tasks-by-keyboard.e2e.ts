import { readFile } from 'node:fs/promises'
import { artifactReport } from './artifact-report.ts'
import { choose, goTo, jump, open, reach } from './keyboard.ts'
import { putPolicy } from './put-policy.ts'
import { startReceiver } from './receiver.ts'
import { signInAs } from './sign-in-as.ts'
import { expect, type Report, reportTo, test } from './world.ts'

const flow = 'keyed'
const env = 'keyed-prod'
const good = 'ce'.repeat(32)
const bad = 'cf'.repeat(32)
const commit = 'ce'.repeat(20)
const template = `version: 1
trail:
  artifacts: [{ name: app, attestations: [{ name: scan, type: generic }] }]
`

/** Reports the scan of an artifact, which ends an override of the one before. */
const scan = (report: Report, trail_name: string, artifact_fingerprint: string) =>
  report(
    'POST',
    `/attestations/{org}/${flow}/trail/${trail_name}/generic`,
    { attestation_name: 'scan', artifact_fingerprint, is_compliant: trail_name === 'keyed-good' },
    'form',
  )

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  const file = { part: 'template_file', name: 'template.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  for (const [trail_name, fingerprint] of [
    ['keyed-good', good],
    ['keyed-bad', bad],
  ] as const) {
    await report(
      'POST',
      `/artifacts/{org}/${flow}`,
      artifactReport({
        fingerprint,
        filename: `${trail_name}-app:1`,
        git_commit: commit,
        trail_name,
        template_reference_name: 'app',
      }),
    )
    await scan(report, trail_name, fingerprint)
  }
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await putPolicy(service, env, '  attestations: [{ type: generic, name: scan }]')
  await report('POST', `/environments/{org}/${env}/policies`, { policy_names: [env] })
  for (const [name, fingerprint] of [
    ['keyed-good-app:1', good],
    ['keyed-bad-app:1', bad],
  ] as const) {
    await report('PUT', `/environments/{org}/${env}/report/server`, {
      artifacts: [{ digests: { [name]: fingerprint }, creationTimestamp: 1_790_000_000 }],
    })
  }
})

test.beforeEach(async ({ report, dashboard: page, open: visit }) => {
  await scan(report, 'keyed-bad', bad)
  // Every task begins where a person does who has just signed in; the pointer is never used.
  page.on('dialog', (dialog) => void dialog.accept())
  await visit('')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test.describe('an officer', () => {
  test('sees which environments nobody can vouch for, and since when', async ({
    dashboard: page,
  }) => {
    await goTo(page, 'e', 'Environments')
    const row = page.getByRole('row', { name: new RegExp(env) })
    await expect(row).toContainText('Non-compliant')
    await reach(row.getByRole('link', { name: env, exact: true }), 'j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: env })).toBeFocused()
    await expect(page.getByRole('main')).toContainText(/Non-compliant.*(for|since) \d/)
  })

  test('explains a verdict down to its evidence', async ({ dashboard: page }) => {
    await jump(page, env, new RegExp(env))
    await expect(page.getByRole('heading', { level: 1, name: env })).toBeFocused()
    await page.keyboard.press('w')
    const why = page.getByRole('complementary', { name: `Why is ${env} non-compliant?` })
    await open(why.getByRole('link', { name: 'scan', exact: true }))
    await expect(page.getByRole('complementary', { name: 'scan' })).toContainText('Non-compliant')
  })

  test('finds evidence by commit and takes it away as a file', async ({ dashboard: page }) => {
    await jump(page, commit, /keyed-bad/)
    await expect(page.getByRole('heading', { level: 1, name: /keyed-bad/ })).toBeFocused()
    await goTo(page, 'a', 'Attestations')
    await page.keyboard.press('e')
    const download = page.waitForEvent('download')
    await reach(page.getByRole('menuitem', { name: /CSV/ }), 'ArrowDown')
    await page.keyboard.press('Enter')
    const file = await (await download).path()
    expect(await readFile(file, 'utf8')).toContain('keyed-bad')
  })

  test('reviews who overrode what, why, until when and with what effect', async ({
    dashboard: page,
    report,
  }) => {
    await report('POST', '/cairn/{org}/overrides', overrideOf('The finding does not ship'))
    await goTo(page, 'r', 'Exceptions')
    const row = page.getByRole('row', { name: /The finding does not ship/ })
    await reach(row.locator('[data-row-link]'), 'j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Override of scan' })).toBeFocused()
    const main = page.getByRole('main')
    await expect(main).toContainText('The finding does not ship')
    await expect(main).toContainText('robin')
    await expect(main.getByRole('link', { name: env })).toBeVisible()
  })
})

test.describe('an engineer', () => {
  test('learns why a trail is red and what fixes it', async ({ dashboard: page }) => {
    await jump(page, 'keyed-bad', /keyed-bad.*Non-compliant/)
    await expect(page.getByRole('heading', { level: 1, name: /keyed-bad/ })).toBeFocused()
    await page.keyboard.press('w')
    const why = page.getByRole('complementary', { name: /^Why is keyed-bad.* non-compliant/ })
    await expect(why).toContainText('Smallest fix')
    await reach(why.getByRole('button', { name: /^Copy/ }))
  })

  test('knows before deploying whether a build passes there', async ({ dashboard: page }) => {
    await open(page.getByRole('link', { name: 'Can I deploy?' }))
    await reach(page.getByRole('combobox', { name: 'What' }))
    await choose(page, 'keyed-bad', /^keyed-bad-app/)
    await reach(page.getByRole('combobox', { name: 'Where' }))
    await choose(page, env, new RegExp(env))
    const answer = page.getByRole('status').filter({ hasText: 'keyed-bad-app' })
    await expect(answer).toContainText(`would not comply in ${env}`)
  })

  test('overrides the right attestation, seeing first what flips', async ({ dashboard: page }) => {
    await jump(page, 'keyed-bad', /keyed-bad.*Non-compliant/)
    await expect(page.getByRole('heading', { level: 1, name: /keyed-bad/ })).toBeFocused()
    await open(page.getByRole('link', { name: 'scan', exact: true }))
    await page.keyboard.press('o')
    await expect(page.getByRole('heading', { level: 1, name: 'Override scan' })).toBeFocused()
    await reach(page.getByRole('radio').first())
    await page.keyboard.press('Space')
    const impact = page.getByRole('region', { name: 'What this changes' })
    await expect(impact.getByRole('link', { name: env })).toBeVisible()
    await reach(page.getByRole('textbox', { name: 'Reason' }))
    await page.keyboard.type('No route from outside')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Open the override' })).toBeVisible()
    await jump(page, env, new RegExp(env))
    await expect(page.getByRole('main')).toContainText('Compliant by override')
  })

  test('sees what changed between snapshots', async ({ dashboard: page }) => {
    await jump(page, env, new RegExp(env))
    await expect(page.getByRole('heading', { level: 1, name: env })).toBeFocused()
    await page.keyboard.press('c')
    const table = page.getByRole('table', { name: new RegExp(`From ${env} #.* to ${env} #`) })
    await expect(table).toContainText('keyed-bad-app')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/base=.*head=/)
  })
})

test.describe('a team lead', () => {
  test('is told when an environment changes its verdict: makes a rule, tests it, knows how often it fires', async ({
    dashboard: page,
  }) => {
    const receiver = await startReceiver()
    await goTo(page, 's', 'Notifications')
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { level: 1, name: 'New notification' })).toBeFocused()
    await reach(page.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Keyed changes')
    await reach(page.getByRole('combobox', { name: 'Environments' }))
    await choose(page, env, new RegExp(`^${env}`))
    await expect(page.getByRole('button', { name: `Remove ${env}` })).toBeVisible()
    await open(page.getByRole('button', { name: 'Webhook', exact: true }))
    await reach(page.getByLabel('Webhook URL'))
    await page.keyboard.type(receiver.url)
    await expect(page.getByRole('main')).toContainText(/\d+ times? in 30 days/)
    await open(page.getByRole('button', { name: 'Test', exact: true }))
    await expect(page.getByRole('main')).toContainText('Answered 200')
    await open(page.getByRole('button', { name: 'Create notification' }))
    await page.waitForURL(/\/notifications\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Keyed changes' })).toBeVisible()
    await receiver.close()
  })

  test('decides on a request for an override, and watches when it expires', async ({
    browser,
    world,
    report,
  }, { testId }) => {
    const reason = `Asked for ${testId.slice(-8)}`
    await report('POST', '/cairn/{org}/override-proposals', overrideOf(reason))
    const page = await signInAs(browser, world, `lead-${testId.slice(-8)}`, 'admin')
    await page.bringToFront()
    await page.goto(`${world.host}/${world.org}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await goTo(page, 'r', 'Exceptions')
    const row = page.getByRole('row', { name: new RegExp(reason) })
    await reach(row.locator('[data-row-link]'), 'j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /Request to override/ })).toBeVisible()
    await open(page.getByRole('button', { name: /^Approve/ }))
    const dialog = page.getByRole('dialog')
    await open(dialog.getByRole('button', { name: /^Approve/ }))
    await expect(dialog).toHaveCount(0)
    await goTo(page, 'r', 'Exceptions')
    await expect(row).toContainText('no end')
    await expect(row).toContainText(env)
  })
})

/** Body of an override of the failing scan. */
const overrideOf = (reason: string) => ({
  flow_name: flow,
  trail_name: 'keyed-bad',
  artifact_fingerprint: bad,
  attestation_name: 'scan',
  original_attestation_type: 'generic',
  new_compliance_status: true,
  reason,
})
