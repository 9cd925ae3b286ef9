import { type Kysely, sql } from 'kysely'
import { type GroupRole, rolesOfGroups } from '#domain/session/single-sign-on.ts'
import type { ScimCondition } from '#domain/scim/filter.ts'
import { ScimRefusal } from '#domain/scim/scim-refusal.ts'
import type { Tables } from '#server/database/tables.ts'
import { followGroups, mappedOrganizations } from './follow-groups.ts'
import type { OperatorWrite } from './operator.ts'
import { accountsOf, scimUsers } from './scim-users.ts'

/** A group as SCIM shows it, with its members by their ids. */
export interface ScimGroup {
  id: string
  display_name: string
  external_id: string | null
  created_at: number
  changed_at: number
  members: { value: string; display: string }[]
}

/** Changes of a group by SCIM; undefined members stay as they are. */
export interface ScimGroupInput {
  display_name?: string | undefined
  external_id?: string | null | undefined
  /** Changes of members, in order; null stands for all of them. */
  members: { op: 'add' | 'replace' | 'remove'; ids: string[] | null }[]
}

/** Filters for groups of SCIM. */
export type ScimGroupAttribute = 'id' | 'displayName' | 'externalId' | 'member'

/** The identity provider whose groups give roles; null for none. */
export type RoleGiver = { issuer: string; groups: readonly GroupRole[] } | null

const memberList = sql<ScimGroup['members']>`coalesce((
  select json_agg(json_build_object('value', scim_user.user_id, 'display', user_name)
    order by scim_user.user_id)
  from scim_group_member join scim_user on scim_user.user_id = scim_group_member.user_id
  where group_id = scim_group.id), '[]'::json)`

/** Lists groups that meet all conditions, from an offset on, and counts all of them. */
export async function listScimGroups(
  database: Kysely<Tables>,
  conditions: readonly ScimCondition<ScimGroupAttribute>[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; groups: ScimGroup[] }> {
  const found = conditions.reduce(
    (query, { attribute, value }) => query.where(meets(attribute, String(value))),
    database.selectFrom('scim_group'),
  )
  const { total } = await found
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  const groups = await found
    .selectAll()
    .select(memberList.as('members'))
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { total, groups }
}

function meets(attribute: ScimGroupAttribute, text: string) {
  switch (attribute) {
    case 'id':
      return sql<boolean>`scim_group.id = ${text}`
    case 'externalId':
      return sql<boolean>`scim_group.external_id = ${text}`
    case 'displayName':
      return sql<boolean>`lower(display_name) = lower(${text})`
    case 'member':
      return sql<boolean>`exists (select from scim_group_member
        where group_id = scim_group.id and user_id = ${text})`
  }
}

/** Finds a group by id. */
export const findScimGroup = (database: Kysely<Tables>, id: string) =>
  database
    .selectFrom('scim_group')
    .selectAll()
    .select(memberList.as('members'))
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Changes a group, or makes one, and brings the roles of who comes and goes to what their groups
 * give.
 * @throws ScimRefusal `uniqueness`, and `invalidValue` for an unknown member
 */
export async function putScimGroup(
  write: OperatorWrite,
  giver: RoleGiver,
  before: ScimGroup | null,
  id: string,
  input: ScimGroupInput,
): Promise<void> {
  const { database, at } = write
  const display_name = input.display_name ?? before?.display_name ?? ''
  const { external_id = before?.external_id ?? null } = input
  const other = await database
    .selectFrom('scim_group')
    .select('id')
    .where('display_name', '=', display_name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other)
    throw new ScimRefusal(409, 'uniqueness', `displayName: A group has '${display_name}' already`)
  const attributes = { display_name, external_id, changed_at: at }
  await database
    .insertInto('scim_group')
    .values({ id, created_at: at, ...attributes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(attributes))
    .execute()
  const former = new Set(before?.members.map(({ value }) => value))
  const present = membersAfter(former, input.members)
  const [come, gone] = [without(present, former), without(former, present)]
  await requireUsers(database, come)
  if (come.size > 0)
    await database
      .insertInto('scim_group_member')
      .values([...come].map((user_id) => ({ group_id: id, user_id })))
      .execute()
  await removeMembers(database, id, gone)
  const isRenamed = before !== null && before.display_name !== display_name
  const touched = [...come, ...(isRenamed ? former : gone)]
  // It may be the last one that was missing: then those before it decide as well.
  const others = before === null || isRenamed ? await listMembers(database) : []
  await followScimGroups(write, giver, new Set([...touched, ...others]))
}

/** Users in any group. */
async function listMembers(database: Kysely<Tables>): Promise<string[]> {
  const rows = await database.selectFrom('scim_group_member').select('user_id').distinct().execute()
  return rows.map(({ user_id }) => user_id)
}

/** Removes a group; its members lose what it gave them. */
export async function removeScimGroup(
  write: OperatorWrite,
  giver: RoleGiver,
  group: ScimGroup,
): Promise<void> {
  const members = new Set(group.members.map(({ value }) => value))
  await removeMembers(write.database, group.id, members)
  // While it is still known: then SCIM decides about what it gives.
  await followScimGroups(write, giver, members)
  await write.database.deleteFrom('scim_group').where('id', '=', group.id).execute()
}

/** Takes a user out of all groups, with the roles that these gave. */
export async function removeFromScimGroups(
  write: OperatorWrite,
  giver: RoleGiver,
  userId: string,
): Promise<void> {
  const left = await write.database
    .deleteFrom('scim_group_member')
    .where('user_id', '=', userId)
    .returning('group_id')
    .execute()
  if (left.length > 0) await followScimGroups(write, giver, new Set([userId]))
}

/**
 * Finds the groups of a user, and the organizations about which SCIM decides: those of which it knows
 * each group that gives a role there.
 */
export async function findDecided(
  database: Kysely<Tables>,
  mapping: readonly GroupRole[],
  userId: string,
): Promise<{ orgs: Set<string>; groups: string[] }> {
  const known = await database
    .selectFrom('scim_group')
    .select('display_name')
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('scim_group_member')
            .select('user_id')
            .whereRef('group_id', '=', 'scim_group.id')
            .where('user_id', '=', userId),
        )
        .as('is_member'),
    )
    .where('display_name', 'in', mapping.map(({ group }) => group).concat(''))
    .execute()
  const names = new Set(known.map(({ display_name }) => display_name))
  const undecided = new Set(mapping.filter(({ group }) => !names.has(group)).map(({ org }) => org))
  return {
    orgs: without(new Set(mapping.map(({ org }) => org)), undecided),
    groups: known.filter(({ is_member }) => is_member).map(({ display_name }) => display_name),
  }
}

