import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { TimeWindow } from '#server/platform/clock.ts'

/** An event of an artifact in an environment, or in a logical one that includes it. */
interface PastEvent {
  environment_id: string
  id: string
  type: string
  recorded_at: number
  snapshot_index: number
  snapshot_state: boolean | null
  name: string
  fingerprint: string
  was: number
  now: number
}

/**
 * Condition for started, stopped and, where included, scaled artifacts: other events are about
 * verdicts.
 */
const isAboutArtifact = sql`event.type in ('started', 'started-compliant', 'started-non-compliant', 'exited')`

const scaled = (include: ReturnType<typeof sql>) => sql`(event.type = 'scaled' and event.was > 0
  and event.now > 0 and ${include})`

/**
 * Events of artifacts in some environments, newest first. In a logical one those of its members in
 * each of their snapshots that it showed, while it did.
 */
export function listPastEvents(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { from, to }: TimeWindow,
  limit: number,
): Promise<PastEvent[]> {
  const columns = sql`event.id, event.type, event.recorded_at, event.name, event.fingerprint,
    event.was, event.now`
  return org.query(sql<PastEvent>`
    select found.* from (
      select wanted.id as environment_id, event.snapshot_index, event.snapshot_state, ${columns}
      from environment wanted cross join lateral (
        select * from environment_event event
        where event.org_id = ${org.orgId} and event.environment_id = wanted.id
          and event.recorded_at between ${from} and ${to}
          and (${isAboutArtifact} or ${scaled(sql`wanted.include_scaling`)})
        order by event.recorded_at desc, event.id desc limit ${limit}) event
      where wanted.org_id = ${org.orgId} and wanted.id = any(${environmentIds})
      union all
      select wanted.id, shown.from_index, whole.state, ${columns}
      from environment wanted
      join snapshot_member shown on shown.org_id = ${org.orgId}
        and shown.environment_id = wanted.id
      join snapshot whole on whole.org_id = ${org.orgId} and whole.environment_id = wanted.id
        and whole.index = shown.from_index and whole.created_at between ${from} and ${to}
      join environment member on member.org_id = ${org.orgId} and member.id = shown.member_id
      join snapshot own on own.org_id = ${org.orgId} and own.environment_id = shown.member_id
        and own.index = shown.member_index
      join environment_event event on event.org_id = ${org.orgId}
        and event.environment_id = shown.member_id and event.snapshot_index = shown.member_index
        and event.recorded_at = own.created_at
        and (${isAboutArtifact} or ${scaled(sql`member.include_scaling`)})
      where wanted.org_id = ${org.orgId} and wanted.id = any(${environmentIds})
        -- What a member ran before it was one happened elsewhere.
        and exists (select 1 from snapshot_member prior where prior.org_id = ${org.orgId}
          and prior.environment_id = wanted.id and prior.member_id = shown.member_id
          and prior.to_index = shown.from_index)
      union all
      select wanted.id, whole.index, whole.state, ${columns}
      from environment wanted
      join environment_member joined on joined.org_id = ${org.orgId}
        and joined.environment_id = wanted.id
      join environment member on member.org_id = ${org.orgId} and member.id = joined.member_id
      join environment_event event on event.org_id = ${org.orgId}
        and event.environment_id = member.id and event.recorded_at between ${from} and ${to}
        and ${scaled(sql`member.include_scaling`)}
      join snapshot own on own.org_id = ${org.orgId} and own.environment_id = member.id
        and own.index = event.snapshot_index and own.created_at < event.recorded_at
      cross join lateral (
        select index, state from snapshot s
        where s.org_id = ${org.orgId} and s.environment_id = wanted.id
          and s.created_at <= event.recorded_at
        order by s.created_at desc limit 1) whole
      join snapshot_member shown on shown.org_id = ${org.orgId}
        and shown.environment_id = wanted.id and shown.member_id = member.id
        and shown.member_index = event.snapshot_index and shown.from_index <= whole.index
        and (shown.to_index is null or shown.to_index > whole.index)
      where wanted.org_id = ${org.orgId} and wanted.id = any(${environmentIds})) found
    order by found.recorded_at desc, found.id desc limit ${limit}`)
}

/** Snapshots of a window whose state differs from the one before, oldest first. */
export function listFlipsWithin(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { from, to }: TimeWindow,
) {
  return org
    .selectFrom('snapshot')
    .select(['snapshot.environment_id', 'snapshot.index', 'snapshot.created_at', 'snapshot.state'])
    .where(sql<boolean>`snapshot.environment_id = any(${environmentIds})`)
    .where('snapshot.is_flip', '=', true)
    .where('snapshot.created_at', '>=', from)
    .where('snapshot.created_at', '<=', to)
    .orderBy('snapshot.created_at')
    .orderBy('snapshot.index')
    .execute()
}

/** The last known states of some environments before an instant; those without one are left out. */
export function listStatesBefore(org: OrgDatabase, environmentIds: readonly string[], at: number) {
  return org.query(sql<{ environment_id: string; state: boolean }>`
    select wanted.id as environment_id, before.state
    from unnest(${environmentIds}::text[]) as wanted(id) cross join lateral (
      select state from snapshot
      where org_id = ${org.orgId} and environment_id = wanted.id and created_at < ${at}
        and state is not null
      order by created_at desc limit 1) before`)
}

/**
 * Stores the result of testing a target: one that accepts it is enabled again, and what waits for it
 * is due.
 */
export async function saveTest(
  org: OrgDatabase,
  targetId: string,
  delivery_id: string,
  attempt: Omit<Tables['delivery_attempt'], 'org_id' | 'delivery_id' | 'number'>,
): Promise<void> {
  const { at, status } = attempt
  const isTaken = status !== null && status >= 200 && status < 300
  await org.insertInto('delivery_attempt', { delivery_id, number: 1, ...attempt }).execute()
  await org
    .updateTable('notification_target')
    .set(
      isTaken
        ? { last_success_at: at, disabled_at: null, failures_in_a_row: 0, probe_at: null }
        : { last_failure_at: at, ...(status === 410 && { disabled_at: at }) },
    )
    .where('notification_target.id', '=', targetId)
    .execute()
  if (!isTaken) return
  await org
    .updateTable('delivery')
    .set({ next_at: at })
    .where('delivery.target_id', '=', targetId)
    .where('delivery.state', '=', 'waiting')
    .where('delivery.next_at', '>', at)
    .execute()
}
