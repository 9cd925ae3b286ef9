import type { RegisteredOverride } from '#contract/override.ts'
import { dayStart } from '#domain/day-counts.ts'
import { standingDays } from '#domain/override-days.ts'
import { overrideSettings } from '../change/override-settings.ts'
import { inBatches } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { notFound } from '../problem.ts'
import { windowOf } from '../window.ts'
import { registered } from './entry.ts'
import { overrideColumns } from './export-columns.ts'
import { findEffect, historyOf, overrideOfRequest } from './history-queries.ts'
import {
  type Asker,
  countByMaker,
  countStanding,
  type EntryRow,
  listEntryIds,
  pageOfOverrides,
  readEntries,
} from './register-queries.ts'

const askerOf = ({ actor, clock }: OrgContext): Asker => ({ ...actor, now: clock() })

/** Overrides and requests as the register shows them to a caller. */
async function entriesOf(context: OrgContext, rows: EntryRow[]): Promise<RegisteredOverride[]> {
  const settings = await overrideSettings(context.org)
  return rows.map((row) => registered(context, row, settings))
}

/** How a request came to what it came to, oldest first. */
function eventsOf({ request, reason }: RegisteredOverride) {
  if (request === null) return []
  const { requested_at: at, requested_by: by, decision } = request
  return [{ kind: 'requested' as const, at, by, reason }, ...(decision ? [decision] : [])]
}

export const registerHandlers = {
  async listOverrides(context, { query }) {
    const { page, per_page, ...filters } = query
    const asked = { page, per_page }
    const { rows, total } = await pageOfOverrides(context.org, filters, asked, askerOf(context))
    return { data: await entriesOf(context, rows), pagination: pagination(total, asked) }
  },

  async exportOverrides(context, { query }) {
    const { format: _, ...filters } = query
    async function* read(asOf: number) {
      const to_timestamp = Math.min(asOf, filters.to_timestamp ?? asOf)
      const asker = { ...askerOf(context), now: asOf }
      const ids = await listEntryIds(context.org, { ...filters, to_timestamp }, asOf)
      for (const some of inBatches(ids)) {
        yield entriesOf(context, await readEntries(context.org, some, asker))
      }
    }
    return exportAnswer(context, { list: 'overrides', query, columns: overrideColumns, read })
  },

  async countOverrides({ org, clock }, { query }) {
    const now = clock()
    const asked = { from: query.from_timestamp, to: query.to_timestamp }
    const { from, to } = windowOf(asked, now, { usualDays: 90, field: 'from_timestamp' })
    const from_timestamp = asked.from == null ? dayStart(from) : from
    const window = { from_timestamp, to_timestamp: to }
    const standing = await countStanding(org, query, now)
    const makers = await countByMaker(org, { ...query, ...window }, now)
    return { ...window, days: standingDays({ from: from_timestamp, to }, standing), ...makers }
  },

  async getOverride(context, { params }) {
    const { org, orgName } = context
    // An approved request is the override that came of it.
    const id = (await overrideOfRequest(org, params.override_id)) ?? params.override_id
    const [override] = await entriesOf(context, await readEntries(org, [id], askerOf(context)))
    if (!override) throw notFound(`Override '${id}' does not exist in organization '${orgName}'`)
    const { expiries, reviews, end } = await historyOf(org, id)
    const { reason, created_at: at, created_by: by } = override
    const later = [
      ...expiries.map((one) => ({ kind: 'expiry_set' as const, ...one })),
      ...reviews.map((one) => ({ kind: 'reviewed' as const, ...one })),
      ...(end ? [end] : []),
    ]
    const asked = eventsOf(override)
    return {
      override,
      history: [
        ...asked,
        ...(override.is_request ? [] : [{ kind: 'made' as const, at, by, reason }]),
        ...later.sort((a, b) => a.at - b.at),
      ],
      impact: await findEffect(org, id),
    }
  },
} satisfies Partial<Handlers>
