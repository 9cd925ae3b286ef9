import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ConsistentRead, withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { EvidenceFolder } from '#server/platform/evidence-folder.ts'
import { findKey } from '#server/platform/secrets.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { emptyDatabase, rowsOf } from '#server/testing/own-database.ts'
import { reporter } from '#server/testing/reporter.ts'
import { verifySeals } from '#server/verification/verify-seals.ts'
import { ArchiveReader, explainError } from './archive-reader.ts'
import { kindOfEntry } from './format.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeKey } from './secret-of-backup.ts'
import { writeBackup } from './write-backup.ts'

type Contents = Record<string, string[]>

let app: TestApp
let backup: Buffer
/** Rows at the moment of the backup: background work goes on after it. */
let contents: Contents
const content = randomBytes(300_000)
const [keyOfBackup, anotherKey] = ['the key', 'another key'].map((key) => key.padEnd(32, '.')) as [
  string,
  string,
]

beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  const description = 'a\ttab, a \\ and\r\na line, ü, "quotes" and \\N'
  await app.call('PUT', '/flows/acme', { json: { name: 'payments', description } })
  await report.generic('boiler', 'run', { attestation_name: 'a' }, { name: 'a.bin', content })
  await report.generic('boiler', 'run', { attestation_name: 'b' }, { name: 'b', content: '' })
  await app.call('PUT', '/environments/acme', { json: { name: 'prod', type: 'K8S' } })
  ;({ backup, contents } = await write(keyOfBackup))
})
afterAll(() => app.close())

/** A backup of the service, in memory, and the contents of the database at its moment. */
async function write(secret: string | null): Promise<{ backup: Buffer; contents: Contents }> {
  const target = new PassThrough()
  const written = buffer(target)
  const evidence = new EvidenceFolder(join(app.dataDir, 'evidence'))
  const contents = await withConsistentRead(app.connection, async (read) => {
    await writeBackup({ read, evidence, secret, at: 1_700_000_000 }, target)
    return contentsOf(read)
  })
  return { backup: await written, contents }
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Restores a backup into an empty database and folder, which gets the key as well. */
async function restore(
  file: Buffer,
  connection?: Awaited<ReturnType<typeof emptyDatabase>>,
  into?: string,
) {
  const folder = into ?? (await emptyFolder())
  const evidence = new EvidenceFolder(folder)
  await evidence.open()
  const target = connection ?? (await emptyDatabase())
  const archive = await ArchiveReader.open(Readable.from([file])).catch((error: unknown) => {
    throw explainError(error)
  })
  const onSecret = (key: string) => takeKey({ dataDir: folder, secret: null }, key)
  const manifest = await restoreBackup(archive, { connection: target, evidence, onSecret })
  return { connection: target, evidence, key: await findKey(folder), manifest }
}

/** Repacks a backup with other entries. */
async function repack(
  change: (name: string, content: Buffer) => [name: string, content: Buffer][],
): Promise<Buffer> {
  const packed = pack()
  const written = buffer(packed)
  for await (const entry of Readable.from([gunzipSync(backup)]).pipe(extract()))
    for (const [name, changed] of change(entry.header.name, await buffer(entry)))
      packed.entry({ name }, changed)
  packed.finalize()
  return gzipSync(await written)
}

/** Changes the text of the entries with some name. */
const replaced = (name: RegExp, change: (text: string) => string) =>
  repack((entry, content) => [
    [entry, name.test(entry) ? Buffer.from(change(content.toString('utf8'))) : content],
  ])

/** Leaves out the entries with some name. */
const without = (name: RegExp) =>
  repack((entry, content) => (name.test(entry) ? [] : [[entry, content]]))

/** The head of a backup, with more migrations that made its schema. */
const listing = (head: string, names: string[]) =>
  head.replace(/("migrations": \[[^\]]*)]/, `$1, ${names.map((name) => `"${name}"`).join()}]`)

