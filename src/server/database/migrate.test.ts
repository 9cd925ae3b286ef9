import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { templateDatabase } from '#server/testing/global-database.ts'
import { connectTo, onDatabase } from '#server/testing/nodes.ts'
import { emptyDatabase, makeDatabase, testServer } from '#server/testing/own-database.ts'
import { migrateAt, migrateUnlessUsed, migrations } from './migrate.ts'

/** A copy of a database, dropped after the test. */
async function copyOf(template: string): Promise<pg.ClientConfig> {
  const { connection, drop } = await makeDatabase(template)
  onTestFinished(drop)
  return connection
}

/** Runs statements in a database, and holds a session there while `meanwhile` runs. */
async function query<T>(
  connection: pg.ClientConfig,
  statements: string,
  meanwhile?: () => Promise<void>,
): Promise<T[]> {
  const client = await connectTo(connection)
  try {
    const { rows } = await client.query(statements)
    await meanwhile?.()
    return rows as T[]
  } finally {
    await client.end()
  }
}

const records = 'select name from kysely_migration order by name'

/** Statement that says that these migrations ran, too. */
const addRecords = (names: string[]) =>
  `insert into kysely_migration values ${names.map((name) => `('${name}', '')`).join()}`

const initial = Object.fromEntries(Object.entries(migrations).slice(0, 1))
const later = Object.keys(migrations).slice(1)

let initialDatabase: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  initialDatabase = await makeDatabase()
  await migrateUnlessUsed(initialDatabase.connection, initial)
})
afterAll(() => initialDatabase.drop())

/** A database of its own with the initial migration alone. */
const makeInitial = () => copyOf(initialDatabase.connection.database)

const createNote: (typeof migrations)[string]['up'] = async (database) => {
  await sql`create table note (text text)`.execute(database)
}

