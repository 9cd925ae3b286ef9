import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Snapshot } from '#contract/snapshot/snapshot.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const names = Array.from({ length: 1_150 }, (_, number) => `image-${number}`)
const isBuilt = (name: string) => name === 'image-7' || name === 'image-1140'

/** How many verdicts each statement stores that runs during some work. */
async function storedWhile(work: () => Promise<unknown>): Promise<number[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const sent = query.mock.calls.map((call: unknown[]) => call[0] as Partial<pg.QueryConfig>)
    const stored = sent.filter(({ text }) => text?.includes('insert into "verdict" '))
    return stored.map(({ values = [] }) => {
      const rows = values.find((one) => typeof one === 'string' && one.includes('"tree_hash"'))
      return JSON.parse(String(rows)).length
    })
  } finally {
    query.mockRestore()
  }
}

it('stores verdicts and events of a large environment in parts, each with what it rests on', async () => {
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await report.environment('prod')
  await report.flow('images')
  for (const name of names.filter(isBuilt)) await report.build('images', name)
  await keep.policy('built', provenanceYaml)
  await report.run('prod', Object.fromEntries(names.map((name) => [name, 1])))
  expect(await storedWhile(() => keep.attach('prod', 'built'))).toEqual([
    200, 200, 200, 200, 200, 150,
  ])

  const { body } = await app.call('GET', '/snapshots/acme/prod/-1', { key: 'reader' })
  const { artifacts, state } = body as Snapshot
  expect(state).toBe(false)
  expect(artifacts.length).toBe(names.length)
  for (const { name, compliant, policy_decisions } of artifacts) {
    expect([name, compliant]).toEqual([name, isBuilt(name)])
    expect(policy_decisions).toMatchObject([
      { policy_name: 'built', status: isBuilt(name) ? 'COMPLIANT' : 'NON-COMPLIANT' },
    ])
  }
  const type = artifacts[0]?.annotation.type
  const told = await app.query(
    `select (select count(*)::integer from environment_event where type = $1) as events,
      (select sum(count)::integer from event_tally where type = $1) as counted`,
    [type],
  )
  expect(told).toEqual([{ events: names.length, counted: names.length }])
})
