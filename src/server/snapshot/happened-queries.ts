import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Window } from '../window.ts'

/** Something that happened to an artifact, as an environment, or a logical one of it, saw it. */
interface Happened {
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

/** Starts, stops and, where it is included, scaling: other events tell of verdicts. */
const isToldOf = sql`event.type in ('started', 'started-compliant', 'started-non-compliant', 'exited')`

const scaled = (include: ReturnType<typeof sql>) => sql`(event.type = 'scaled' and event.was > 0
  and event.now > 0 and ${include})`

/**
 * What happened to artifacts in some environments, newest first. In a logical one that is what its
 * members did with each snapshot of theirs that it showed (wire.md 15.4).
 */
export function listHappened(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { from, to }: Window,
  limit: number,
): Promise<Happened[]> {
  const columns = sql`event.id, event.type, event.recorded_at, event.name, event.fingerprint,
    event.was, event.now`
  return org.rowsOf(sql<Happened>`
    select found.* from (
      select asked.id as environment_id, event.snapshot_index, event.snapshot_state, ${columns}
      from environment asked cross join lateral (
        select * from environment_event event
        where event.org_id = asked.org_id and event.environment_id = asked.id
          and event.recorded_at between ${from} and ${to}
          and (${isToldOf} or ${scaled(sql`asked.include_scaling`)})
        order by event.recorded_at desc, event.id desc limit ${limit}) event
      where asked.org_id = ${org.orgId} and asked.id = any(${environmentIds})
        and asked.type <> 'logical'
      union all
      select asked.id, shown.from_index, whole.state, ${columns}
      from environment asked
      join snapshot_member shown on shown.org_id = asked.org_id
        and shown.environment_id = asked.id
      join snapshot whole on whole.org_id = asked.org_id and whole.environment_id = asked.id
        and whole.index = shown.from_index and whole.created_at between ${from} and ${to}
      join environment member on member.org_id = asked.org_id and member.id = shown.member_id
      join snapshot own on own.org_id = asked.org_id and own.environment_id = shown.member_id
        and own.index = shown.member_index
      join environment_event event on event.org_id = asked.org_id
        and event.environment_id = shown.member_id and event.snapshot_index = shown.member_index
        and event.recorded_at = own.created_at
        and (${isToldOf} or ${scaled(sql`member.include_scaling`)})
      where asked.org_id = ${org.orgId} and asked.id = any(${environmentIds})
        and asked.type = 'logical') found
    order by found.recorded_at desc, found.id desc limit ${limit}`)
}

/** Snapshots of a window whose state is another than before, oldest first. */
export function listFlipsWithin(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { from, to }: Window,
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
  return org.rowsOf(sql<{ environment_id: string; state: boolean }>`
    select asked.id as environment_id, before.state
    from unnest(${environmentIds}::text[]) as asked(id) cross join lateral (
      select state from snapshot
      where org_id = ${org.orgId} and environment_id = asked.id and created_at < ${at}
        and state is not null
      order by created_at desc limit 1) before`)
}
