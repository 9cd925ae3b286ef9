import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'

/** Default search parameters of a page for a person; `""` without any. */
export async function findPreference(
  org: OrgDatabase,
  key: { user_id: string; page: string },
): Promise<string> {
  const row = await org
    .selectFrom('preference')
    .select('preference.search')
    .where('preference.user_id', '=', key.user_id)
    .where('preference.page', '=', key.page)
    .executeTakeFirst()
  return row?.search ?? ''
}

/** Stores the default search parameters of a page. */
export async function storePreference(
  org: OrgDatabase,
  preference: NewRow<'preference'>,
): Promise<void> {
  const { search } = preference
  await org
    .insertInto('preference', preference)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_id', 'page']).doUpdateSet({ search }),
    )
    .execute()
}
