import { compliantTime } from '#domain/environment/compliant-time.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { listChanges, readOverview } from './read-overview.ts'
import { snoozeEnvironment, unsnoozeEnvironment } from './snooze-environment.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { Handlers } from '#server/request/handler.ts'
import { parseTimeWindow } from '#server/platform/time-window.ts'
import { countTrailsByFlow, listStatesSince } from './queries.ts'

const defaultDays = 7
const maxDays = 90

/** Beginning of the requested time; earlier days are not counted. */
const beginningOf = (from: number | null | undefined, now: number) =>
  parseTimeWindow({ from }, now, { defaultDays: defaultDays, maxDays: maxDays + 1 }).from

export const overviewHandlers = {
  getOverview: (context, { query }) => readOverview(context, query.tag ?? []),

  async snoozeEnvironment(context, { params }) {
    await inUnitOfWork(context, (w) => snoozeEnvironment(w, params.env_name))
    return 'OK'
  },

  async unsnoozeEnvironment(context, { params }) {
    await inUnitOfWork(context, (w) => unsnoozeEnvironment(w, params.env_name))
    return 'OK'
  },

  async countRecentTrails({ org, clock }, { query }) {
    const to = clock()
    const from = beginningOf(query.from, to)
    return { from, to, flows: await countTrailsByFlow(org, { tags: query.tag ?? [], from, to }) }
  },

  async listRecentChanges(context, { query }) {
    const from = beginningOf(query.from, context.clock())
    return { changes: await listChanges(context, { tags: query.tag ?? [], from }) }
  },

  async listComplianceDays({ org, clock }, { query }) {
    const to = clock()
    const from = dayStart(to) - (maxDays - 1) * daySeconds
    const rows = await listStatesSince(org, query.tag ?? [], from)
    const rowsById = new Map<string, typeof rows>()
    for (const row of rows) rowsById.set(row.id, [...(rowsById.get(row.id) ?? []), row])
    return { days: compliantTime({ from, to }, [...rowsById.values()]) }
  },
} satisfies Partial<Handlers>
