import { auditEnvironment, environmentOfPath } from '#server/environment/load-environment.ts'
import { readStatus } from '#server/environment/status-queries.ts'
import { Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { listSnoozes, removeSnooze, saveSnooze } from './snooze-queries.ts'

/**
 * Snoozes a non-compliant environment for the caller, until it complies or something else fails
 * there.
 * @throws Problem 404 when it is unknown, 400 when it complies
 */
export async function snoozeEnvironment(
  write: UnitOfWork,
  environment_name: string,
): Promise<void> {
  const { org, at, actor } = write
  const { id } = await environmentOfPath(write, environment_name)
  const { state, since, snapshot_index } = await readStatus(org, id)
  if (state !== false) {
    throw new Problem(400, `Environment '${environment_name}' is not non-compliant`, {
      code: 'environment_not_failing',
    })
  }
  const [before] = await listSnoozes(org, actor.userId, [id])
  if (before?.since === since && before.snapshot_index === snapshot_index) return
  const user_id = actor.userId
  await saveSnooze(org, { user_id, environment_id: id, since, snapshot_index, snoozed_at: at })
  const body = { environment_name, snapshot_index, is_snoozed: true }
  const was = { is_snoozed: before !== undefined, snapshot_index: before?.snapshot_index ?? null }
  await auditEnvironment(write, 'environment_snoozed', environment_name, body, was)
}

/** Ends a snooze of the caller's own; repeating is fine. @throws Problem 404 */
export async function unsnoozeEnvironment(
  write: UnitOfWork,
  environment_name: string,
): Promise<void> {
  const { id } = await environmentOfPath(write, environment_name)
  const { org, actor } = write
  const [before] = await listSnoozes(org, actor.userId, [id])
  if (!(await removeSnooze(org, { user_id: actor.userId, environment_id: id }))) return
  const body = { environment_name, is_snoozed: false }
  const was = { is_snoozed: true, snapshot_index: before?.snapshot_index ?? null }
  await auditEnvironment(write, 'environment_unsnoozed', environment_name, body, was)
}
