import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { Problem, refusedFile } from '#server/platform/problem.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  insertPolicy,
  insertVersion,
  listConsumers,
  lockPolicy,
  newestVersion,
  updatePolicy,
} from './queries.ts'
import { listUnknownControls } from './check-policy.ts'
import { auditPolicy, requireFreshPolicy, requirePolicy } from './load-policy.ts'

/** New state of a policy; a null description stays as it is. */
interface PolicyChange {
  name: string
  description: string | null
  comment: string
  /** YAML as sent, and its parsed document. */
  content: string
  document: PolicyDocument
}

/** Requires the controls named by a policy to exist; archived ones count. @throws Problem 400 */
async function requireControls(write: UnitOfWork, change: PolicyChange): Promise<void> {
  const unknown = await listUnknownControls(write, change.document)
  if (unknown.length === 0) return
  const problems = unknown.map(({ path, message, line }) => ({
    line,
    text: `${path}: ${message} (line ${line})`,
  }))
  throw refusedFile('policy_file', change.content, problems)
}

/**
 * Creates a policy, or adds a version; an archived one is active again. Equal content makes no
 * version, and a call that changes nothing leaves no trace.
 * @throws Problem 400 for an unknown control, 412 when it changed since the caller read it
 */
export async function putPolicy(
  write: UnitOfWork,
  change: PolicyChange,
): Promise<'created' | 'updated'> {
  const { org } = write
  await requireControls(write, change)
  const existing = await lockPolicy(org, change.name)
  await requireFreshPolicy(write, existing)
  if (!existing) {
    const { name, description } = change
    const made = { created_at: write.at, created_by: write.actor.name }
    const id = write.newId()
    const policy = { id, name, description: description ?? '', ...made }
    // Created concurrently between the look-up and the insert: now it is an update.
    if (!(await insertPolicy(org, policy))) return putPolicy(write, change)
    await addVersion(write, id, 1, change, 'policy_created')
    return 'created'
  }
  const now = monotonicNow(write, existing.last_modified_at)
  const newest = await newestVersion(org, existing.id)
  const description = change.description ?? existing.description
  const isNewVersion = newest?.content !== change.content
  const isSame = description === existing.description && existing.archived_at === null
  if (!isNewVersion && isSame) return 'updated'
  const fields = { description, archived_at: null, last_modified_at: now.at }
  await updatePolicy(org, existing.id, fields)
  const kind = existing.archived_at === null ? 'policy_updated' : 'policy_unarchived'
  const before = { description: existing.description }
  if (isNewVersion) {
    const { version = 0, content } = newest ?? {}
    const old = { ...before, version, policy_yaml: content }
    await addVersion(now, existing.id, version + 1, { ...change, description }, kind, old)
  } else {
    await auditPolicy(now, kind, change.name, { name: change.name, description }, before)
  }
  return 'updated'
}

async function addVersion(
  write: UnitOfWork,
  policy_id: string,
  version: number,
  { name, description, comment, content, document }: PolicyChange,
  kind: AuditKind,
  before?: object,
): Promise<void> {
  const { org, at, actor } = write
  const made = { created_at: at, created_by: actor.name, created_by_id: actor.userId }
  await insertVersion(org, { policy_id, version, content, document, comment, ...made })
  const body = { name, description, comment, version, policy_yaml: content }
  await auditPolicy(write, kind, name, body, before)
  if (version === 1) return
  const cause = { kind: 'policy_version', policy_name: name, policy_version: version } as const
  await org.executeBatch([enqueueReevaluation(write, { policy_id }, cause)])
}

/**
 * Archives a policy; repeating is fine.
 * @throws Problem 404 when unknown, 400 while an environment has it attached
 */
export async function archivePolicy(write: UnitOfWork, name: string): Promise<void> {
  const { org, at } = write
  const policy = await lockPolicy(org, name)
  requirePolicy(write, name, policy)
  if (policy.archived_at !== null) return
  await requireFreshPolicy(write, policy)
  const consumers = await listConsumers(org, [policy.id])
  if (consumers.length > 0) {
    const names = consumers.map((one) => `'${one.name}'`).join(', ')
    throw new Problem(400, `Policy '${name}' is attached to ${names}: detach it there first`, {
      code: 'policy_attached',
    })
  }
  await updatePolicy(org, policy.id, { archived_at: at, last_modified_at: at })
  await auditPolicy(write, 'policy_archived', name, { name })
}
