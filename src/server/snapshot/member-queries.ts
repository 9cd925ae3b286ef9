import { sql } from 'kysely'
import type { SnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'

/**
 * Locks the active logical environments that include one until the transaction ends, in the order of
 * their ids, which it returns. Whoever stores verdicts does so before: verdicts of members share
 * derivations, so those who wait for each other there must not hold these locks in another order.
 */
export async function lockLogicalOf(org: OrgDatabase, memberId: string): Promise<string[]> {
  const rows = await org
    .selectFrom('environment_member')
    .innerJoin('environment', onOrgAnd('environment.id', 'environment_member.environment_id'))
    .select('environment.id')
    .where('environment_member.member_id', '=', memberId)
    .where('environment.archived_at', 'is', null)
    .orderBy('environment.id')
    .forUpdate('environment')
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds an environment and locks it until the transaction ends. */
export function lockById(org: OrgDatabase, id: string) {
  return org
    .selectFrom('environment')
    .select(['environment.id', 'environment.number', 'environment.name'])
    .select('environment.archived_at')
    .where('environment.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The newest snapshot of each active member, 0 if there is none, and the number of running
 * artifacts.
 */
export function newestOfMembers(org: OrgDatabase, environmentId: string) {
  return org
    .selectFrom('environment_member')
    .innerJoin('environment', onOrgAnd('environment.id', 'environment_member.member_id'))
    .innerJoin(
      'environment_state',
      onOrgAnd('environment_state.environment_id', 'environment_member.member_id'),
    )
    .select(['environment_member.member_id', 'environment_state.running_count'])
    .select(['environment_state.state', 'environment_state.non_compliant_count'])
    .select('environment_state.carriers')
    .select('environment_state.snapshot_index as member_index')
    .where('environment_member.environment_id', '=', environmentId)
    .where('environment.archived_at', 'is', null)
    .execute()
}

/** The snapshots of members that a logical environment shows now. */
export function membersShownNow(org: OrgDatabase, environmentId: string) {
  return org
    .selectFrom('snapshot_member')
    .select(['member_id', 'member_index', 'from_index'])
    .where('snapshot_member.environment_id', '=', environmentId)
    .where('snapshot_member.to_index', 'is', null)
    .execute()
}

/** The snapshots of members that a logical environment's snapshot shows, by name of the member. */
export function membersOfSnapshot(org: OrgDatabase, environmentId: string, index: number) {
  return org
    .selectFrom('snapshot_member')
    .innerJoin('environment', onOrgAnd('environment.id', 'snapshot_member.member_id'))
    .select(['snapshot_member.member_id', 'snapshot_member.member_index'])
    .select([
      'snapshot_member.from_index',
      'environment.name',
      'environment.number',
      'environment.type',
    ])
    .where('snapshot_member.environment_id', '=', environmentId)
    .where('snapshot_member.from_index', '<=', index)
    .where((where) =>
      where.or([
        where('snapshot_member.to_index', 'is', null),
        where('snapshot_member.to_index', '>', index),
      ]),
    )
    .orderBy('environment.name')
    .execute()
}

/**
 * The snapshots of members that began with some snapshots of a logical environment, in the place of
 * earlier ones: members that came or went are left out.
 */
export function memberStepsIn(
  org: OrgDatabase,
  environmentId: string,
  { first, last }: SnapshotRange,
) {
  return org
    .selectFrom('snapshot_member')
    .innerJoin('snapshot_member as before', (join) =>
      join
        .onRef('before.org_id', '=', 'snapshot_member.org_id')
        .onRef('before.environment_id', '=', 'snapshot_member.environment_id')
        .onRef('before.member_id', '=', 'snapshot_member.member_id')
        .onRef('before.to_index', '=', 'snapshot_member.from_index'),
    )
    .innerJoin('environment', onOrgAnd('environment.id', 'snapshot_member.member_id'))
    .select(['snapshot_member.member_id', 'snapshot_member.member_index'])
    .select(['snapshot_member.from_index', 'environment.name'])
    .where('snapshot_member.environment_id', '=', environmentId)
    .where('snapshot_member.from_index', '>=', first)
    .where('snapshot_member.from_index', '<=', last)
    .execute()
}

/** Ends the shown snapshots of members with the snapshot before `index`. */
export function endShown(
  org: OrgDatabase,
  environmentId: string,
  memberIds: readonly string[],
  index: number,
): Statement[] {
  if (memberIds.length === 0) return []
  return [
    org
      .updateTable('snapshot_member')
      .set({ to_index: index })
      .where('snapshot_member.environment_id', '=', environmentId)
      .where('snapshot_member.to_index', 'is', null)
      .where(sql<boolean>`snapshot_member.member_id = any(${memberIds})`),
  ]
}
