import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import { countRemovedEvidence, listEvidenceOf } from '#server/database/whole/named-evidence.ts'
import type { EvidenceStore, StoredFile } from '#server/platform/evidence-store.ts'

/** A file that rows name, that is stored, or both. */
interface ComparedFile {
  sha256: string
  isNamed: boolean
  /** Null if it is not stored. */
  file: StoredFile | null
}

/** Compares evidence that rows name with what is stored: both are read in the order of hashes. */
export async function* compareEvidence(
  read: ConsistentRead,
  evidence: EvidenceStore,
): AsyncGenerator<ComparedFile> {
  const named = listEvidenceOf(read)
  const stored = evidence.list()
  let [name, file] = [await named.next(), await stored.next()]
  while (!name.done || !file.done) {
    const isName = !name.done && (file.done || name.value <= file.value.sha256)
    const isFile = !file.done && (name.done || file.value.sha256 <= name.value)
    yield {
      sha256: isName ? name.value : file.value.sha256,
      isNamed: isName,
      file: isFile ? file.value : null,
    }
    if (isName) name = await named.next()
    if (isFile) file = await stored.next()
  }
}

/** Findings about evidence. */
export interface EvidenceReport {
  /** Files that rows name and that are what was received. */
  sound: number
  /** SHA-256 of files that rows name. */
  missing: string[]
  damaged: string[]
  /** Files that retention removed from every organization that had them. */
  removed: number
  /** Files that no row names, stored before the given instant. */
  orphans: { files: number; bytes: number }
}

/** Hashes each file that rows name, and counts those that none names. `before`: Unix seconds. */
export async function verifyEvidence(
  read: ConsistentRead,
  evidence: EvidenceStore,
  before: number,
): Promise<EvidenceReport> {
  const report: EvidenceReport = {
    sound: 0,
    missing: [],
    damaged: [],
    removed: await countRemovedEvidence(read),
    orphans: { files: 0, bytes: 0 },
  }
  for await (const { sha256, isNamed, file } of compareEvidence(read, evidence)) {
    if (!isNamed) {
      // A younger one may belong to an upload under way.
      if (!file || file.storedAt >= before) continue
      report.orphans.files += 1
      report.orphans.bytes += file.size
      continue
    }
    const condition = await evidence.check(sha256)
    if (condition === 'sound') report.sound += 1
    else report[condition].push(sha256)
  }
  return report
}
