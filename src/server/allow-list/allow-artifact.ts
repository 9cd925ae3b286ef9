import type { allowArtifact as endpoint } from '#contract/allow-list/allow-list.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import { requireFingerprint } from '#server/artifact/find-artifact.ts'
import { lockActiveEnvironment, auditEnvironment } from '#server/environment/load-environment.ts'
import {
  reevaluateForChange,
  type LockedEnvironment,
} from '#server/evaluation/evaluate-environment.ts'
import { appendOutboxEvents } from '#server/outbox/append-events.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { forwardEventsToLogical } from '#server/snapshot/append-logical-snapshot.ts'
import { stateOf } from '#server/snapshot/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { findAllowed, removeAllowed, saveAllowed } from './queries.ts'

/**
 * Allows an artifact in an environment, for ever or until an instant.
 * @throws Problem 404 when it is unknown, 400 for an end in the past
 */
export async function allowArtifact(
  write: UnitOfWork,
  environmentName: string,
  allowance: BodyOf<typeof endpoint>,
): Promise<'added' | 'there'> {
  const { org, at, actor } = write
  const environment = await lockActiveEnvironment(write, environmentName)
  const { artifact_fingerprint: fingerprint, artifact_name: name } = allowance
  const description = allowance.description ?? ''
  const expires_at = allowance.expires_at ?? null
  if (expires_at !== null && expires_at <= at) {
    throw fieldProblem('expires_at', 'The end should be in the future', expires_at)
  }
  const before = await findAllowed(org, environment.id, fingerprint)
  const isSame = before?.name === name && before.description === description
  if (isSame && before.expires_at === expires_at) return 'there'
  const end = {
    expires_at,
    expires_by: expires_at === null ? null : actor.name,
    expires_by_id: expires_at === null ? null : actor.userId,
  }
  const made = { created_at: at, created_by: actor.name, ...end }
  const allowed = { environment_id: environment.id, fingerprint, name, description, ...made }
  await saveAllowed(org, allowed)
  const body = {
    environment_name: environmentName,
    fingerprint,
    artifact_name: name,
    description,
    is_allowed: true,
    ...(expires_at !== null && { expires_at }),
  }
  const kind = before ? 'allowance_updated' : 'artifact_allowed'
  await auditEnvironment(write, kind, environmentName, body, allowanceOf(before))
  if (before) return 'there'
  const { snapshot_index: index, state } = await stateOf(org, environment.id)
  const artifact = { name, fingerprint, was: 0, now: 0 }
  const event = { trigger: 'ON_ALLOWED_ARTIFACT' as const, artifact }
  await org.executeBatch(appendOutboxEvents(write, environment.id, { index, state }, [event]))
  await forwardEventsToLogical(write, environment.id, [event])
  await reevaluateAllowed(write, environment, { fingerprint, is_allowed: true })
  return 'added'
}

/** Takes an artifact off an allow-list; repeating is fine. @throws Problem 404 */
export async function disallowArtifact(
  write: UnitOfWork,
  environmentName: string,
  fingerprint: string,
): Promise<void> {
  requireFingerprint(fingerprint)
  const environment = await lockActiveEnvironment(write, environmentName)
  const before = await findAllowed(write.org, environment.id, fingerprint)
  if (!before) return
  await removeAllowed(write.org, environment.id, fingerprint)
  const body = { environment_name: environmentName, fingerprint, is_allowed: false }
  await auditEnvironment(write, 'artifact_disallowed', environmentName, body, allowanceOf(before))
  await reevaluateAllowed(write, environment, { fingerprint, is_allowed: false })
}

/** Audit fields of an artifact that was, or was not, on an allow-list. */
function allowanceOf(before: Awaited<ReturnType<typeof findAllowed>>): object {
  if (!before) return { is_allowed: false }
  const { name: artifact_name, description, expires_at } = before
  return { is_allowed: true, artifact_name, description, expires_at }
}

function reevaluateAllowed(
  write: UnitOfWork,
  environment: LockedEnvironment,
  change: { fingerprint: string; is_allowed: boolean },
): Promise<void> {
  const { fingerprint } = change
  return reevaluateForChange(write, environment, {
    fingerprint,
    cause: { kind: 'allow_list', ...change },
  })
}
