import type { Page } from '@playwright/test'
import { choose } from './choose.ts'
import { putPolicy } from './put-policy.ts'
import { expect, test } from './world.ts'

const print = (letter: string) => letter.repeat(64)
const commit = (letter: string) => letter.repeat(40)

test.beforeEach(async ({ report }) => {
  for (const name of ['diff-prod', 'diff-stage', 'diff-none']) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
  }
  for (const letter of ['1', '2']) {
    await report('POST', '/artifacts/{org}/diff-flow', {
      fingerprint: print(letter),
      filename: `shop:${letter}`,
      git_commit: commit(letter),
      git_commit_info: { sha1: commit(letter), message: 'Sell', author: 'Mei', timestamp: 1e9 },
      build_url: 'https://ci.acme.example/1',
      commit_url: `https://github.com/acme/shop/commit/${commit(letter)}`,
      repo_url: 'https://github.com/acme/shop',
      template_reference_name: 'app',
      trail_name: `run-${letter}`,
    })
  }
  const run = (environment: string, running: Record<string, string>, copies = 1) =>
    report('PUT', `/environments/{org}/${environment}/report/server`, {
      artifacts: Array.from({ length: copies }, () => ({
        digests: running,
        creationTimestamp: 1_700_000_000,
      })),
    })
  await run('diff-prod', { 'shop:1': print('1'), cron: print('c'), old: print('d') })
  await run('diff-prod', { 'shop:2': print('2'), cron: print('c'), fresh: print('f') })
  await run('diff-stage', { 'shop:2': print('2'), cron: print('c'), fresh: print('f') })
})

test('tags that differ between two environments are named', async ({
  dashboard: page,
  open,
  report,
}) => {
  await report('PATCH', '/tags/{org}/env/diff-prod', { set_tags: { tier: '1', pci: '' } })
  await open('environments/diff-prod/diff?head_env=diff-stage')
  const differing = page.getByRole('table', { name: 'Verdicts, rules, evidence and tags that' })
  await expect(page.getByRole('heading', { name: 'What else differs' })).toBeVisible()
  await expect(differing.getByRole('row', { name: 'pci' })).toContainText('set → not set')
  await expect(differing.getByRole('row', { name: 'tier' })).toContainText('1 → not set')
})

test('services that wait to be promoted are found, and compared', async ({
  dashboard: page,
  open,
  report,
}) => {
  await report('PUT', '/environments/{org}/diff-prod/report/server', {
    artifacts: [{ digests: { 'shop:1': print('1') }, creationTimestamp: 1_700_000_000 }],
  })
  await open('environments?name=diff-')
  await page.getByRole('button', { name: 'Services' }).click()
  await expect(page).toHaveURL(/view=services/)
  const services = page.getByRole('table', { name: 'Services by environment' })
  await expect(services.getByRole('columnheader')).toHaveText([
    'Service',
    'diff-stage',
    'diff-prod',
  ])
  await expect(services.getByRole('row', { name: 'app diff-flow' })).toContainText('1 behind')
  await expect(page.getByText('1 of 1 service waits to be promoted')).toBeVisible()
  await services.getByRole('link', { name: '1 behind' }).click()
  await expect(page).toHaveURL(/diff-prod\/diff\?head_env=diff-stage/)
  const table = page.getByRole('table', { name: /From diff-prod.* to diff-stage/ })
  await expect(table.getByRole('row', { name: /shop/ })).toContainText(/1.*became.*2/)
})

/** The field of one side. */
const side = (page: Page, name: 'From' | 'To') => page.getByRole('combobox', { name, exact: true })

