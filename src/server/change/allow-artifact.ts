import type { BodyOf } from '#contract/endpoint.ts'
import type { allowArtifact as endpoint } from '#contract/allow-list.ts'
import { findAllowed, removeAllowed, saveAllowed } from '../allow-list/queries.ts'
import { refusedField } from '../problem.ts'
import { stateOf } from '../snapshot/queries.ts'
import { lockActiveEnvironment, recordEnvironment } from './environment-record.ts'
import { evaluateFor, type Judgeable } from './evaluate-environment.ts'
import { memberTold } from './logical-snapshot.ts'
import { noteHappenings } from './note-happenings.ts'
import { requireFingerprint } from './path.ts'
import type { Write } from './write.ts'

/**
 * Allows an artifact in an environment (wire.md 18.4), for ever or until an instant.
 * @throws Problem 404 when it is unknown, 400 for an end in the past
 */
export async function allowArtifact(
  write: Write,
  environmentName: string,
  asked: BodyOf<typeof endpoint>,
): Promise<'added' | 'there'> {
  const { org, at, actor } = write
  const environment = await lockActiveEnvironment(write, environmentName)
  const { artifact_fingerprint: fingerprint, artifact_name: name } = asked
  const description = asked.description ?? ''
  const expires_at = asked.expires_at ?? null
  if (expires_at !== null && expires_at <= at) {
    throw refusedField('expires_at', 'The end should be in the future', expires_at)
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
  await recordEnvironment(write, 'allow_list_changed', environmentName, body, allowanceOf(before))
  if (before) return 'there'
  const { snapshot_index: index, state } = await stateOf(org, environment.id)
  const artifact = { name, fingerprint, was: 0, now: 0 }
  const happening = { trigger: 'ON_ALLOWED_ARTIFACT' as const, artifact }
  await org.writeTogether(noteHappenings(write, environment.id, { index, state }, [happening]))
  await memberTold(write, environment.id, [happening])
  await judgeAllowed(write, environment, { fingerprint, is_allowed: true })
  return 'added'
}

/** Takes an artifact off an allow-list (wire.md 18.4); repeating is fine. @throws Problem 404 */
export async function disallowArtifact(
  write: Write,
  environmentName: string,
  fingerprint: string,
): Promise<void> {
  requireFingerprint(fingerprint)
  const environment = await lockActiveEnvironment(write, environmentName)
  const before = await findAllowed(write.org, environment.id, fingerprint)
  if (!before) return
  await removeAllowed(write.org, environment.id, fingerprint)
  const body = { environment_name: environmentName, fingerprint, is_allowed: false }
  await recordEnvironment(write, 'allow_list_changed', environmentName, body, allowanceOf(before))
  await judgeAllowed(write, environment, { fingerprint, is_allowed: false })
}

/** What the audit log says of an artifact that was, or was not, on an allow-list. */
function allowanceOf(before: Awaited<ReturnType<typeof findAllowed>>): object {
  if (!before) return { is_allowed: false }
  const { name: artifact_name, description, expires_at } = before
  return { is_allowed: true, artifact_name, description, expires_at }
}

function judgeAllowed(
  write: Write,
  environment: Judgeable,
  change: { fingerprint: string; is_allowed: boolean },
): Promise<void> {
  const { fingerprint } = change
  return evaluateFor(write, environment, { fingerprint, cause: { kind: 'allow_list', ...change } })
}
