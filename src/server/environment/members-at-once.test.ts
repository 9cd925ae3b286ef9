import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabase } from '#server/database/pool.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
})
afterAll(() => app.close())

/** Holds the lock of an environment while a call comes in, then lets it be another type. */
async function becomeLogicalDuring(name: string, call: () => ReturnType<TestApp['call']>) {
  return withDatabase(app.connection, async (database) => {
    const { answer } = await database.transaction().execute(async (other) => {
      await other
        .selectFrom('environment')
        .select('id')
        .where('name', '=', name)
        .forUpdate()
        .execute()
      const answer = call()
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.query(waits)).length, { timeout: 20_000 }).toBe(1)
      await other
        .updateTable('environment')
        .set({ type: 'logical' })
        .where('name', '=', name)
        .execute()
      return { answer }
    })
    return answer
  })
}

it.each<[string, (all: string, member: string) => ReturnType<TestApp['call']>]>([
  ['PUT', (all, member) => report.environment(all, 'logical', { included_environments: [member] })],
  [
    'PATCH',
    (all, member) =>
      app.call('PATCH', `/environments/acme/${all}`, { json: { included_environments: [member] } }),
  ],
  [
    'join',
    (all, member) =>
      app.call('PUT', `/environments/acme/${all}/join`, { json: { physical_env_name: member } }),
  ],
])('%s includes nothing that becomes logical meanwhile', async (verb, call) => {
  const [all, member] = [`all-${verb}`, `one-${verb}`]
  await report.environment(all, 'logical', { included_environments: [] })
  await report.environment(member)
  const { status, body } = await becomeLogicalDuring(member, () => call(all, member))
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('A logical environment includes physical ones only'),
  ])
  const read = await app.call('GET', `/environments/acme/${all}`)
  expect(read.body.included_environments).toEqual([])
})
