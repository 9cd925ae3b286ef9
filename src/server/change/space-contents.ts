import type { BodyOf } from '#contract/endpoint.ts'
import type { putInSpace } from '#contract/space.ts'
import { environmentArchived, flowArchived } from '#contract/problem.ts'
import { findEnvironment } from '../environment/queries.ts'
import { findFlow } from '../flow/queries.ts'
import { notFound } from '../problem.ts'
import { keepSpace, lockNamed, setSpace } from '../space/queries.ts'
import { leaveRecord } from './leave-record.ts'
import { requireSpace } from './space-record.ts'
import type { Write } from './write.ts'

/**
 * Puts flows and environments into a space, or takes those out that are in it (wire.md 26). What is
 * so already stays, and a call that changes nothing leaves no trace.
 * @throws Problem 404 naming the first that is unknown or archived; then nothing is moved
 */
export async function moveContents(
  write: Write,
  id: string,
  asked: BodyOf<typeof putInSpace>,
  way: 'in' | 'out',
): Promise<void> {
  const space = await keepSpace(write.org, id)
  requireSpace(write, id, space)
  const moved = {
    flows: await move(write, 'flow', asked.flows ?? [], id, way),
    environments: await move(write, 'environment', asked.environments ?? [], id, way),
  }
  if (moved.flows.length + moved.environments.length === 0) return
  const body = { id, name: space.name, way, ...moved }
  await leaveRecord(write, { kind: 'space_contents_changed', subject: { space_id: id }, body })
}

/** @returns names of what is elsewhere now */
async function move(
  write: Write,
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

async function unknown({ org, orgName }: Write, table: 'flow' | 'environment', name: string) {
  const find = table === 'flow' ? findFlow : findEnvironment
  if (await find(org, name)) return notFound(table === 'flow' ? flowArchived : environmentArchived)
  const noun = table === 'flow' ? 'Flow' : 'Environment'
  return notFound(`${noun} named '${name}' does not exist for organization '${orgName}'`)
}
