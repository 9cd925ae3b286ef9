import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { alreadyExists } from '#server/platform/problem.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { requireInView } from '#server/request/in-view.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { flowRecord, lockActiveFlow } from './load-flow.ts'
import { setFlowArchived, lockFlow, updateFlowName } from './queries.ts'

/** Renames a flow. @throws Problem 404 when unknown, 400 when the name is taken */
export async function renameFlow(write: UnitOfWork, name: string, newName: string): Promise<void> {
  const flow = await lockActiveFlow(write, name)
  if (newName === name) return
  if (!(await updateFlowName(write.org, flow.id, newName))) {
    throw alreadyExists(
      `Flow named '${newName}' already exists for organization '${write.orgName}'`,
    )
  }
  await auditFlow(write, 'flow_renamed', name, { name, new_name: newName })
  const cause = { kind: 'flow', flow_name: newName } as const
  await write.org.executeBatch([enqueueReevaluation(write, { flow_id: flow.id }, cause)])
}

/** Archives a flow; repeating is fine. @throws Problem 404 when unknown */
export async function archiveFlow(write: UnitOfWork, name: string): Promise<void> {
  const flow = await lockFlow(write.org, name, 'update')
  if (flow?.archived_at != null) return
  requireInView(write, 'Flow', name, flow)
  await requireFresh(write, () => flowRecord(write, flow))
  await setFlowArchived(write.org, flow.id, write.at)
  await auditFlow(write, 'flow_archived', name, { name })
}

function auditFlow(
  write: UnitOfWork,
  kind: AuditKind,
  flow_name: string,
  body: object,
): Promise<void> {
  return appendAuditEntry(write, { kind, subject: { flow_name }, body })
}
