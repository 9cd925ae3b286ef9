import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { AuditChange, AuditEntry, AuditItem } from '#contract/audit-log/audit-log.ts'
import { changesOf, shortChanges } from '#domain/audit-log/audit-entry.ts'
import type { EntryRow, findEntry } from './list-queries.ts'

type WholeRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Shown in place of invalid JSON: one damaged entry does not hide the others. */
const unreadable = 'This part of the entry cannot be read'

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

/** Returns the changes of an entry; one change that says so if it cannot be read. */
function changesIn(body: unknown, before: unknown): AuditChange[] {
  if (body !== unreadable && before !== unreadable) return changesOf(body, before)
  return [{ field: 'body', before: null, after: unreadable }]
}

/** Returns how often it happened: refusals are counted together. */
const timesOf = (body: unknown) => {
  const times = (body as { times?: unknown } | null)?.times
  return typeof times === 'number' ? times : 1
}

/** Serializes an entry for lists. */
export function auditItem(row: EntryRow): AuditItem {
  const body = parsed(row.body)
  const changes = changesIn(body, parsed(row.before))
  return {
    ...headOf(row, row.result === 'refused' ? body : null),
    changes: shortChanges(changes),
    change_count: changes.length,
  }
}

/** Serializes a whole entry. */
export function auditEntry(row: WholeRow): AuditEntry {
  const [body, before] = [parsed(row.body), parsed(row.before)]
  const changes = changesIn(body, before)
  return {
    ...headOf(row, row.result === 'refused' ? body : null),
    changes,
    change_count: changes.length,
    body,
    before,
    hash: row.hash.toString('hex'),
    previous_seal: row.prev_hash.toString('hex'),
    seal: row.seal.toString('hex'),
  }
}

function headOf(row: Omit<EntryRow, 'body'>, refusal: unknown) {
  const { id, recorded_at, actor, key_id, key_label, address, request_id, subject, object } = row
  return {
    ...{ id, seq: Number(row.seq), recorded_at, actor, key_id, key_label, address, request_id },
    action: row.kind as AuditKind,
    object_type: row.object_type as AuditItem['object_type'],
    object,
    subject,
    result: row.result as AuditItem['result'],
    times: timesOf(refusal),
    is_service_account: row.is_service_account,
  }
}
