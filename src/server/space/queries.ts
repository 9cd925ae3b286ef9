import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'
import { unlessTaken } from '#server/database/write-conflicts.ts'

const all = (org: OrgDatabase) => org.selectFrom('space').selectAll('space').orderBy('space.id')

/** All spaces of the organization; they are few. */
export function listSpaceRows(org: OrgDatabase) {
  return all(org).execute()
}
export type SpaceRow = Awaited<ReturnType<typeof listSpaceRows>>[number]

/** All spaces, locked against every other change of the tree. */
export function lockSpaces(org: OrgDatabase): Promise<SpaceRow[]> {
  return all(org).forUpdate().execute()
}

/** Finds a space and locks it against deletion while something is moved into it. */
export function lockSpaceForShare(org: OrgDatabase, id: string) {
  return org
    .selectFrom('space')
    .selectAll('space')
    .where('space.id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Counts the direct contents of spaces: active flows and environments. */
export async function countContents(org: OrgDatabase) {
  const counted = (table: 'flow' | 'environment') =>
    org
      .selectFrom(table)
      .select((select) => [`${table}.space_id` as const, select.fn.countAll<number>().as('count')])
      .where(`${table}.space_id`, 'is not', null)
      .where(`${table}.archived_at`, 'is', null)
      .groupBy(`${table}.space_id`)
      .execute()
  const [flows, environments] = await Promise.all([counted('flow'), counted('environment')])
  return { flows, environments }
}

/** Names of the active flows or environments that are directly in a space. */
export async function listNamesIn(
  org: OrgDatabase,
  table: 'flow' | 'environment',
  spaceId: string,
): Promise<string[]> {
  const rows = await org
    .selectFrom(table)
    .select(`${table}.name`)
    .where(`${table}.space_id`, '=', spaceId)
    .where(`${table}.archived_at`, 'is', null)
    .orderBy(`${table}.name`)
    .execute()
  return rows.map(({ name }) => name)
}

/** Inserts a space; false when its name is taken under its parent. */
export async function insertSpace(org: OrgDatabase, space: NewRow<'space'>): Promise<boolean> {
  const result = await org
    .insertInto('space', space)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Renames or moves a space; false when its name is taken there. Called with the tree locked. */
export async function updateSpace(
  org: OrgDatabase,
  id: string,
  fields: { name: string; parent_id: string | null },
): Promise<boolean> {
  return unlessTaken(org.updateTable('space').set(fields).where('space.id', '=', id).execute())
}

/** Deletes a space without active contents; archived contents are in no space then. */
export async function removeSpace(org: OrgDatabase, id: string): Promise<void> {
  const nowhere = { space_id: null }
  await org.updateTable('flow').set(nowhere).where('flow.space_id', '=', id).execute()
  await org.updateTable('environment').set(nowhere).where('environment.space_id', '=', id).execute()
  await org.deleteFrom('space').where('space.id', '=', id).execute()
}

/** Active flows or environments of some names, locked in one order. */
export function lockNamed(
  org: OrgDatabase,
  table: 'flow' | 'environment',
  names: readonly string[],
) {
  return org
    .selectFrom(table)
    .select([`${table}.id`, `${table}.name`, `${table}.space_id`, `${table}.archived_at`])
    .where(sql<boolean>`${sql.ref(`${table}.name`)} = any(${names})`)
    .orderBy(`${table}.id`)
    .forUpdate()
    .execute()
}

/** Sets the space of some flows or environments; called with them locked. */
export async function setSpace(
  org: OrgDatabase,
  table: 'flow' | 'environment',
  ids: readonly string[],
  space_id: string | null,
): Promise<void> {
  if (ids.length === 0) return
  await org
    .updateTable(table)
    .set({ space_id })
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids})`)
    .execute()
}
