import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deployment } from '#contract/deployment/deployment.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'

const day = 86_400
const start = 20_833 * day
const committed = 1_799_990_000
let app: TestApp
let now = start
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.environment('all', 'logical', { included_environments: ['prod'] })
  for (const name of ['shop:1', 'shop:2', 'shop:3']) await report.build('shop', name)
  await report.build('bank', 'bank:1', { git_commit_info: null })
  for (const running of ['shop:1', 'shop:2', 'shop:3']) {
    await report.run('prod', { [running]: 1, unknown: 1 })
    now += day
  }
  // The same artifact in a second flow, and again in one that reports it after its start.
  await report.build('release', 'bank:1', { git_commit_info: null })
  await report.run('prod', { 'shop:3': 1, 'bank:1': 1 })
  await report.build('late', 'bank:1', { git_commit_info: null })
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', `/cairn/acme/environments/${path}`, { key: 'reader' })

describe('deployments', () => {
  it('are listed newest first, each with what it replaced', async () => {
    const { body, status } = await get('prod/deployments')
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ total: 4, page: 1, per_page: 25, page_count: 1 })
    expect(body.data.map((one: Deployment) => [one.name, one.replaced?.name ?? null])).toEqual([
      ['bank:1', null],
      ['shop:3', 'shop:2'],
      ['shop:2', 'shop:1'],
      ['shop:1', null],
    ])
    expect(body.data[2]).toMatchObject({
      environment_name: 'prod',
      snapshot_index: 2,
      started_at: start + day,
      flow_name: 'shop',
      trail_name: 'run-shop-2',
      template_reference_name: 'app',
      commit_author: 'Ada <ada@example.com>',
      commit_lead_time: start + day - committed,
      diff_url: `https://github.com/acme/shop/compare/${'1'.repeat(40)}...${'2'.repeat(40)}`,
    })
    expect(body.data[0]).toMatchObject({ commit_lead_time: null, commit_author: null })
    expect(body.data[0]).toMatchObject({ flow_name: 'bank', other_flows: ['late', 'release'] })
    expect(body.data[2].other_flows).toEqual([])
  })

  it('are paged, also of a logical environment', async () => {
    const names = []
    for (const page of [1, 2, 3]) {
      const { body } = await get(`all/deployments?per_page=2&page=${page}`)
      expect(body.pagination).toMatchObject({ total: 4, page_count: 2 })
      names.push(...body.data.map((one: Deployment) => one.name))
    }
    expect(names).toEqual(['bank:1', 'shop:3', 'shop:2', 'shop:1'])
  })

  it('are counted by day and by lead time', async () => {
    const { body } = await get(`prod/deployment-statistics?from=${start + day}&to=${now}`)
    const lead = start + day - committed
    expect(body).toMatchObject({ total: 3, is_partial: false })
    expect(body.days).toEqual([
      { day: start + day, count: 1 },
      { day: start + 2 * day, count: 1 },
      { day: start + 3 * day, count: 1 },
    ])
    expect(body.lead_times).toMatchObject({ count: 2, unknown: 1, median: lead + day / 2 })
  })

  it('are counted for 400 days at most, however long the requested time', async () => {
    const { body } = await get(`prod/deployment-statistics?from=0&to=${now}`)
    expect(body.days.length).toBeLessThanOrEqual(401)
    expect((await get('prod/deployments?from=0')).status).toBe(200)
  })

  it.each([
    ['absent/deployments', 404],
    ['prod/deployments?page=0', 400],
    ['prod/deployments?from=x', 400],
    ['absent/deployment-statistics', 404],
  ])('of %s are refused', async (path, status) => {
    expect((await get(path)).status).toBe(status)
  })
})
