import { archiveFlow, lockFlow, renameFlow, setFlowTags } from '../flow/queries.ts'
import type { ChangeKind } from '#contract/change.ts'
import { requireFresh } from '../entity-tag.ts'
import { Problem } from '../problem.ts'
import { appendRecord } from '../record/queries.ts'
import { flowRecord } from './flow-record.ts'
import { requireActive } from './path.ts'
import type { Write } from './write.ts'

async function lockActive(write: Write, name: string) {
  const flow = await lockFlow(write.org, name, 'update')
  requireActive(write, name, flow)
  await requireFresh(write, () => flowRecord(write, flow))
  return flow
}

/** Renames a flow (wire.md 8). @throws Problem 404 when unknown, 400 when the name is taken */
export async function giveFlowName(write: Write, name: string, newName: string): Promise<void> {
  const flow = await lockActive(write, name)
  if (newName === name) return
  if (!(await renameFlow(write.org, flow.id, newName))) {
    throw new Problem(
      400,
      `Flow named '${newName}' already exists for organization '${write.orgName}'`,
    )
  }
  await record(write, 'flow_renamed', name, { name, new_name: newName })
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

/** Changes tags by differences: sets first, then removes (wire.md 18.1). @throws Problem 404 */
export async function changeFlowTags(
  write: Write,
  name: string,
  change: { set_tags?: Record<string, string> | null; remove_tags?: string[] | null },
): Promise<void> {
  const flow = await lockActive(write, name)
  const removed = new Set(change.remove_tags)
  const tags = Object.fromEntries(
    Object.entries({ ...flow.tags, ...change.set_tags }).filter(([key]) => !removed.has(key)),
  )
  await setFlowTags(write.org, flow.id, tags)
  await record(write, 'tags_changed', name, { name, before: flow.tags, after: tags })
}

function record(write: Write, kind: ChangeKind, flow_name: string, body: object): Promise<void> {
  const { org, at, actor } = write
  return appendRecord(org, { id: write.newId(), at, actor, kind, subject: { flow_name }, body })
}
