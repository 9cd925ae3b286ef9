import { compliantTime } from '#domain/compliant-time.ts'
import { daySeconds, dayStart } from '#domain/day-counts.ts'
import { listChanges, readOverview } from '../change/read-overview.ts'
import { snoozeEnvironment, unsnoozeEnvironment } from '../change/snooze-environment.ts'
import { write } from '../change/write.ts'
import type { Handlers } from '../handler.ts'
import { refusedField } from '../problem.ts'
import { countTrailsByFlow, listStandingsSince } from './queries.ts'

const usualDays = 7
const mostDays = 90

/** The beginning of what is asked about. @throws Problem 400 for one that is too long ago */
function beginningOf(from: number | null | undefined, now: number): number {
  const earliest = now - (mostDays + 1) * daySeconds
  if (from == null) return now - usualDays * daySeconds
  if (from >= earliest) return from
  throw refusedField('from', `The window should be at most ${mostDays} days long`, from)
}

export const overviewHandlers = {
  getOverview: (context, { query }) => readOverview(context, query.tag ?? []),

  async snoozeEnvironment(context, { params }) {
    await write(context, (w) => snoozeEnvironment(w, params.env_name))
    return 'OK'
  },

  async unsnoozeEnvironment(context, { params }) {
    await write(context, (w) => unsnoozeEnvironment(w, params.env_name))
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
    const from = dayStart(to) - (mostDays - 1) * daySeconds
    const rows = await listStandingsSince(org, query.tag ?? [], from)
    const standings = new Map<string, typeof rows>()
    for (const row of rows) standings.set(row.id, [...(standings.get(row.id) ?? []), row])
    return { days: compliantTime({ from, to }, [...standings.values()]) }
  },
} satisfies Partial<Handlers>
