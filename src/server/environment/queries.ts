import type { OrgDatabase } from '../database/org-database.ts'

const columns = [
  'environment.id',
  'environment.number',
  'environment.name',
  'environment.type',
  'environment.description',
  'environment.include_scaling',
  'environment.require_provenance',
  'environment.tags',
  'environment.archived_at',
  'environment.created_at',
  'environment.last_modified_at',
] as const

export function findEnvironment(org: OrgDatabase, name: string) {
  return org
    .selectFrom('environment')
    .select(columns)
    .where('environment.name', '=', name)
    .executeTakeFirst()
}

/** The environment of a name, kept from every other writer until the transaction ends. */
export function lockEnvironment(org: OrgDatabase, name: string) {
  return org
    .selectFrom('environment')
    .select(columns)
    .where('environment.name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}
export type EnvironmentRow = NonNullable<Awaited<ReturnType<typeof findEnvironment>>>
