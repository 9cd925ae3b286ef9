import type { BodyOf } from '#contract/common/endpoint.ts'
import type { putInSpace } from '#contract/space/space.ts'
import { requireInView } from '#server/request/in-view.ts'
import { lockSpaceForShare, lockNamed, setSpace } from './queries.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { requireSpace } from './load-spaces.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/**
 * Moves flows and environments into a space, or out of it. Repeating is fine, and a call that
 * changes nothing leaves no trace.
 * @throws Problem 404 naming the first that is unknown or archived; then nothing is moved
 */
export async function moveContents(
  write: UnitOfWork,
  id: string,
  asked: BodyOf<typeof putInSpace>,
  way: 'in' | 'out',
): Promise<void> {
  const space = await lockSpaceForShare(write.org, id)
  requireSpace(write, id, space)
  const moved = {
    flows: await move(write, 'flow', asked.flows ?? [], id, way),
    environments: await move(write, 'environment', asked.environments ?? [], id, way),
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
