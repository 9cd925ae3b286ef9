import type { Writable } from 'node:stream'
import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import {
  listSequenceValues,
  listMigrations,
  listTables,
} from '#server/database/whole/stored-tables.ts'
import { listEvidenceOf } from '#server/database/whole/named-evidence.ts'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import { explaining } from '#server/own-store.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { version } from '#server/platform/version.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { entryNames, type Header, type Manifest } from './format.ts'

/** Parts of a backup. */
interface BackupSource {
  read: ConsistentRead
  evidence: EvidenceStore
  /** The key that secrets are stored under; null leaves it out. */
  secret: string | null
  /** Unix seconds. */
  at: number
}

/**
 * Writes all tables of one moment, and the evidence that their rows name, to a stream.
 * @returns the manifest
 * @throws OperatorError for an empty database, or where the store of evidence fails
 */
export async function writeBackup(source: BackupSource, target: Writable): Promise<Manifest> {
  const archive = new ArchiveWriter(target, source.at)
  try {
    const written = await fill(archive, source)
    await archive.end()
    return written
  } catch (error) {
    archive.abort(error as Error)
    throw error
  }
}

async function fill(archive: ArchiveWriter, source: BackupSource): Promise<Manifest> {
  const { read, evidence, secret, at } = source
  const query = read.query.bind(read)
  const migrations = await listMigrations(query)
  if (migrations.length === 0) throw new OperatorError('The database is empty: nothing to back up.')
  const [server] = await query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const tables = await listTables(query)
  const head: Header = {
    ...({ format: 'cairn-backup', version: 1 } as const),
    cairn: version,
    made_at: at,
    postgres: server?.version ?? '',
    migrations,
    tables,
    has_secret: secret !== null,
  }
  await archive.addJson(entryNames.header, head)
  if (secret !== null) await archive.add(entryNames.secret, Buffer.from(`${secret}\n`))
  const manifest: Manifest = {
    tables: {},
    identities: [],
    evidence: { files: 0, bytes: 0 },
    missing: [],
    damaged: [],
  }
  for (const table of tables) {
    const copy = read.copyOut(table)
    const measured = await archive.addChunks((chunk) => entryNames.table(table.name, chunk), copy)
    manifest.tables[table.name] = { rows: copy.rowCount, ...measured }
  }
  // After the rows: numbers that others take meanwhile only make them larger.
  manifest.identities = await listSequenceValues(query)
  // Files are stored before their rows are, so each file of these rows is there by now.
  for await (const sha256 of listEvidenceOf(read)) {
    const [condition, size] = await explaining(evidence, async () => [
      await evidence.check(sha256),
      await evidence.size(sha256),
    ])
    if (condition !== 'sound') {
      manifest[condition].push(sha256)
      continue
    }
    if (size === null) {
      manifest.missing.push(sha256)
      continue
    }
    await archive.addStream(entryNames.evidence(sha256), size, evidence.read(sha256))
    manifest.evidence.files += 1
    manifest.evidence.bytes += size
  }
  await archive.addJson(entryNames.manifest, manifest)
  return manifest
}
