import type { allowArtifact as endpoint } from '#contract/allow-list/allow-list.ts'
import { allowanceProposalsPath } from '#contract/allow-list/allowance-proposal.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { endKindOf } from '#domain/override/override.ts'
import { requireWholeFingerprint } from '#server/artifact/find-artifact.ts'
import { auditEnvironment, lockActiveEnvironment } from '#server/environment/load-environment.ts'
import {
  type LockedEnvironment,
  reevaluateForChange,
} from '#server/evaluation/evaluate-environment.ts'
import { findSettings } from '#server/organization/queries.ts'
import { appendOutboxEvents } from '#server/outbox/append-events.ts'
import {
  approvalRequired,
  requireApprover,
  requireExpiry,
} from '#server/override/request-approval.ts'
import { Problem } from '#server/platform/problem.ts'
import { forwardEventsToLogical } from '#server/snapshot/append-snapshot.ts'
import { stateOf } from '#server/snapshot/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type AllowedRow, endEntry, findEntry, insertEntry, updateEntry } from './queries.ts'

/**
 * Locks an environment that takes entries. A logical one stands as those that it includes, so that
 * an entry of its own would allow nothing.
 * @throws Problem 404 when it is unknown or archived, 400 when it is logical
 */
export async function lockAllowing(write: UnitOfWork, name: string) {
  const environment = await lockActiveEnvironment(write, name)
  if (environment.type !== 'logical') return environment
  throw new Problem(
    400,
    `Environment '${name}' is logical: allow the artifact in the environments that it includes`,
    { code: 'environment_type' },
  )
}

/**
 * Allows an artifact in an environment, or changes its entry: its end, its reason, its name.
 * @throws Problem 404 when it is unknown, 400 when it is logical, for an end in the past or beyond
 * what the organization has set, 403 where a second person has to approve
 */
export async function allowArtifact(
  write: UnitOfWork,
  environmentName: string,
  allowance: BodyOf<typeof endpoint>,
): Promise<'added' | 'there'> {
  const { org, newId } = write
  const environment = await lockAllowing(write, environmentName)
  const { artifact_fingerprint: fingerprint, artifact_name: name, description } = allowance
  const at = { environmentId: environment.id, fingerprint }
  const before = await findEntry(org, 'stands', at)
  const { expires_at, settings } = await validateAllowedUntil(write, allowance.expires_at, before)
  const after = { name, description, expires_at }
  const isSame = before?.name === name && before.description === description
  if (isSame && before.expires_at === expires_at) return 'there'
  await requireAllowing(write, settings, { environment, before, after })
  if (!before) {
    await addEntry(write, environment, { id: newId(), fingerprint, ...after, ...madeBy(write) })
    return 'added'
  }
  await updateEntry(org, before.id, { ...after, ...endSetBy(write, expires_at) })
  const body = auditBody(environmentName, { fingerprint, ...after })
  await auditEnvironment(write, 'allowance_updated', environmentName, body, allowanceOf(before))
  return 'there'
}

/** Who makes an entry alone. */
const madeBy = ({ at, actor }: UnitOfWork) => ({
  created_at: at,
  created_by: actor.name,
  created_by_id: actor.userId,
  approved_by: null,
})

/** Who set the end of an entry. */
export const endSetBy = ({ actor }: UnitOfWork, expires_at: number | null) => ({
  expires_by: expires_at === null ? null : actor.name,
  expires_by_id: expires_at === null ? null : actor.userId,
})

type NewEntry = Pick<AllowedRow, 'id' | 'fingerprint' | 'name' | 'description' | 'expires_at'> &
  Pick<AllowedRow, 'created_at' | 'created_by' | 'created_by_id' | 'approved_by'>

/** Puts an artifact on the allow-list of an environment, which is locked. */
async function addEntry(
  write: UnitOfWork,
  environment: LockedEnvironment,
  entry: NewEntry,
): Promise<void> {
  const state = { standing: 'stands', has_usual_expiry: false } as const
  const end = endSetBy(write, entry.expires_at)
  await insertEntry(write.org, { environment_id: environment.id, ...entry, ...state, ...end })
  await recordAllowed(write, environment, entry)
}

/**
 * Records an entry that is in force from now on: audit entry, domain event, re-evaluation where its
 * artifact runs.
 */
