import { compliantTime } from '#domain/environment/compliant-time.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { listChanges, readOverview } from './read-overview.ts'
import { snoozeEnvironment, unsnoozeEnvironment } from './snooze-environment.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { Handlers } from '#server/request/handler.ts'
import { parseTimeWindow } from '#server/platform/time-window.ts'
import { countTrailsByFlow, listStandingsSince } from './queries.ts'

const defaultDays = 7
const maxDays = 90

/** The beginning of what is asked about; no days that far back are counted before. */
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
    const rows = await listStandingsSince(org, query.tag ?? [], from)
    const standings = new Map<string, typeof rows>()
    for (const row of rows) standings.set(row.id, [...(standings.get(row.id) ?? []), row])
    return { days: compliantTime({ from, to }, [...standings.values()]) }
  },
} satisfies Partial<Handlers>
