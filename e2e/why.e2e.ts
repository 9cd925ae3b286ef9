import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { artifactReport } from './artifact-report.ts'
import { putPolicy } from './put-policy.ts'
import { expect, test, type World } from './world.ts'

const commit = 'ab'.repeat(20)

/** A kind of rule, data that violates it, and the expected text of the panel. */
interface Kind {
  name: string
  print: string
  rules: string
  template?: string
  isReported: boolean
  evidence?: object
  rule: RegExp
  leaf: RegExp
}

const kinds: Kind[] = [
  {
    name: 'why-provenance',
    print: 'a1'.repeat(32),
    rules: '  provenance: { required: true }',
    isReported: false,
    rule: /provenance must be known/,
    leaf: /no flow has reported this artifact/,
  },
  {
    name: 'why-trail',
    print: 'a2'.repeat(32),
    rules: '  trail-compliance: { required: true }',
    template:
      'version: 1\ntrail:\n  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }] }]\n',
    isReported: true,
    rule: /its trail must be compliant/,
    leaf: /flow why-trail, trail one. There it is incomplete/,
  },
  {
    name: 'why-missing',
    print: 'a3'.repeat(32),
    rules: '  attestations: [{ type: pull_request }]',
    isReported: true,
    rule: /Pull request attestation must be compliant/,
    leaf: /flow why-missing, trail one. No attestation of type Pull request/,
  },
  {
    name: 'why-failing',
    print: 'a4'.repeat(32),
    rules: '  attestations: [{ type: generic, name: scan }]',
    isReported: true,
    evidence: { attestation_name: 'scan', is_compliant: false },
    rule: /scan must be compliant/,
    leaf: /Found scan, non-compliant/,
  },
  {
    name: 'why-control',
    print: 'a5'.repeat(32),
    rules: '  attestations: [{ type: decision, for_control: WHY-01 }]',
    isReported: true,
    rule: /decision for WHY-01 must be compliant/,
    leaf: /No decision for control WHY-01/,
  },
]

type Report = Parameters<Parameters<typeof test.beforeEach>[1]>[0]['report']

const run = (report: Report, { name, print }: Kind) =>
  report('PUT', `/environments/{org}/${name}/report/server`, {
    artifacts: [{ digests: { app: print }, creationTimestamp: 1_700_000_000 }],
  })

async function setUp(report: Report, world: World, kind: Kind) {
  const { name, print, rules, template = 'version: 1\n' } = kind
  if (name === 'why-control') {
    await report('POST', '/controls/{org}', { identifier: 'WHY-01', name: 'Approved' })
  }
  await report('PUT', '/environments/{org}', { name, type: 'server' })
  const file = { part: 'template_file', name: 'template.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name }, file)
  if (kind.isReported) {
    await report(
      'POST',
      `/artifacts/{org}/${name}`,
      artifactReport({
        fingerprint: print,
        filename: 'app',
        git_commit: commit,
        trail_name: 'one',
        template_reference_name: 'app',
      }),
    )
  }
  if (kind.evidence) {
    const path = `/attestations/{org}/${name}/trail/one/generic`
    await report('POST', path, { ...kind.evidence, artifact_fingerprint: print }, 'form')
  }
  await putPolicy(world, name, rules)
  await report('POST', `/environments/{org}/${name}/policies`, { policy_names: [name] })
  await run(report, kind)
}

/** Runs the calls that a panel shows, as a user who copies them and has the results. */
async function doFix(page: Page, key: string) {
  const fix = page.getByRole('region', { name: 'Smallest fix' })
  await fix.getByRole('button', { name: 'curl' }).first().click()
  const calls = await fix.locator('pre').allTextContents()
  expect(calls.length).toBeGreaterThan(0)
  const results = {
    CAIRN_KEY: key,
    COMPLIANT: 'true',
    GIT_COMMIT: commit,
    JUNIT_RESULTS: JSON.stringify([
      { name: 'unit', failures: 0, errors: 0, skipped: 0, total: 1, duration: 0.1 },
    ]),
    PULL_REQUESTS: JSON.stringify([
      {
        url: 'https://git.example.com/pull/1',
        merge_commit: commit,
        state: 'MERGED',
        author: 'mei',
        approvers: ['jonas'],
        commits: [],
      },
    ]),
    BUILD_URL: 'https://ci.example.com/1',
    COMMIT_URL: 'https://git.example.com/1',
  }
  for (const call of calls) {
    const command = call.replace(/^curl/, 'curl -sf')
    execFileSync('sh', ['-c', command], { env: { ...process.env, ...results } })
  }
}

for (const kind of kinds) {
  test(`${kind.name}: the panel names the cause, and its fix makes it compliant`, async ({
    dashboard: page,
    open,
    world,
    report,
  }) => {
    await setUp(report, world, kind)
    await open(`environments/${kind.name}`)
    await page.getByRole('link', { name: `Why is ${kind.name} non-compliant?` }).click()
    const panel = page.getByRole('complementary', { name: `Why is ${kind.name} non-compliant?` })
    await expect(panel.getByText(`1 of 1 artifact fails ${kind.name} v1.`)).toBeVisible()
    await expect(panel.getByRole('treeitem', { name: kind.rule })).toBeVisible()
    await expect(panel.getByRole('tree')).toContainText(kind.leaf)
    await expect(panel.locator('[data-hit]').first()).toContainText(/\w+/)
    await doFix(page, world.key)
    await expect(
      page.getByRole('main').getByText('Compliant', { exact: true }).first(),
    ).toBeVisible()
    await expect(
      page.getByRole('complementary', { name: `Why is ${kind.name} compliant?` }),
    ).toContainText('passes every policy')
  })
}

test('the panel of a running artifact opens from its row, works by keys, and restores the focus', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const kind = { ...kinds[2]!, name: 'why-keys', print: 'a6'.repeat(32) }
  await setUp(report, world, kind)
  await open('environments/why-keys/running')
  const asks = page.getByRole('link', { name: 'Why is app non-compliant?' })
  await asks.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`why=${kind.print}`))
  const panel = page.getByRole('complementary', { name: /Why is app non-compliant in why-keys/ })
  await expect(panel).toBeVisible()
  const items = panel.getByRole('treeitem')
  await expect(items).toHaveCount(3)
  await items.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(items).toHaveCount(2)
  await page.keyboard.press('ArrowRight')
  await expect(items).toHaveCount(3)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(asks).toBeFocused()
  await page.keyboard.press('w')
  await expect(panel).toBeVisible()
})

