import { groupOfKind } from '#contract/audit-log/audit-group.ts'
import { type AuditKind, auditKinds } from '#contract/audit-log/audit-kind.ts'
import type { AuditItem, countAuditLog } from '#contract/audit-log/audit-log.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import { daySeconds } from '#domain/common/days.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { notFound } from '#server/platform/problem.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { countEntries } from './count-queries.ts'
import { findEntry, type AuditFilters, listAuditEntries, listEntriesFrom } from './list-queries.ts'
import { lastSeal } from './queries.ts'
import { auditEntry, auditItem } from './serialize-entry.ts'

type Query = QueryOf<typeof countAuditLog>

/** Longer windows are counted by day. */
const maxHourly = 3 * daySeconds

/** Kinds that a query asks for, by name and by group; empty for all of them, null for none. */
function actionsOf({ action, group }: Query): AuditKind[] | null {
  if (!group?.length) return [...new Set(action ?? [])]
  const named = action?.length ? [...new Set(action)] : auditKinds
  const kinds = named.filter((kind) => {
    const own = groupOfKind[kind]
    return group.includes(own) || (own !== 'reports' && group.includes('people'))
  })
  return kinds.length > 0 ? kinds : null
}

const filtersOf = (query: Query): AuditFilters => ({
  actor: query.actor || null,
  actions: actionsOf(query) ?? [],
  isNone: actionsOf(query) === null,
  objectType: query.object_type ?? null,
  object: query.object || null,
  result: query.result ?? null,
  from: query.from ?? null,
  to: query.to ?? null,
})

const textOf = (value: unknown) =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const columns: Columns<AuditItem> = {
  seq: (entry) => entry.seq,
  recorded_at: (entry) => isoTime(entry.recorded_at),
  actor: (entry) => entry.actor,
  key_label: (entry) => entry.key_label,
  key_id: (entry) => entry.key_id,
  address: (entry) => entry.address,
  request_id: (entry) => entry.request_id,
  action: (entry) => entry.action,
  object_type: (entry) => entry.object_type,
  object: (entry) => entry.object,
  result: (entry) => entry.result,
  times: (entry) => entry.times,
  changes: ({ changes }) =>
    changes
      .map(({ field, before, after }) => `${field}: ${textOf(before)} → ${textOf(after)}`)
      .join('; '),
  id: (entry) => entry.id,
  is_service_account: (entry) => entry.is_service_account,
}

const batch = 500

/** Hides from non-admins the addresses that people came from. */
const seenBy =
  ({ role }: Pick<OrgContext, 'role'>) =>
  <Row extends { address: string | null }>(row: Row): Row =>
    role === 'admin' ? row : { ...row, address: null }

/** Reads everything that matches up to a position in the log, newest first, in batches. */
async function* readAll(context: OrgContext, filters: AuditFilters, last: number) {
  for (let before = last + 1; ;) {
    const rows = await listAuditEntries(context.org, filters, { before, limit: batch })
    if (rows.length > 0) yield rows.map(seenBy(context)).map(auditItem)
    if (rows.length < batch) return
    before = Number(rows.at(-1)?.seq)
  }
}

export const auditHandlers = {
  async listAuditLog(context, { query }) {
    const { per_page, before = null } = query
    // One more than requested shows whether there are more.
    const page = { before, limit: per_page + 1 }
    const rows = await listAuditEntries(context.org, filtersOf(query), page)
    const entries = rows.slice(0, per_page).map(seenBy(context)).map(auditItem)
    return { entries, older: rows.length > per_page ? (entries.at(-1)?.seq ?? null) : null }
  },

  async getAuditEntry(context, { params }) {
    const row = await findEntry(context.org, params.id)
    if (!row) throw notFound(`Entry '${params.id}' of the audit log not found`)
    return auditEntry(seenBy(context)(row))
  },

  async followAuditLog(context, { query: { after, per_page } }) {
    const rows = await listEntriesFrom(context.org, { after, limit: per_page })
    const entries = rows.map(seenBy(context)).map(auditEntry)
    return { entries, next: entries.at(-1)?.seq ?? after }
  },

  async countAuditLog({ org, clock }, { query }) {
    const window = parseTimeWindow(query, clock(), { byDay: true })
    const step = window.to - window.from <= maxHourly ? 3600 : daySeconds
    const isEmpty = window.from > window.to
    const isOpen = query.to == null
    const counts = isEmpty
      ? []
      : await countEntries(org, filtersOf(query), { ...window, isOpen }, step)
    return { ...window, step, counts }
  },

  async exportAuditLog(context, { query }) {
    const filters = filtersOf(query)
    const last = (await lastSeal(context.org))?.seq ?? 0
    const read = () => readAll(context, filters, Number(last))
    return exportAnswer(context, { list: 'audit-log', query, columns, read })
  },
} satisfies Partial<Handlers>
