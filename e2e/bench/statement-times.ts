import pg from 'pg'
import { supervisor } from '#server/database/embedded/roles.ts'
import { connectionOf } from '../database.ts'
import { short } from './result.ts'

/** A statement, or statements that differ in their values alone. */
interface StatementTime {
  text: string
  calls: number
  /** Milliseconds of all calls; those of a commit are without the wait for the disk. */
  time: number
  /** Milliseconds of planning them, beside that time. */
  planning: number
  /** Blocks of tables and indexes that all calls looked at. */
  blocks: number
  /** Rows that all calls returned or changed. */
  rows: number
}

const timeOf = ({ time, planning }: StatementTime) => time + planning

/** Milliseconds that some statements took, planning included. */
export const timeOfAll = (statements: readonly StatementTime[]): number =>
  statements.reduce((sum, one) => sum + timeOf(one), 0)

/** Describes those of some statements that took most, in one of so many repeats of a piece of work. */
export function describeStatements(
  statements: readonly StatementTime[],
  repeats: number,
  most: number,
): string[] {
  const all = timeOfAll(statements)
  const each = (amount: number) => short(amount / repeats)
  return statements.slice(0, most).map((one) => {
    const { text, calls, planning, blocks, rows } = one
    const share = `${((timeOf(one) / all) * 100).toFixed(0)} %`
    const spent = `${each(timeOf(one))} ms, ${each(planning)} of it planning`
    const read = `${each(blocks)} blocks, ${each(rows)} rows`
    return `${share}: ${spent}, ${read}, ${each(calls)} of ${text.replaceAll(/\s+/g, ' ').slice(0, 90)}`
  })
}

/** Work of the database for some calls. */
interface DatabaseTimes {
  /** Those first that took most. */
  statements: StatementTime[]
  /** How often its log was brought onto the disk, and milliseconds of that. */
  syncs: { count: number; time: number }
}

/** Connects to the embedded database of a service as its superuser. */
async function asSupervisor<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...(await connectionOf(dataDir)), user: supervisor })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Lets the database of a running service measure statements from its next start on. */
export const measureStatements = (dataDir: string): Promise<void> =>
  asSupervisor(dataDir, async (client) => {
    await client.query('create extension pg_stat_statements')
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await client.query('alter system set track_wal_io_timing = on')
    await client.query('alter system set pg_stat_statements.track_planning = on')
  })

/** Times that the database spends on some work, and on what it does beside it. */
export const databaseTimesOf = (
  dataDir: string,
  work: () => Promise<void>,
): Promise<DatabaseTimes> =>
  asSupervisor(dataDir, async (client) => {
    await client.query('select pg_stat_statements_reset()')
    await client.query(`select pg_stat_reset_shared('io')`)
    await work()
    const { rows: statements } = await client.query<StatementTime>(
      `select query as text, calls::integer, total_exec_time as time, total_plan_time as planning,
        (shared_blks_hit + shared_blks_read)::float8 as blocks, rows::float8
      from pg_stat_statements
      where query not like '%pg_stat_%' order by total_exec_time + total_plan_time desc`,
    )
    const { rows } = await client.query<DatabaseTimes['syncs']>(
      `select sum(fsyncs)::integer as count, sum(fsync_time) as time from pg_stat_io
      where object = 'wal'`,
    )
    return { statements, syncs: rows[0] ?? { count: 0, time: 0 } }
  })
