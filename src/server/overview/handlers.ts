import { standingTime } from '#domain/environment/standing-time.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { listChanges, readOverview } from './read-overview.ts'
import { snoozeEnvironment, unsnoozeEnvironment } from './snooze-environment.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { answerOk } from '#server/unit-of-work/unit-of-work.ts'
import type { Handlers } from '#server/request/handler.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import {
  countTrailsByFlow,
  listExceptionPeriods,
  listSilences,
  listStatesSince,
} from './queries.ts'

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

  snoozeEnvironment: (context, { params }) =>
    answerOk(context, (w) => snoozeEnvironment(w, params.env_name)),

  unsnoozeEnvironment: (context, { params }) =>
    answerOk(context, (w) => unsnoozeEnvironment(w, params.env_name)),

  async countRecentTrails({ org, clock }, { query }) {
    const to = clock()
    const from = beginningOf(query.from, to)
    return { from, to, flows: await countTrailsByFlow(org, { tags: query.tag ?? [], from, to }) }
  },

  async listRecentChanges(context, { query }) {
    const from = beginningOf(query.from, context.clock())
    return { changes: await listChanges(context, { tags: query.tag ?? [], from }) }
  },

  async listComplianceDays({ org: ofPath, clock }, { query }) {
    // Archived ones too: what is archived today was there yesterday.
    const org = ofPath.seeing('include')
    const to = clock()
    const from = dayStart(to) - (maxDays - 1) * daySeconds
    const [tags, rules] = [query.tag ?? [], await reportingRules(org, to)]
    const [states, silences, exceptions] = await Promise.all([
      listStatesSince(org, tags, from),
      listSilences(org, tags, { from, to }, rules, maxSilences),
      listExceptionPeriods(org, tags, from),
    ])
    const [silencesOf, exceptionsOf] = [byId(silences), byId(exceptions)]
    const histories = Array.from(byId(states), ([id, changes]) => ({
      changes,
      until: changes[0]?.archived_at ?? null,
      silences: silencesOf.get(id) ?? [],
      exceptions: exceptionsOf.get(id) ?? [],
    }))
    return { days: standingTime({ from, to }, histories) }
  },
} satisfies Partial<Handlers>
