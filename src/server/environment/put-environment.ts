import { isDeepStrictEqual } from 'node:util'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type { putEnvironment as endpoint } from '#contract/environment/environment.ts'
import {
  type EnvironmentRow,
  insertEnvironment,
  listMemberNames,
  lockEnvironment,
  removeMemberships,
  updateEnvironment,
} from './queries.ts'
import { detach, listAttached } from '#server/policy/attachment-queries.ts'
import type { PolicyRow } from '#server/policy/queries.ts'
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
  appendSnapshotsOfLogical,
  appendLogicalSnapshot,
} from '#server/snapshot/append-logical-snapshot.ts'
import { appendEmptySnapshot } from '#server/snapshot/append-empty-snapshot.ts'
import { refreshWatchesAfterCommit } from '#server/notification/watch-environments.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

type Asked = BodyOf<typeof endpoint>

/**
 * Creates or updates an environment; an archived one is active again. A call that changes nothing
 * leaves no trace. Who only reports may create an environment, take one from the archive and repeat
 * what is there: the rest is decided by members.
 * @throws Problem 400 for another type or members that cannot be, 403, 404 for unknown members or
 * policies
 */
export async function putEnvironment(
  write: UnitOfWork,
  asked: Asked,
): Promise<'created' | 'updated'> {
  const { org } = write
  const policies = asked.policies ? await policiesNamed(write, asked.policies) : null
  const existing = await lockEnvironment(org, asked.name)
  await requireFreshEnvironment(write, existing)
  if (existing?.archived_at === null) requireType(existing, asked.type)
  const members =
    asked.included_environments && (await membersNamed(write, asked, asked.included_environments))
  requireAttachable(asked, policies ?? [])
  const isActive = existing?.archived_at === null
  const hasMembers = existing && members && (await listMemberNames(org, existing.id)).length > 0
  if (!isActive && (policies?.length || members?.length || hasMembers)) requireRole(write, 'member')
  if (!existing) {
    const created = await createEnvironment(write, asked, members ?? [], policies ?? [])
    // Somebody else created it between the look and the insert: now it is an update.
    return created ? 'created' : putEnvironment(write, asked)
  }
  const before = await settingsBefore(write, existing, asked)
  await changeFamily(write, existing, asked.type)
  const isMade = await changeEnvironment(write, existing, asked, members ?? null)
  const isJudgedAnew = await replaceNamedPolicies(
    write,
    { ...existing, type: asked.type },
    policies,
  )
  if (isMade || isJudgedAnew) {
    // The transaction ends with the refusal, so that nothing of the change stays.
    if (isActive) requireRole(write, 'member')
    const kind = isActive ? 'environment_updated' : 'environment_unarchived'
    await auditEnvironment(write, kind, asked.name, asked, before)
  }
  return 'updated'
}

/** Only an archived environment may come back as another type. @throws Problem 400 */
function requireType({ type }: EnvironmentRow, asked: EnvironmentType): void {
  if (type !== asked)
    throw fieldProblem('type', `The type of an environment stays '${type}'`, asked)
}

/**
 * Ends what an environment shows, has attached and includes, or is included in, before a logical one
 * comes back as a physical one, or the other way.
 */
async function changeFamily(
  write: UnitOfWork,
  environment: EnvironmentRow,
  asked: EnvironmentType,
): Promise<void> {
  if ((environment.type === 'logical') === (asked === 'logical')) return
  const attached = await listAttached(write.org, environment.id)
  await detach(
    write.org,
    environment.id,
    attached.map(({ id }) => id),
  )
  await removeMemberships(write.org, environment.id)
  await appendEmptySnapshot(write, environment, asked)
}

async function createEnvironment(
  write: UnitOfWork,
  asked: Asked,
  members: string[],
  policies: PolicyRow[],
): Promise<boolean> {
  const { org, at, actor } = write
  const id = write.newId()
  const created = await insertEnvironment(org, {
    id,
    name: asked.name,
    type: asked.type,
    description: asked.description ?? '',
    include_scaling: asked.include_scaling ?? false,
    require_provenance: asked.require_provenance ?? false,
    created_at: at,
    created_by: actor.name,
  })
  if (!created) return false
  await refreshWatchesAfterCommit(org)
  await setMembers(write, { id }, members)
  const made = policies.length > 0 && (await lockEnvironment(org, asked.name))
  if (made) await changePolicies(write, made, { attach: policies })
  await auditEnvironment(write, 'environment_created', asked.name, asked)
  return true
}

/** Attaches what a call names; one that was archived comes back without policies. */
async function replaceNamedPolicies(
  write: UnitOfWork,
  environment: EnvironmentRow,
  policies: PolicyRow[] | null,
) {
  const named = policies ?? (environment.archived_at === null ? null : [])
  if (named === null) return false
  const { attached, detached } = await replacePolicies(write, environment, named)
  return attached.length + detached.length > 0
}

/** What an environment that is active again missed meanwhile. */
function catchUp(
  write: UnitOfWork,
  { id, type }: Pick<EnvironmentRow, 'id' | 'type'>,
): Promise<void> {
  return type === 'logical'
    ? appendLogicalSnapshot(write, { id })
    : appendSnapshotsOfLogical(write, id)
}

/** What a call asks of an environment that exists; what is null or absent stays. */
type Settings = Pick<Asked, 'description' | 'include_scaling' | 'require_provenance'> &
  Partial<Pick<Asked, 'type'>>

/** Of the settings and members that a call asks for, what they are before it. */
export async function settingsBefore(
  { org }: UnitOfWork,
  existing: EnvironmentRow,
  asked: Settings & Pick<Asked, 'included_environments'>,
): Promise<object> {
  const fields = ['type', 'description', 'include_scaling', 'require_provenance'] as const
  const given = fields.filter((field) => asked[field] != null)
  const before = Object.fromEntries(given.map((field) => [field, existing[field]]))
  const { included_environments: named } = asked
  if (named == null) return before
  const members = await listMemberNames(org, existing.id)
  // The order in which members are named says nothing.
  const isSame = isDeepStrictEqual([...new Set(named)].sort(), members.toSorted())
  return { ...before, included_environments: isSame ? named : members }
}

/** Gives a locked environment new settings and members. @returns whether anything changed */
export async function changeEnvironment(
  write: UnitOfWork,
  environment: EnvironmentRow,
  asked: Settings,
  members: string[] | null,
): Promise<boolean> {
  const fields = {
    type: asked.type ?? environment.type,
    description: asked.description ?? environment.description,
    include_scaling: asked.include_scaling ?? environment.include_scaling,
    require_provenance: asked.require_provenance ?? environment.require_provenance,
  }
  const hasOtherMembers = members !== null && (await setMembers(write, environment, members))
  const isSame =
    !hasOtherMembers &&
    environment.archived_at === null &&
    fields.description === environment.description &&
    fields.include_scaling === environment.include_scaling &&
    fields.require_provenance === environment.require_provenance
  if (isSame) return false
  const changed = { ...fields, archived_at: null, last_modified_at: write.at }
  await updateEnvironment(write.org, environment.id, changed)
  if (environment.archived_at !== null) {
    await refreshWatchesAfterCommit(write.org)
    await catchUp(write, { id: environment.id, type: fields.type })
  }
  return true
}
