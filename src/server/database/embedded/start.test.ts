import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { findEmbedded, startEmbedded } from './start.ts'
import { dataFolder, gone, killServer, preparedFolder, query, start } from './testing.ts'

const log = () => {}

test('the first start makes a database with the required settings', async () => {
  const dataDir = await dataFolder('deep/data')
  const { connection, said } = await start(dataDir)

  expect(said).toContain(`Made a new database in ${join(dataDir, 'postgres')}.`)
  expect(connection).toMatchObject({ user: 'cairn_service', database: 'cairn' })
  const [row] = await query(
    connection,
    `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
            current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses,
            current_setting('data_checksums') AS checksums, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication AS super,
            pg_get_userbyid(datdba) AS owner, upper('é') AS upper
       FROM pg_database, pg_roles WHERE datname = 'cairn' AND rolname = current_user`,
  )
  expect(row).toEqual({
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    fsync: 'on',
    addresses: '',
    checksums: 'on',
    super: false,
    owner: 'cairn_service',
    upper: 'É',
  })

  for (const folder of [join(dataDir, 'postgres'), connection.host ?? ''])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const hba = await readFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8')
  expect(hba).not.toMatch(/^host\s.*trust/m)
  expect((await stat(dataDir)).mode & 0o066).toBe(0)
})

test('a folder whose service was the superuser is handed to one that is not', async () => {
  const dataDir = await preparedFolder()
  const before = await start(dataDir)
  const asBefore = { ...before.connection, user: 'cairn' }
  for (const statement of [
    'CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, answer int)',
    'INSERT INTO kept (answer) VALUES (42)',
    'CREATE SEQUENCE counted',
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    'CREATE TRIGGER refuse BEFORE DELETE ON kept FOR EACH ROW EXECUTE FUNCTION refuse()',
    'ALTER DATABASE cairn OWNER TO cairn',
  ])
    await query(asBefore, statement)
  await query({ ...asBefore, database: 'postgres' }, 'DROP ROLE cairn_service')
  await before.stop()

  const { connection } = await start(dataDir)
  for (const statement of [
    'ALTER TABLE kept ADD COLUMN more int',
    'INSERT INTO kept (answer) VALUES (43)',
    "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    'DROP SEQUENCE counted',
    'CREATE SCHEMA own',
  ])
    await query(connection, statement)
  expect(await query(connection, 'SELECT id, answer FROM kept')).toEqual([
    { id: 1, answer: 42 },
    { id: 2, answer: 43 },
  ])
  await expect(query(connection, "COPY kept TO PROGRAM 'true'")).rejects.toThrow('denied')
  await expect(query(connection, "SELECT pg_read_file('PG_VERSION')")).rejects.toThrow('denied')
})

test('a second start uses the same database', async () => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  await query(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  await gone(first.serverPid)
  await expect(stat(first.connection.host ?? '')).rejects.toThrow('ENOENT')

  const second = await start(dataDir)
  expect(second.said).not.toContain('Made a new database')
  expect(await query(second.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }])
})

test('stopping what is gone already is no error', async () => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  await first.stop()
  await first.stop()

  const second = await start(dataDir)
  await killServer(join(dataDir, 'postgres'))
  await second.stop()
  await rm(dataDir, { recursive: true })
  await second.stop()
})

test('paths may hold spaces, quotes, shell characters and Unicode, and be long', async () => {
  const name = `it's "my" data; $HOME \`id\` \\ & ünï ${'長い'.repeat(30)}/${'x'.repeat(160)}`
  const dataDir = await dataFolder(name)
  const first = await start(dataDir)
  await first.stop()

  const second = await start(dataDir)
  const [row] = await query(second.connection, 'SHOW cairn.data_folder')
  expect(row).toEqual({ 'cairn.data_folder': dataDir })
  await second.stop()
})

test('an initdb that was cut off is neither used nor kept', async () => {
  const dataDir = await dataFolder()
  const half = join(dataDir, 'postgres.new-abc123')
  await mkdir(join(half, 'base'), { recursive: true })
  await writeFile(join(half, 'PG_VERSION'), '18\n')

  const { connection } = await start(dataDir)
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).sort()).toEqual(['owner', 'postgres', 'postgres.log', 'socket'])
})

test('a folder in the way of the cluster is left alone', async () => {
  const dataDir = await dataFolder()
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'precious.txt'), 'mine')

  await expect(startEmbedded({ dataDir, log })).rejects.toThrow('is in the way')
  expect(await readdir(dataDir)).toEqual(['owner', 'postgres'])
  expect(await readFile(join(dataDir, 'postgres', 'precious.txt'), 'utf8')).toBe('mine')
})

test('a cluster of another major version is refused with both versions', async () => {
  const dataDir = await preparedFolder()
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')

  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
    /made by PostgreSQL 17, but this Cairn brings PostgreSQL 18/,
  )
})

test('a failed start shows the end of the log of this start', async () => {
  const dataDir = await preparedFolder()
  const file = join(dataDir, 'postgres.log')
  await writeFile(file, 'an old line\n'.repeat(1_000_000))
  await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), '\nnonsense = on\n')

  const failure = await startEmbedded({ dataDir, log }).catch((error: Error) => error.message)
  expect(failure).toContain('unrecognized configuration parameter "nonsense"')
  expect(failure).not.toContain('an old line')
  expect(await readdir(join(dataDir, 'owner'))).toEqual(['1.released'])
  // a log that has grown large makes room
  expect((await stat(file)).size).toBeLessThan(10_000)
  expect((await stat(`${file}.1`)).size).toBe(12_000_000)
})

test('findEmbedded finds the server only while it runs', async () => {
  const missing = await dataFolder()
  expect(await findEmbedded({ dataDir: missing })).toBeNull()
  await expect(stat(missing)).rejects.toThrow('ENOENT')

  const dataDir = relative(process.cwd(), await preparedFolder())
  expect(await findEmbedded({ dataDir })).toBeNull()
  const { connection, stop } = await start(dataDir)
  expect(await findEmbedded({ dataDir })).toEqual(connection)
  await stop()
  expect(await findEmbedded({ dataDir })).toBeNull()
})
