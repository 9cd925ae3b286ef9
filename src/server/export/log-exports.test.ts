import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({
    clock: () => (now += 1),
    environment: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' },
  })
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.build('shop', 'shop:1')
  await report.build('shop', 'shop:2')
  await report.run('prod', { 'shop:1': 1, '=cron': 1 })
  await report.run('prod', { 'shop:2': 2, '=cron': 1 })
  await policyClient(app).allow('prod', fingerprintOf('=cron'), '@partner delivers it')
  const target = { type: 'WEBHOOK', webhook: 'http://127.0.0.1:9/secret' }
  const rule = { name: 'pager', environments: ['prod'], triggers: ['ON_STARTED_ARTIFACT'] }
  const json = { ...rule, targets: [target] }
  expect((await app.call('POST', '/cairn/acme/notifications', { json })).status).toBe(201)
  await report.run('prod', { 'shop:1': 1, '=cron': 1 })
})
afterAll(() => app.close())

async function take(list: string, query = '') {
  const path = `/cairn/acme/exports/${list}?format=ndjson&${query}`
  const { status, text } = await app.call('GET', path, { key: 'reader' })
  expect([status, text.includes('secret')]).toEqual([200, false])
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { rows: lines.slice(0, -1), scope: lines.at(-1).scope }
}

it('exports the events that match, all of them, and says how many', async () => {
  const all = await take('environment-events')
  const list = await app.call('GET', '/cairn/acme/environment-events?per_page=500')
  expect(all.rows).toEqual(list.body.events)
  expect(all.scope).toMatchObject({ list: 'events', row_count: list.body.events.length })
  const some = await take('environment-events', 'event=exited&environment=prod')
  expect(some.rows.map(({ artifact_name }) => artifact_name)).toEqual(['shop:2', 'shop:1'])
  expect(some.scope.filter).toEqual({ event: ['exited'], environment: ['prod'] })
})

it('exports the deployments of an environment, and no unknown one', async () => {
  const { rows, scope } = await take('environments/prod/deployments')
  const list = await app.call('GET', '/cairn/acme/environments/prod/deployments')
  expect(rows).toEqual(list.body.data)
  expect(scope).toMatchObject({ list: 'deployments', row_count: list.body.pagination.total })
  const none = await app.call('GET', '/cairn/acme/exports/environments/none/deployments')
  expect(none.status).toBe(404)
})

it('exports an allow-list, whose texts no spreadsheet takes for formulas', async () => {
  const path = '/cairn/acme/exports/environments/prod/allow-list?format=csv'
  const { text } = await app.call('GET', path, { key: 'reader' })
  expect(text).toMatch(/^artifact,fingerprint,reason,allowed_by,/)
  expect(text).toContain(`shop,${fingerprintOf('=cron')},'@partner delivers it,`)
})

it('exports the policies of an environment, each with what it demands and comes to there', async () => {
  const keep = policyClient(app)
  await keep.policy('origin', provenanceYaml)
  await keep.attach('prod', 'origin')
  const { rows, scope } = await take('environments/prod/policies')
  const list = await app.call('GET', '/cairn/acme/environments/prod/policies')
  expect(rows).toEqual(list.body)
  expect(scope).toMatchObject({ list: 'attached-policies', row_count: 1 })
  expect(scope.filter).toEqual({ environment_name: 'prod' })
  const path = '/cairn/acme/exports/environments/prod/policies'
  const { text } = await app.call('GET', path, { key: 'reader' })
  expect(text).toMatch(/^policy,description,version,demands,attached_at,attached_by,/)
  expect((await app.call('GET', path.replace('prod', 'none'))).status).toBe(404)
})

it('exports a comparison of two snapshots with both sides of each row', async () => {
  const { rows } = await take('snapshot-diff', 'base=prod%231&head=prod%232&unchanged=true')
  expect(rows.map(({ change }) => change)).toEqual(['replaced', 'unchanged'])
  const path = '/cairn/acme/exports/snapshot-diff?base=prod%231&head=prod%232'
  const { text } = await app.call('GET', path, { key: 'reader' })
  expect(text).toMatch(/^change,member,artifact_before,artifact_after,/)
  expect(text).toMatch(/\r\nreplaced,,shop:1,shop:2,/)
  const missing = await app.call('GET', '/cairn/acme/exports/snapshot-diff?base=prod%239&head=prod')
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([404, ['base']])
})

it('exports the messages of a notification', async () => {
  const list = 'notifications/1/deliveries'
  // Messages are made of events behind the answer to a report.
  await expect.poll(async () => (await take(list)).rows).toHaveLength(1)
  const { rows, scope } = await take(list)
  expect(rows.map(({ event }) => event.artifact_name)).toEqual(['shop:1'])
  expect(scope).toMatchObject({ list: 'deliveries', filter: { number: 1 }, row_count: 1 })
  const none = await app.call('GET', '/cairn/acme/exports/notifications/9/deliveries')
  expect(none.status).toBe(404)
})
