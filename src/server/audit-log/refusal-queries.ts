import { sql, type Selectable } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Refusal } from '#server/database/tables/audit-log.ts'

/** Batch size; small, as each row becomes an audit entry. */
const batch = 200

/** Counts a refusal. @returns number of its kind in that minute, this one included */
export async function countRefusal(
  org: OrgDatabase,
  refusal: Omit<Selectable<Refusal>, 'org_id' | 'times'>,
): Promise<number> {
  const { times } = await org
    .insertInto('refusal', { ...refusal, times: 1, told: JSON.stringify(refusal.told) })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'actor', 'kind', 'route', 'minute'])
        .doUpdateSet({ times: sql<number>`refusal.times + 1` }),
    )
    .returning('refusal.times')
    .executeTakeFirstOrThrow()
  return times
}

/** Deletes and returns the counts of minutes before one. */
export function takeCounted(org: OrgDatabase, minute: number) {
  const over = org
    .selectFrom('refusal')
    .select(sql<string>`refusal.ctid`.as('ctid'))
    .where('refusal.minute', '<', minute)
    .limit(sql.lit(batch))
    .forUpdate()
    .skipLocked()
  return org
    .deleteFrom('refusal')
    .where(sql<boolean>`refusal.ctid in (${over})`)
    .returning(['refusal.actor', 'refusal.kind', 'refusal.times', 'refusal.told'])
    .execute()
}
