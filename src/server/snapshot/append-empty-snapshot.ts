import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import { evaluateEnvironmentVerdicts } from '#server/evaluation/environment-verdicts.ts'
import { appendOutboxEvents, detectEvents } from '#server/outbox/append-events.ts'
import { monotonicNow } from '#server/unit-of-work/monotonic-now.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { appendSnapshot } from './append-queries.ts'
import { endShown, membersShownNow } from './member-queries.ts'
import { stateOf } from './queries.ts'
import { endRunning, listRunningNow } from './running-queries.ts'

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
    isCertain: true,
    state: before.state,
  })
  const counts = { running_count: 0, started_count: 0, exited_count: 0, changed_count: 0 }
  const snapshot = { index, type, state, cause: null, carriers: null, ...counts }
  const events = await detectEvents(now, id, { before: before.state, after: state })
  await org.executeBatch([
    ...appendOutboxEvents(now, id, { index, state }, events),
    ...appendSnapshot(now, id, snapshot, before.state, {
      is_judged: isEvaluated,
      non_compliant_count: nonCompliantCount,
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
    ...writes(index, now.at),
  ])
}
