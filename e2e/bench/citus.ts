import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Pool } from 'undici'
import { dropOnNodes, makeDistributed, makeOnNodes } from '#server/testing/nodes.ts'
import { cairnWith, startService } from '../service.ts'
import { post, reportBody } from './ingest-load.ts'
import { median } from './time-by-turns.ts'

const user = 'bench-citus'
const org = 'spread'
const [warmUp, calls] = [5, 40]

/** Milliseconds of one call, the median of some. */
interface CitusCosts {
  call: string
  /** On a database of one PostgreSQL, as it is. */
  plain: number
  /** On one that is distributed over the nodes. */
  distributed: number
}

/**
 * Measures calls one after the other, by turns on a plain database and on a distributed one of the
 * same server.
 * @param url - of a superuser of a coordinator of Citus that nothing else needs
 */
export async function measureCitus(url: string): Promise<CitusCosts[]> {
  const { host, port, user: role, password } = new pg.Client(url)
  const server = { host, port, user: role, password, database: 'postgres' }
  const [plain, distributed] = ['cairn_bench_plain', 'cairn_bench_citus']
  await dropOnNodes(server, plain)
  await makeOnNodes(server, plain)
  await makeDistributed(server, distributed)
  const of = [await openCaller(url, plain), await openCaller(url, distributed)]
  const times = new Map<string, number[][]>()
  for (let turn = 0; turn < warmUp + calls; turn += 1) {
    for (const [which, { ask }] of of.entries()) {
      for (const [call, time] of await ask(turn)) {
        const both = times.get(call) ?? [[], []]
        times.set(call, both)
        if (turn >= warmUp) both[which]?.push(time)
      }
    }
  }
  for (const { close } of of) await close()
  for (const name of [plain, distributed]) await dropOnNodes(server, name)
  return [...times].map(([call, [one = [], other = []]]) => ({
    call,
    plain: median(one),
    distributed: median(other),
  }))
}

/** Starts a service on a database, with a flow and somebody who reports to it and reads it. */
async function openCaller(url: string, database: string) {
  const address = new URL(url)
  address.pathname = database
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bench-'))
  const env = {
    CAIRN_DATA_DIR: dataDir,
    CAIRN_SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: address.href,
  }
  const service = await startService(dataDir, { env })
  cairnWith(env, 'user', 'add', user)
  cairnWith(env, 'org', 'add', org, '--owner', user)
  const authorization = `Bearer ${cairnWith(env, 'key', 'add', user)}`
  const pool = new Pool(service.host, { connections: 1 })
  const get = async (path: string) => {
    const { statusCode, body } = await pool.request({
      ...{ path, method: 'GET', headers: { authorization } },
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} was answered ${text}`)
  }
  const flow = `${org}/shop`
  const path = `/api/v2/attestations/${flow}/trail/build-1/generic`
  const sent: [string, (turn: number) => Promise<void>][] = [
    ['A report', (turn) => post(pool, path, reportBody(`check-${turn % 10}`, 0), authorization)],
    ['A page of attestations', () => get(`/api/v2/attestations/${flow}`)],
    ['A trail', () => get(`/api/v2/trails/${flow}/build-1`)],
  ]
  return {
    async ask(turn: number) {
      const times: [string, number][] = []
      for (const [call, send] of sent) {
        const begun = performance.now()
        await send(turn)
        times.push([call, performance.now() - begun])
      }
      return times
    },
    async close() {
      await pool.close()
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
