import type { AuditEntry, AuditItem } from '#contract/audit.ts'
import type { ChangeKind } from '#contract/change.ts'
import { changesOf, shortChanges } from '#domain/audit-step.ts'
import type { EntryRow, findEntry } from './audit-queries.ts'

type WholeRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** How often it happened: refusals are counted together. */
const timesOf = (body: unknown) => {
  const times = (body as { times?: unknown } | null)?.times
  return typeof times === 'number' ? times : 1
}

/** An entry as lists show it. */
export function auditItem(row: EntryRow): AuditItem {
  const body = parsed(row.body)
  const changes = changesOf(body, parsed(row.before))
  return {
    ...headOf(row, row.result === 'refused' ? body : null),
    changes: shortChanges(changes),
    change_count: changes.length,
  }
}

/** An entry with all that is kept of it. */
export function auditEntry(row: WholeRow): AuditEntry {
  const [body, before] = [parsed(row.body), parsed(row.before)]
  const changes = changesOf(body, before)
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
    action: row.kind as ChangeKind,
    object_type: row.object_type as AuditItem['object_type'],
    object,
    subject,
    result: row.result as AuditItem['result'],
    times: timesOf(refusal),
  }
}
