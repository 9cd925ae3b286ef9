import {
  endShown,
  lockById,
  logicalOf,
  membersShownNow,
  newestOfMembers,
} from '../snapshot/member-queries.ts'
import { stateOf, updateState } from '../snapshot/queries.ts'
import { instantAfter, type Write } from './write.ts'

/**
 * After a physical environment, locked, got a snapshot, or came or went: the logical ones that
 * include it get one too (wire.md 15.4).
 */
export async function memberChanged(write: Write, memberId: string): Promise<void> {
  for (const id of await logicalOf(write.org, memberId)) await appendSnapshot(write, id)
}

/** After a change of a logical environment's members: it gets a snapshot of what they run. */
export function membersChanged(write: Write, environment: { id: string }): Promise<void> {
  return appendSnapshot(write, environment.id)
}

/** One more snapshot of a logical environment, unless it would show what the last one shows. */
async function appendSnapshot(write: Write, environmentId: string): Promise<void> {
  const { org } = write
  await lockById(org, environmentId)
  const state = await stateOf(org, environmentId)
  const newest = await newestOfMembers(org, environmentId)
  const shown = await membersShownNow(org, environmentId)
  const shownIndex = new Map(shown.map((member) => [member.member_id, member.member_index]))
  const begun = newest.filter((member) => shownIndex.get(member.member_id) !== member.member_index)
  const kept = new Set(
    newest.filter((member) => !begun.includes(member)).map((member) => member.member_id),
  )
  const ended = shown.map((member) => member.member_id).filter((id) => !kept.has(id))
  if (begun.length === 0 && ended.length === 0) return
  const now = instantAfter(write, state.last_changed_at ?? 0)
  const index = state.snapshot_index + 1
  const running_count = newest.reduce((sum, member) => sum + member.running_count, 0)
  await org.writeTogether([
    org.insertInto('snapshot', {
      environment_id: environmentId,
      index,
      created_at: now.at,
      reported_by_id: now.actor.userId,
      reported_by: now.actor.name,
      state: null,
      running_count,
      started_count: 0,
      exited_count: 0,
    }),
    ...endShown(org, environmentId, ended, index),
    ...org.insertMany(
      'snapshot_member',
      begun.map(({ member_id, member_index }) => ({
        environment_id: environmentId,
        member_id,
        from_index: index,
        to_index: null,
        member_index,
      })),
    ),
    updateState(org, environmentId, {
      last_changed_at: now.at,
      snapshot_index: index,
      running_count,
    }),
  ])
}
