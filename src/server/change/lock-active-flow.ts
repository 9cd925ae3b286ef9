import { requireFresh } from '../entity-tag.ts'
import { lockFlow } from '../flow/queries.ts'
import { flowRecord } from './flow-record.ts'
import { requireActive } from './path.ts'
import type { Write } from './write.ts'

/**
 * A flow that is about to be changed, locked, and as the caller read it.
 * @throws Problem 404 when unknown or archived, 412 when it changed since
 */
export async function lockActiveFlow(write: Write, name: string) {
  const flow = await lockFlow(write.org, name, 'update')
  requireActive(write, name, flow)
  await requireFresh(write, () => flowRecord(write, flow))
  return flow
}
