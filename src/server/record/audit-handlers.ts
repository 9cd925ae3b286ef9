import type { countAuditLog, AuditItem } from '#contract/audit.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { daySeconds } from '#domain/day-counts.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type Columns, isoTime } from '../export/csv.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers } from '../handler.ts'
import { notFound } from '../problem.ts'
import { windowOf } from '../window.ts'
import { auditEntry, auditItem } from './audit-item.ts'
import { type AuditFilters, countEntries, findEntry, listEntries } from './audit-queries.ts'
import { lastSeal } from './queries.ts'

type Query = QueryOf<typeof countAuditLog>

/** Longer windows are counted by day. */
const mostHourly = 3 * daySeconds

const filtersOf = (query: Query): AuditFilters => ({
  actor: query.actor || null,
  actions: [...new Set(query.action ?? [])],
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
}

const batch = 500

/** Everything that matches up to a place in the log, newest first, in batches. */
async function* readAll(org: OrgDatabase, filters: AuditFilters, last: number) {
  for (let before = last + 1; ;) {
    const rows = await listEntries(org, filters, { before, limit: batch })
    if (rows.length > 0) yield rows.map(auditItem)
    if (rows.length < batch) return
    before = Number(rows.at(-1)?.seq)
  }
}

export const auditHandlers = {
  async listAuditLog({ org }, { query }) {
    const { per_page, before = null } = query
    // One more than asked for tells whether there is more.
    const rows = await listEntries(org, filtersOf(query), { before, limit: per_page + 1 })
    const entries = rows.slice(0, per_page).map(auditItem)
    return { entries, older: rows.length > per_page ? (entries.at(-1)?.seq ?? null) : null }
  },

  async getAuditEntry({ org }, { params }) {
    const row = await findEntry(org, params.id)
    if (!row) throw notFound(`Entry '${params.id}' of the audit log not found`)
    return auditEntry(row)
  },

  async countAuditLog({ org, clock }, { query }) {
    const window = windowOf(query, clock())
    const step = window.to - window.from <= mostHourly ? 3600 : daySeconds
    const isEmpty = window.from > window.to
    const counts = isEmpty ? [] : await countEntries(org, { ...filtersOf(query), ...window }, step)
    return { ...window, step, counts }
  },

  async exportAuditLog(context, { query }) {
    const { org } = context
    const filters = filtersOf(query)
    const last = (await lastSeal(org))?.seq ?? 0
    const read = () => readAll(org, filters, Number(last))
    return exportAnswer(context, { list: 'audit-log', query, columns, read })
  },
} satisfies Partial<Handlers>
