import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type Selectable, sql } from 'kysely'
import type { AuditEvent, AuditKind } from '#contract/audit-log/audit-kind.ts'
import { mapTexts, mayName } from '#domain/audit-log/personal-texts.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { InstanceKind, RecordRow, Refusal } from '#server/database/tables/audit-log.ts'
import type { Author } from '#server/platform/actor.ts'
import { type Commitment, covered, newCommitment } from '#server/platform/commitments.ts'

/** Parts of a write that its entry has: organization, instant and author. */
export interface AuditedWrite {
  org: OrgDatabase
  at: number
  actor: Author
  newId: () => string
}

/** An accepted write or a refused call, kept for ever. */
export interface NewAuditEntry {
  kind: InstanceKind
  subject: AuditEvent['subject']
  /** Accepted or requested values, without secrets. */
  body: unknown
  /** Previous values of the changed fields. */
  before?: object
  /** Set unless the write was accepted. */
  result?: 'refused'
}

/** Appends an audit entry, in the transaction of its write. */
export function insertAuditEntry(write: AuditedWrite, entry: NewAuditEntry): Promise<void> {
  return write.org.executeBatch(auditEntryStatements(write, entry))
}

/** Statements that append an audit entry, to run with its write. */
export function auditEntryStatements(
  { org, at, actor, newId }: AuditedWrite,
  entry: NewAuditEntry,
): Statement[] {
  const id = newId()
  const { kind, subject } = entry
  const body = canonicalize(entry.body) ?? 'null'
  const { address, keyLabel: key_label = null, requestId: request_id = null } = actor
  const before = entry.before === undefined ? null : (canonicalize(entry.before) ?? null)
  const personal = JSON.stringify(commitmentsOf(entry))
  const more = { address, key_label, request_id, before, personal, result: entry.result ?? null }
  const row = {
    actor: actor.name,
    key_id: actor.keyId,
    kind,
    subject: JSON.stringify(subject),
    body,
  }
  const hash = entryHash({ id, recorded_at: at, ...row, ...more })
  return [
    org.insertInto('record', { id, recorded_at: at, ...row, ...more, hash }),
    org.insertInto('record_pending', { record_id: id }),
  ]
}

/** Fields of an entry that are hashed; its subject as text. */
export type HashedEntry = Omit<RecordRow, 'org_id' | 'subject' | 'hash'> & { subject: string }

/** Pointer of who wrote an entry: name, address and label of the key, which are erased together. */
export const authorPointer = '/author'
/** Pointer of a whole entry, of those that were hashed before parts of them could be erased. */
export const entryPointer = ''

/** Commitments to the parts of an entry that may be about people, by their pointers. */
type Commitments = Record<string, Commitment>

/** Reads stored commitments; unreadable ones are none, and their entry has another hash then. */
export function commitmentsIn(personal: string | null): Commitments {
  try {
    return JSON.parse(personal ?? '{}') as Commitments
  } catch {
    return {}
  }
}

function commitmentsOf({ subject, body, before }: NewAuditEntry): Commitments {
  const commitments: Commitments = { [authorPointer]: newCommitment() }
  for (const [name, part] of Object.entries({ subject, body, before }))
    mapTexts(
      part,
      (text, field, pointer) => {
        const isOfMember = subject.member !== undefined && text.includes(subject.member)
        if (isOfMember || mayName(field, text)) commitments[pointer] = newCommitment()
      },
      `/${name}`,
    )
  return commitments
}

/** Returns a text of JSON with what is committed to covered, if anything is. */
function coveredText(commitments: Commitments, name: string, text: string): string {
  const pointer = `/${name}`
  if (!Object.keys(commitments).some((one) => one.startsWith(`${pointer}/`))) return text
  const cover = (value: string, _field: string, at: string) => {
    const commitment = commitments[at]
    return commitment ? covered(commitment, value) : value
  }
  try {
    return canonicalize(mapTexts(JSON.parse(text), cover, pointer)) ?? text
  } catch {
    // Not what was stored: the hash is another.
    return text
  }
}

