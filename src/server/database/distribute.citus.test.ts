import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyDatabase } from '#server/testing/own-database.ts'
import { beginCluster } from '#server/testing/nodes.ts'
import { distributeTables, isCopied } from './distribute-tables.ts'
import { distributeAt } from './distribute.ts'
import { migrate, migrateAt, migrations } from './migrate.ts'
import { withDatabase } from './pool.ts'

let connection: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client

/** Opens a session in an empty database, which Citus knows. */
beforeEach(async () => {
  connection = await emptyDatabase()
  await beginCluster(connection)
  client = new pg.Client(connection)
  client.on('error', () => undefined)
})
afterEach(() => client.end())

/** Distributes the database once the sessions of before have ended on the server, too. */
const distribute = () => vi.waitFor(() => distributeAt(connection), { timeout: 300_000 })

/** Tables with how they are distributed: `n` copied, `h` spread, null not at all. */
async function placesOf(names?: string[]) {
  const { rows } = await client.query<{ name: string; method: string | null }>(
    `select relname::text as name, partmethod as method from pg_class
    left join pg_dist_partition on logicalrelid = pg_class.oid and (partmethod = 'h' or repmodel = 't')
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and ($1::text[] is null or relname = any ($1))`,
    [names ?? null],
  )
  return rows
}

it('copies the tables that are asked before the organization is known, and spreads all others', async () => {
  const { copied, spread } = await distribute()
  await client.connect()
  const places = await placesOf()
  expect(places).toHaveLength(copied + spread)
  expect(places.filter(({ name, method }) => method !== (isCopied(name) ? 'n' : 'h'))).toEqual([])
  const { rows } = await client.query(`select distinct colocationid from pg_dist_partition
    where partmethod = 'h'`)
  expect(rows).toHaveLength(1)
})

it('keeps foreign keys, triggers but those that notify, and what is distributed already', async () => {
  await migrateAt(connection)
  await client.connect()
  const count = async () =>
    (
      await client.query(`select
        (select count(*) from pg_constraint where contype = 'f' and conrelid::regclass::text !~ '_\\d+$') as keys,
        (select count(*) from pg_trigger join pg_class on pg_class.oid = tgrelid
          where not tgisinternal and tgname <> 'tell_access' and relnamespace = 'public'::regnamespace
            and tgrelid::regclass::text !~ '_\\d+$') as triggers`)
    ).rows
  const before = await count()
  await client.end()
  await distribute()
  expect(await distribute()).toEqual({ copied: 0, spread: 0 })
  client = new pg.Client(connection)
  await client.connect()
  expect(await count()).toEqual(before)
})

it('refuses while others use the database', async () => {
  await client.connect()
  await expect(distributeAt(connection)).rejects.toThrow(
    'Others use this database, by 1 connections: stop Cairn on all machines first.',
  )
  expect(await placesOf()).toEqual([])
})

it('distributes tables that later migrations make, with keys that the next one adds', async () => {
  await distribute()
  const ran = await withDatabase(connection, (database) =>
    migrate(database, {
      ...migrations,
      '9001-note': {
        up: (tx) =>
          sql`create table note (org_id text, id text, flow_id text, primary key (org_id, id))`
            .execute(tx)
            .then(() => undefined),
      },
      '9002-note-flow': {
        up: (tx) =>
          sql`alter table note add foreign key (org_id, flow_id) references flow (org_id, id)`
            .execute(tx)
            .then(() => undefined),
      },
    }),
  )
  expect(ran).toEqual(['9001-note', '9002-note-flow'])
  await client.connect()
  expect(await placesOf(['note'])).toEqual([{ name: 'note', method: 'h' }])
})

it('is brought up to date from the first version of the schema, distributed by that', async () => {
  const [[first = '', initial = { up: () => Promise.resolve() }] = []] = Object.entries(migrations)
  const later = Object.keys(migrations).slice(1)
  const ran = await withDatabase(connection, async (database) => {
    await migrate(database, { [first]: initial })
    await database.transaction().execute(distributeTables)
    return migrate(database)
  })
  expect(ran).toEqual(later)
  await client.connect()
  expect((await placesOf()).filter(({ method }) => method === null)).toEqual([])
})
