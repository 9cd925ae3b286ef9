import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { foldNames, lastFolded } from '#server/database/folded-migrations.ts'
import { migrations } from '#server/database/migrate.ts'
import { type TableLoader, withEmptyDatabase } from '#server/database/whole/load-tables.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { StoredTable } from '#server/database/whole/stored-tables.ts'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import { requireUnownedStore } from '#server/own-store.ts'
import { OperatorError } from '#server/platform/failure.ts'
import {
  type ArchiveReader,
  damaged,
  endsEarly,
  explainError,
  parseEntry,
  whole,
} from './archive-reader.ts'
import { type Header, type Manifest, manifest } from './format.ts'

/** Where a backup is restored to. */
interface RestoreTarget {
  connection: OpenDatabase['direct']
  evidence: EvidenceStore
  /** Told the key in the backup; what it returns keeps it. @throws OperatorError to refuse it */
  onSecret: (secret: string) => Promise<() => Promise<void>>
}

/** Rows, bytes and hash of what was loaded into a table. */
type Loaded = Manifest['tables'][string]

/**
 * Restores a backup into an empty database, in one transaction that ends when every hash was
 * checked. Evidence that was stored by a restore that fails stays, and is used by the next.
 * @returns the manifest
 * @throws OperatorError if the database is not empty, the store of evidence belongs to an instance, or
 * the backup is not whole
 */
export async function restoreBackup(
  archive: ArchiveReader,
  { connection, evidence, onSecret }: RestoreTarget,
): Promise<Manifest> {
  const names = requireKnown(archive.head)
  return withEmptyDatabase(connection, async (loader) => {
    await requireUnownedStore(evidence)
    const tables = await loader.makeSchema(names)
    requireSameTables(archive.head.tables, tables)
    const loaded: Record<string, Loaded> = {}
    const stored = { files: 0, bytes: 0 }
    let keepSecret: (() => Promise<void>) | null = null
    for (let entry = await archive.peek(); entry; entry = await archive.peek()) {
      if (entry.kind === 'secret') {
        keepSecret = await onSecret(
          (await whole(entry.content, entry.size)).toString('utf8').trim(),
        )
      } else if (entry.kind === 'table') {
        const { table } = entry
        if (loaded[table]) throw damaged(`the table ${table} is there twice`)
        loaded[table] = await loadTable(loader, archive, table)
        continue
      } else if (entry.kind === 'evidence') {
        await storeEvidence(evidence, entry.sha256, entry.content)
        stored.files += 1
        stored.bytes += entry.size
      } else if (entry.kind === 'manifest') {
        const listed = parseEntry(manifest, await whole(entry.content, entry.size))
        archive.pass()
        if (await archive.peek()) throw damaged('it goes on behind its manifest')
        requireSame(listed, loaded, stored)
        await loader.finish(listed.identities)
        // Last: the key of a restore that fails would stand in the way of another backup's.
        await keepSecret?.()
        return listed
      } else throw damaged('it has two headers')
      archive.pass()
    }
    throw endsEarly()
  }).catch((error: unknown) => {
    throw explainError(error)
  })
}

/**
 * Requires migrations that this version has.
 * @returns their names, with folded ones replaced
 * @throws OperatorError for a backup of a newer version, or of an older development version
 */
export function requireKnown({ cairn, migrations: ran }: Header): string[] {
  const names = foldNames(ran, migrations)
  if (!names)
    throw new OperatorError(
      `The backup was made by a development version of Cairn, up to its migration ${ran.at(-1)}: restore ` +
        `it with the development version that has ${lastFolded}, and back that up.`,
    )
  const unknown = names.filter((name) => !(name in migrations)).at(-1)
  if (unknown === undefined) return names
  throw new OperatorError(
    `The backup was made by Cairn ${cairn}, which ran the migration ${unknown}: restore it with that ` +
      'version or a newer one.',
  )
}

function requireSameTables(listed: StoredTable[], made: StoredTable[]): void {
  if (columnsIn(listed) !== columnsIn(made))
    throw damaged('its tables are not those of its version')
}

const columnsIn = (tables: StoredTable[]) =>
  tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
    .sort()
    .join()

async function loadTable(
  loader: TableLoader,
  archive: ArchiveReader,
  name: string,
): Promise<Loaded> {
  const table = archive.head.tables.find((it) => it.name === name)
  if (!table) throw damaged(`it has no table ${name}`)
  const hash = createHash('sha256')
  let bytes = 0
  const rows = await loader.copyIn(
    table,
    chunksOf(archive, name, (chunk) => {
      hash.update(chunk)
      bytes += chunk.length
    }),
  )
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** The chunks of one table, which follow each other. */
async function* chunksOf(
  archive: ArchiveReader,
  table: string,
  measure: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for (let number = 1; ; number += 1) {
    const entry = await archive.peek()
    if (entry?.kind !== 'table' || entry.table !== table) return
    if (entry.chunk !== number) throw damaged(`a part of the table ${table} is missing`)
    for await (const chunk of entry.content) {
      measure(chunk)
      yield chunk
    }
    archive.pass()
  }
}

async function storeEvidence(
  store: EvidenceStore,
  sha256: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const file = await store.receive(sha256, Readable.from(content))
  if (file.sha256 === sha256) return file.store()
  await file.discard()
  throw damaged(`the evidence ${sha256} is another file`)
}

function requireSame(
  listed: Manifest,
  loaded: Record<string, Loaded>,
  stored: Manifest['evidence'],
): void {
  for (const [table, { rows, bytes, sha256 }] of Object.entries(listed.tables)) {
    const found = loaded[table] ?? { rows: 0, bytes: 0, sha256: emptyHash }
    if (found.rows !== rows)
      throw damaged(`the table ${table} has ${found.rows} rows, not the ${rows} that were written`)
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw damaged(`rows of the table ${table} are not what was written`)
  }
  const unlisted = Object.keys(loaded).find((table) => !Object.hasOwn(listed.tables, table))
  if (unlisted !== undefined) throw damaged(`its manifest does not name the table ${unlisted}`)
  if (stored.files !== listed.evidence.files || stored.bytes !== listed.evidence.bytes)
    throw damaged(`it has ${stored.files} files of evidence, not ${listed.evidence.files}`)
}

const emptyHash = createHash('sha256').digest('hex')
