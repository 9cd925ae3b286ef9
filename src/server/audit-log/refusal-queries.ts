import { sql, type Selectable } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Refusal } from '#server/database/tables/audit-log.ts'

/** Batches of what is counted are small: each row becomes a record. */
const batch = 200

/** Counts a refusal. @returns how many there are of its kind in that minute, with this one */
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

/** Takes what was counted in minutes before one. */
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
