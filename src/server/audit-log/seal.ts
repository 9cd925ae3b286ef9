import { createHash } from 'node:crypto'
import { auditObjectOf } from '#domain/audit-log/audit-entry.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { foldEntryCounts } from './count-queries.ts'
import { deletePending, lastSeal, listUnsealedEntries } from './queries.ts'

const batch = 500
/** Channel that notifies every process of new sealed entries of an organization. */
export const sealedChannel = 'cairn_sealed'

/** Seal that the first one of a log covers in place of one before it. */
export const firstPreviousHash = Buffer.alloc(32)

/** Hash of a sealed entry: SHA-256 over the previous hash and the entry's own. */
export function sealHash(previous: Buffer, record: Buffer): Buffer {
  return createHash('sha256').update(previous).update(record).digest()
}

/**
 * Gives unsealed entries their position in the organization's log, in commit order.
 * @returns number of sealed entries; 0 also while another process seals, and after a batch that was
 *   not full: under steady writes a few more are always there
 */
export function sealAuditEntries(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('seal'))) return 0
    const records = await listUnsealedEntries(tx, batch)
    if (records.length === 0) return 0
    const last = await lastSeal(tx)
    let seq = last?.seq ?? 0
    let previous = last?.hash ?? firstPreviousHash
    const seals = records.map((record) => {
      const hash = sealHash(previous, record.hash)
      const seal = { seq: ++seq, record_id: record.id, prev_hash: previous, hash }
      const { recorded_at, actor, key_label, kind, subject, result } = record
      const filtered = { recorded_at, actor, key_label, kind, result: result ?? 'accepted' }
      previous = hash
      return { ...seal, ...filtered, ...auditObjectOf(subject) }
    })
    await tx.insertInto('record_seal', seals).execute()
    await foldEntryCounts(tx, { before: last?.seq ?? 0, last: seq })
    await deletePending(
      tx,
      records.map((record) => record.id),
    )
    await tx.notify(sealedChannel)
    return records.length < batch ? 0 : records.length
  })
}
