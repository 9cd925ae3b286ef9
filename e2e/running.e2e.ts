import type { Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { expect, test } from './world.ts'

const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('hex')
const pod = (name: string, podName: string, digest = fingerprintOf(name)) => ({
  podName,
  namespace: 'web',
  owners: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${podName}-set`, uid: 'u' }],
  digests: { [`registry.acme.example/${name}:1`]: digest },
  creationTimestamp: 1_790_000_000,
})

const rowNamed = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('running artifacts are listed, grouped, filtered and opened', async ({
  dashboard: page,
  open,
  report,
}) => {
  const sha = 'ab12'.repeat(10)
  await report('PUT', '/flows/{org}', { name: 'running-shop' })
  await report('POST', '/artifacts/{org}/running-shop', {
    fingerprint: fingerprintOf('shop'),
    filename: 'shop:1',
    git_commit: sha,
    git_commit_info: { sha1: sha, message: 'Sell more', author: 'Robin', timestamp: 1_789_000_000 },
    build_url: 'https://ci.acme.example/1',
    commit_url: `https://git.acme.example/${sha}`,
    trail_name: 'run-1',
  })
  await report('PUT', '/environments/{org}', { name: 'running-prod', type: 'K8S' })
  await open('environments/running-prod')
  await expect(page.getByRole('heading', { name: 'Never reported' })).toBeVisible()
  await expect(page.getByText('kosli snapshot k8s running-prod')).toBeVisible()

  const artifacts = [pod('shop', 'shop-a'), pod('shop', 'shop-b'), pod('stray', 'stray-a')]
  const lost = pod('lost', 'lost-a', '')
  await report('PUT', '/environments/{org}/running-prod/report/K8S', {
    artifacts: [...artifacts, lost],
  })
  const shop = rowNamed(page, 'shop:1')
  await expect(shop).toContainText('Unknown')
  await expect(shop).toContainText('running-shop')
  await expect(shop).toContainText('ab12ab1')
  await expect(shop.getByRole('cell').last()).toHaveText(/^2/)
  await expect(rowNamed(page, 'stray:1')).toContainText('no provenance')
  await expect(rowNamed(page, 'lost:1')).toContainText('unresolved')
  for (const name of ['Fingerprint', 'Flow', 'Commit']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }

  const groups = page.getByRole('group', { name: 'Group by' })
  await groups.getByRole('button', { name: 'Flow' }).click()
  await expect(page).toHaveURL(/group=flow/)
  const headings = page.getByRole('rowheader')
  await expect(headings).toHaveText(['No provenance, 2', 'running-shop, 1'])
  await page.getByRole('searchbox').fill('sho')
  await expect(headings).toHaveText(['running-shop, 1'])
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No artifact has the text nothing like it.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).first().click()

  await page.getByRole('link', { name: 'shop:1', exact: true }).click()
  const drawer = page.getByRole('complementary', { name: 'registry.acme.example/shop:1' })
  await expect(drawer).toContainText('2 instances')
  await expect(drawer).toContainText('shop-b')
  await expect(drawer).toContainText('web · ReplicaSet shop-b-set')
  await expect(drawer.getByRole('link', { name: 'run-1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('link', { name: 'stray:1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No provenance' })).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText(fingerprintOf('stray'))
})

test('a logical environment shows what its members run', async ({
  dashboard: page,
  open,
  report,
}) => {
  for (const [name, type] of [
    ['running-task', 'ECS'],
    ['running-app', 'azure-apps'],
    ['running-job', 'cloud-run'],
  ] as const) {
    await report('PUT', '/environments/{org}', { name, type })
  }
  const one = (name: string) => ({ digests: { [name]: fingerprintOf(name) }, creationTimestamp: 1 })
  await report('PUT', '/environments/{org}', {
    name: 'running-all',
    type: 'logical',
    included_environments: ['running-task', 'running-app', 'running-job'],
  })
  await open('environments/running-all/running')
  await expect(page.getByText('None of its members was reported yet')).toBeVisible()
  await report('PUT', '/environments/{org}/running-task/report/ECS', {
    artifacts: [{ taskArn: 'arn:aws:7', cluster_name: 'main', ...one('task:1') }],
  })
  await report('PUT', '/environments/{org}/running-app/report/azure-apps', {
    artifacts: [{ app_name: 'portal', app_kind: 'app', digests_source: 'acr', ...one('app:1') }],
  })
  await report('PUT', '/environments/{org}/running-job/report/cloud-run', {
    artifacts: [{ kind: 'job', jobName: 'nightly', ...one('job:1') }],
  })
  // New rows are shown on request, or with the next visit.
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveText([
    'running-app, 1',
    'running-job, 1',
    'running-task, 1',
  ])
  const drawer = page.getByRole('complementary')
  for (const [name, location] of [
    ['task:1', 'arn:aws:7'],
    ['app:1', 'portal'],
    ['job:1', 'nightly'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(drawer).toContainText(location)
  }
})

test('of 5,000 artifacts only visible ones are rendered, and all can be reached', async ({
  dashboard: page,
  open,
  report,
}) => {
  const many = 5_000
  const artifacts = Array.from({ length: many }, (_, index) =>
    pod(`service-${index}`, `p-${index}`),
  )
  await report('PUT', '/environments/{org}', { name: 'running-many', type: 'K8S' })
  await report('PUT', '/environments/{org}/running-many/report/K8S', { artifacts })
  await open('environments/running-many/running')
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', String(many + 1))
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(200)

  // By keyboard beyond the first rendered rows, and to the end.
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('j')
  const focused = page.locator('tr:focus-within')
  await expect(focused).toHaveAttribute('aria-rowindex', '61')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator(`tr[aria-rowindex="${many + 1}"]`)).toBeVisible()
  await page.getByRole('searchbox').fill('service-4999')
  await expect(table.getByRole('row')).toHaveCount(2)
})
