import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
  const keep = policyClient(app)
  for (const name of ['east', 'west']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: ['east', 'west'] })
  await keep.policy('origin', provenanceYaml)
  await report.flow('shop')
  await report.build('shop', 'shop:1')
  for (const name of ['east', 'west']) {
    await keep.attach(name, 'origin')
    await report.run(name, { stranger: 1 })
  }
})
afterAll(() => app.close())

const snooze = (method: 'PUT' | 'DELETE', environment: string, key = 'reader') =>
  app.call(method, `/cairn/acme/overview/snoozed/${environment}`, { key })
const overview = async (key = 'reader') =>
  (await app.call('GET', '/cairn/acme/overview', { key })).body
/** Names in the order of the list, snoozed ones in brackets. */
const queue = async (key = 'reader') =>
  (await overview(key)).attention.map(
    (row: { environment_name: string; snoozed_at: number | null }) =>
      row.snoozed_at === null ? row.environment_name : `(${row.environment_name})`,
  )
const run = (environment: string, ...names: string[]) =>
  report.run(environment, Object.fromEntries(names.map((name) => [name, 1])))

it('snoozes an environment for the caller only, who still counts it', async () => {
  expect(await queue()).toEqual(['all', 'east', 'west'])
  expect((await snooze('PUT', 'east')).body).toBe('OK')
  const before = await countRows(app)
  expect((await snooze('PUT', 'east')).status).toBe(200)
  expect(await countRows(app)).toEqual(before)
  expect(await queue()).toEqual(['all', 'west', '(east)'])
  expect((await overview()).environments.non_compliant).toBe(3)
  expect(await queue('member')).toEqual(['all', 'east', 'west'])
})

it('ends on request; repeating has no effect', async () => {
  expect((await snooze('DELETE', 'east')).body).toBe('OK')
  const before = await countRows(app)
  expect((await snooze('DELETE', 'east')).status).toBe(200)
  expect(await countRows(app)).toEqual(before)
  expect(await queue()).toEqual(['all', 'east', 'west'])
})

it.each([
  ['lasts while what starts complies', [['stranger', 'shop:1']], ['east', '(all)', '(west)']],
  ['ends when something else fails', [['stranger', 'another']], ['all', 'east', 'west']],
  ['ends when it complied in between', [[], ['stranger']], ['all', 'east', 'west']],
])('%s', async (_, reports, expected) => {
  await run('west', 'stranger')
  await snooze('PUT', 'west')
  await snooze('PUT', 'all')
  expect(await queue()).toEqual(['east', '(all)', '(west)'])
  for (const names of reports) await run('west', ...names)
  expect(await queue()).toEqual(expected)
})

it('refuses compliant or unknown environments', async () => {
  await report.environment('calm')
  const calm = await snooze('PUT', 'calm')
  expect([calm.status, calm.body]).toEqual([
    400,
    { message: "Environment 'calm' is not non-compliant", code: 'environment_not_failing' },
  ])
  expect((await snooze('PUT', 'nowhere')).status).toBe(404)
  expect((await snooze('DELETE', 'nowhere')).status).toBe(404)
})

it('opens with the filters that the caller saved', async () => {
  const save = (search: unknown, page = 'overview') =>
    app.call('PUT', `/cairn/acme/preferences/${page}`, { key: 'reader', json: { search } })
  expect((await save('tag=tier%3A1&range=30d')).body).toBe('OK')
  const before = await countRows(app)
  expect((await save('tag=tier%3A1&range=30d')).status).toBe(200)
  expect(await countRows(app)).toEqual(before)
  expect((await overview()).saved_search).toBe('tag=tier%3A1&range=30d')
  expect((await overview('member')).saved_search).toBe('')
  await save('')
  expect((await overview()).saved_search).toBe('')
  expect(Object.keys((await save('x'.repeat(2001))).body.errors)).toEqual(['search'])
  expect(Object.keys((await save('x', 'nothing')).body.errors)).toEqual(['page'])
})