/**
 * Hash of an entry: SHA-256 over its canonical JSON, in which salted hashes stand for parts that may
 * be about people. So they can be erased, with the salt, and the hash stays.
 */
export function entryHash(entry: HashedEntry): Buffer {
  const { address, result, key_label, request_id, before, personal, ...always } = entry
  const commitments = commitmentsIn(personal)
  const whole = commitments[entryPointer]
  if (whole && 'hash' in whole) return Buffer.from(whole.hash, 'hex')
  const { actor, subject, body, ...plain } = always
  const by = commitments[authorPointer]
  const author = by ? { by: covered(by, [actor, address, key_label]) } : { address, key_label }
  const texts = {
    subject: coveredText(commitments, 'subject', subject),
    body: coveredText(commitments, 'body', body),
  }
  const was = before === null ? null : coveredText(commitments, 'before', before)
  // These came after the earliest form of an entry: only those present are hashed.
  const more = Object.entries({ ...author, result, request_id, before: was })
  const given = Object.fromEntries(more.filter(([, value]) => value))
  const text = canonicalize({ ...plain, ...(by ? {} : { actor }), ...texts, ...given }) ?? ''
  return createHash('sha256').update(text).digest()
}

/** Unsealed entries that no running transaction can still precede, in commit order. */
export async function listUnsealedEntries(org: OrgDatabase, limit: number) {
  // Numbers of transactions are those of the node that this service connects to: where rows are on
  // another, what is compared there has to come from here.
  const [horizon] = await org.query(
    sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
  )
  return org
    .selectFrom('record_pending')
    .innerJoin('record', onOrgAnd('record.id', 'record_pending.record_id'))
    .select(['record.id', 'record.hash', 'record.recorded_at', 'record.actor', 'record.key_label'])
    .select(['record.kind', 'record.subject', 'record.result'])
    .where('record_pending.xid', '<', sql<string>`${horizon?.xmin ?? '0'}::xid8`)
    .orderBy('record_pending.xid')
    .orderBy('record_pending.record_id')
    .limit(limit)
    .execute()
}

/** Takes entries off the list of those to be sealed. */
export async function deletePending(org: OrgDatabase, ids: readonly string[]): Promise<void> {
  await org
    .deleteFrom('record_pending')
    .where(sql<boolean>`record_id = any(${ids})`)
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

/** Sealed changes after a position in the log, oldest first. */
export async function listEntriesAfter(
  org: OrgDatabase,
  seq: number,
  limit: number,
): Promise<AuditEvent[]> {
  const rows = await org
    .selectFrom('record_seal')
    .innerJoin('record', onOrgAnd('record.id', 'record_seal.record_id'))
    .select(['record_seal.seq', 'record.kind', 'record.subject'])
    .where('record_seal.seq', '>', seq)
    .orderBy('record_seal.seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as AuditKind }))
}

/** Batch size; small, as each row becomes an audit entry. */
const batch = 200

/** Counts a refusal. @returns number of its kind in that minute, this one included */
export async function countRefusal(
  org: OrgDatabase,
  refusal: Omit<Selectable<Refusal>, 'org_id' | 'times'>,
): Promise<number> {
  const { times } = await org
    .insertInto('refusal', { ...refusal, times: 1, told: JSON.stringify(refusal.told) })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'actor', 'kind', 'route', 'minute'])
        .doUpdateSet({ times: sql<number>`refusal.times + 1` }),
    )
    .returning('refusal.times')
    .executeTakeFirstOrThrow()
  return times
}

/** Deletes and returns the counts of minutes before one. */
export function takeCounted(org: OrgDatabase, minute: number) {
  const over = org
    .selectFrom('refusal')
    .select(sql<string>`refusal.ctid`.as('ctid'))
    .where('refusal.minute', '<', minute)
    .limit(sql.lit(batch))
    .forUpdate()
    .skipLocked()
  return org
    .deleteFrom('refusal')
    .where(sql<boolean>`refusal.ctid in (${over})`)
    .returning(['refusal.actor', 'refusal.kind', 'refusal.times', 'refusal.told'])
    .execute()
}
