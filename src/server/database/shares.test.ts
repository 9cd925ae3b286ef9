import { afterAll, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { connectTo } from '#server/testing/nodes.ts'

let app: TestApp
let locker: pg.Client
beforeAll(async () => {
  app = await startTestApp({ environment: { DATABASE_POOL_SIZE: '5' } })
  locker = await connectTo(app.connection)
})
afterAll(async () => {
  await locker.end()
  await app.close()
})

const put = (name: string) => app.call('PUT', '/flows/acme', { json: { name } })
// Other test files wait for locks in databases of their own on the same server.
const waiting = `select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where not granted and datname = current_database()`
const waitingForLocks = async () => (await locker.query(waiting)).rowCount

it('leaves connections to others while the writes of one organization wait for a lock', async () => {
  await put('first')
  await locker.query('begin; lock table flow in share row exclusive mode')
  const writes = Promise.all(Array.from({ length: 12 }, (_, number) => put(`flow-${number}`)))
  await expect.poll(waitingForLocks).toBe(2)
  const others = await Promise.all([
    app.call('GET', '//ready', { key: null }),
    app.call('GET', '/flows/globex', { key: 'outsider' }),
    app.call('GET', '/cairn/session'),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  await locker.query('rollback')
  expect((await writes).map(({ status }) => status)).toEqual(Array(12).fill(201))
})

const putOnce = () =>
  app.call('PUT', '/flows/acme', {
    json: { name: 'deadlocked-once' },
    headers: { 'idempotency-key': 'deadlocked' },
  })
const makeKey = () => app.call('POST', '/cairn/session/api-keys', { json: {} })
const deleteOther = () =>
  app.call('POST', '/cairn/globex/delete', { key: 'outsider', json: { organization: 'globex' } })

/** Writes that stop before one table, having locked another. */
const writes = [
  ['of an organization', () => put('deadlocked'), 'flow', 'membership', 201],
  ['with an Idempotency-Key', putOnce, 'flow', 'membership', 201],
  ['of what a person owns', makeKey, 'record', 'api_key', 201],
  ['of several organizations', deleteOther, 'record', 'organization', 200],
] as const

it.each(writes)(
  'runs a write %s again that the database has ended to resolve a deadlock',
  async (_, write, stopping, locked, status) => {
    await locker.query("set deadlock_timeout = '1min'")
    await locker.query(`begin; lock table ${stopping} in share row exclusive mode`)
    const answer = write()
    await expect.poll(waitingForLocks).toBe(1)
    // It waits for the write, which waits for it; of both only the write looks for a deadlock.
    await locker.query(`lock table ${locked} in access exclusive mode`)
    await locker.query('rollback; reset deadlock_timeout')
    expect((await answer).status).toBe(status)
  },
)

it('answers 503 where the database ends a connection that is in use, and stores nothing', async () => {
  await locker.query('begin; lock table flow in share row exclusive mode')
  const write = put('broken')
  await expect.poll(waitingForLocks).toBe(1)
  await locker.query(`select pg_terminate_backend(pid) from (${waiting}) as it`)
  const { status, body, headers } = await write
  expect([status, headers['retry-after'], Object.keys(body)]).toEqual([503, '5', ['message']])
  await locker.query('rollback')
  expect((await app.call('GET', '/flows/acme/broken')).status).toBe(404)
  expect((await put('broken')).status).toBe(201)
  const metrics = await app.call('GET', '//metrics', { key: 'admin' })
  expect(metrics.text).toContain('cairn_failures_total{kind="database_unavailable"} 1')
})
