import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'

/** A snoozed environment, with its state at the time. */
interface SnoozeRow {
  environment_id: string
  since: number
  snapshot_index: number
  snoozed_at: number
  /** Whether something fails there that did not, or did for another reason. */
  has_changed: boolean
}

/**
 * Condition that a failing verdict is newer than the snapshot of the snooze; of a logical
 * environment, than the snapshot of the member that it showed then.
 */
const hasChanged = ({ orgId }: OrgDatabase) => sql<boolean>`exists (
  select from verdict
  left join snapshot_member shown on shown.org_id = ${orgId}
    and shown.environment_id = snooze.environment_id
    and shown.member_id = verdict.environment_id
    and shown.from_index <= snooze.snapshot_index
    and (shown.to_index is null or shown.to_index > snooze.snapshot_index)
  where verdict.org_id = ${orgId} and verdict.to_index is null and not verdict.compliant
    and verdict.environment_id in (
      select snooze.environment_id
      union all select member_id from environment_member
        where environment_member.org_id = ${orgId}
          and environment_member.environment_id = snooze.environment_id)
    and verdict.from_index > case
      when verdict.environment_id = snooze.environment_id then snooze.snapshot_index
      else coalesce(shown.member_index, 0) end)`

/** Snoozes of a person, by environment. */
export function listSnoozes(
  org: OrgDatabase,
  userId: string,
  environmentIds: readonly string[],
): Promise<SnoozeRow[]> {
  return org
    .selectFrom('snooze')
    .select(['snooze.environment_id', 'snooze.since', 'snooze.snapshot_index'])
    .select(['snooze.snoozed_at', hasChanged(org).as('has_changed')])
    .where('snooze.user_id', '=', userId)
    .where(sql<boolean>`snooze.environment_id = any(${environmentIds})`)
    .execute()
}

/** Snoozes an environment for a person, in its current state. */
export async function saveSnooze(org: OrgDatabase, snooze: NewRow<'snooze'>): Promise<void> {
  const { since, snapshot_index, snoozed_at } = snooze
  await org
    .insertInto('snooze', snooze)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id', 'environment_id'])
        .doUpdateSet({ since, snapshot_index, snoozed_at }),
    )
    .execute()
}

/** Ends a snooze. @returns whether there was one */
export async function removeSnooze(
  org: OrgDatabase,
  key: { user_id: string; environment_id: string },
): Promise<boolean> {
  const { numDeletedRows } = await org
    .deleteFrom('snooze')
    .where('snooze.user_id', '=', key.user_id)
    .where('snooze.environment_id', '=', key.environment_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
