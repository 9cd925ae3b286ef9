import type { BodyOf, ResponseOf } from '#contract/common/endpoint.ts'
import { type backtestNotification as endpoint, maxFired } from '#contract/notification/draft.ts'
import type { Trigger } from '#contract/notification/notification-types.ts'
import { countFiredDays, notifiedFlips } from '#domain/notification/backtest.ts'
import { digestEnd } from '#domain/notification/delivery-schedule.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listEnvironmentsById } from '#server/environment/queries.ts'
import { requireWatching } from '#server/notification/change-notification.ts'
import { factsOfEnvironments } from '#server/notification/dispatch/environment-facts.ts'
import { describeEvent, type PayloadEvent } from '#server/notification/dispatch/payload.ts'
import { listAllowedWithin } from '#server/notification/dispatch/queries.ts'
import { environmentsNamed } from '#server/notification/put-notification.ts'
import { environmentsOf } from '#server/notification/watch-environments.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import type { TimeWindow } from '#server/platform/clock.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listFlipsWithin, listPastEvents, listStatesBefore } from './queries.ts'

/** Number of the newest events that a backtest reads. */
const maxSeen = 20_000

type Draft = BodyOf<typeof endpoint>
type Fired = Omit<PayloadEvent, 'recorded_at' | 'environment'> & {
  at: number
  environment_id: string
  is_merged: boolean
}

/**
 * Returns what a draft would have sent for stored events.
 * @throws Problem 400 for unknown environments
 */
export async function backtestNotification(
  context: OrgContext,
  draft: Draft,
): Promise<ResponseOf<typeof endpoint>> {
  const { org, clock } = context
  requireWatching(draft)
  const namedIds = await environmentsNamed(context, draft.environments, [])
  const watched = await environmentsOf(org, namedIds, draft.selector ?? null)
  const to = clock()
  const window = { from: to - draft.days * 86_400, to }
  const ids = watched.map(({ id }) => id)
  const rows = await listEnvironmentsById(org, ids)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const { fired: artifacts, isCut } = await artifactsFired(org, ids, window)
  const verdicts = await verdictsFired(org, ids, window, draft.merge_minutes * 60)
  const triggers = new Set<Trigger>(draft.triggers)
  const all = [...artifacts, ...verdicts]
    .filter(({ trigger }) => triggers.has(trigger))
    .map((one) => ({ ...one, environment: names.get(one.environment_id) ?? '' }))
    .sort((a, b) => b.at - a.at)
  const fired = all.filter((one) => !one.is_merged)
  const { digest } = draft
  const shown = all
    .slice(0, maxFired)
    .map((one, index) => ({ ...one, id: String(index), recorded_at: one.at }))
  const carried = await factsOfEnvironments(org, shown, await freshnessAt(org, to))
  return {
    ...window,
    fired_count: fired.length,
    merged_count: all.length - fired.length,
    message_count:
      digest === 'none' ? fired.length : new Set(fired.map(({ at }) => digestEnd(digest, at))).size,
    days: countFiredDays(window, all),
    by_environment: countBy(fired, 'environment'),
    by_trigger: countBy(fired, 'trigger'),
    events: shown.map((one) => ({
      at: one.at,
      trigger: one.trigger,
      environment: one.environment,
      snapshot_index: one.snapshot_index,
      artifact_name: one.name,
      fingerprint: one.fingerprint,
      was: one.was,
      now: one.now,
      description: describeEvent({ ...one, ...carried.get(one.id) }),
      qualifiers: one.name === null ? (carried.get(one.id)?.qualifiers ?? null) : null,
      is_merged: one.is_merged,
    })),
    has_more: all.length > maxFired,
    is_cut: isCut,
  }
}

/** Counts values, the most frequent first. */
function countBy<K extends 'environment' | 'trigger'>(
  fired: readonly Pick<PayloadEvent, K>[],
  key: K,
) {
  const counts = new Map<PayloadEvent[K], number>()
  for (const one of fired) counts.set(one[key], (counts.get(one[key]) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(
      ([value, count]) =>
        ({ [key]: value, fired: count }) as Pick<PayloadEvent, K> & { fired: number },
    )
}

const triggerOf = (type: string): Trigger =>
  type === 'exited'
    ? 'ON_EXITED_ARTIFACT'
    : type === 'scaled'
      ? 'ON_SCALED_ARTIFACT'
      : 'ON_STARTED_ARTIFACT'

/** Events of artifacts, and whether older ones are left out. */
async function artifactsFired(org: OrgDatabase, ids: readonly string[], window: TimeWindow) {
  const happened = await listPastEvents(org, ids, window, maxSeen + 1)
  const allowed = await listAllowedWithin(org, ids, window)
  const fired = [
    ...happened.slice(0, maxSeen).map(({ type, ...one }) => ({ ...one, trigger: triggerOf(type) })),
    ...allowed,
  ].map(({ recorded_at: at, ...one }): Fired => ({ ...one, at, is_merged: false }))
  return { fired, isCut: happened.length > maxSeen }
}

/** Verdict changes. */
async function verdictsFired(
  org: OrgDatabase,
  ids: readonly string[],
  window: TimeWindow,
  mergeSeconds: number,
) {
  const flips = await listFlipsWithin(org, ids, window)
  const before = await listStatesBefore(org, ids, window.from)
  const known = new Map(before.map(({ environment_id, state }) => [environment_id, state]))
  return notifiedFlips(flips, known, mergeSeconds).map(
    ({ environment_id, created_at, index, state, trigger, is_merged }): Fired => ({
      at: created_at,
      trigger,
      environment_id,
      snapshot_index: index,
      snapshot_state: state,
      name: null,
      fingerprint: null,
      was: null,
      now: null,
      is_merged,
    }),
  )
}
