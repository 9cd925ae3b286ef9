import { sql } from 'kysely'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { Trigger } from '#contract/notification-words.ts'
import type { Tables } from '../database/tables.ts'
import type { Window } from '../window.ts'

type Event = Tables['notification_event']

/** Something that happened in an environment, before it has its place. */
export type NewEvent = Omit<Event, 'org_id' | 'number' | 'payload' | 'told_at'>

/**
 * What puts events of an environment, which is locked, into the outbox: those that some notification
 * watches for, or may when its selector is asked again, and what was allowed, which no other log keeps
 * for backtests.
 */
export function noteEvents({ orgId }: OrgDatabase, events: readonly NewEvent[]): Statement[] {
  if (events.length === 0) return []
  const columns = sql.join(Object.keys(events[0] ?? {}).map((column) => sql.ref(`event.${column}`)))
  const names = sql.join(Object.keys(events[0] ?? {}).map((column) => sql.ref(column)))
  return [
    sql`insert into notification_event (org_id, ${names})
      select ${orgId}, ${columns}
      from json_populate_recordset(null::notification_event, ${JSON.stringify(events)}::json) event
      where exists (select 1 from notification_watch w
        where w.org_id = ${orgId} and w.environment_id = event.environment_id
          and w.trigger = event.trigger)
        or event.trigger = 'ON_ALLOWED_ARTIFACT'
        or exists (select 1 from selection_stale s where s.org_id = ${orgId})
      order by event.id`,
  ]
}

/** Events that nobody was told of yet, in order, with the names of their environments. */
export function listUntold(org: OrgDatabase, limit: number) {
  return org
    .selectFrom('notification_event')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'notification_event.org_id')
        .onRef('environment.id', '=', 'notification_event.environment_id'),
    )
    .selectAll('notification_event')
    .select('environment.name as environment')
    .where('notification_event.told_at', 'is', null)
    .orderBy('notification_event.number')
    .limit(limit)
    .execute()
}
export type UntoldEvent = Awaited<ReturnType<typeof listUntold>>[number]

/** Targets that are to be told of some events, by event. */
export function listToTell(org: OrgDatabase, eventIds: readonly string[]) {
  return org
    .selectFrom('notification_event')
    .innerJoin('notification_watch', (join) =>
      join
        .onRef('notification_watch.org_id', '=', 'notification_event.org_id')
        .onRef('notification_watch.environment_id', '=', 'notification_event.environment_id')
        .onRef('notification_watch.trigger', '=', 'notification_event.trigger'),
    )
    .innerJoin('notification_target', (join) =>
      join
        .onRef('notification_target.org_id', '=', 'notification_watch.org_id')
        .onRef('notification_target.notification_id', '=', 'notification_watch.notification_id'),
    )
    .innerJoin('notification', (join) =>
      join
        .onRef('notification.org_id', '=', 'notification_watch.org_id')
        .onRef('notification.id', '=', 'notification_watch.notification_id'),
    )
    .select(['notification_event.id as event_id', 'notification_event.number'])
    .select(['notification_event.environment_id', 'notification_event.trigger'])
    .select(['notification_event.recorded_at', 'notification_watch.is_told'])
    .select(['notification_target.id as target_id', 'notification_target.disabled_at'])
    .select(['notification.id as notification_id', 'notification.digest'])
    .select(['notification.merge_seconds', 'notification.muted_until'])
    .where(sql<boolean>`notification_event.id = any(${eventIds})`)
    .where('notification_target.removed_at', 'is', null)
    .orderBy('notification_event.number')
    .orderBy('notification_target.position')
    .execute()
}
export type ToTell = Awaited<ReturnType<typeof listToTell>>[number]

/** Says what is told of events, which is from now on on its way. */
export async function markTold(
  org: OrgDatabase,
  now: number,
  told: readonly { id: string; payload: Record<string, unknown> }[],
): Promise<void> {
  await org.writeTogether([
    sql`update notification_event set told_at = ${now}, payload = told.payload
      from json_to_recordset(${JSON.stringify(told)}::json) as told(id text, payload json)
      where notification_event.org_id = ${org.orgId} and notification_event.id = told.id`,
  ])
}

const told = (org: OrgDatabase) =>
  org
    .selectFrom('notification_event')
    .select(['notification_event.environment_id', 'notification_event.trigger'])
    .select(['notification_event.recorded_at', 'notification_event.snapshot_index'])
    .select(['notification_event.snapshot_state', 'notification_event.name'])
    .select(['notification_event.fingerprint', 'notification_event.was', 'notification_event.now'])

/** What was allowed in some environments within a window. */
export function listAllowedWithin(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { from, to }: Window,
) {
  return told(org)
    .where(sql<boolean>`notification_event.environment_id = any(${environmentIds})`)
    .where('notification_event.trigger', '=', 'ON_ALLOWED_ARTIFACT')
    .where('notification_event.recorded_at', '>=', from)
    .where('notification_event.recorded_at', '<=', to)
    .execute()
}

/** The newest event of a kind in an environment that somebody was told of. */
export function findNewestTold(org: OrgDatabase, environmentId: string, trigger: Trigger) {
  return told(org)
    .select('notification_event.payload')
    .where('notification_event.environment_id', '=', environmentId)
    .where('notification_event.trigger', '=', trigger)
    .where('notification_event.told_at', 'is not', null)
    .orderBy('notification_event.number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
