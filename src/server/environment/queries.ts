import { sql } from 'kysely'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import { matchesTag, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { unlessTaken } from '#server/database/write-conflicts.ts'

/** Columns of an environment itself. */
export const environmentColumns = [
  'environment.id',
  'environment.number',
  'environment.name',
  'environment.type',
  'environment.description',
  'environment.include_scaling',
  'environment.require_provenance',
  'environment.reporting_minutes',
  'environment.tags',
  'environment.archived_at',
  'environment.space_id',
  'environment.created_at',
  'environment.last_modified_at',
] as const

const named = (org: OrgDatabase, name: string) =>
  org.selectFrom('environment').select(environmentColumns).where('environment.name', '=', name)

const environmentNamed = preparedQuery((org, { name }: { name: string }) => named(org, name))

/** Finds an environment by name, archived ones included. */
export async function findEnvironment(org: OrgDatabase, name: string) {
  const [environment] = await environmentNamed(org, { name })
  return environment
}

/**
 * Finds an environment by name and locks it until the transaction ends: a logical one that would
 * include it waits too, so that it sees the snapshot being made.
 */
export function lockEnvironment(org: OrgDatabase, name: string) {
  return named(org, name).forUpdate().executeTakeFirst()
}
export type EnvironmentRow = NonNullable<Awaited<ReturnType<typeof findEnvironment>>>

/** Environments by name, archived ones included. */
export function listEnvironmentsNamed(org: OrgDatabase, names: readonly string[]) {
  return org
    .selectFrom('environment')
    .select(['environment.id', 'environment.name', 'environment.type', 'environment.archived_at'])
    .where(sql<boolean>`environment.name = any(${names})`)
    .execute()
}

/**
 * Locks environments by name against changes until the transaction ends. Called before a logical one
 * that is to include them is locked: so do reports, with which it would deadlock otherwise.
 */
export async function lockNamed(org: OrgDatabase, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await org
    .selectFrom('environment')
    .select('environment.id')
    .where(sql<boolean>`environment.name = any(${names})`)
    .orderBy('environment.id')
    .forKeyShare()
    .execute()
}

/** Names of environments by their ids. */
export function listEnvironmentsById(org: OrgDatabase, ids: readonly string[]) {
  return org
    .selectFrom('environment')
    .select(['environment.id', 'environment.name'])
    .where(sql<boolean>`environment.id = any(${ids})`)
    .execute()
}

/** Counts active environments with any of some tags, `key` or `key:value`; null for all of them. */
export async function countEnvironmentsTagged(
  org: OrgDatabase,
  tags: readonly string[] | null,
): Promise<number> {
  let query = org.selectFrom('environment').where('environment.archived_at', 'is', null)
  if (tags) {
    query = query.where((where) => where.or(tags.map((one) => matchesTag('environment.tags', one))))
  }
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

interface Settings {
  description: string
  include_scaling: boolean
  require_provenance: boolean
  reporting_minutes: number | null
}

interface NewEnvironment extends Settings {
  id: string
  name: string
  type: EnvironmentType
  created_at: number
  created_by: string
}

/** Inserts an environment without reports; false when its name appeared meanwhile. */
export async function insertEnvironment(org: OrgDatabase, made: NewEnvironment): Promise<boolean> {
  const result = await org
    .insertInto('environment', { ...made, last_modified_at: made.created_at })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doNothing())
    .executeTakeFirst()
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  const nothing = { snapshot_index: 0, running_count: 0, state_since: made.created_at }
  await org.insertInto('environment_state', { environment_id: made.id, ...nothing }).execute()
  return true
}

/** Changes an environment's own fields; called with the environment locked. */
export async function updateEnvironment(
  org: OrgDatabase,
  id: string,
  fields: Partial<Settings> & {
    type?: EnvironmentType
    archived_at?: number | null
    tags?: Record<string, string>
    last_modified_at: number
  },
): Promise<void> {
  const { tags, ...rest } = fields
  await org
    .updateTable('environment')
    .set({ ...rest, ...(tags && { tags: JSON.stringify(tags) }) })
    .where('environment.id', '=', id)
    .execute()
}

/** Renames an environment; false when the name is taken, by an archived one too. */
export async function updateEnvironmentName(
  org: OrgDatabase,
  id: string,
  fields: { name: string; last_modified_at: number },
): Promise<boolean> {
  return unlessTaken(
    org.updateTable('environment').set(fields).where('environment.id', '=', id).execute(),
  )
}

/** Ids of the active members of a logical environment. */
export async function listActiveMemberIds(org: OrgDatabase, id: string): Promise<string[]> {
  const rows = await org
    .selectFrom('environment_member')
    .innerJoin('environment', onOrgAnd('environment.id', 'environment_member.member_id'))
    .select('environment.id')
    .where('environment_member.environment_id', '=', id)
    .where('environment.archived_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Names of the active members of a logical environment, in their order. */
export async function listMemberNames(org: OrgDatabase, id: string): Promise<string[]> {
  const ids = await listActiveMemberIds(org, id)
  const rows = await org
    .selectFrom('environment')
    .select('environment.name')
    .where(sql<boolean>`environment.id = any(${ids})`)
    .orderBy('environment.name')
    .execute()
  return rows.map((row) => row.name)
}

/** Adds members to a logical environment; called with that environment locked. */
export async function addMembers(org: OrgDatabase, id: string, memberIds: string[]) {
  if (memberIds.length === 0) return
  const rows = memberIds.map((member_id) => ({ environment_id: id, member_id }))
  await org.insertInto('environment_member', rows).execute()
}

/** Removes members of a logical environment; called with that environment locked. */
export async function removeMembers(org: OrgDatabase, id: string, memberIds: string[]) {
  if (memberIds.length === 0) return
  await org
    .deleteFrom('environment_member')
    .where('environment_member.environment_id', '=', id)
    .where(sql<boolean>`environment_member.member_id = any(${memberIds})`)
    .execute()
}

/** Removes the members of an environment, and its own memberships. */
export async function removeMemberships(org: OrgDatabase, id: string) {
  await org
    .deleteFrom('environment_member')
    .where((where) =>
      where.or([
        where('environment_member.environment_id', '=', id),
        where('environment_member.member_id', '=', id),
      ]),
    )
    .execute()
}

/** Ids of the members of a logical environment, archived ones included. */
export async function listAllMemberIds(org: OrgDatabase, environmentId: string): Promise<string[]> {
  const rows = await org
    .selectFrom('environment_member')
    .select('environment_member.member_id')
    .where('environment_member.environment_id', '=', environmentId)
    .execute()
  return rows.map(({ member_id }) => member_id)
}

/** The newest flip of each of some environments, and what has failed there for the longest time. */
export const listFailing = (org: OrgDatabase, ids: readonly string[]) =>
  org
    .selectFrom('environment')
    .leftJoinLateral(
      (tables) =>
        tables
          .selectFrom('snapshot')
          .select(['snapshot.index', 'snapshot.cause'])
          .where('snapshot.org_id', '=', org.orgId)
          .whereRef('snapshot.environment_id', '=', 'environment.id')
          .where('snapshot.is_flip', '=', true)
          .orderBy('snapshot.index', 'desc')
          .limit(1)
          .as('flip'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (tables) =>
        tables
          .selectFrom('verdict')
          .select(['verdict.name', 'verdict.fingerprint', 'verdict.hash'])
          .where('verdict.org_id', '=', org.orgId)
          .whereRef('verdict.environment_id', '=', 'environment.id')
          .where('verdict.to_index', 'is', null)
          .where('verdict.compliant', '=', false)
          .orderBy('verdict.from_index')
          .orderBy('verdict.name')
          .limit(1)
          .as('failing'),
      (join) => join.onTrue(),
    )
    .select(['environment.id', 'flip.index as snapshot_index', 'flip.cause'])
    .select(['failing.name', 'failing.fingerprint', 'failing.hash'])
    .where(sql<boolean>`environment.id = any(${ids})`)
    .execute()
