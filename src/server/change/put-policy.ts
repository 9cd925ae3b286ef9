import type { PolicyDocument } from '#contract/policy-document.ts'
import { listConsumers } from '../policy/attachment-queries.ts'
import {
  insertPolicy,
  insertVersion,
  lockPolicy,
  newestVersion,
  updatePolicy,
} from '../policy/queries.ts'
import { policyProblem } from '../policy/read-policy.ts'
import { Problem } from '../problem.ts'
import { unknownControls } from './policy-controls.ts'
import { recordPolicy, requireFreshPolicy, requirePolicy } from './policy-record.ts'
import { leaveDirty } from './leave-dirty.ts'
import { instantAfter } from './instant-after.ts'
import type { Write } from './write.ts'

/** A policy as it should be; a null description stays as it is. */
export interface PolicyChange {
  name: string
  description: string | null
  comment: string
  /** YAML as it was sent, and what it says. */
  content: string
  document: PolicyDocument
}

/** Says that the controls that a policy names are there; archived ones count. @throws Problem 400 */
async function requireControls(write: Write, document: PolicyDocument): Promise<void> {
  const unknown = await unknownControls(write, document)
  if (unknown.length === 0) return
  throw policyProblem(unknown.map((one) => `${one.path}: ${one.message} (line ${one.line})`))
}

/**
 * Creates a policy, or gives it another version (wire.md 16); an archived one is active again. The
 * same content makes no version, and a call that changes nothing leaves no trace.
 * @throws Problem 400 for an unknown control, 412 when it changed since the caller read it
 */
export async function putPolicy(
  write: Write,
  change: PolicyChange,
): Promise<'created' | 'updated'> {
  const { org } = write
  await requireControls(write, change.document)
  const existing = await lockPolicy(org, change.name)
  await requireFreshPolicy(write, existing)
  if (!existing) {
    const { name, description } = change
    const made = { created_at: write.at, created_by: write.actor.name }
    const id = write.newId()
    const policy = { id, name, description: description ?? '', ...made }
    // Somebody else created it between the look and the insert: now it is an update.
    if (!(await insertPolicy(org, policy))) return putPolicy(write, change)
    await addVersion(write, id, 1, change)
    return 'created'
  }
  const now = instantAfter(write, existing.last_modified_at)
  const newest = await newestVersion(org, existing.id)
  const description = change.description ?? existing.description
  const isNewVersion = newest?.content !== change.content
  const isSame = description === existing.description && existing.archived_at === null
  if (!isNewVersion && isSame) return 'updated'
  const fields = { description, archived_at: null, last_modified_at: now.at }
  await updatePolicy(org, existing.id, fields)
  const before = { description: existing.description }
  if (isNewVersion) {
    const { version = 0, content } = newest ?? {}
    const old = { ...before, version, policy_yaml: content }
    await addVersion(now, existing.id, version + 1, { ...change, description }, old)
  } else {
    await recordPolicy(now, 'policy_put', change.name, { name: change.name, description }, before)
  }
  return 'updated'
}

async function addVersion(
  write: Write,
  policy_id: string,
  version: number,
  { name, description, comment, content, document }: PolicyChange,
  before?: object,
): Promise<void> {
  const { org, at, actor } = write
  const made = { created_at: at, created_by: actor.name }
  await insertVersion(org, { policy_id, version, content, document, comment, ...made })
  const body = { name, description, comment, version, policy_yaml: content }
  await recordPolicy(write, 'policy_put', name, body, before)
  if (version === 1) return
  const cause = { kind: 'policy_version', policy_name: name, policy_version: version } as const
  await org.writeTogether([leaveDirty(write, { policy_id }, cause)])
}

/**
 * Archives a policy (wire.md 3); repeating is fine.
 * @throws Problem 404 when unknown, 400 while an environment has it attached
 */
export async function putPolicyAway(write: Write, name: string): Promise<void> {
  const { org, at } = write
  const policy = await lockPolicy(org, name)
  requirePolicy(write, name, policy)
  if (policy.archived_at !== null) return
  await requireFreshPolicy(write, policy)
  const consumers = await listConsumers(org, [policy.id])
  if (consumers.length > 0) {
    const names = consumers.map((one) => `'${one.name}'`).join(', ')
    throw new Problem(400, `Policy '${name}' is attached to ${names}: detach it there first`)
  }
  await updatePolicy(org, policy.id, { archived_at: at, last_modified_at: at })
  await recordPolicy(write, 'policy_archived', name, { name })
}
