import { archiveFlow, lockFlow, renameFlow } from '../flow/queries.ts'
import type { ChangeKind } from '#contract/change.ts'
import { requireFresh } from '../entity-tag.ts'
import { Problem } from '../problem.ts'
import { flowRecord } from './flow-record.ts'
import { leaveDirty } from './leave-dirty.ts'
import { leaveRecord } from './leave-record.ts'
import { lockActiveFlow } from './lock-active-flow.ts'
import { requireActive } from './path.ts'
import type { Write } from './write.ts'

/** Renames a flow (wire.md 8). @throws Problem 404 when unknown, 400 when the name is taken */
export async function giveFlowName(write: Write, name: string, newName: string): Promise<void> {
  const flow = await lockActiveFlow(write, name)
  if (newName === name) return
  if (!(await renameFlow(write.org, flow.id, newName))) {
    throw new Problem(
      400,
      `Flow named '${newName}' already exists for organization '${write.orgName}'`,
    )
  }
  await record(write, 'flow_renamed', name, { name, new_name: newName })
  const cause = { kind: 'flow', flow_name: newName } as const
  await write.org.writeTogether([leaveDirty(write, { flow_id: flow.id }, cause)])
}

/** Archives a flow (wire.md 8); repeating is fine. @throws Problem 404 when unknown */
export async function putFlowAway(write: Write, name: string): Promise<void> {
  const flow = await lockFlow(write.org, name, 'update')
  if (flow?.archived_at != null) return
  requireActive(write, name, flow)
  await requireFresh(write, () => flowRecord(write, flow))
  await archiveFlow(write.org, flow.id, write.at)
  await record(write, 'flow_archived', name, { name })
}

function record(write: Write, kind: ChangeKind, flow_name: string, body: object): Promise<void> {
  return leaveRecord(write, { kind, subject: { flow_name }, body })
}
