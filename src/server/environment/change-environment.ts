import type { BodyOf } from '#contract/common/endpoint.ts'
import type { patchEnvironment } from '#contract/environment/environment.ts'
import { refreshWatchesAfterCommit } from '#server/notification/watch-environments.ts'
import { replacePolicies } from '#server/policy/attach-policies.ts'
import { alreadyExists } from '#server/platform/problem.ts'
import { requireInView, requireRole } from '#server/request/access.ts'
import { roleForEnvironmentTags } from '#server/tag/change-tags.ts'
import { appendSnapshotsOfLogical } from '#server/snapshot/append-snapshot.ts'
import { lockLogicalOf } from '#server/snapshot/member-queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { includeMember, membersNamed } from './change-members.ts'
import {
  lockActiveEnvironment,
  auditEnvironment,
  requireFreshEnvironment,
} from './load-environment.ts'
import { changeEnvironment, settingsBefore } from './put-environment.ts'
import {
  listMemberNames,
  lockEnvironment,
  lockNamed,
  updateEnvironment,
  updateEnvironmentName,
} from './queries.ts'

/**
 * Changes single fields of an environment; null and absent ones stay.
 * @throws Problem 404 when it or a member is unknown, 400 for invalid members
 */
export async function changeEnvironmentFields(
  write: UnitOfWork,
  name: string,
  body: BodyOf<typeof patchEnvironment>,
): Promise<void> {
  const names = body.included_environments
  await lockNamed(write.org, names ?? [])
  const environment = await lockActiveEnvironment(write, name)
  const members = names ? await membersNamed(write, environment, names) : null
  const before = await settingsBefore(write, environment, body)
  if (!(await changeEnvironment(write, environment, body, members))) return
  await auditEnvironment(write, 'environment_updated', name, { name, ...body }, before)
}

/**
 * Includes a physical environment in a logical one; repeating is fine.
 * @throws Problem 404 when either is unknown, 400 when they cannot be joined
 */
export async function joinEnvironments(
  write: UnitOfWork,
  name: string,
  physical_env_name: string,
): Promise<void> {
  await lockNamed(write.org, [physical_env_name])
  const environment = await lockActiveEnvironment(write, name)
  const field = 'physical_env_name'
  const [member] = await membersNamed(write, environment, [physical_env_name], field)
  const before = await listMemberNames(write.org, environment.id)
  if (member === undefined || !(await includeMember(write, environment, member))) return
  await updateEnvironment(write.org, environment.id, { last_modified_at: write.at })
  const included_environments = [...before, physical_env_name]
  const body = { name, physical_env_name, included_environments }
  const was = { included_environments: before }
  await auditEnvironment(write, 'environment_updated', name, body, was)
}

/**
 * Renames an environment. By tags that guard exceptions an admin has to: else a member could make
 * another one without them, to which reporters go on by the name.
 * @throws Problem 404 when unknown, 400 when the name is taken, 403
 */
export async function renameEnvironment(
  write: UnitOfWork,
  name: string,
  new_name: string,
): Promise<void> {
  const { org, orgName, at } = write
  const { id, tags } = await lockActiveEnvironment(write, name)
  if (new_name === name) return
  requireRole(write, await roleForEnvironmentTags(org, tags, {}))
  if (!(await updateEnvironmentName(org, id, { name: new_name, last_modified_at: at }))) {
    throw alreadyExists(
      `Environment named '${new_name}' already exists for organization '${orgName}'`,
    )
  }
  await refreshWatchesAfterCommit(org)
  await auditEnvironment(write, 'environment_renamed', name, { name, new_name })
}

/**
 * Archives an environment and detaches its policies: nothing is evaluated there any more, so that it
 * stands as unknown from now on. Repeating is fine.
 * @throws Problem 404 when unknown
 */
export async function archiveEnvironment(write: UnitOfWork, name: string): Promise<void> {
  const { org, at } = write
  const environment = await lockEnvironment(org, name)
  if (environment?.archived_at != null) return
  requireInView(write, 'Environment', name, environment)
  await requireFreshEnvironment(write, environment)
  await updateEnvironment(org, environment.id, { archived_at: at, last_modified_at: at })
  await appendSnapshotsOfLogical(write, await lockLogicalOf(org, environment.id))
  const { detached } = await replacePolicies(write, environment, [])
  await refreshWatchesAfterCommit(org)
  const entry = { name, ...(detached.length > 0 && { detached }) }
  await auditEnvironment(write, 'environment_archived', name, entry)
}