test('the verdict of a snapshot is kept, and the panel shows that of an evaluation now', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const kind = { ...kinds[3]!, name: 'why-then', print: 'a7'.repeat(32) }
  await setUp(report, world, {
    ...kind,
    evidence: { attestation_name: 'scan', is_compliant: false },
  })
  const path = '/attestations/{org}/why-then/trail/one/generic'
  const good = { attestation_name: 'scan', is_compliant: true, artifact_fingerprint: kind.print }
  await report('POST', path, good, 'form')
  const at = `${world.host}/${world.org}/environments/why-then/snapshots`
  await open(`environments/why-then/snapshots/1?why=${kind.print}`)
  const panel = page.getByRole('complementary', { name: /Why is app non-compliant in why-then/ })
  await expect(panel).toContainText('Evaluated by what is known now, it is compliant')
  await open('environments/why-then/snapshots/2')
  await expect(page.getByText(/scan reported on why-then one, by robin/)).toBeVisible()
  await page.keyboard.press('{')
  await expect(page).toHaveURL(/snapshots\/2/)
  await open('environments/why-then/snapshots/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshot #1' })).toBeVisible()
  await page.keyboard.press('}')
  await expect(page).toHaveURL(/snapshots\/2/)

  // Every list with a verdict links to its reasons: snapshots, events, builds.
  await open('environments/why-then/snapshots')
  await page.getByRole('link', { name: '#1', exact: true }).focus()
  await page.keyboard.press('w')
  await expect(page).toHaveURL(/snapshots\/1\?why=environment/)
  await page.goto(at.replace('snapshots', 'events'))
  await page.getByRole('link', { name: 'Why is app non-compliant?' }).click()
  await expect(page).toHaveURL(new RegExp(`snapshots/1\\?why=${kind.print}`))
  await panel.getByRole('button', { name: 'Raw JSON' }).click()
  await expect(panel.locator('pre')).toContainText('"compliant_now": true')
  await open('builds?per_page=50')
  const build = page.getByRole('row').filter({ hasText: 'why-then' })
  await build.getByRole('link', { name: 'Why is app compliant?' }).click()
  await expect(page.getByRole('complementary', { name: 'Why is app compliant?' })).toBeVisible()
  await open('environments?view=tiles&name=why-then')
  await page.getByRole('link', { name: 'Why is why-then compliant?' }).click()
  await expect(
    page.getByRole('complementary', { name: 'Why is why-then compliant?' }),
  ).toBeVisible()
})

test('without a policy the verdict is unknown, and the panel shows how to attach one', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const kind = { ...kinds[0]!, name: 'why-no-policy', print: 'a8'.repeat(32) }
  await report('PUT', '/environments/{org}', { name: kind.name, type: 'server' })
  await run(report, kind)
  await open(`environments/${kind.name}?why=environment`)
  const panel = page.getByRole('complementary', { name: 'Why is why-no-policy unknown?' })
  await expect(panel).toContainText('nothing verifies it')
  await expect(panel.locator('pre')).toContainText(
    `/environments/${world.org}/why-no-policy/policies`,
  )
})