test('two snapshots are compared, swapped and filtered', async ({ dashboard: page, open }) => {
  await open('environments/diff-prod/diff?base=1&head=2')
  await expect(page.getByText('diff-prod is unknown on both sides.')).toBeVisible()
  await expect(page.getByText('1 added, 1 removed, 1 replaced, 1 unchanged')).toBeVisible()
  const table = page.getByRole('table', { name: /From diff-prod #1 to diff-prod #2/ })
  await expect(table.getByRole('rowheader')).toHaveText(['Added, 1', 'Removed, 1', 'Replaced, 1'])
  const replaced = table.getByRole('row', { name: /shop/ })
  await expect(replaced).toContainText(/shop.*1.*became.*2/)
  await expect(replaced.getByRole('link', { name: '1111111 … 2222222' })).toHaveAttribute(
    'href',
    `https://github.com/acme/shop/compare/${commit('1')}...${commit('2')}`,
  )
  await expect(table.getByRole('row', { name: /fresh/ })).toContainText('no provenance')
  await expect(table.getByRole('row', { name: /cron/ })).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(table.getByRole('row', { name: /cron/ })).toHaveCount(1)
  await expect(table.getByRole('rowheader').last()).toHaveText('Unchanged, 1')
  await expect(page).toHaveURL(/change=unchanged/)
  await page.keyboard.press('u')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/base=2&head=1/)
  await expect(
    page.getByRole('table', { name: /From diff-prod #2.* to diff-prod #1/ }),
  ).toContainText(/shop.*2.*became.*1/)
  await page.getByRole('searchbox', { name: 'Artifact or fingerprint' }).fill('old')
  await expect(page.getByRole('row', { name: /shop/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /old/ })).toHaveCount(1)
  await expect(page.getByRole('rowheader')).toHaveText(['Added, 1'])
  await expect(page).toHaveURL(/q=old/)
  await page.getByRole('searchbox', { name: 'Artifact or fingerprint' }).fill('')
  await expect(page.getByRole('row', { name: /shop/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Verdict', exact: true }).click()
  await page.getByRole('radio', { name: 'Changed' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/verdict_changed=true/)
  // All is unknown, on both sides.
  await expect(page.getByRole('row', { name: /shop|old|fresh/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Can I deploy #1 elsewhere?' }).click()
  await expect(page).toHaveURL(/can-i-deploy\?snapshot=diff-prod%231$/)
})

test('another environment is chosen, and two equal sides are reported', async ({
  dashboard: page,
  open,
}) => {
  await open('environments/diff-prod/deployments')
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByText(/1 replaced, 1 unchanged/)).toBeVisible()
  await choose(side(page, 'From'), 'diff-prod, latest')
  await choose(side(page, 'To'), 'diff-stage, latest')
  await expect(page).toHaveURL(/base=latest.*head_env=diff-stage/)
  await expect(
    page.getByText(/No differences between diff-prod #\d+, the latest and diff-stage/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show 3 unchanged' }).click()
  await expect(page.getByRole('row', { name: /cron/ })).toHaveCount(1)
})

test('the verdict that turned is explained by the rule that came and the artifact that fails it', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  await report('PUT', '/environments/{org}', { name: 'diff-gated', type: 'server' })
  const run = (running: Record<string, string>) =>
    report('PUT', '/environments/{org}/diff-gated/report/server', {
      artifacts: [{ digests: running, creationTimestamp: 1_700_000_000 }],
    })
  await run({ 'shop:1': print('1') })
  await putPolicy(world, 'diff-built', '  provenance:\n    required: true')
  await report('POST', '/environments/{org}/diff-gated/policies', { policy_names: ['diff-built'] })
  await run({ stray: print('e') })
  await open('environments/diff-gated/diff?base=1')
  await expect(page.getByRole('main')).toContainText(
    'diff-gated went from unknown to non-compliant, because stray fails: nobody reported how it was built.',
  )
  const card = page.getByRole('region', { name: 'Why the verdict changed' })
  await expect(card.getByRole('rowheader')).toHaveText([
    'Verdict changed, 1 environment',
    'Rules changed, 1 policy',
    'Evidence changed, 1 artifact',
  ])
  await expect(card.getByRole('row', { name: /diff-built/ })).toContainText(
    /attached to diff-gated.*not attached → version 1/,
  )
})

test('an unknown side is reported at its field, the other one is kept', async ({
  dashboard: page,
  open,
}) => {
  await open('environments/diff-prod/diff?base=99&head=2')
  await expect(page.getByRole('alert').filter({ hasText: 'but not' })).toContainText(
    'but not diff-prod#99',
  )
  await expect(side(page, 'From')).toHaveAttribute('aria-invalid', 'true')
  await expect(side(page, 'To')).toHaveText('diff-prod#2')
  await expect(side(page, 'To')).not.toHaveAttribute('aria-invalid', 'true')
  await side(page, 'From').click()
  await page.getByPlaceholder('A number, or a time').fill('1')
  await page.getByRole('option', { name: '1 as typed', exact: true }).click()
  await expect(page.getByText(/1 replaced, 1 unchanged/)).toBeVisible()
  await open('environments/diff-prod/diff?head_env=diff-none')
  await expect(page.getByText('nothing was reported')).toBeVisible()
})

test('a comparison is copied as Markdown, and is a list on phones', async ({
  dashboard: page,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('environments/diff-prod/diff?base=1&head=2')
  await expect(page.getByText(/1 replaced, 1 unchanged/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('| Replaced | shop\\:2 | `111111111111` | `222222222222` |')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('row', { name: /shop/ })).toContainText(/1.*became.*2/)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
})
