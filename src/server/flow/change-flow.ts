import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { alreadyExists } from '#server/platform/problem.ts'
import { requireInView, requireRole } from '#server/request/access.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { roleForFlowTags } from '#server/tag/change-tags.ts'
import { noTemplate } from '#server/template/parse-template.ts'
import { findTemplate, storeTemplate, type TemplateSource } from '#server/template/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { flowRecord, lockActiveFlow } from './load-flow.ts'
import {
  addFlowTemplate,
  insertFlow,
  lockFlow,
  setFlowArchived,
  updateFlow,
  updateFlowName,
} from './queries.ts'

/** New state of a flow; null or absent fields keep their stored value, or get the default. */
interface FlowChange {
  name: string
  description?: string | null
  visibility?: 'public' | 'private' | null
  template: TemplateSource | null
}

/** Creates or updates a flow. A call that changes nothing leaves no trace. */
export async function putFlow(
  write: UnitOfWork,
  change: FlowChange,
): Promise<'created' | 'updated'> {
  const { org, at, actor } = write
  const existing = await lockFlow(org, change.name, 'update')
  await requireFresh(write, async () => (existing ? flowRecord(write, existing) : null))
  if (!existing) {
    const created = await createFlow(write, change)
    // Created concurrently between the look-up and the insert: now it is an update.
    return created ? 'created' : putFlow(write, change)
  }
  const template_id = change.template
    ? await storeTemplate(org, change.template, { id: write.newId(), at })
    : existing.template_id
  const fields = {
    description: change.description ?? existing.description,
    visibility: change.visibility ?? existing.visibility,
    template_id,
  }
  const unchanged =
    existing.archived_at === null &&
    fields.description === existing.description &&
    fields.visibility === existing.visibility &&
    template_id === existing.template_id
  if (unchanged) return 'updated'
  await updateFlow(org, existing.id, fields)
  if (template_id !== existing.template_id) await addVersion(write, existing.id, template_id)
  const { description, visibility } = existing
  const old =
    template_id === existing.template_id ? null : await findTemplate(org, existing.template_id)
  const before = { description, visibility, ...(old && { template: old.content ?? old.names }) }
  const kind = existing.archived_at === null ? 'flow_updated' : 'flow_unarchived'
  await auditFlowPut(write, kind, change, fields, before)
  return 'updated'

  function addVersion({ org }: UnitOfWork, flow_id: string, template_id: string) {
    return addFlowTemplate(org, { flow_id, template_id, created_at: at, created_by: actor.name })
  }
}

async function createFlow(write: UnitOfWork, change: FlowChange): Promise<string | null> {
  const { org, at, actor, newId } = write
  const template_id = await storeTemplate(org, change.template ?? noTemplate, { id: newId(), at })
  const id = newId()
  const fields = {
    description: change.description ?? '',
    visibility: change.visibility ?? ('private' as const),
    template_id,
  }
  const made = { created_at: at, created_by: actor.name }
  if (!(await insertFlow(org, { id, name: change.name, ...fields, ...made }))) return null
  await addFlowTemplate(org, { flow_id: id, template_id, ...made })
  await auditFlowPut(write, 'flow_created', change, fields)
  return id
}

/** Finds the flow of a report and locks it against archiving; creates an unknown one. */
export async function ensureFlow(write: UnitOfWork, name: string) {
  const existing = await lockFlow(write.org, name, 'share')
  if (existing) return existing
  await createFlow(write, { name, template: null })
  const flow = await lockFlow(write.org, name, 'share')
  if (!flow) throw new Error(`flow ${name} vanished while it was created`)
  return flow
}

function auditFlowPut(
  write: UnitOfWork,
  kind: AuditKind,
  change: FlowChange,
  fields: object,
  before?: object,
): Promise<void> {
  return appendAuditEntry(write, {
    kind,
    subject: { flow_name: change.name },
    before,
    body: {
      name: change.name,
      ...fields,
      template: change.template?.content ?? change.template?.names,
    },
  })
}

/**
 * Renames a flow. By tags that guard overrides or evidence an admin has to: else a member could make
 * another one without them, to which pipelines go on by the name.
 * @throws Problem 404 when unknown, 400 when the name is taken, 403
 */
export async function renameFlow(write: UnitOfWork, name: string, newName: string): Promise<void> {
  const flow = await lockActiveFlow(write, name)
  if (newName === name) return
  requireRole(write, await roleForFlowTags(write.org, flow.tags, {}))
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
