import * as z from 'zod/mini'

/** First entry of a backup: what made it and what its tables are. */
export const header = z.object({
  format: z.literal('cairn-backup'),
  /** Version of this format. */
  version: z.literal(1),
  /** Version of Cairn that made it. */
  cairn: z.string(),
  /** Unix seconds. */
  made_at: z.number(),
  /** Version of PostgreSQL that it was read from. */
  postgres: z.string(),
  /** Migrations that made the schema, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  has_secret: z.boolean(),
})
export type Header = z.infer<typeof header>

/** Last entry of a backup: what it holds, to be checked before a restore counts. */
export const manifest = z.object({
  tables: z.record(
    z.string(),
    z.object({ rows: z.number(), bytes: z.number(), sha256: z.string() }),
  ),
  identities: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.nullable(z.string()) }),
  ),
  evidence: z.object({ files: z.number(), bytes: z.number() }),
  /** SHA-256 of evidence that was not there, or was another one, when the backup was made. */
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>

/** Names of the entries, in their order: header, secret, tables in chunks, evidence, manifest. */
export const entryNames = {
  header: 'cairn-backup.json',
  secret: 'secret.key',
  /** Chunks of a table, numbered from 1. */
  table: (name: string, chunk: number) => `tables/${name}/${String(chunk).padStart(8, '0')}`,
  evidence: (sha256: string) => `evidence/${sha256}`,
  manifest: 'manifest.json',
}

/** An entry by its name; null if no backup has such an entry. */
export type EntryKind =
  | { kind: 'header' | 'secret' | 'manifest' }
  | { kind: 'table'; table: string; chunk: number }
  | { kind: 'evidence'; sha256: string }

/** Reads what an entry is from its name; null for a name that no backup has. */
export function kindOfEntry(name: string): EntryKind | null {
  if (name === entryNames.header) return { kind: 'header' }
  if (name === entryNames.secret) return { kind: 'secret' }
  if (name === entryNames.manifest) return { kind: 'manifest' }
  const [, table, chunk] = /^tables\/([a-z_0-9]+)\/(\d{8})$/.exec(name) ?? []
  if (table && chunk) return { kind: 'table', table, chunk: Number(chunk) }
  const sha256 = /^evidence\/([0-9a-f]{64})$/.exec(name)?.[1]
  return sha256 ? { kind: 'evidence', sha256 } : null
}
