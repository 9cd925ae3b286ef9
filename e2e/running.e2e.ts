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

/** How much longer work takes just now than alone on the machine: other journeys run beside these. */
function slowdown(): number {
  const times = Array.from({ length: 200 }, () => {
    const begun = performance.now()
    let sum = 0
    for (let step = 0; step < 2_000_000; step += 1) sum += Math.sqrt(step)
    expect(sum).toBeGreaterThan(0)
    return performance.now() - begun
  })
  return times.reduce((sum, time) => sum + time, 0) / times.length / Math.min(...times)
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Time of the processor, in microseconds: others on the machine do not count. */
  tdur?: number
  args?: { name?: string }
}

/** The longest task of the page, in milliseconds of the processor, while it is scrolled through. */
async function longestTaskOf(page: Page): Promise<number> {
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] })
  for (let step = 0; step < 20; step += 1) {
    await page.evaluate(() => scrollBy(0, 700))
    await page.waitForTimeout(60)
  }
  for (const isEnd of [true, false]) {
    await page.evaluate((end) => scrollTo(0, end ? document.body.scrollHeight : 0), isEnd)
    await page.waitForTimeout(200)
  }
  const trace = String(await browser?.stopTracing())
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain'
  const mains = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = events.filter(({ pid, tid, tdur }) => tdur && mains.has(`${pid} ${tid}`))
  expect(tasks.length).toBeGreaterThan(20)
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}

test('what runs is listed, grouped, narrowed and opened', async ({
  signedIn: page,
  world,
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
  await page.goto(`${world.host}/${world.org}/environments/running-prod`)
  await expect(page.getByRole('heading', { name: 'Never reported' })).toBeVisible()
  await expect(page.getByText('/environments/acme/running-prod/report/K8S')).toBeVisible()

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

  await page.getByRole('link', { name: 'registry.acme.example/shop:1' }).click()
  const drawer = page.getByRole('complementary', { name: 'registry.acme.example/shop:1' })
  await expect(drawer).toContainText('2 instances')
  await expect(drawer).toContainText('shop-b')
  await expect(drawer).toContainText('web · ReplicaSet shop-b-set')
  await expect(drawer.getByRole('link', { name: 'run-1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('link', { name: 'registry.acme.example/stray:1' }).click()
  await expect(page.getByRole('heading', { name: 'No provenance' })).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText(fingerprintOf('stray'))
})

test('a logical environment shows what its members run', async ({
  signedIn: page,
  world,
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
  await page.goto(`${world.host}/${world.org}/environments/running-all/running`)
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
  // What comes while one looks waits to be asked for, or for the next visit.
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveText([
    'running-app, 1',
    'running-job, 1',
    'running-task, 1',
  ])
  const drawer = page.getByRole('complementary')
  for (const [name, told] of [
    ['task:1', 'arn:aws:7'],
    ['app:1', 'portal'],
    ['job:1', 'nightly'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(drawer).toContainText(told)
  }
})

test('5,000 artifacts are taken in a second, and the page stays at hand', async ({
  signedIn: page,
  world,
  report,
}) => {
  const many = 5_000
  const artifacts = Array.from({ length: many }, (_, index) =>
    pod(`service-${index}`, `p-${index}`),
  )
  // The best of three, since other journeys run beside this one.
  let taken = Infinity
  for (const name of ['running-many', 'running-many-2', 'running-many-3']) {
    await report('PUT', '/environments/{org}', { name, type: 'K8S' })
    const begun = performance.now()
    await report('PUT', `/environments/{org}/${name}/report/K8S`, { artifacts })
    taken = Math.min(taken, performance.now() - begun)
  }
  await page.goto(`${world.host}/${world.org}/environments/running-many/running`)
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', String(many + 1))
  await page.waitForLoadState('networkidle')
  expect(await table.getByRole('row').count()).toBeLessThan(200)

  const longest = await longestTaskOf(page)
  const share = slowdown()
  test.info().annotations.push({
    type: 'measured',
    description: `report ${taken.toFixed(0)} ms, longest task while scrolling ${longest} ms, slowed ${share.toFixed(1)} times`,
  })
  expect(taken / share, 'milliseconds to take the report').toBeLessThan(1_000)
  expect(longest, 'milliseconds of the longest task').toBeLessThanOrEqual(50)

  // By keyboard beyond what was drawn first, and to the very end.
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('j')
  const focused = page.locator('tr:focus-within')
  await expect(focused).toHaveAttribute('aria-rowindex', '61')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator(`tr[aria-rowindex="${many + 1}"]`)).toBeVisible()
  await page.getByRole('searchbox').fill('service-4999')
  await expect(table.getByRole('row')).toHaveCount(2)
})
