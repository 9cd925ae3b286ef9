import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import {
  type changeSpace as changeSpaceEndpoint,
  type createSpace as createSpaceEndpoint,
  maxSpaceDepth,
  maxSpaces,
  type putInSpace,
} from '#contract/space/space.ts'
import { moveRefusal } from '#domain/space/space-tree.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { alreadyExists, fieldProblem, Problem } from '#server/platform/problem.ts'
import { requireInView } from '#server/request/access.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { requireSpace } from './load-spaces.ts'
import {
  insertSpace,
  listNamesIn,
  lockNamed,
  lockSpaceForShare,
  lockSpaces,
  removeSpace,
  setSpace,
  type SpaceRow,
  updateSpace,
} from './queries.ts'

/**
 * Creates a space.
 * @returns its id
 * @throws Problem 404 for an unknown parent, 400 for a name that is taken, and beyond the maximum
 * depth
 */
export async function createSpace(
  write: UnitOfWork,
  input: BodyOf<typeof createSpaceEndpoint>,
): Promise<string> {
  const { org, at, actor, newId } = write
  const spaces = await lockSpaces(org)
  if (spaces.length >= maxSpaces) {
    throw new Problem(400, `An organization has at most ${maxSpaces} spaces`, {
      code: 'limit_reached',
    })
  }
  const { name } = input
  const parent_id = input.parent_id ?? null
  const id = newId()
  const made = { id, name, parent_id, created_at: at, created_by: actor.name }
  requireParent(write, [...spaces, { ...made, org_id: org.orgId }], id, parent_id)
  if (!(await insertSpace(org, made))) throw taken(name)
  await auditSpace(write, 'space_created', { id, name, parent_id })
  return id
}

/**
 * Renames or moves a space. A call that changes nothing leaves no trace.
 * @throws Problem 404 when it or its new parent is unknown, 400 for a name that is taken, and for
 * an invalid parent
 */
export async function changeSpace(
  write: UnitOfWork,
  id: string,
  input: BodyOf<typeof changeSpaceEndpoint>,
): Promise<void> {
  const spaces = await lockSpaces(write.org)
  const space = spaces.find((one) => one.id === id)
  requireSpace(write, id, space)
  const name = input.name ?? space.name
  const parent_id = input.parent_id === undefined ? space.parent_id : input.parent_id
  if (name === space.name && parent_id === space.parent_id) return
  if (parent_id !== space.parent_id) requireParent(write, spaces, id, parent_id)
  if (!(await updateSpace(write.org, id, { name, parent_id }))) throw taken(name)
  const before = { name: space.name, parent_id: space.parent_id }
  await auditSpace(write, 'space_updated', { id, name, parent_id, before })
}

/** Deletes an empty space. @throws Problem 404 when unknown, 400 naming its contents */
export async function deleteSpace(write: UnitOfWork, id: string): Promise<void> {
  const { org } = write
  const spaces = await lockSpaces(org)
  const space = spaces.find((one) => one.id === id)
  requireSpace(write, id, space)
  const held = {
    space: spaces.filter((one) => one.parent_id === id).map((one) => one.name),
    flow: await listNamesIn(org, 'flow', id),
    environment: await listNamesIn(org, 'environment', id),
  }
  for (const [what, [first]] of Object.entries(held)) {
    if (first !== undefined) {
      throw new Problem(400, `Space '${space.name}' is not empty: it holds ${what} '${first}'`, {
        code: 'not_empty',
      })
    }
  }
  await removeSpace(org, id)
  await auditSpace(write, 'space_deleted', { id, name: space.name, parent_id: space.parent_id })
}

/** Requires a space to fit under its parent. @throws Problem 404 or 400 */
function requireParent(write: UnitOfWork, spaces: SpaceRow[], id: string, parentId: string | null) {
  if (parentId !== null) {
    requireSpace(
      write,
      parentId,
      spaces.find((one) => one.id === parentId),
    )
  }
  const refusal = moveRefusal(spaces, id, parentId, maxSpaceDepth)
  if (refusal === null) return
  const reason =
    refusal === 'cycle'
      ? 'A space cannot be in itself or in one below it'
      : `Spaces can be at most ${maxSpaceDepth} deep`
  throw fieldProblem('parent_id', reason, parentId)
}

const taken = (name: string) => alreadyExists(`Space named '${name}' already exists there`)

function auditSpace(
  write: UnitOfWork,
  kind: AuditKind,
  body: { id: string; name: string; parent_id: string | null; before?: object },
): Promise<void> {
  return appendAuditEntry(write, { kind, subject: { space_id: body.id }, body })
}

/**
 * Moves flows and environments into a space, or out of it. Repeating is fine, and a call that
 * changes nothing leaves no trace.
 * @throws Problem 404 naming the first that is unknown or archived; then nothing is moved
 */
export async function moveContents(
  write: UnitOfWork,
  id: string,
  input: BodyOf<typeof putInSpace>,
  way: 'in' | 'out',
): Promise<void> {
  const space = await lockSpaceForShare(write.org, id)
  requireSpace(write, id, space)
  const moved = {
    flows: await move(write, 'flow', input.flows ?? [], id, way),
    environments: await move(write, 'environment', input.environments ?? [], id, way),
  }
  if (moved.flows.length + moved.environments.length === 0) return
  const body = { id, name: space.name, way, ...moved }
  await appendAuditEntry(write, { kind: 'space_contents_changed', subject: { space_id: id }, body })
}

/** @returns names of what was moved */
async function move(
  write: UnitOfWork,
  table: 'flow' | 'environment',
  names: readonly string[],
  spaceId: string,
  way: 'in' | 'out',
): Promise<string[]> {
  const { org } = write
  const rows = await lockNamed(org, table, names)
  const found = new Map(rows.map((row) => [row.name, row]))
  const noun = table === 'flow' ? 'Flow' : 'Environment'
  for (const name of names) requireInView(write, noun, name, found.get(name))
  const moving = rows.filter((row) => (row.space_id === spaceId) === (way === 'out'))
  const ids = moving.map((row) => row.id)
  await setSpace(org, table, ids, way === 'in' ? spaceId : null)
  return moving.map(({ name }) => name).sort()
}
