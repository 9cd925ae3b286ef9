import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { artifactReport } from './artifact-report.ts'
import { rowsIn } from './database.ts'
import { putPolicy } from './put-policy.ts'
import { expect, test } from './world.ts'

const running = (...names: string[]) => ({
  artifacts: names.map((name) => ({
    digests: { [name]: createHash('sha256').update(name).digest('hex') },
    creationTimestamp: 1_790_000_000,
  })),
})

test('snapshots are listed, opened, stepped through and scrubbed', async ({
  dashboard: page,
  open,
  report,
}) => {
  const env = 'snapshots-prod'
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  for (const names of [['kept', 'gone'], ['kept', 'kept', 'come'], []]) {
    await report('PUT', `/environments/{org}/${env}/report/server`, running(...names))
  }
  await open(`environments/${env}`)
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click()
  const rows = page.getByRole('table', { name: `Snapshots of ${env}` }).getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1)).toContainText(/20\d\d, 3 snapshots$/)
  await expect(rows.nth(2)).toContainText(/exited.*so far/)
  await expect(page.getByText('3 snapshots. Since the first report')).toContainText(
    'the verdict never flipped',
  )
  await page.getByRole('link', { name: '+1 other in snapshot #2' }).click()
  await expect(page).toHaveURL(/snapshots\/2\?show=changed/)

  const artifacts = page.getByRole('table', { name: `artifacts in snapshot #2 of ${env}` })
  await expect(page.getByText('2 running, 1 started, 1 exited')).toBeVisible()
  await expect(artifacts.getByRole('row').filter({ hasText: 'come' })).toContainText('started')
  await expect(artifacts.getByRole('row').filter({ hasText: 'gone' })).toContainText('exited')
  await expect(artifacts.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Clear all' }).click()
  const kept = artifacts.getByRole('row').filter({ hasText: 'kept' })
  await expect(kept).toContainText('unchanged, 1 → 2')
  const starting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Audit package' }).click()
  const download = await starting
  expect(download.suggestedFilename()).toMatch(/-snapshots-prod-2-audit-package-.*\.tar\.gz$/)
  const packed = execFileSync('tar', ['-tzf', await download.path()], { encoding: 'utf8' })
  expect(packed).toBe('snapshots/2.json\nmanifest.json\n')

  await page.keyboard.press(']')
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #3' })).toBeVisible()
  await expect(page.getByText('Nothing ran')).toBeVisible()
  await page.getByRole('link', { name: 'Previous snapshot #2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #2' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/diff\?base=1&head=2$/)
  await page.goBack()
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #1' })).toBeVisible()

  const scrubber = page.getByRole('slider', { name: 'Snapshot' })
  await scrubber.focus()
  await page.keyboard.press('End')
  await expect(scrubber).toHaveAttribute('aria-valuetext', 'Snapshot 3 of 3, Unknown')
  await expect(page).toHaveURL(/snapshots\/3$/)
  await open(`environments/${env}/snapshots/latest`)
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #3' })).toBeVisible()
  // A new snapshot can be opened without a reload.
  await report('PUT', `/environments/{org}/${env}/report/server`, running('late'))
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #4' })).toBeVisible()

  await open(`environments/${env}/snapshots/99`)
  await page.getByRole('link', { name: 'Go to the newest' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #4' })).toBeVisible()
})

test('a past snapshot says which policies evaluated it, and what its verdict would be now', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const env = 'snapshots-evaluated'
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await report('PUT', `/environments/{org}/${env}/report/server`, running('stranger'))
  await putPolicy(world, 'snapshots-known', '  provenance: { required: true }')
  await report('POST', `/environments/{org}/${env}/policies`, { policy_names: ['snapshots-known'] })
  await open(`environments/${env}/snapshots/2`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Evaluated by snapshots-known version 1.')
  await expect(main).not.toContainText('it would be')
  await page.keyboard.press('[')
  await expect(main).toContainText('No policy evaluated it.')
  await expect(main).toContainText(
    /of now it would be Non-compliant, evaluated at .* UTC; Unknown was recorded at .* UTC/,
  )
  await page.getByRole('link', { name: 'Each artifact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Can I deploy?' })).toBeVisible()
  await expect(main).toContainText('stranger')
})

test('a time opens the snapshot that was in force', async ({ dashboard: page, open, report }) => {
  const env = 'snapshots-moment'
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await report('PUT', `/environments/{org}/${env}/report/server`, running('app'))
  const snapshots = `environments/${env}/snapshots`
  await open(snapshots)
  const openAt = async (text: string) => {
    await page.getByRole('button', { name: 'Go to time' }).click()
    await page.getByRole('textbox', { name: 'What ran at' }).fill(text)
    await page.getByRole('button', { name: 'Open snapshot' }).click()
  }
  await openAt('whenever')
  await expect(page.getByText('Not a time: try 2026-11-20 08:00')).toBeVisible()
  await page.keyboard.press('Escape')
  await openAt('2 hours ago')
  await expect(page.getByText('Nothing was reported yet at “')).toBeVisible()
  await openAt(new Date(Date.now() + 60_000).toISOString().slice(0, 19))
  await expect(page).toHaveURL(/snapshots\/1\?at=\d+$/)
  await expect(page.getByText(/In force at .* UTC\./)).toBeVisible()
  await page.getByRole('link', { name: 'All snapshots of that day' }).click()
  await expect(page.getByRole('link', { name: '#1', exact: true })).toBeVisible()

  await open(`${snapshots}?at=whenever`)
  await expect(page.getByText('“whenever” is not a time')).toBeVisible()
  await open(`${snapshots}?range=7d&verdict=COMPLIANT`)
  await expect(page.getByText('No snapshot has the verdict compliant')).toBeVisible()
  await open(`${snapshots}/soon`)
  await expect(page.getByText('“soon” is no snapshot')).toBeVisible()
})

test('an archived environment can still be read', async ({ dashboard: page, open, report }) => {
  const env = 'snapshots-archived'
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await report('PUT', `/environments/{org}/${env}/report/server`, running('last'))
  await report('PUT', `/environments/{org}/${env}/archive`, {})
  for (const tab of ['running', 'snapshots/1']) {
    await open(`environments/${env}/${tab}`)
    await expect(page.getByRole('link', { name: 'last', exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'last', exact: true }).click()
  await expect(page.getByRole('complementary')).toContainText('1 instance')
  await open(`environments/${env}/snapshots`)
  await expect(page.getByRole('link', { name: '#1', exact: true })).toBeVisible()
  // No call is offered that would be refused.
  for (const tab of ['policies', 'allow-list']) {
    await open(`environments/${env}/${tab}`)
    await expect(page.getByText('is archived: make it active again first.').last()).toBeVisible()
    await expect(page.getByText('by this call')).toHaveCount(0)
  }
})

test('what a silent environment ran is the last known on every page, what others run is not', async ({
  dashboard: page,
  open,
  report,
  world,
}) => {
  const members = ['last-seen-busy', 'last-seen-quiet']
  const [fingerprint = ''] = Object.values(running('last-seen').artifacts[0]!.digests)
  await report('PUT', '/flows/{org}', { name: 'last-seen' })
  await report(
    'POST',
    '/artifacts/{org}/last-seen',
    artifactReport({
      fingerprint,
      filename: 'last-seen',
      git_commit: 'ab'.repeat(20),
      trail_name: 'one',
      template_reference_name: 'app',
    }),
  )
  for (const name of members) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
    await report('PUT', `/environments/{org}/${name}/report/server`, running('last-seen'))
  }
  const all = { name: 'last-seen-all', type: 'logical', included_environments: members }
  await report('PUT', '/environments/{org}', all)
  // Nothing can be reported as of an earlier day.
  await rowsIn(
    world.dataDir,
    `update environment_state set heard_at = heard_at - 9 * 86400,
      last_reported_at = last_reported_at - 9 * 86400
      where environment_id = (select id from environment where name = 'last-seen-quiet')`,
  )
  const stale = page.getByRole('row').filter({ hasText: 'Stale, last unknown' })
  const fresh = page.getByRole('row').filter({ hasText: 'Unknown', hasNotText: 'Stale' })
  await open('environments/last-seen-all/running')
  await expect(stale).toHaveCount(1)
  await expect(fresh).toHaveCount(1)

  await open('environments/last-seen-quiet/snapshots')
  await expect(stale).toHaveCount(1)
  await open('environments/last-seen-quiet/snapshots/1')
  await expect(page.getByText('Stale, last unknown')).toHaveCount(2)
  await open('environments/last-seen-busy/snapshots/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #1' })).toBeVisible()
  await expect(page.getByText('Stale, last unknown')).toHaveCount(0)

  await open(`flows/last-seen/artifacts/${fingerprint}`)
  const places = page.getByRole('table', { name: 'Environments of this artifact' })
  await expect(places.getByRole('row', { name: /last-seen-quiet/ })).toContainText(
    'Stale, last unknown',
  )
  await expect(places.getByRole('row', { name: /last-seen-busy/ })).not.toContainText('Stale')
  await expect(page.getByText('1 now, 1 when last seen')).toBeVisible()
  await expect(
    page.getByText('Runs in the 2 environments that it reached, in 1 of them when last seen.'),
  ).toBeVisible()
})
