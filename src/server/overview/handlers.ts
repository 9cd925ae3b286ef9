import { compliantTime } from '#domain/environment/compliant-time.ts'
import { withSilences } from '#domain/environment/silence.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { listChanges, readOverview } from './read-overview.ts'
import { snoozeEnvironment, unsnoozeEnvironment } from './snooze-environment.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { Handlers } from '#server/request/handler.ts'
import { parseTimeWindow } from '#server/platform/time-window.ts'
import { countTrailsByFlow, listSilences, listStatesSince } from './queries.ts'

const defaultDays = 7
const maxDays = 90
/** Silences of one environment that are counted: some for each day. */
const maxSilences = 1_000

/** Beginning of the requested time; earlier days are not counted. */
const beginningOf = (from: number | null | undefined, now: number) =>
  parseTimeWindow({ from }, now, { defaultDays: defaultDays, maxDays: maxDays + 1 }).from

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), row])
  return found
}

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
    const [tags, rules] = [query.tag ?? [], await reportingRules(org, to)]
    const [states, silences] = await Promise.all([
      listStatesSince(org, tags, from),
      listSilences(org, tags, { from, to }, rules, maxSilences),
    ])
    const silencesOf = byId(silences)
    const known = Array.from(byId(states), ([id, changes]) =>
      withSilences(changes, silencesOf.get(id) ?? [], to),
    )
    return { days: compliantTime({ from, to }, known) }
  },
} satisfies Partial<Handlers>
