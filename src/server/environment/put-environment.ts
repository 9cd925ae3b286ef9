import { isDeepStrictEqual } from 'node:util'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type { putEnvironment as endpoint } from '#contract/environment/environment.ts'
import {
  type EnvironmentRow,
  insertEnvironment,
  listMemberNames,
  lockEnvironment,
  lockNamed,
  removeMemberships,
  updateEnvironment,
} from './queries.ts'
import { detach, listAttached, type PolicyRow } from '#server/policy/queries.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { requireRole } from '#server/request/access.ts'
import {
  changePolicies,
  policiesNamed,
  replacePolicies,
  requireAttachable,
} from '#server/policy/attach-policies.ts'
import { membersNamed, setMembers } from './change-members.ts'
import { auditEnvironment, requireFreshEnvironment } from './load-environment.ts'
import {
  appendEmptySnapshot,
  appendLogicalSnapshot,
  appendSnapshotsOfLogical,
} from '#server/snapshot/append-snapshot.ts'
import { lockLogicalOf } from '#server/snapshot/member-queries.ts'
import { refreshWatchesAfterCommit } from '#server/notification/watch-environments.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

type Body = BodyOf<typeof endpoint>

/**
 * Creates or updates an environment; an archived one is active again. A call that changes nothing
 * leaves no trace. Reporters may create an environment, restore one from the archive and repeat its
 * settings: changes need a member.
 * @throws Problem 400 for another type or invalid members, 403, 404 for unknown members or policies
 */
export async function putEnvironment(
  write: UnitOfWork,
  body: Body,
): Promise<'created' | 'updated'> {
  const { org } = write
  const policies = body.policies ? await policiesNamed(write, body.policies) : null
  await lockNamed(org, body.included_environments ?? [])
  const existing = await lockEnvironment(org, body.name)
  await requireFreshEnvironment(write, existing)
  if (existing?.archived_at === null) requireType(existing, body.type)
  const members =
    body.included_environments && (await membersNamed(write, body, body.included_environments))
  requireAttachable(body, policies ?? [])
  requireReports(body.type, body)
  const isActive = existing?.archived_at === null
  const hasMembers = existing && members && (await listMemberNames(org, existing.id)).length > 0
  if (!isActive && (policies?.length || members?.length || hasMembers)) requireRole(write, 'member')
  if (!existing) {
    const created = await createEnvironment(write, body, members ?? [], policies ?? [])
    // Created concurrently between the look-up and the insert: now it is an update.
    return created ? 'created' : putEnvironment(write, body)
  }
  const before = await settingsBefore(write, existing, body)
  await changeFamily(write, existing, body.type)
  const isMade = await changeEnvironment(write, existing, body, members ?? null)
  const isReevaluated = await replaceNamedPolicies(
    write,
    { ...existing, type: body.type },
    policies,
  )
  // Logical ones show it with the verdict that it comes back with.
  if (!isActive) await catchUp(write, { id: existing.id, type: body.type })
  if (isMade || isReevaluated) {
    // The refusal rolls the transaction back, so that nothing of the change stays.
    if (isActive) requireRole(write, 'member')
    const kind = isActive ? 'environment_updated' : 'environment_unarchived'
    await auditEnvironment(write, kind, body.name, body, before)
  }
  return 'updated'
}

/**
 * Requires the type to stay: only an archived environment may come back as another one.
 * @throws Problem 400
 */
function requireType({ type }: EnvironmentRow, body: EnvironmentType): void {
  if (type !== body) throw fieldProblem('type', `The type of an environment stays '${type}'`, body)
}

/**
 * Ends running artifacts, attachments and memberships of an environment before a logical one comes
 * back as a physical one, or the other way.
 */
async function changeFamily(
  write: UnitOfWork,
  environment: EnvironmentRow,
  body: EnvironmentType,
): Promise<void> {
  if ((environment.type === 'logical') === (body === 'logical')) return
  const attached = await listAttached(write.org, environment.id)
  await detach(
    write.org,
    environment.id,
    attached.map(({ id }) => id),
  )
  await removeMemberships(write.org, environment.id)
  await appendEmptySnapshot(write, environment, body)
}

/** Requires that a reporting interval is not set for a logical environment. @throws Problem 400 */
function requireReports(type: EnvironmentType, { reporting_minutes }: Settings): void {
  if (type !== 'logical' || !reporting_minutes) return
  throw fieldProblem(
    'reporting_minutes',
    'A logical environment takes no reports: set the interval of those that it includes',
    reporting_minutes,
  )
}

