import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import { listEvidenceOf } from '#server/database/whole/named-evidence.ts'
import type { EvidenceStore, StoredFile } from '#server/platform/evidence-store.ts'

/** A file that rows name, that is stored, or both. */
export interface ComparedFile {
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
