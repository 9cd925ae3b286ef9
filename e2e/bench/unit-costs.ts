import type pg from 'pg'
import { connectTo } from '../database.ts'
import { cairn, childOf, type Service } from '../service.ts'
import { backgroundWorkEnds } from './filled-organizations.ts'
import { residentBytes } from './memory.ts'
import { processorTime } from './processor-time.ts'
import { attest, build, list, prepare, report, sender } from './unit-work.ts'

const org = 'unit-costs'
const flow = 'shop'
const user = 'bench-costs'

/** Cost of one piece of work. */
export interface UnitCost {
  /** Milliseconds of processor time of the service. */
  service: number
  /** The same of the database, with what follows in the background. */
  database: number
  /** Bytes of the database's log. */
  logged: number
  /**
   * Bytes that the database grows by, indexes included, by table; without tables that are empty again,
   * such as queues, as later rows take their space.
   */
  stored: Record<string, number>
}

/** Measures the cost of each kind of users' work, on its own. */
export interface UnitCosts {
  /** An attestation of ten of a trail, with its share of the trail and of one artifact. */
  attestation: UnitCost
  /** A report of 20 artifacts, of which one is new. */
  change: UnitCost
  /** The same report again. */
  unchanged: UnitCost
  /** A page of a flow's attestations. */
  list: UnitCost
  /** Bytes that a process has in memory after all of it. */
  resident: number
}

/** Attestations of a trail. */
const perTrail = 10

/** Measures what pieces of work cost the service and its database. */
export async function measureUnitCosts(
  service: Service,
  { trails, reports }: { trails: number; reports: number },
): Promise<UnitCosts> {
  const { dataDir, host, process } = service
  cairn(dataDir, 'user', 'add', user)
  cairn(dataDir, 'org', 'add', org, '--owner', user)
  const headers = { authorization: `Bearer ${cairn(dataDir, 'key', 'add', user)}` }
  const send = sender(host, org, headers)
  const client = await connectTo(dataDir)
  const pid = Number(process.pid)
  const measure = async (count: number, work: (number: number) => Promise<void>) => {
    const before = await readCosts(client, pid)
    for (let number = 0; number < count; number += 1) await work(number)
    await backgroundWorkEnds(dataDir)
    return costEach(before, await readCosts(client, pid), count)
  }
  await prepare(send)
  await build(send, flow, -1)
  await report(send, 0)
  const attestation = await measure(trails, async (number) => {
    await build(send, flow, number)
    for (let each = 0; each < perTrail; each += 1) await attest(send, flow, number, each)
  })
  const costs = {
    attestation: shareOf(attestation, perTrail),
    change: await measure(reports, (number) => report(send, number + 1)),
    unchanged: await measure(reports, () => report(send, reports)),
    list: await measure(reports, () => list(send)),
    resident: residentBytes(pid),
  }
  await client.end()
  return costs
}

async function readCosts(client: pg.Client, pid: number) {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const { rows } = await client.query<{ name: string; bytes: string }>(
    tables.rows
      .map(
        ({ name }) => `select '${name}' as name, pg_total_relation_size('${name}') as bytes
        where exists (select from ${name})`,
      )
      .join(' union all '),
  )
  const log = await client.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)
  const database = processorTime([childOf(pid)])
  return {
    stored: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
    logged: Number(log.rows[0]?.bytes),
    database,
    service: processorTime([pid]) - database,
  }
}
type Read = Awaited<ReturnType<typeof readCosts>>

function costEach(before: Read, after: Read, count: number): UnitCost {
  const grown = Object.entries(after.stored)
    .map(([name, bytes]) => [name, (bytes - (before.stored[name] ?? 0)) / count] as const)
    .filter(([, bytes]) => bytes > 0)
    .sort(([, one], [, other]) => other - one)
  return {
    service: (after.service - before.service) / count,
    database: (after.database - before.database) / count,
    logged: (after.logged - before.logged) / count,
    stored: Object.fromEntries(grown),
  }
}

const shareOf = ({ stored, service, database, logged }: UnitCost, parts: number): UnitCost => ({
  service: service / parts,
  database: database / parts,
  logged: logged / parts,
  stored: Object.fromEntries(Object.entries(stored).map(([name, bytes]) => [name, bytes / parts])),
})

/** Bytes of all tables. */
export const storedBytes = ({ stored }: UnitCost): number =>
  Object.values(stored).reduce((sum, bytes) => sum + bytes, 0)
