import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { type ExternalPostgres, startExternalPostgres } from '../external-postgres.ts'
import { type Service, startService } from '../service.ts'
import { timeoutMs, times } from './length.ts'

const restarts = times(20, 1)
const endedBackends = times(50, 5)
const writers = 16
const secret = 'x'.repeat(32)

let folder: string
let postgres: ExternalPostgres
const services: Service[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-restarts-'))
  postgres = await startExternalPostgres(join(folder, 'postgres'))
  const env = { DATABASE_URL: postgres.url, CAIRN_SECRET: secret }
  for (let started = 0; started < 2; started += 1) {
    services.push(await startService(join(folder, 'data'), { env }))
  }
})

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Sends a report with one key until it is accepted, alternating between processes. */
async function attest(apiKey: string, name: string, isOver: () => boolean): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() }
  const path = `/api/v2/attestations/acme/restarts/trail/${name.split('-')[0]}/generic`
  for (let tries = 0; ; tries += 1) {
    const body = new FormData()
    body.set('data_json', JSON.stringify({ attestation_name: name }))
    const { host } = services[tries % services.length]!
    const status = await fetch(host + path, { method: 'POST', body, headers }).then(
      (response) => response.status,
      (error: Error) => error.message,
    )
    if (status === 201) return true
    if (status !== 503) throw new Error(`answered ${status}`)
    if (isOver() && tries > 100) return false
    await wait(50)
  }
}

async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(postgres.url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Ends one connection of the services, preferably within a transaction. */
const endBackend = () =>
  onDatabase((client) =>
    client.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
         order by state = 'idle in transaction' desc, random() limit 1) as chosen`,
    ),
  )

it(
  'keeps every acknowledged report exactly once while the database restarts',
  async () => {
    const connection = { connectionString: postgres.url }
    const apiKey = await withAdministration(connection, async (administration) => {
      await administration.addUser('robin')
      await administration.addOrganization('acme', 'robin')
      return administration.addKey('robin', 'restarts')
    })
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const flow = { method: 'PUT', headers, body: JSON.stringify({ name: 'restarts' }) }
    expect((await fetch(`${services[0]!.host}/api/v2/flows/acme`, flow)).ok).toBe(true)

    const over = new AbortController()
    const acknowledged: string[] = []
    const work = Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; !over.signal.aborted; index += 1) {
        const name = `w${writer}-${index}`
        if (await attest(apiKey, name, () => over.signal.aborted)) acknowledged.push(name)
      }
    })
    const failed = Promise.all(work)
    failed.catch(() => undefined)
    /** Waits until the writers are at work again: each has been acknowledged something, on average. */
    const written = async () => {
      const before = acknowledged.length
      const isOn = () => acknowledged.length >= before + writers
      const on = expect.poll(isOn, { timeout: 60_000, interval: 20 }).toBe(true)
      await Promise.race([on, failed])
    }
    for (let ended = 0; ended < endedBackends; ended += 1) {
      await written()
      await endBackend()
    }
    for (let restarted = 0; restarted < restarts; restarted += 1) {
      await written()
      postgres.restart()
    }
    await written()
    over.abort()
    await failed

    expect(services.map((service) => service.process.exitCode)).toEqual([null, null])
    const { rows } = await onDatabase((client) =>
      client.query<{ name: string; times: number }>(
        'select name, count(*)::int as times from attestation group by name',
      ),
    )
    expect(rows.filter((row) => row.times !== 1)).toEqual([])
    expect(rows.map(({ name }) => name).sort()).toEqual(acknowledged.sort())
    expect(acknowledged.length).toBeGreaterThan(writers)
  },
  timeoutMs,
)

it('seals every entry without a gap, each hash covering the one before', async () => {
  await onDatabase(async (client) => {
    const waiting = async () => (await client.query('select 1 from record_pending')).rowCount
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
    const { rows } = await client.query<{
      org_id: string
      seq: string
      prev: Buffer
      hash: Buffer
      record: Buffer
    }>(
      `select record_seal.org_id, seq, prev_hash as prev, record_seal.hash, record.hash as record
       from record left join record_seal
         on record.org_id = record_seal.org_id and record.id = record_id
       order by record_seal.org_id, seq`,
    )
    const last = new Map<string, { seq: number; hash: Buffer }>()
    for (const { org_id, seq, prev, hash, record } of rows) {
      const before = last.get(org_id) ?? { seq: 0, hash: Buffer.alloc(32) }
      expect([Number(seq), prev.equals(before.hash)]).toEqual([before.seq + 1, true])
      const expected = createHash('sha256').update(prev).update(record).digest()
      expect(hash.equals(expected)).toBe(true)
      last.set(org_id, { seq: before.seq + 1, hash })
    }
  })
})