it('numbers migrations without a gap, one file each', () => {
  const names = Object.keys(migrations)
  names.forEach((name, index) => {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z-]+$`))
  })
  const entries = readdirSync(new URL('./migrations', import.meta.url), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(files.sort()).toEqual(names.map((name) => `${name}.ts`))
})

describe('a database', () => {
  it('gets its schema once', async () => {
    const connection = await emptyDatabase()
    await migrateUnlessUsed(connection)
    expect(await migrateAt(connection)).toEqual([])
  })

  it('is refused where a newer Cairn made it', async () => {
    const connection = await copyOf(templateDatabase)
    await query(connection, `insert into kysely_migration values ('9999-later', now())`)
    for (const migrate of [migrateAt, migrateUnlessUsed])
      await expect(migrate(connection)).rejects.toThrow(
        /^This database was made by a newer Cairn, .* 9999-later: start that version/,
      )
  })

  it('of a development version is refused and left as it is', async () => {
    const connection = await emptyDatabase()
    await query(
      connection,
      `create table kysely_migration (name text primary key, timestamp text not null);
       insert into kysely_migration values ('2026-11-21-first-slice', ''), ('2026-12-19-snapshot-type', '');
       create table flow (name text);
       insert into flow values ('payments')`,
    )
    for (const migrate of [migrateAt, migrateUnlessUsed])
      await expect(migrate(connection)).rejects.toThrow(
        'This database was made by a development version of Cairn, before the first release, and cannot be ' +
          'brought up to date: give Cairn an empty database or another data folder; this one is left as it is.',
      )
    const tables = `select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
    expect(await query(connection, tables)).toEqual([
      { relname: 'flow' },
      { relname: 'kysely_migration' },
    ])
    expect(await query(connection, 'select name from flow')).toEqual([{ name: 'payments' }])
  })

  it('of the last development version is brought up to date by renaming what ran', async () => {
    const connection = await makeInitial()
    await query(connection, addRecords(['0002-trail-names', '0031-nothing-expected']))
    // A command that knows no later one needs nothing of it.
    await migrateUnlessUsed(connection, initial)
    expect(await query(connection, records)).toHaveLength(3)
    const concurrently = await Promise.all([1, 2, 3].map(() => migrateAt(connection)))
    expect(concurrently.flat()).toEqual(later)
    const ran = Object.keys(migrations).map((name) => ({ name }))
    expect(await query(connection, records)).toEqual(ran)
    expect(await migrateAt(connection)).toEqual([])
  })

  it.each<[after: string, prepare: string]>([
    ['0002-trail-names', addRecords(['0002-trail-names'])],
    ['0030-running-hashes', addRecords(['0002-trail-names', '0030-running-hashes'])],
    ['0001-initial', 'drop table running_hash'],
  ])(
    'of an older development version, after %s, is refused and left as it is',
    async (after, prepare) => {
      const connection = await makeInitial()
      await query(connection, prepare)
      const before = await query(connection, records)
      for (const migrate of [migrateAt, migrateUnlessUsed])
        await expect(migrate(connection)).rejects.toThrow(
          `This database was made by a development version of Cairn, up to its migration ${after}: start ` +
            'the development version that has 0031-nothing-expected on it once, or give Cairn an empty ' +
            'database or another data folder; this one is left as it is.',
        )
      expect(await query(connection, records)).toEqual(before)
    },
  )

  it('counts attestations by day, those before and those that a version before it folds', async () => {
    const connection = await makeInitial()
    const fold = (name: string, count: number) =>
      query(
        connection,
        `insert into attestation_tally as sums
         values ('acme', 'flow', 20000, '${name}', 'generic', true, false, false, ${count}, 'ada')
         on conflict (org_id, flow_id, day, name, type, is_compliant, is_flipped, is_override, reported_by)
         do update set count = sums.count + excluded.count`,
      )
    await query(connection, `insert into organization values ('acme', 'acme', 'shared', 0)`)
    await fold('lint', 2)
    await fold('tests', 3)
    await migrateAt(connection)
    await fold('tests', 4)
    await fold('scan', 5)
    const ofOrg = {
      org_id: 'acme',
      day: 20_000,
      type: 'generic',
      is_compliant: true,
      is_flipped: false,
      is_override: false,
      count: 14,
      reported_by: 'ada',
    }
    const ofFlow = { ...ofOrg, flow_id: 'flow' }
    expect(await query(connection, 'select * from attestation_day')).toEqual([ofFlow])
    expect(await query(connection, 'select * from attestation_org_day')).toEqual([ofOrg])
  })

  it('counts the entries of a log by day, up to its last one', async () => {
    const connection = await makeInitial()
    await query(connection, `insert into organization values ('acme', 'acme', 'shared', 0)`)
    for (const [seq, at] of [10, 20, 86_400].entries()) {
      const entry = `'acme', '${seq}', 'ada'`
      await query(
        connection,
        `insert into record (org_id, id, actor, kind, subject, body, hash, recorded_at)
           values (${entry}, 'flow_created', '{}', '{}', '', ${at});
         insert into record_seal
             (org_id, record_id, actor, kind, seq, prev_hash, hash, recorded_at, result)
           values (${entry}, 'flow_created', ${seq + 1}, '', '', ${at}, 'accepted')`,
      )
    }
    await migrateAt(connection)
    expect(await query(connection, 'select day, count from record_tally order by day')).toEqual([
      { day: 0, count: 2 },
      { day: 1, count: 1 },
    ])
    expect(await query(connection, 'select seq::int from record_counted')).toEqual([{ seq: 3 }])
  })

  it('lists what decisions name, those before and those that a version before it stores', async () => {
    const connection = await makeInitial()
    await query(
      connection,
      `alter table attestation drop constraint attestation_org_id_flow_id_fkey,
         drop constraint attestation_org_id_trail_id_fkey`,
    )
    const hash = 'A1'.repeat(32)
    const decide = (id: string, payload: object) =>
      query(
        connection,
        `insert into attestation (org_id, id, flow_id, trail_id, name, type, is_compliant,
           target_artifacts, payload, created_at, reported_by, control)
         values ('acme', '${id}', 'flow', 'trail', 'gate', 'decision', true, '{}',
           '${JSON.stringify(payload)}', 0, 'ada', 'C1')`,
      )
    await decide('one', { about: hash, again: hash.toLowerCase() })
    await migrateAt(connection)
    await decide('two', { reports: ['01a228ba-d391-0000-bff3-ede54979', hash] })
    expect(
      await query(connection, 'select name, attestation_id from decision_reference order by 1, 2'),
    ).toEqual([
      { name: '01a228ba-d391-0000-bff3-ede54979', attestation_id: 'two' },
      { name: hash.toLowerCase(), attestation_id: 'one' },
      { name: hash.toLowerCase(), attestation_id: 'two' },
    ])
  })

  it('marks overrides that a later record replaced, before and by a version before it', async () => {
    const connection = await makeInitial()
    await query(
      connection,
      `alter table attestation drop constraint attestation_org_id_flow_id_fkey,
         drop constraint attestation_org_id_trail_id_fkey;
       alter table override_entry drop constraint override_entry_org_id_flow_id_fkey`,
    )
    for (const id of ['early', 'former', 'newest', 'ended']) {
      const standing = id === 'ended' ? 'withdrawn' : 'stands'
      await query(
        connection,
        `insert into attestation (org_id, id, flow_id, trail_id, name, type, is_compliant,
           target_artifacts, payload, created_at, reported_by, is_override)
           values ('acme', '${id}', 'flow', 'trail', 'scan', 'override', true, '{}', '{}', 0, 'ada', true);
         insert into override_entry
             (org_id, id, is_request, flow_id, type, is_compliant, created_at, created_by, standing)
           values ('acme', '${id}', false, 'flow', 'generic', true, 0, 'ada', '${standing}')`,
      )
    }
    const count = (id: string, scope: string) =>
      query(
        connection,
        `insert into current_attestation values ('acme', 'trail', '${scope}', 'scan', '${id}')
         on conflict (org_id, trail_id, scope, name)
         do update set attestation_id = excluded.attestation_id`,
      )
    const replaced = async () =>
      (
        await query<{ id: string }>(
          connection,
          'select id from override_entry where is_replaced order by id',
        )
      ).map(({ id }) => id)
    for (const scope of ['', 'artifact:1']) await count('former', scope)
    await migrateAt(connection)
    expect(await replaced()).toEqual(['early', 'newest'])
    await count('newest', '')
    expect(await replaced()).toEqual(['early'])
    await count('newest', 'artifact:1')
    expect(await replaced()).toEqual(['early', 'former'])
    await count('former', '')
    expect(await replaced()).toEqual(['early'])
  })

  it('is not changed by a command while others use it', async () => {
    const connection = await copyOf(templateDatabase)
    const withNote = { ...migrations, '9999-note': { up: createNote } }
    await query(connection, 'select', () =>
      expect(migrateUnlessUsed(connection, withNote)).rejects.toThrow(
        'older Cairn, and others use it',
      ),
    )
    // The session above is listed for a moment after it ended.
    await expect.poll(() => migrateUnlessUsed(connection, withNote).catch(String)).toBeUndefined()
    expect(await query(connection, 'select text from note')).toEqual([])
  })

  it('cannot be changed by a user without rights, in a sentence', async () => {
    const connection = await emptyDatabase()
    const user = `${connection.database}_user`
    await onDatabase(testServer(), [`create role ${user} login`])
    await expect(migrateAt({ ...connection, user })).rejects.toThrow(
      /^The user of the database may not change it \(permission denied .*\): make it the owner/,
    )
  })
})

it('takes nothing from tables that are there, and lets rows be without what it adds', async () => {
  interface Column {
    table_name: string
    name: string
    may_be_absent: boolean
  }
  const columns = `select table_name, concat(table_name, '.', column_name) as name,
      is_nullable = 'YES' or column_default is not null or is_generated = 'ALWAYS' as may_be_absent
    from information_schema.columns where table_schema = 'public'`
  const connection = await makeInitial()
  const before = await query<Column>(connection, columns)
  await migrateAt(connection)
  const after = await query<Column>(connection, columns)
  const tables = new Set(before.map(({ table_name }) => table_name))
  const added = after.filter(({ name }) => !before.some((column) => column.name === name))
  const asked = added.filter(
    ({ table_name, may_be_absent }) => tables.has(table_name) && !may_be_absent,
  )
  expect(asked.map(({ name }) => name)).toEqual([])
  const gone = before.filter(({ name }) => !after.some((column) => column.name === name))
  expect(gone.map(({ name }) => name)).toEqual([])
})
