import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'

/** The views that a person may see: those of the team, and their own; they are few. */
export function listViewRows(org: OrgDatabase, userId: string) {
  return org
    .selectFrom('saved_view')
    .selectAll('saved_view')
    .where((where) =>
      where.or([where('saved_view.user_id', 'is', null), where('saved_view.user_id', '=', userId)]),
    )
    .orderBy('saved_view.page')
    .orderBy('saved_view.name')
    .orderBy('saved_view.id')
    .execute()
}
export type ViewRow = Awaited<ReturnType<typeof listViewRows>>[number]

/** Stores a view; called with the views locked. */
export async function insertView(org: OrgDatabase, row: NewRow<'saved_view'>): Promise<void> {
  await org.insertInto('saved_view', row).execute()
}

/** Changes a view; called with the views locked. */
export async function updateView(
  org: OrgDatabase,
  id: string,
  fields: Pick<ViewRow, 'is_default'> & Partial<Pick<ViewRow, 'name' | 'search'>>,
): Promise<void> {
  await org.updateTable('saved_view').set(fields).where('saved_view.id', '=', id).execute()
}

/** Deletes a view. */
export async function removeView(org: OrgDatabase, id: string): Promise<void> {
  await org.deleteFrom('saved_view').where('saved_view.id', '=', id).execute()
}
