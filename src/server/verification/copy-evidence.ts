import type { EvidenceStore, StoredFile } from '#server/platform/evidence-store.ts'
import { OperatorError } from '#server/platform/failure.ts'

/** Counts of what was copied from a store to another. */
interface CopiedEvidence {
  files: number
  bytes: number
  /** Files of the same size that were there already. */
  present: number
  /** SHA-256 of files that are not what was received, and were not copied. */
  damaged: string[]
}

/** Files that are copied at once. */
const together = 8

/**
 * Copies all evidence, and whose it is, to another store, which it opens. Each file is hashed on its
 * way; a copy that was interrupted goes on where it ended.
 * @throws OperatorError if there is no store to copy, or the other one belongs to another instance
 */
export async function copyEvidence(
  source: EvidenceStore,
  target: EvidenceStore,
): Promise<CopiedEvidence> {
  const from = await source.owner()
  if (from === null && (await source.list().next()).done)
    throw new OperatorError(`There is no store of evidence at ${source.location}: nothing to copy.`)
  await target.open()
  const to = await target.owner()
  if (to !== null && to !== from)
    throw new OperatorError(`The store of evidence ${target.location} belongs to another instance.`)
  const copied: CopiedEvidence = { files: 0, bytes: 0, present: 0, damaged: [] }
  const copy = async (file: StoredFile) => {
    if (await copyFile(source, target, file.sha256)) {
      copied.files += 1
      copied.bytes += file.size
    } else copied.damaged.push(file.sha256)
  }
  let batch: StoredFile[] = []
  for await (const file of missingIn(target, source.list(), () => (copied.present += 1))) {
    batch.push(file)
    if (batch.length < together) continue
    await Promise.all(batch.map(copy))
    batch = []
  }
  await Promise.all(batch.map(copy))
  // At the end: a store that belongs to an instance has its evidence.
  if (from !== null) await target.own(from)
  return copied
}

/** Yields files that a store lacks, or has in another size: both lists are in the order of hashes. */
async function* missingIn(
  target: EvidenceStore,
  files: AsyncIterable<StoredFile>,
  onPresent: () => void,
): AsyncGenerator<StoredFile> {
  const there = target.list()
  let at = await there.next()
  for await (const file of files) {
    while (!at.done && at.value.sha256 < file.sha256) at = await there.next()
    if (!at.done && at.value.sha256 === file.sha256 && at.value.size === file.size) onPresent()
    else yield file
  }
}

async function copyFile(source: EvidenceStore, target: EvidenceStore, sha256: string) {
  const received = await target.receive(sha256, source.read(sha256))
  try {
    if (received.sha256 !== sha256) return false
    await received.store()
    return true
  } finally {
    await received.discard()
  }
}
