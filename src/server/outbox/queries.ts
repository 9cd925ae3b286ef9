import { sql } from 'kysely'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

/** State of an environment's newest snapshot with a known state; null without one. */
export async function lastKnownState(org: OrgDatabase, id: string): Promise<boolean | null> {
  const newest = (state: boolean) => sql`select max(index) from snapshot
    where org_id = ${org.orgId} and environment_id = ${id} and state = ${state}`
  const [row] = await org.query(sql<{ yes: number | null; no: number | null }>`
    select (${newest(true)}) as yes, (${newest(false)}) as no`)
  const [yes, no] = [row?.yes ?? 0, row?.no ?? 0]
  return yes === no ? null : yes > no
}

type OutboxRow = Tables['notification_event']

/** A domain event of an environment without its number. */
type NewOutboxEvent = Omit<OutboxRow, 'org_id' | 'number' | 'payload' | 'told_at'>

/**
 * Statements that append events of a locked environment to the outbox: those that some notification
 * watches, or may watch once its selector is resolved again, and allowances, which no other log
 * keeps for backtests.
 */
export function outboxStatements(
  { orgId }: OrgDatabase,
  events: readonly NewOutboxEvent[],
): Statement[] {
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
