import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Change, ChangeKind } from '#contract/change.ts'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { Actor } from '../handler.ts'

/** An accepted write, to be kept for ever. */
export interface NewRecord {
  id: string
  at: number
  actor: Pick<Actor, 'name' | 'keyId' | 'address'>
  kind: ChangeKind
  subject: Change['subject']
  /** What was accepted, without secrets. */
  body: unknown
}

/** Appends the record of an accepted write, in the transaction of that write. */
export function appendRecord(org: OrgDatabase, record: NewRecord): Promise<void> {
  return org.writeTogether(recordWrites(org, record))
}

/** What appends a record, to be run with the writes that it records. */
export function recordWrites(org: OrgDatabase, record: NewRecord): Statement[] {
  const { id, at, actor, kind, subject } = record
  const body = canonicalize(record.body) ?? 'null'
  const { address } = actor
  const row = {
    actor: actor.name,
    key_id: actor.keyId,
    kind,
    subject: JSON.stringify(subject),
    body,
  }
  const hash = createHash('sha256')
    .update(canonicalize({ id, recorded_at: at, ...row, ...(address && { address }) }) ?? '')
    .digest()
  return [
    org.insertInto('record', { id, recorded_at: at, ...row, address, hash }),
    org.insertInto('record_pending', { record_id: id }),
  ]
}

/** Records that no running transaction can still precede, in commit order. */
export function pendingRecords(org: OrgDatabase, limit: number) {
  return org
    .selectFrom('record_pending')
    .innerJoin('record', (join) =>
      join
        .onRef('record.org_id', '=', 'record_pending.org_id')
        .onRef('record.id', '=', 'record_pending.record_id'),
    )
    .select(['record.id', 'record.hash'])
    .where('record_pending.xid', '<', sql<string>`pg_snapshot_xmin(pg_current_snapshot())`)
    .orderBy('record_pending.xid')
    .orderBy('record_pending.record_id')
    .limit(limit)
    .execute()
}

/** The newest sealed entry, if any. */
export function lastSeal(org: OrgDatabase) {
  return org
    .selectFrom('record_seal')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Sealed changes after a place in the log, oldest first. */
export async function changesAfter(
  org: OrgDatabase,
  seq: number,
  limit: number,
): Promise<Change[]> {
  const rows = await org
    .selectFrom('record_seal')
    .innerJoin('record', (join) =>
      join
        .onRef('record.org_id', '=', 'record_seal.org_id')
        .onRef('record.id', '=', 'record_seal.record_id'),
    )
    .select(['record_seal.seq', 'record.kind', 'record.subject'])
    .where('record_seal.seq', '>', seq)
    .orderBy('record_seal.seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as ChangeKind }))
}
