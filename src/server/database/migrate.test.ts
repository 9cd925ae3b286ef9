import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { dropDatabase } from '#server/testing/app.ts'
import { templateDatabase } from '#server/testing/global-database.ts'
import { migrate, migrateAt, migrateUnlessUsed, migrations } from './migrate.ts'
import { withDatabase } from './pool.ts'

const server = JSON.parse(inject('database')) as pg.ClientConfig
const admin = new pg.Client(server)
const databases: string[] = []

beforeAll(() => admin.connect())
afterAll(async () => {
  for (const name of databases) await dropDatabase(name)
  await admin.end()
})

/** A database of its own: migrated, or empty. */
async function makeDatabase(template = templateDatabase): Promise<pg.ClientConfig> {
  const database = `migrate_${randomBytes(6).toString('hex')}`
  databases.push(database)
  await admin.query(`create database ${database} template ${template}`)
  return { ...server, database }
}

/** A database with the migrations before one, and a connection that checks no foreign key. */
async function makeDatabaseBefore(migration: string) {
  const connection = await makeDatabase('template0')
  const before = Object.entries(migrations).filter(([name]) => name < migration)
  await withDatabase(connection, (database) => migrate(database, Object.fromEntries(before)))
  const withoutKeys = { ...connection, options: '-c session_replication_role=replica' }
  return { connection, withoutKeys }
}

/** Runs statements in a database, and holds a session there while `meanwhile` runs. */
async function query<T>(
  connection: pg.ClientConfig,
  statements: string,
  meanwhile?: () => Promise<void>,
): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(statements)
    await meanwhile?.()
    return rows as T[]
  } finally {
    await client.end()
  }
}

const createNote: (typeof migrations)[string]['up'] = async (database) => {
  await sql`create table note (text text)`.execute(database)
}