/** Every table as sorted text, but for what a restore gives anew. */
async function contentsOf(read: Pick<ConsistentRead, 'query'>): Promise<Contents> {
  const tables = await read.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r'
     and relnamespace = 'public'::regnamespace and relname not like 'kysely%' order by 1`,
  )
  const contents: Contents = {}
  for (const { name } of tables) {
    const row = name === 'record_pending' ? '(org_id, record_id)' : `"${name}"`
    const rows = await read.query<{ text: string }>(`select ${row}::text as text from "${name}"`)
    contents[name] = rows.map(({ text }) => text).sort()
  }
  return contents
}

it('restores every row, the evidence, the numbers and the rules of the schema', async () => {
  const { backup, contents } = await write(keyOfBackup)
  const { connection, evidence, key, manifest } = await restore(backup)
  expect(key).toBe(keyOfBackup)
  expect(manifest).toMatchObject({ evidence: { files: 2, bytes: content.length }, missing: [] })
  expect(Object.values(contents).flat().length).toBeGreaterThan(20)
  expect(await withConsistentRead(connection, contentsOf)).toEqual(contents)
  for await (const { sha256 } of evidence.list()) expect(await evidence.check(sha256)).toBe('sound')
  const rules = `select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) as rule
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`
  expect(await rowsOf(connection, rules)).toEqual(await rowsOf(app.connection, rules))
  const triggers = `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger
    where not tgisinternal order by 1, 2`
  expect(await rowsOf(connection, triggers)).toEqual(await rowsOf(app.connection, triggers))
  const numbers = `select sequencename, last_value from pg_sequences order by 1`
  expect(await rowsOf(connection, numbers)).toEqual(await rowsOf(app.connection, numbers))
  expect(await withConsistentRead(connection, verifySeals)).toMatchObject({ faults: [] })
})

it('restores a backup of the last development version', async () => {
  const names = ['0002-trail-names', '0031-nothing-expected']
  const { connection } = await restore(
    await replaced(/cairn-backup/, (head) => listing(head, names)),
  )
  expect(await withConsistentRead(connection, contentsOf)).toEqual(contents)
})

it('leaves out evidence that is lost, and says so', async () => {
  const lost = await startTestApp()
  onTestFinished(() => lost.close())
  await reporter(lost).generic('f', 't', { attestation_name: 'a' }, { name: 'a', content: 'lost' })
  const [row] = await lost.query<{ sha256: string }>(
    'select evidence_sha256 as sha256 from attestation',
  )
  const folder = join(lost.dataDir, 'evidence')
  await rm(join(folder, String(row?.sha256).slice(0, 2)), { recursive: true })
  const target = new PassThrough()
  const written = buffer(target)
  const source = { evidence: new EvidenceFolder(folder), secret: null, at: 0 }
  await withConsistentRead(lost.connection, (read) => writeBackup({ read, ...source }, target))
  const { manifest, key } = await restore(await written)
  expect(manifest).toMatchObject({ evidence: { files: 0 }, missing: [row?.sha256] })
  expect(key).toBeNull()
})

describe('refuses, and restores nothing of,', () => {
  it.each<[what: string, make: () => Buffer | Promise<Buffer>, message: RegExp]>([
    ['nothing', () => Buffer.alloc(0), /^This is not a backup of Cairn\.$/],
    ['a text', () => Buffer.from('hello'), /^This is not a backup of Cairn\.$/],
    ['another archive', () => without(/cairn-backup/), /^This is not a backup of Cairn\.$/],
    ['half of it', () => backup.subarray(0, backup.length / 2), /^The backup ends early/],
    ['all but its last byte', () => backup.subarray(0, -1), /^The backup ends early/],
    ['one without its manifest', () => without(/manifest/), /^The backup ends early/],
    [
      'a newer format',
      () => replaced(/cairn-backup/, (it) => it.replace('"version": 1', '"version": 2')),
      /newer Cairn, in its format 2/,
    ],
    [
      'a newer schema',
      () => replaced(/cairn-backup/, (it) => listing(it, ['9999-later'])),
      /which ran the migration 9999-later: restore it with that version/,
    ],
    [
      'one of an older development version',
      () => replaced(/cairn-backup/, (it) => listing(it, ['0002-trail-names'])),
      /development version of Cairn, up to its migration 0002-trail-names: restore it with the/,
    ],
    [
      'tables of another schema',
      () => replaced(/cairn-backup/, (it) => it.replace('"running_hash"', '"later"')),
      /its tables are not those of its version/,
    ],
    [
      'a header that is no JSON',
      () => replaced(/cairn-backup/, (it) => it.slice(1)),
      /an entry cannot be read/,
    ],
    [
      'a changed row',
      () => replaced(/tables\/flow\//, (it) => it.replace('payments', 'paymentz')),
      /: rows of the table flow are not what was written\./,
    ],
    ['a missing table', () => without(/tables\/user_account/), /damaged/],
    [
      'a missing row',
      () => replaced(/tables\/record\//, (it) => it.slice(it.indexOf('\n') + 1)),
      /: the table record has \d+ rows, not the \d+ that were written\./,
    ],
    [
      'a row that is none',
      () => replaced(/tables\/flow\//, (it) => `nonsense\n${it}`),
      /missing data for column/,
    ],
    [
      'changed evidence',
      () =>
        repack((name, it) => [
          [name, kindOfEntry(name)?.kind === 'evidence' ? Buffer.from('other') : it],
        ]),
      /the evidence \w+ is another file/,
    ],
    ['missing evidence', () => without(/^evidence/), /it has 0 files of evidence, not 2/],
    [
      'a path out of it',
      () => repack((name, it) => [[name.replace(/^evidence\//, '../../'), it]]),
      /it has an entry "\.\.\/\.\.\//,
    ],
    [
      'a table of another program',
      () => repack((name, it) => [[name.replace('tables/flow/', 'tables/pg_class/'), it]]),
      /it has no table pg_class/,
    ],
    [
      'flipped bytes',
      () => {
        const flipped = Buffer.from(backup)
        for (let at = backup.length - 400; at < backup.length - 300; at += 1)
          flipped[at] = 255 - (flipped[at] ?? 0)
        return flipped
      },
      /damaged|ends early/,
    ],
  ])('%s', async (_, make, message) => {
    const connection = await emptyDatabase()
    await expect(restore(await make(), connection)).rejects.toThrow(message)
    expect(await withConsistentRead(connection, contentsOf)).toEqual({})
  })

  it('a database with tables', async () => {
    await expect(restore(backup, app.connection)).rejects.toThrow('The database is not empty')
  })
})

it('keeps the key of a restore that succeeds, so that another may follow one that fails', async () => {
  const folder = await emptyFolder()
  const another = (await write(anotherKey)).backup
  const connection = await emptyDatabase()
  await expect(restore(await without(/^evidence/), connection, folder)).rejects.toThrow('damaged')
  expect((await restore(another, connection, folder)).key).toBe(anotherKey)
  await expect(restore(backup, await emptyDatabase(), folder)).rejects.toThrow(
    `The file secret.key in ${folder} is another key than the one in the backup`,
  )
})

it('lets one of two restores into the same database through', async () => {
  const connection = await emptyDatabase()
  const outcomes = await Promise.allSettled([
    restore(backup, connection),
    restore(backup, connection),
  ])
  const refused = outcomes.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []))
  expect(refused).toEqual([expect.stringMatching(/Another restore .* is under way|is not empty/)])
})
