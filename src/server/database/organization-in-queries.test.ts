import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Role } from '#contract/common/endpoint.ts'
import { BackgroundLoop } from '#server/jobs/background-loop.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildExampleWorld, type ExampleWorld } from '#server/testing/example-world.ts'
import { templateDatabase } from '#server/testing/global-database.ts'
import { goodCall, ofOrganization } from '#server/testing/good-calls.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { makeDatabase } from '#server/testing/own-database.ts'
import { scansWithoutOrganization } from '#server/testing/query-plans.ts'
import { isCopied } from './distribute-tables.ts'

/** Without rows, and statistics of them, plans are the same in each run. */
let empty: Awaited<ReturnType<typeof makeDatabase>>
let client: pg.Client
let app: TestApp
let world: ExampleWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await buildExampleWorld(app)
  empty = await makeDatabase(templateDatabase)
  client = await connectTo(empty.connection)
})
afterAll(async () => {
  await client.end()
  await empty.drop()
  await app.close()
})

/**
 * Whether a statement finds who calls, and by that the organization: it may read what every node has
 * a copy of.
 */
const isLookUp = (text: string) => /\bfrom api_key\b/.test(text)

const endpoint = new AsyncLocalStorage<string>()

/**
 * Makes every call with good input, reads with each part of a query by itself as well, and returns
 * the statements with an endpoint that sent each.
 */
async function statementsOfCalls(): Promise<Map<string, string>> {
  const statements = new Map<string, string>()
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [one] = args
    const text = typeof one === 'string' ? one : (one as { text: string }).text
    const name = endpoint.getStore()
    if (name && /^\s*(select|with|insert|update|delete)\b/i.test(text)) statements.set(text, name)
    return query.apply(this, args) as never
  })
  // Work that an answer starts is no part of it.
  const wake = BackgroundLoop.prototype.wake
  const waking = vi.spyOn(BackgroundLoop.prototype, 'wake').mockImplementation(function (
    this: BackgroundLoop,
  ) {
    endpoint.exit(() => wake.call(this))
  })
  try {
    for (const [name, one] of ofOrganization) {
      const { url, search, others, request, key } = await goodCall(app, world, name, one)
      const caller = key ?? (one.access as Role)
      // An export reads by the queries of its list.
      const pairs = one.method === 'GET' && one.response !== 'export' ? others : []
      for (const pair of ['', ...pairs])
        await endpoint.run(name, () =>
          app.call(one.method, `${url}${search}&${pair}`, { ...request, key: caller }),
        )
    }
  } finally {
    spy.mockRestore()
    waking.mockRestore()
  }
  return statements
}

it('names the organization for every table that a request reads', async () => {
  const statements = await statementsOfCalls()
  expect(statements.size).toBeGreaterThan(800)
  const without: Record<string, string[]> = {}
  for (const [text, name] of statements) {
    const scans = await scansWithoutOrganization(client, text)
    const tables = isLookUp(text) ? scans.filter((table) => !isCopied(table)) : scans
    if (tables.length > 0)
      (without[name] ??= []).push(`${tables.join(', ')}: ${text.slice(0, 300)}`)
  }
  expect(without).toEqual({})
})

it('finds tables that a statement reads for all organizations', async () => {
  const found = (text: string) => scansWithoutOrganization(client, text)
  expect(await found(`select from flow where org_id = $1`)).toEqual([])
  expect(await found(`select from flow where name = $1`)).toEqual(['flow'])
  const joined = `select from flow join trail on trail.flow_id = flow.id`
  expect(await found(`${joined} where flow.org_id = $1`)).toEqual(['trail'])
  const together = `${joined} and trail.org_id = flow.org_id`
  expect(await found(`${together} where flow.org_id = $1`)).toEqual([])
  expect((await found(together)).sort()).toEqual(['flow', 'trail'])
  // A subquery that is no join gets it from a row of another table.
  const newest = (org: string) => `select from flow cross join lateral (
    select from trail where org_id = ${org} and flow_id = flow.id limit 1) as newest
    where flow.org_id = $1`
  expect(await found(newest('flow.org_id'))).toEqual(['trail'])
  expect(await found(newest('$1'))).toEqual([])
  expect(
    await found(
      `select from flow join organization on flow.org_id = organization.id where flow.id = $1`,
    ),
  ).toEqual(['flow'])
  expect(await found(`update flow set name = name where id = $1`)).toEqual(['flow'])
})
