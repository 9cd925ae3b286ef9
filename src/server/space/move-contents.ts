import type { BodyOf } from '#contract/common/endpoint.ts'
import type { putInSpace } from '#contract/space/space.ts'
import { environmentArchived, flowArchived } from '#contract/common/problem.ts'
import { findEnvironment } from '#server/environment/queries.ts'
import { findFlow } from '#server/flow/queries.ts'
import { notFound } from '#server/platform/problem.ts'
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
  const known = new Set(rows.map(({ name }) => name))
  const missing = names.find((name) => !known.has(name))
  if (missing !== undefined) throw await unknown(write, table, missing)
  const moving = rows.filter((row) => (row.space_id === spaceId) === (way === 'out'))
  const ids = moving.map((row) => row.id)
  await setSpace(org, table, ids, way === 'in' ? spaceId : null)
  return moving.map(({ name }) => name).sort()
}

async function unknown({ org, orgName }: UnitOfWork, table: 'flow' | 'environment', name: string) {
  const find = table === 'flow' ? findFlow : findEnvironment
  if (await find(org, name)) {
    return table === 'flow'
      ? notFound(flowArchived, 'flow_archived')
      : notFound(environmentArchived, 'environment_archived')
  }
  const noun = table === 'flow' ? 'Flow' : 'Environment'
  return notFound(`${noun} named '${name}' does not exist for organization '${orgName}'`)
}
