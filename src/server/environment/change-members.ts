import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { requireInView } from '#server/request/access.ts'
import { appendLogicalSnapshot } from '#server/snapshot/append-snapshot.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { addMembers, listEnvironmentsNamed, listActiveMemberIds, removeMembers } from './queries.ts'

/** A logical environment whose members are given, existing or to be created. */
interface Including {
  name: string
  type: EnvironmentType
}

/**
 * Returns the ids of members to include in a logical environment, which are locked: physical ones only.
 * @throws Problem 400 for what cannot be included, 404 for what is unknown or archived
 */
export async function membersNamed(
  scope: OrgScope,
  { name, type }: Including,
  names: readonly string[],
  field = 'included_environments',
): Promise<string[]> {
  if (type !== 'logical' && names.length > 0) {
    throw fieldProblem(
      field,
      `Only a logical environment includes others: '${name}' is of type '${type}'`,
      names,
    )
  }
  if (names.includes(name)) {
    throw fieldProblem(field, `An environment cannot include itself`, name)
  }
  const wanted = [...new Set(names)]
  const found = new Map(
    (await listEnvironmentsNamed(scope.org, wanted)).map((row) => [row.name, row]),
  )
  return wanted.map((wantedName) => {
    const member = found.get(wantedName)
    requireInView(scope, 'Environment', wantedName, member)
    if (member.type !== 'logical') return member.id
    throw fieldProblem(field, 'A logical environment includes physical ones only', wantedName)
  })
}

/**
 * Replaces the members of a logical environment, which is locked.
 * @returns whether that changed anything
 */
export async function setMembers(
  write: UnitOfWork,
  environment: { id: string },
  memberIds: readonly string[],
): Promise<boolean> {
  const { org } = write
  const before = new Set(await listActiveMemberIds(org, environment.id))
  const added = memberIds.filter((id) => !before.has(id))
  const removed = [...before].filter((id) => !memberIds.includes(id))
  await addMembers(org, environment.id, added)
  await removeMembers(org, environment.id, removed)
  const isChanged = added.length + removed.length > 0
  if (isChanged) await appendLogicalSnapshot(write, environment.id)
  return isChanged
}

/** Adds a member to a logical environment, which is locked. @returns whether it is new */
export async function includeMember(
  write: UnitOfWork,
  environment: { id: string },
  memberId: string,
): Promise<boolean> {
  const before = await listActiveMemberIds(write.org, environment.id)
  return setMembers(write, environment, [...before, memberId])
}