export async function recordAllowed(
  write: UnitOfWork,
  environment: LockedEnvironment,
  entry: Pick<AllowedRow, 'fingerprint' | 'name' | 'description' | 'expires_at'>,
): Promise<void> {
  const { org } = write
  const { fingerprint, name } = entry
  const body = auditBody(environment.name, entry)
  await auditEnvironment(write, 'artifact_allowed', environment.name, body, { is_allowed: false })
  const { snapshot_index: index, state } = await stateOf(org, environment.id)
  const artifact = { name, fingerprint, was: 0, now: 0 }
  const event = { trigger: 'ON_ALLOWED_ARTIFACT' as const, artifact }
  await org.executeBatch(appendOutboxEvents(write, environment.id, { index, state }, [event]))
  await forwardEventsToLogical(write, environment.id, [event])
  await reevaluateAllowed(write, environment, { fingerprint, is_allowed: true })
}

/** Takes an artifact off an allow-list; repeating is fine. @throws Problem 404 */
export async function disallowArtifact(
  write: UnitOfWork,
  environmentName: string,
  fingerprint: string,
): Promise<void> {
  requireWholeFingerprint(fingerprint)
  const { org, at, actor } = write
  const environment = await lockActiveEnvironment(write, environmentName)
  const before = await findEntry(org, 'stands', { environmentId: environment.id, fingerprint })
  if (!before) return
  await endEntry(org, before.id, { standing: endKindOf(before, actor), at, by: actor.name })
  const body = { environment_name: environmentName, fingerprint, is_allowed: false }
  await auditEnvironment(write, 'artifact_disallowed', environmentName, body, allowanceOf(before))
  await reevaluateAllowed(write, environment, { fingerprint, is_allowed: false })
}

/** Audit fields of an entry that stands. */
function auditBody(
  environment_name: string,
  entry: Pick<AllowedRow, 'fingerprint' | 'name' | 'description' | 'expires_at'>,
): object {
  const { fingerprint, name: artifact_name, description, expires_at } = entry
  return {
    environment_name,
    fingerprint,
    artifact_name,
    description,
    is_allowed: true,
    ...(expires_at !== null && { expires_at }),
  }
}

/** Audit fields of an artifact that was on an allow-list. */
const allowanceOf = ({ name: artifact_name, description, expires_at }: AllowedRow): object => ({
  is_allowed: true,
  artifact_name,
  description,
  expires_at,
})

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

/** Subject of an entry, and its end. */
interface Allowance {
  name: string
  description: string
  expires_at: number | null
}

/**
 * Checks the end of an entry. An entry that stands keeps its end unless another one is asked for.
 * @returns the end, null for never, and the settings
 * @throws Problem 400 for the past or beyond the organization's maximum
 */
export async function validateAllowedUntil(
  { org, at }: UnitOfWork,
  requested: number | null | undefined,
  before?: Pick<AllowedRow, 'expires_at'>,
): Promise<{ expires_at: number | null; settings: OverrideSettings }> {
  const { settings } = await findSettings(org, 'overrides')
  if (before && (requested === undefined || requested === before.expires_at)) {
    return { expires_at: before.expires_at, settings }
  }
  const end = { thing: 'entry', expires_at: requested } as const
  return { expires_at: requireExpiry(settings, end, at), settings }
}

/**
 * Requires that the caller may make an entry, or change one so, where a second person has to
 * approve: nobody makes one alone, and only an approver changes its reason, its name or lets it
 * last longer.
 * @throws Problem 403
 */
async function requireAllowing(
  write: UnitOfWork,
  settings: OverrideSettings,
  {
    environment: { name, tags },
    before,
    after,
  }: {
    environment: Pick<LockedEnvironment, 'name'> & { tags: Record<string, string> }
    before: AllowedRow | undefined
    after: Allowance
  },
): Promise<void> {
  if (!needsApproval(settings, 'environment', tags)) return
  if (!before) {
    const takes = `The allow-list of environment '${name}' takes`
    throw approvalRequired(write, takes, allowanceProposalsPath)
  }
  const isLater = (after.expires_at ?? Infinity) > (before.expires_at ?? Infinity)
  const isOther = after.name !== before.name || after.description !== before.description
  if (!isLater && !isOther) return
  await requireApprover(write, settings, before.created_by_id)
}
