import type { OrgDatabase } from '../database/org-database.ts'
import { listAppliedIn } from '../snapshot/applied-policy-queries.ts'
import { membersOfSnapshot } from '../snapshot/member-queries.ts'
import type { SnapshotPlace } from './snapshot-entries.ts'

/**
 * The policy versions that a snapshot was judged by, by name and version. A logical environment has
 * none of its own: its members were judged by theirs, each maybe by another version.
 */
export async function listApplied(
  org: OrgDatabase,
  { id, type }: Pick<SnapshotPlace, 'id' | 'type'>,
  index: number,
) {
  if (type !== 'logical') return listAppliedIn(org, id, index)
  const members = await membersOfSnapshot(org, id, index)
  const applied = await Promise.all(
    members.map(({ member_id, member_index }) => listAppliedIn(org, member_id, member_index)),
  )
  const versions = new Map(applied.flat().map((one) => [`${one.id} ${one.version}`, one]))
  return [...versions.values()].sort((a, b) =>
    a.name === b.name ? a.version - b.version : a.name < b.name ? -1 : 1,
  )
}
