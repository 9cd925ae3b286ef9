import { daySeconds } from '#domain/common/days.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Instance } from '#server/database/system/instance.ts'
import type { InstanceAuthor } from '#server/database/system/instance-log.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import type { EvidenceStore } from '#server/platform/evidence-store.ts'
import { requireUsedStore } from '#server/own-store.ts'
import { countOrphans, removeOrphans } from './collect-orphans.ts'

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
