import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { Pool } from 'undici'
import { connectionOf, connectTo } from '../database.ts'
import { cairn, freePort, type Service } from '../service.ts'
import { load, post, reportBody } from './ingest-load.ts'
import { processorTime } from './processor-time.ts'
import { type RawSettings, rawTables } from './raw-server.ts'

const org = 'ingest'
const user = 'bench-ingest'
const evidenceBytes = 20_000

/** Average cost of one report. */
interface Cost {
  /** Accepted reports each second. */
  rate: number
  /** Milliseconds of processor time, those of the database included. */
  time: number
  /** Bytes of the database's log. */
  logged: number
}

/** Costs of reports to the service, and of raw inserts of the same rows. */
interface IngestCosts {
  writers: number
  withEvidence: boolean
  service: Cost
  raw: Cost
}

/**
 * Compares reports to inserts of the same rows, as durable, by a server of `node:http`, a parser of
 * multipart bodies and `pg`, by turns.
 */
export async function* measureIngest(
  service: Service,
  { rounds, seconds }: { rounds: number; seconds: number },
): AsyncGenerator<IngestCosts> {
  cairn(service.dataDir, 'user', 'add', user)
  cairn(service.dataDir, 'org', 'add', org, '--owner', user)
  const authorization = `Bearer ${cairn(service.dataDir, 'key', 'add', user)}`
  const path = (trail: string) => `/api/v2/attestations/${org}/shop/trail/${trail}/generic`
  const first = new Pool(service.host)
  await post(first, path('seed'), reportBody('check-0', 0), authorization)
  await first.close()
  const client = await connectTo(service.dataDir)
  const raw = await startRaw(service, await makeRaw(client))
  const pids = [Number(service.process.pid), raw.pid]
  const measure = async (origin: string, to: (trail: string) => string, mode: Mode) => {
    const before = { time: processorTime(pids), logged: await loggedBytes(client) }
    const begun = performance.now()
    const size = mode.withEvidence ? evidenceBytes : 0
    const accepted = await load(origin, mode.writers, seconds, (pool, writer, number) =>
      post(pool, to(`trail-${writer}`), reportBody(`check-${number % 10}`, size), authorization),
    )
    return {
      rate: accepted / ((performance.now() - begun) / 1_000),
      time: (processorTime(pids) - before.time) / accepted,
      logged: ((await loggedBytes(client)) - before.logged) / accepted,
    }
  }
  try {
    for (const mode of modes) {
      const costs = { service: [] as Cost[], raw: [] as Cost[] }
      for (let round = 0; round < rounds; round += 1) {
        costs.service.push(await measure(service.host, path, mode))
        costs.raw.push(await measure(raw.origin, (trail) => `/${trail}`, mode))
      }
      yield { ...mode, service: best(costs.service), raw: best(costs.raw) }
    }
  } finally {
    await raw.stop()
    await client.query('drop schema raw cascade')
    await client.end()
  }
}

interface Mode {
  writers: number
  withEvidence: boolean
}

const modes: readonly Mode[] = [1, 16].flatMap((writers) =>
  [false, true].map((withEvidence) => ({ writers, withEvidence })),
)

const best = (costs: readonly Cost[]): Cost => ({
  rate: Math.max(...costs.map(({ rate }) => rate)),
  time: Math.min(...costs.map(({ time }) => time)),
  logged: Math.min(...costs.map(({ logged }) => logged)),
})

async function loggedBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_current_wal_lsn() - '0/0' as bytes`,
  )
  return Number(rows[0]?.bytes)
}

/** Makes tables with the same columns and indexes, and returns the rows of the report before. */
async function makeRaw(client: pg.Client): Promise<RawSettings['rows']> {
  await client.query('create schema raw')
  for (const table of [...rawTables, 'record_pending']) {
    await client.query(`create table raw.${table} (like public.${table} including all)`)
  }
  const rows: Partial<RawSettings['rows']> = {}
  for (const table of rawTables.filter((one) => one !== 'attestation_delta')) {
    const kind = table === 'record' ? `and kind = 'attestation_reported'` : ''
    const found = await client.query<{ row: object }>(
      `select row_to_json(one) as row from ${table} as one
      where org_id = (select id from organization where name = $1) ${kind} limit 1`,
      [org],
    )
    rows[table] = found.rows[0]?.row ?? {}
  }
  // The service folds these away within seconds.
  const attestation = rows.attestation ?? {}
  const delta = { ...attestation, day: 20_000, amount: 1 }
  return { ...rows, attestation_delta: delta } as RawSettings['rows']
}

async function startRaw({ dataDir }: Service, rows: RawSettings['rows']) {
  const port = await freePort()
  const folder = await mkdtemp(join(dataDir, 'raw-'))
  const child = fork(fileURLToPath(new URL('raw-server.ts', import.meta.url)))
  const settings: RawSettings = { connection: await connectionOf(dataDir), port, folder, rows }
  child.send(settings)
  await once(child, 'message')
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: Number(child.pid),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
