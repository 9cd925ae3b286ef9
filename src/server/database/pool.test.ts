import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '#server/platform/failure.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { testServer } from '#server/testing/own-database.ts'
import { openKysely, openPool, type PoolOptions, requestLimits } from './pool.ts'

const server = { ...testServer(), database: 'postgres' }
const open: pg.Pool[] = []
let admin: pg.Client

beforeEach(async () => {
  admin = await connectTo(server)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.end()))
  await admin.end()
})

function poolOf(options: Partial<PoolOptions> = {}, connection: pg.ClientConfig = server) {
  const pool = openPool(connection, {
    prepared: true,
    max: 1,
    onError: () => undefined,
    ...options,
  })
  open.push(pool)
  return openKysely(pool)
}
const pidOf = async (database: ReturnType<typeof poolOf>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows[0]!.pid
const terminate = (pid: number) =>
  admin.query('select pg_terminate_backend($1::integer, 5000)', [pid])
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => failureOf(error)?.kind,
  )

describe('a connection that PostgreSQL ends', () => {
  it('between two statements costs the transaction, and the next one is fine', async () => {
    const database = poolOf()
    const work = database.transaction().execute(async (tx) => {
      await terminate(await pidOf(tx as never))
      return pidOf(tx as never)
    })
    expect(await kindOf(work)).toBe('databaseUnavailable')
    expect(await pidOf(database)).toBeGreaterThan(0)
  })

  it('while it is idle costs nothing', async () => {
    const errors: Error[] = []
    const database = poolOf({ onError: (error) => errors.push(error) })
    await terminate(await pidOf(database))
    await expect.poll(() => errors.length).toBe(1)
    expect(await pidOf(database)).toBeGreaterThan(0)
  })
})

it.each([false, true])('plans are not compiled (through a pooler: %s)', async (throughPooler) => {
  const database = poolOf({ limits: requestLimits, throughPooler })
  const { rows } = await database.transaction().execute((tx) => sql`show jit`.execute(tx))
  expect(rows).toEqual([{ jit: 'off' }])
})

describe('time limits', () => {
  const limits = { statementMs: 500, lockMs: 250, idleInTransactionMs: 500, answerMs: 30_000 }

  it.each([false, true])(
    'end what takes too long (through a pooler: %s)',
    async (throughPooler) => {
      const database = poolOf({ limits, throughPooler })
      const inTransaction = (
        work: (pid: number) => Promise<unknown>,
        statement = sql`select pg_sleep(0)`,
      ) =>
        database.transaction().execute(async (tx) => {
          await work(await pidOf(tx as never))
          await statement.execute(tx)
        })
      const nothing = () => Promise.resolve()
      expect(await kindOf(inTransaction(nothing, sql`select pg_sleep(60)`))).toBe('databaseBusy')
      await admin.query('select pg_advisory_lock(424242)')
      const lock = sql`select pg_advisory_xact_lock(424242)`
      await expect(inTransaction(nothing, lock)).rejects.toThrow('lock timeout')
      await admin.query('select pg_advisory_unlock(424242)')
      const isOpen = async (pid: number) =>
        (await admin.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount
      const untilEnded = (pid: number) => expect.poll(() => isOpen(pid)).toBe(0)
      expect(await kindOf(inTransaction(untilEnded))).toMatch(/^database/)
      expect(await kindOf(inTransaction(nothing))).toBe(null)
    },
  )

  it('give up on a server that does not answer, in a transaction too', async () => {
    const sockets: Socket[] = []
    const proxy = createServer((socket) => {
      const path = `${server.host}/.s.PGSQL.${server.port}`
      const target = server.host?.startsWith('/')
        ? connect(path)
        : connect(server.port ?? 5432, server.host)
      target.on('error', () => undefined)
      socket.on('error', () => undefined).pipe(target)
      target.pipe(socket)
      sockets.push(socket, target)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as { port: number }
    const through = { ...server, host: '127.0.0.1', port }
    const database = poolOf({ limits: { ...requestLimits, answerMs: 1_000 } }, through)
    const work = database.transaction().execute(async (tx) => {
      await pidOf(tx as never)
      for (const socket of sockets) socket.pause().unpipe()
      await pidOf(tx as never)
    })
    expect(await kindOf(work)).toBe('databaseUnavailable')
    expect(await pidOf(database)).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })

  it('are absent unless requested', async () => {
    const { rows } = await sql`show statement_timeout`.execute(poolOf())
    expect(rows).toEqual([{ statement_timeout: '0' }])
  })
})
