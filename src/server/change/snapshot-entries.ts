import type { VerdictCause } from '#contract/verdict-cause.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { EnvironmentRow } from '../environment/queries.ts'
import { entriesOf, type SnapshotEntry } from '../snapshot/item.ts'
import { membersOfSnapshot } from '../snapshot/member-queries.ts'
import { causeOfSnapshot } from '../snapshot/queries.ts'
import type { ShortRow } from '../snapshot/running-queries.ts'
import { listVerdictsIn } from '../snapshot/verdict-queries.ts'

/** A place whose snapshots are read. */
export type SnapshotPlace = Pick<EnvironmentRow, 'id' | 'number' | 'type'>

/** What a snapshot shows of one physical environment. */
export interface ShownEntries<Row> {
  environmentId: string
  /** Name of the member of a logical environment. */
  member: string | null
  entries: SnapshotEntry<Row>[]
  /** Why its snapshot is there; null for a report. */
  cause: VerdictCause | null
}

type ListRows<Row> = (
  org: OrgDatabase,
  place: { environment_id: string; environment_number: string },
  indexes: readonly number[],
) => Promise<Row[]>

/**
 * The artifacts of a snapshot against the one before; of a logical environment, those of its members
 * by name, whichever snapshots of them it showed then and shows now (wire.md 15.4).
 */
export async function entriesOfSnapshot<Row extends ShortRow>(
  org: OrgDatabase,
  { id, number, type }: SnapshotPlace,
  index: number,
  list: ListRows<Row>,
): Promise<ShownEntries<Row>[]> {
  const read = async (of: SnapshotPlace, indexes: { before: number; now: number }) => {
    const place = { environment_id: of.id, environment_number: of.number }
    const both = [indexes.before, indexes.now]
    const [rows, verdicts, cause] = await Promise.all([
      list(org, place, both),
      listVerdictsIn(org, place, both),
      causeOfSnapshot(org, of.id, indexes.now),
    ])
    return { entries: entriesOf(rows, verdicts, indexes), cause }
  }
  if (type !== 'logical') {
    const own = await read({ id, number, type }, { before: index - 1, now: index })
    return [{ environmentId: id, member: null, ...own }]
  }
  const before = await membersOfSnapshot(org, id, index - 1)
  const now = await membersOfSnapshot(org, id, index)
  const indexIn = (members: typeof now, memberId: string) =>
    members.find(({ member_id }) => member_id === memberId)?.member_index ?? 0
  const members = new Map([...now, ...before].map((member) => [member.member_id, member]))
  const shown: ShownEntries<Row>[] = []
  for (const member of [...members.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { member_id, name } = member
    const indexes = { before: indexIn(before, member_id), now: indexIn(now, member_id) }
    const own = await read({ ...member, id: member_id }, indexes)
    shown.push({ environmentId: member_id, member: name, ...own })
  }
  return shown
}
