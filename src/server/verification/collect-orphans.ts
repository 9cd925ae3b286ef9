import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { compareEvidence } from './compare-evidence.ts'

/** Files that no row names. */
export interface Orphans {
  files: number
  bytes: number
}

/**
 * Counts evidence files that no row names and that were stored before an instant (Unix seconds).
 * @throws OperatorError if the store seems to belong to another database
 */
export async function countOrphans(
  read: ConsistentRead,
  evidence: EvidenceStore,
  before: number,
): Promise<Orphans> {
  const orphans: Orphans = { files: 0, bytes: 0 }
  let [present, missing] = [0, 0]
  for await (const { isNamed, file } of compareEvidence(read, evidence)) {
    if (isNamed && file) present += 1
    else if (isNamed) missing += 1
    else if (file && file.storedAt < before) {
      orphans.files += 1
      orphans.bytes += file.size
    }
  }
  if (orphans.files > 0 && missing >= present && !(missing === 0 && (await isOwn(read, evidence))))
    throw new OperatorError(
      `Of ${present + missing} files that the database names, ${missing} are not here, and ` +
        `${orphans.files} files are here that it does not name: this store seems to belong to another ` +
        'database. Nothing was removed.',
    )
  return orphans
}

/** Returns whether a store has the name of the instance: it may be that nothing is named any more. */
async function isOwn(read: ConsistentRead, evidence: EvidenceStore): Promise<boolean> {
  const [instance] = await read.query<{ id: string }>('select id from instance')
  return instance !== undefined && (await evidence.owner()) === instance.id
}

/** Removes the files that `countOrphans` counts. @returns what was removed */
export async function removeOrphans(
  read: ConsistentRead,
  evidence: EvidenceStore,
  before: number,
): Promise<Orphans> {
  const removed: Orphans = { files: 0, bytes: 0 }
  for await (const { sha256, isNamed, file } of compareEvidence(read, evidence)) {
    if (isNamed || !file || file.storedAt >= before) continue
    if (!(await evidence.remove(sha256, before))) continue
    removed.files += 1
    removed.bytes += file.size
  }
  return removed
}
