import { daySeconds } from '#domain/common/days.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Instance, InstanceAuthor } from '#server/database/system/instance.ts'
import { type ConsistentRead, withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { requireUsedStore } from '#server/own-store.ts'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { compareEvidence } from './verify-evidence.ts'

/** Files that no row names. */
interface Orphans {
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

interface CollectorOptions {
  connection: OpenDatabase['direct']
  instance: Instance
  evidence: EvidenceStore
  /** Marks what retention removes, so that no row names it. */
  expire(this: void): Promise<void>
  /** Who collects, at this moment. */
  author(this: void): InstanceAuthor
  /** Told of how many files were removed. */
  onCollected(this: void, files: number): void
}

/** Removes evidence files that no row names, or only rows whose retention is over, once a day in all processes together. */
export class OrphanCollector {
  readonly #options: CollectorOptions

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /**
   * Collects if that was last done a day ago, unless another process is at it; the first time a day
   * after the first look. Files younger than a day stay: an upload under way may have stored them.
   * @throws OperatorError if the store seems to belong to another database
   */
  async collectDaily(): Promise<void> {
    const { connection, instance, evidence, expire, author, onCollected } = this.#options
    const now = author().at
    const last = await instance.collectedAt()
    if (last === null) return instance.collected(author(), { files: 0, bytes: 0 })
    if (now < last + daySeconds) return
    await requireUsedStore(instance, evidence)
    // Orphans of all are collected even where one organization's evidence could not be looked at.
    const [expiry] = await Promise.allSettled([expire()])
    await withConsistentRead(connection, async (read) => {
      const [lock] = await read.query<{ taken: boolean }>(
        "select pg_try_advisory_lock(hashtext('cairn evidence gc')) as taken",
      )
      if (!lock?.taken) return
      const before = now - daySeconds
      const found = await countOrphans(read, evidence, before)
      const removed = found.files > 0 ? await removeOrphans(read, evidence, before) : found
      await instance.collected(author(), { ...removed })
      onCollected(removed.files)
    })
    if (expiry.status === 'rejected') throw expiry.reason
  }
}
