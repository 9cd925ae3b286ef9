import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

/** Keeps how a test of a target went: one that takes it is told everything again. */
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
}