it('numbers migrations without a gap, one file each', () => {
  const names = Object.keys(migrations)
  names.forEach((name, index) => {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z-]+$`))
  })
  const files = readdirSync(new URL('./migrations', import.meta.url)).sort()
  expect(files).toEqual(names.map((name) => `${name}.ts`))
})

describe('a database', () => {
  it('gets its schema once', async () => {
    const connection = await makeDatabase('template0')
    await migrateUnlessUsed(connection)
    expect(await migrateAt(connection)).toEqual([])
  })

  it('is refused where a newer Cairn made it', async () => {
    const connection = await makeDatabase()
    await query(connection, `insert into kysely_migration values ('9999-later', now())`)
    for (const migrate of [migrateAt, migrateUnlessUsed])
      await expect(migrate(connection)).rejects.toThrow(
        /^This database was made by a newer Cairn, .* 9999-later: start that version/,
      )
  })

  it('of a development version is refused and left as it is', async () => {
    const connection = await makeDatabase('template0')
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

  it('is not changed by a command while others use it', async () => {
    const connection = await makeDatabase()
    const later = { ...migrations, '9999-note': { up: createNote } }
    await query(connection, 'select', () =>
      expect(migrateUnlessUsed(connection, later)).rejects.toThrow(
        'older Cairn, and others use it',
      ),
    )
    // The session above is listed for a moment after it ended.
    await expect.poll(() => migrateUnlessUsed(connection, later).catch(String)).toBeUndefined()
    expect(await query(connection, 'select text from note')).toEqual([])
  })

  it('cannot be changed by a user without rights, in a sentence', async () => {
    const connection = await makeDatabase('template0')
    const user = `${connection.database}_user`
    await admin.query(`create role ${user} login`)
    await expect(migrateAt({ ...connection, user })).rejects.toThrow(
      /^The user of the database may not change it \(permission denied .*\): make it the owner/,
    )
  })
})

it('counts evidence by what it reported and overrides apart, also those from before', async () => {
  const { connection, withoutKeys } = await makeDatabaseBefore('0004')
  // The override of `b` turned it; `c` was turned and restored.
  await query(
    withoutKeys,
    `insert into attestation (org_id, id, flow_id, trail_id, name, type, is_compliant, is_override,
       is_flipped, target_artifacts, payload, created_at, reported_by)
     values ('o', 'a', 'f', 't', 'scan', 'snyk', true, false, false, '{}', '{}', 86400, 'ci'),
       ('o', 'b', 'f', 't', 'scan', 'snyk', true, false, true, '{}', '{}', 86400, 'ci'),
       ('o', 'c', 'f', 't', 'scan', 'snyk', false, false, false, '{}', '{}', 86400, 'ci'),
       ('o', 'd', 'f', 't', 'scan', 'snyk', true, true, false, '{}', '{}', 86400, 'ada');
     insert into attestation_tally (org_id, flow_id, day, name, type, is_compliant, reported_by, count)
     values ('o', 'f', 1, 'scan', 'snyk', true, 'ci', 2), ('o', 'f', 1, 'scan', 'snyk', false, 'ci', 1),
       ('o', 'f', 1, 'scan', 'snyk', true, 'ada', 1)`,
  )
  await migrateAt(withoutKeys)
  const columns = 'day, is_compliant, is_flipped, is_override, reported_by'
  const counts = await query(
    connection,
    `select ${columns}, sum(n)::integer as n from (
       select ${columns}, count as n from attestation_tally
       union all select ${columns}, amount from attestation_delta) as counted
     group by ${columns} having sum(n) <> 0 order by ${columns}`,
  )
  const one = { day: 1, is_flipped: false, is_override: false, reported_by: 'ci', n: 1 }
  expect(counts).toEqual([
    { ...one, is_compliant: false },
    { ...one, is_compliant: true },
    { ...one, is_compliant: true, is_override: true, reported_by: 'ada' },
    { ...one, is_compliant: true, is_flipped: true },
  ])
})

it('names earlier entries of allow-lists as reviews do, with the accounts that made them', async () => {
  const { connection, withoutKeys } = await makeDatabaseBefore('0010')
  const entry = "'o', 'env', 'fp-' || made.by, 'app', 'Why', 1, made.by"
  await query(
    withoutKeys,
    `insert into user_account (id, name, created_at) values ('u1', 'ada', 1), ('u2', 'ci', 1);
     insert into service_account (org_id, id, name, description, privilege, created_at, created_by,
       created_by_id, responsible_id) values ('o', 's1', 'ci', '', 'member', 1, 'ada', 'u1', 'u1');
     insert into allowed_artifact (org_id, environment_id, fingerprint, name, description,
       created_at, created_by) select ${entry} from (values ('ada'), ('ci'), ('gone')) as made(by);
     insert into policy_version (org_id, policy_id, version, content, document, comment, created_at,
       created_by) values ('o', 'p', 1, '', '{}', '', 1, 'ada')`,
  )
  await migrateAt(withoutKeys)
  const entries = 'select id, created_by_id, standing from allowed_artifact order by id'
  expect(await query(connection, entries)).toEqual([
    { id: 'env:fp-ada', created_by_id: 'u1', standing: 'stands' },
    { id: 'env:fp-ci', created_by_id: 's1', standing: 'stands' },
    { id: 'env:fp-gone', created_by_id: null, standing: 'stands' },
  ])
  const versions = 'select created_by_id from policy_version'
  expect(await query(connection, versions)).toEqual([{ created_by_id: 'u1' }])
})

it('counts evidence from before, equal files of an organization once', async () => {
  const { connection, withoutKeys } = await makeDatabaseBefore('0020')
  await query(
    withoutKeys,
    `insert into attestation (org_id, id, flow_id, trail_id, name, type, is_compliant,
       target_artifacts, payload, created_at, reported_by, evidence_sha256, evidence_size)
     select org, id, 'f', 't', 'scan', 'generic', true, '{}', '{}', 1, 'ci', sha, size
     from (values ('o', 'a', 'aa', 10), ('o', 'b', 'aa', 10), ('o', 'c', 'bb', 5),
       ('p', 'd', 'aa', 10), ('p', 'e', null, null)) as made (org, id, sha, size)`,
  )
  await migrateAt(withoutKeys)
  expect(
    await query(connection, 'select org_id, bytes::integer from evidence_usage order by 1'),
  ).toEqual([
    { org_id: 'o', bytes: 15 },
    { org_id: 'p', bytes: 10 },
  ])
})