/** Brings the roles of users to what their groups give, where SCIM decides. */
async function followScimGroups(
  write: OperatorWrite,
  giver: RoleGiver,
  userIds: ReadonlySet<string>,
): Promise<void> {
  if (!giver) return
  const { database } = write
  for (const id of [...userIds].sort()) {
    const { orgs, groups } = await findDecided(database, giver.groups, id)
    if (orgs.size === 0) return
    const organizations = await mappedOrganizations(database, [...orgs])
    const roles = rolesOfGroups(giver.groups, groups)
    const user = await database
      .selectFrom('scim_user')
      .select(['user_id as id', 'external_id'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    for (const account of await accountsOf(database, giver.issuer, user))
      await followGroups(write, account, organizations, roles)
  }
}

function membersAfter(
  former: ReadonlySet<string>,
  changes: ScimGroupInput['members'],
): Set<string> {
  let members = new Set(former)
  for (const { op, ids } of changes) {
    const given = new Set(ids ?? members)
    if (op === 'add') members = new Set([...members, ...given])
    else if (op === 'replace') members = given
    else members = without(members, given)
  }
  return members
}

/** @throws ScimRefusal `invalidValue` */
async function requireUsers(database: Kysely<Tables>, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return
  const known = await scimUsers(database)
    .select('scim_user.user_id as id')
    .where('scim_user.user_id', 'in', [...ids])
    .execute()
  const [unknown] = without(ids, new Set(known.map(({ id }) => id)))
  if (unknown !== undefined)
    throw new ScimRefusal(
      400,
      'invalidValue',
      `members: Input should be ids of users, not '${unknown}'`,
    )
}

async function removeMembers(database: Kysely<Tables>, groupId: string, gone: ReadonlySet<string>) {
  if (gone.size === 0) return
  await database
    .deleteFrom('scim_group_member')
    .where('group_id', '=', groupId)
    .where('user_id', 'in', [...gone])
    .execute()
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...some].filter((one) => !others.has(one)))
