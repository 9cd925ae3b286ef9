import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import type { PackageManifest, PackagedFile } from '#contract/audit-package/audit-package.ts'
import type { EvidenceStore, FileCondition } from '#server/platform/evidence-store.ts'
import type { PackageEntry } from './collect-entries.ts'

/**
 * Maximum of bytes in a name that leaves room for a folder and an extension in most file systems.
 */
const maxBytes = 200

/** File names reserved on some system, whatever their extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Converts a name that users gave to one that unpacks everywhere: one segment, not hidden, without
 * control or bidirectional characters.
 */
export function safeFileName(given: string): string {
  const plain = given
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s-]+/, '_')
    .replace(/(?<![.\s])[.\s]+$/, '')
  const whole = reserved.test(plain) ? `_${plain}` : plain
  const ending = /\.[^.]{1,20}$/u.exec(whole)?.[0] ?? ''
  const stem = cut(whole.slice(0, whole.length - ending.length), maxBytes - bytes(ending))
  return stem + ending || 'evidence'
}

const bytes = (text: string) => Buffer.byteLength(text)

function cut(text: string, maxBytes: number): string {
  let pending = ''
  let size = 0
  for (const character of text) {
    size += bytes(character)
    if (size > maxBytes) return pending
    pending += character
  }
  return pending
}

/** Where a file of evidence is listed: with the others, or by why it is not in the package. */
type FileEnd = FileCondition | 'removed'

type Head = Omit<PackageManifest, 'files' | FileEnd>

/**
 * Packs records and evidence while they are read, no faster than the answer is sent: only one
 * record at a time is in memory.
 */
export function packed(
  store: EvidenceStore,
  head: Head,
  entries: AsyncIterable<PackageEntry>,
): Readable {
  const tar = pack()
  const gzip = createGzip()
  // Either end aborts the other; the reader of the answer sees it end early.
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
  const evidence: Record<FileEnd, PackagedFile[]> = {
    sound: [],
    missing: [],
    damaged: [],
    removed: [],
  }
  const files = evidence.sound
  for await (const entry of entries) {
    if ('record' in entry) {
      files.push(await addJson(tar, entry.path, entry.at, entry.record))
      continue
    }
    const { sha256, size, name, at } = entry
    const path = `evidence/${entry.attestation_id}/${safeFileName(name)}`
    const file = { path, size, sha256, name }
    const condition = entry.is_removed ? 'removed' : await store.check(sha256)
    if (condition === 'sound') await addStored(tar, store, file, at)
    evidence[condition].push(file)
  }
  const manifest: PackageManifest = {
    ...head,
    files,
    missing: evidence.missing,
    damaged: evidence.damaged,
    removed: evidence.removed,
  }
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
  // Before the file is opened: a package that nobody reads any more refuses further entries.
  const entry = tar.entry(header(path, size, at))
  await pipeline(store.read(sha256), entry)
}
