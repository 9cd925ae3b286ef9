import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { PackagedFile, PackageManifest } from '#contract/audit-package.ts'
import type { PackageEntry } from '../change/package-entries.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { safeFileName } from './file-name.ts'

type Head = Omit<PackageManifest, 'files' | 'missing'>

/**
 * Packs records and evidence while they are read, no faster than the answer is taken: nothing but a
 * record at a time is held.
 */
export function packed(
  store: EvidenceStore,
  head: Head,
  entries: AsyncIterable<PackageEntry>,
): Readable {
  const tar = pack()
  const gzip = createGzip()
  // Either end breaks off the other; who reads the answer learns of it by its end.
  pipeline(tar, gzip).catch((error: Error) => gzip.destroy(error))
  fill(tar, store, head, entries).catch((error: Error) => tar.destroy(error))
  return gzip
}

async function fill(
  tar: Pack,
  store: EvidenceStore,
  head: Head,
  entries: AsyncIterable<PackageEntry>,
): Promise<void> {
  const files: PackagedFile[] = []
  const missing: PackagedFile[] = []
  for await (const entry of entries) {
    if ('record' in entry) {
      files.push(await addJson(tar, entry.path, entry.at, entry.record))
      continue
    }
    const { sha256, size, name, at } = entry
    const path = `evidence/${entry.attestation_id}/${safeFileName(name)}`
    const file = { path, size, sha256, name }
    const isThere = (await store.sizeOf(sha256)) === size
    if (isThere) await addStored(tar, store, file, at)
    ;(isThere ? files : missing).push(file)
  }
  const manifest: PackageManifest = { ...head, files, missing }
  await addJson(tar, 'manifest.json', head.made_at, manifest)
  tar.finalize()
}

const header = (path: string, size: number, at: number) => ({
  name: path,
  size,
  mode: 0o644,
  mtime: new Date(Math.floor(at) * 1000),
})

async function addJson(tar: Pack, path: string, at: number, value: unknown): Promise<PackagedFile> {
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  const size = content.length
  await new Promise<void>((resolve, reject) => {
    tar.entry(header(path, size, at), content, (error) => (error ? reject(error) : resolve()))
  })
  return { path, size, sha256: createHash('sha256').update(content).digest('hex') }
}

async function addStored(
  tar: Pack,
  store: EvidenceStore,
  { path, size, sha256 }: PackagedFile,
  at: number,
): Promise<void> {
  await pipeline(store.read(sha256), tar.entry(header(path, size, at)))
}