async function createEnvironment(
  write: UnitOfWork,
  body: Body,
  members: string[],
  policies: PolicyRow[],
): Promise<boolean> {
  const { org, at, actor } = write
  const id = write.newId()
  const created = await insertEnvironment(org, {
    id,
    name: body.name,
    type: body.type,
    description: body.description ?? '',
    include_scaling: body.include_scaling ?? false,
    require_provenance: body.require_provenance ?? false,
    reporting_minutes: body.reporting_minutes || null,
    created_at: at,
    created_by: actor.name,
  })
  if (!created) return false
  await refreshWatchesAfterCommit(org)
  await setMembers(write, { id }, members)
  const made = policies.length > 0 && (await lockEnvironment(org, body.name))
  if (made) await changePolicies(write, made, { attach: policies })
  await auditEnvironment(write, 'environment_created', body.name, body)
  return true
}

/** Attaches the given policies; an environment that was archived comes back without others. */
async function replaceNamedPolicies(
  write: UnitOfWork,
  environment: EnvironmentRow,
  policies: PolicyRow[] | null,
) {
  // One archived by a version before has some: kept, they would leave it the verdict of that time.
  if (environment.archived_at !== null) await replacePolicies(write, environment, [])
  if (policies === null) return false
  const { attached, detached } = await replacePolicies(write, environment, policies)
  return attached.length + detached.length > 0
}

/** Appends the logical snapshots that an environment needs that is active again. */
async function catchUp(
  write: UnitOfWork,
  { id, type }: Pick<EnvironmentRow, 'id' | 'type'>,
): Promise<void> {
  if (type === 'logical') return appendLogicalSnapshot(write, id)
  return appendSnapshotsOfLogical(write, await lockLogicalOf(write.org, id))
}

/** Settings to change in an existing environment; null and absent ones stay. */
type Settings = Pick<
  Body,
  'description' | 'include_scaling' | 'require_provenance' | 'reporting_minutes'
> &
  Partial<Pick<Body, 'type'>>

/** Returns the previous values of the given settings and members. */
export async function settingsBefore(
  { org }: UnitOfWork,
  existing: EnvironmentRow,
  body: Settings & Pick<Body, 'included_environments' | 'policies'>,
): Promise<object> {
  const fields = [
    'type',
    'description',
    'include_scaling',
    'require_provenance',
    'reporting_minutes',
  ] as const
  const given = fields.filter((field) => body[field] != null)
  const { included_environments: members, policies } = body
  const attached = policies && (await listAttached(org, existing.id)).map(({ name }) => name)
  return {
    ...Object.fromEntries(given.map((field) => [field, existing[field]])),
    ...(members && {
      included_environments: before(members, await listMemberNames(org, existing.id)),
    }),
    ...(policies && attached && { policies: before(policies, attached) }),
  }
}

/** Returns names before a change; the given ones if they are the same in another order. */
const before = (given: readonly string[], names: readonly string[]): readonly string[] =>
  isDeepStrictEqual([...new Set(given)].sort(), names.toSorted()) ? given : names

/** Changes settings and members of a locked environment. @returns whether anything changed */
export async function changeEnvironment(
  write: UnitOfWork,
  environment: EnvironmentRow,
  body: Settings,
  members: string[] | null,
): Promise<boolean> {
  const fields = {
    type: body.type ?? environment.type,
    description: body.description ?? environment.description,
    include_scaling: body.include_scaling ?? environment.include_scaling,
    require_provenance: body.require_provenance ?? environment.require_provenance,
    reporting_minutes:
      body.reporting_minutes == null
        ? environment.reporting_minutes
        : body.reporting_minutes || null,
  }
  requireReports(fields.type, body)
  const hasOtherMembers = members !== null && (await setMembers(write, environment, members))
  const isSame =
    !hasOtherMembers &&
    environment.archived_at === null &&
    fields.description === environment.description &&
    fields.include_scaling === environment.include_scaling &&
    fields.require_provenance === environment.require_provenance &&
    fields.reporting_minutes === environment.reporting_minutes
  if (isSame) return false
  const changed = { ...fields, archived_at: null, last_modified_at: write.at }
  await updateEnvironment(write.org, environment.id, changed)
  if (environment.archived_at !== null) await refreshWatchesAfterCommit(write.org)
  return true
}
