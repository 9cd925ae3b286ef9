import { sql } from 'kysely'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'

const types = (org: OrgDatabase) => org.selectFrom('custom_type').selectAll('custom_type')

/** Finds a custom attestation type by name, archived ones included. */
export function findCustomType(org: OrgDatabase, name: string) {
  return types(org).where('custom_type.name', '=', name).executeTakeFirst()
}
export type CustomTypeRow = NonNullable<Awaited<ReturnType<typeof findCustomType>>>

/** As above, locked until the transaction ends. */
export function lockCustomType(org: OrgDatabase, name: string) {
  return types(org).where('custom_type.name', '=', name).forNoKeyUpdate().executeTakeFirst()
}

/** All custom attestation types by name, archived ones included. */
export function listCustomTypeRows(org: OrgDatabase) {
  return types(org).orderBy('custom_type.name').execute()
}

/** Inserts a type; false when one of that name appeared meanwhile. */
export async function insertCustomType(
  org: OrgDatabase,
  made: NewRow<'custom_type'>,
): Promise<boolean> {
  const result = await org
    .insertInto('custom_type', made)
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes a type's own fields; called with the type locked. */
export async function updateCustomType(
  org: OrgDatabase,
  name: string,
  fields: Partial<
    Pick<CustomTypeRow, 'description' | 'archived_at' | 'last_modified_at' | 'last_modified_by'>
  >,
): Promise<void> {
  await org.updateTable('custom_type').set(fields).where('custom_type.name', '=', name).execute()
}

const versions = (org: OrgDatabase) =>
  org.selectFrom('custom_type_version').selectAll('custom_type_version')

/** All versions of some types, newest first. */
export function listVersionsOf(org: OrgDatabase, names: readonly string[]) {
  return versions(org)
    .where(sql<boolean>`custom_type_version.name = any(${names})`)
    .orderBy('custom_type_version.version', 'desc')
    .execute()
}
export type CustomTypeVersionRow = Awaited<ReturnType<typeof listVersionsOf>>[number]

/** The definition of the newest version of a type, its schema as text; undefined when unknown. */
export function findNewestDefinition(org: OrgDatabase, name: string) {
  return org
    .selectFrom('custom_type')
    .innerJoin('custom_type_version', onOrgAnd('custom_type_version.name', 'custom_type.name'))
    .select(['custom_type.archived_at', 'custom_type_version.version'])
    .select(['custom_type_version.draft', 'custom_type_version.rules'])
    .select('custom_type_version.summary')
    .select(sql<string | null>`custom_type_version.type_schema::text`.as('schema'))
    .where('custom_type.name', '=', name)
    .orderBy('custom_type_version.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest version of a type; called with the type locked. */
export async function newestVersionOf(org: OrgDatabase, name: string): Promise<number> {
  const row = await org
    .selectFrom('custom_type_version')
    .select('custom_type_version.version')
    .where('custom_type_version.name', '=', name)
    .orderBy('custom_type_version.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Adds a version to a type, which is locked. */
export async function insertCustomTypeVersion(
  org: OrgDatabase,
  made: NewRow<'custom_type_version'>,
): Promise<void> {
  await org.insertInto('custom_type_version', made).execute()
}

/** All types by name with the verdicts of their newest versions, archived ones included. */
export function listCustomTypeSummaryRows(org: OrgDatabase) {
  return org
    .selectFrom('custom_type')
    .innerJoinLateral(
      sql<{ version: number; rule_count: number; has_schema: boolean }>`(
        select version, json_array_length(rules) as rule_count,
          type_schema is not null as has_schema
        from custom_type_version v
        where v.org_id = ${org.orgId} and v.name = custom_type.name
        order by version desc limit 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .select(['custom_type.name', 'custom_type.description', 'custom_type.archived_at'])
    .select(['custom_type.last_modified_at', 'custom_type.last_modified_by'])
    .select(['newest.version', 'newest.rule_count', 'newest.has_schema'])
    .orderBy('custom_type.name')
    .execute()
}
