import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import type { DomainEvent } from '#domain/notification/triggers.ts'
import { totalOfMembers } from '#domain/verdict/qualifiers.ts'
import { logicalState } from '#domain/verdict/verdict.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { evaluateEnvironmentVerdicts } from '#server/evaluation/environment-verdicts.ts'
import { appendOutboxEvents, detectEvents } from '#server/outbox/append-events.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { appendSnapshot, updateQualifiers } from './append-queries.ts'
import { endShown, lockLogicalOf, membersShownNow, newestOfMembers } from './member-queries.ts'
import { findSnapshot, stateOf } from './queries.ts'
import { endRunning, listRunningNow } from './running-queries.ts'

/** Unit of work of a change of a member or of the members. */
type Change = Pick<UnitOfWork, 'org' | 'at' | 'newId'> & { actor: { userId: string; name: string } }

/**
 * Appends snapshots to the logical environments that include a physical one, after it got a
 * snapshot, or came or went.
 * @param logicalIds ids of the logical environments, as `lockLogicalOf` returns them
 */
export async function appendSnapshotsOfLogical(
  write: Change,
  logicalIds: readonly string[],
  cause: VerdictCause | null = null,
  memberEvents: readonly DomainEvent[] = [],
): Promise<void> {
  const ofArtifacts = memberEvents.filter(({ artifact }) => artifact !== null)
  for (const id of logicalIds) await appendLogicalSnapshot(write, id, cause, ofArtifacts)
}

/**
 * Forwards events of a physical environment, locked, that give it no snapshot to the logical ones
 * that include it.
 */
export async function forwardEventsToLogical(
  write: Pick<Change, 'org' | 'at' | 'newId'>,
  memberId: string,
  memberEvents: readonly DomainEvent[],
): Promise<void> {
  const { org } = write
  const ofArtifacts = memberEvents.filter(({ artifact }) => artifact !== null)
  if (ofArtifacts.length === 0) return
  for (const id of await lockLogicalOf(org, memberId)) {
    const { snapshot_index: index, state } = await stateOf(org, id)
    await org.executeBatch(appendOutboxEvents(write, id, { index, state }, ofArtifacts))
  }
}

/**
 * Stores what carries the verdicts of the logical environments that include a physical one, after
 * that of its own changed without a snapshot.
 * @param logicalIds ids of the logical environments, as `lockLogicalOf` returns them
 */
export async function updateQualifiersOfLogical(
  { org, at }: Pick<Change, 'org' | 'at'>,
  logicalIds: readonly string[],
): Promise<void> {
  for (const id of logicalIds) {
    const carriers = totalOfMembers(await newestOfMembers(org, id))
    await org.executeBatch(updateQualifiers(org, id, carriers, at))
  }
}

/** Appends a snapshot to a logical environment, locked, unless it would equal the last one. */
export async function appendLogicalSnapshot(
  write: Change,
  environmentId: string,
  cause: VerdictCause | null = null,
  memberEvents: readonly DomainEvent[] = [],
): Promise<void> {
  const { org } = write
  const before = await stateOf(org, environmentId)
  const newest = await newestOfMembers(org, environmentId)
  const shown = await membersShownNow(org, environmentId)
  const shownIndex = new Map(shown.map((member) => [member.member_id, member.member_index]))
  const begun = newest.filter((member) => shownIndex.get(member.member_id) !== member.member_index)
  const kept = new Set(
    newest.filter((member) => !begun.includes(member)).map((member) => member.member_id),
  )
  const ended = shown.map((member) => member.member_id).filter((id) => !kept.has(id))
  if (begun.length === 0 && ended.length === 0) return
  const now = monotonicNow(write, before.last_changed_at ?? 0)
  const index = before.snapshot_index + 1
  const counts = await countChanges(org, shown, newest)
  const sumOf = (count: 'running_count' | 'non_compliant_count') =>
    newest.reduce((sum, member) => sum + member[count], 0)
  const state = logicalState(newest.map((member) => member.state))
  const ofState = await detectEvents(write, environmentId, {
    before: before.state,
    after: state,
  })
  const events = [...memberEvents, ...ofState]
  const running_count = sumOf('running_count')
  const carriers = totalOfMembers(newest)
  const type = 'logical' as const
  const snapshot = { index, type, state, carriers, cause, running_count, ...counts }
  await org.executeBatch([
    ...appendOutboxEvents(now, environmentId, { index, state }, events),
    ...appendSnapshot(now, environmentId, snapshot, before.state, {
      non_compliant_count: sumOf('non_compliant_count'),
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
  ])
}

interface MemberShown {
  member_id: string
  /** 0 before its first snapshot. */
  member_index: number
}

/**
 * Counts the artifacts that start and exit where a logical environment shows other snapshots than
 * before.
 */
async function countChanges(
  org: OrgDatabase,
  before: readonly MemberShown[],
  now: readonly MemberShown[],
) {
  const indexIn = (members: readonly MemberShown[], id: string) =>
    members.find(({ member_id }) => member_id === id)?.member_index ?? 0
  const counts = { started_count: 0, exited_count: 0, changed_count: 0 }
  for (const id of new Set([...before, ...now].map(({ member_id }) => member_id))) {
    const [from, to] = [indexIn(before, id), indexIn(now, id)]
    if (from === to) continue
    const snapshot = await findSnapshot(org, id, to || from)
    if (!snapshot) continue
    const { running_count, started_count, exited_count } = snapshot
    if (to === 0) counts.exited_count += running_count
    else counts.started_count += from === 0 ? running_count : started_count
    if (from === 0 || to === 0) continue
    counts.exited_count += exited_count
    counts.changed_count += snapshot.changed_count
  }
  return counts
}

/**
 * Appends a snapshot of another type without artifacts, for an environment, locked and without
 * policies, that becomes logical or physical; earlier snapshots stay as they are. There are no
 * events of artifacts, since no report said that they exited. Appends nothing before the first
 * snapshot.
 */
export async function appendEmptySnapshot(
  write: UnitOfWork,
  environment: { id: string; number: number; name: string },
  type: EnvironmentType,
): Promise<void> {
  const { org } = write
  const { id } = environment
  const before = await stateOf(org, id)
  if (before.snapshot_index === 0) return
  const now = monotonicNow(
    write,
    Math.max(before.last_reported_at ?? 0, before.last_changed_at ?? 0),
  )
  const index = before.snapshot_index + 1
  const running = await listRunningNow(org, id)
  const members = await membersShownNow(org, id)
  const { state, isEvaluated, nonCompliantCount, writes } = await evaluateEnvironmentVerdicts(org, {
    environment,
    running: [],
    scope: null,
  })
  const counts = { running_count: 0, started_count: 0, exited_count: 0, changed_count: 0 }
  const snapshot = { index, type, state, cause: null, carriers: null, ...counts }
  const events = await detectEvents(now, id, { before: before.state, after: state })
  const changes = [
    ...appendOutboxEvents(now, id, { index, state }, events),
    ...appendSnapshot(now, id, snapshot, before.state, {
      is_judged: isEvaluated,
      non_compliant_count: nonCompliantCount,
      // The next report is compared with nothing running, not with the last report.
      hashed_at: null,
    }),
    ...endRunning(
      org,
      running.map((one) => one.id),
      index,
    ),
    ...endShown(
      org,
      id,
      members.map(({ member_id }) => member_id),
      index,
    ),
  ]
  await org.executeBatch(changes, writes(index, now.at))
}
