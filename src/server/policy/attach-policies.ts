import type { BodyOf } from '#contract/common/endpoint.ts'
import type { attachPolicies } from '#contract/environment/environment.ts'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import { attach, detach, listAttached, lockPoliciesForShare, type PolicyRow } from './queries.ts'
import { Problem } from '#server/platform/problem.ts'
import { reevaluateForChange } from '#server/evaluation/evaluate-environment.ts'
import { lockActiveEnvironment, auditEnvironment } from '#server/environment/load-environment.ts'
import { requirePolicy } from './load-policy.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** An environment, locked, whose policies change. */
interface Target {
  id: string
  number: number
  name: string
  type: EnvironmentType
}

/**
 * Finds policies by name and locks them for share until the transaction ends. Called before an
 * environment is locked: policies come first in the order of locks.
 * @throws Problem 404 naming the first unknown one
 */
export async function policiesNamed(
  write: UnitOfWork,
  names: readonly string[],
): Promise<PolicyRow[]> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return []
  const found = new Map(
    (await lockPoliciesForShare(write.org, wanted)).map((row) => [row.name, row]),
  )
  return wanted.map((name) => {
    const policy = found.get(name)
    requirePolicy(write, name, policy)
    return policy
  })
}

/** Why nothing can be attached to a logical environment. */
export const logicalRefusal = (name: string): string =>
  `Environment '${name}' is logical: attach policies to the environments that it includes`

/** Requires policies to be active. @throws Problem 400 */
export function requireInUse(policies: readonly Pick<PolicyRow, 'name' | 'archived_at'>[]): void {
  const archived = policies.find((policy) => policy.archived_at !== null)
  if (archived)
    throw new Problem(400, `Policy '${archived.name}' has been archived`, {
      code: 'policy_archived',
    })
}

/** Requires policies to be attachable to an environment. @throws Problem 400 */
export function requireAttachable(
  { name, type }: Pick<Target, 'name' | 'type'>,
  policies: readonly PolicyRow[],
): void {
  if (policies.length === 0) return
  if (type === 'logical') throw new Problem(400, logicalRefusal(name), { code: 'environment_type' })
  requireInUse(policies)
}

const ids = (policies: readonly { id: string }[]) => policies.map(({ id }) => id)
const names = (policies: readonly { name: string }[]) => policies.map(({ name }) => name)

/**
 * Attaches policies to an environment, which is locked, and detaches others; repeating is fine. A
 * real change re-evaluates everything that runs there.
 * @returns names of attached and detached policies
 */
export async function changePolicies(
  write: UnitOfWork,
  environment: Target,
  change: { attach?: PolicyRow[]; detach?: readonly { id: string }[] },
): Promise<{ attached: string[]; detached: string[] }> {
  const { org, at, actor } = write
  const before = await listAttached(org, environment.id)
  const isAttached = ({ id }: { id: string }) => before.some((one) => one.id === id)
  const added = (change.attach ?? []).filter((policy) => !isAttached(policy))
  const leaving = new Set(change.detach?.map(({ id }) => id))
  const removed = before.filter(({ id }) => leaving.has(id))
  requireAttachable(environment, added)
  const made = { attached_at: at, attached_by: actor.name }
  await attach(org, environment.id, ids(added), made)
  await detach(org, environment.id, ids(removed))
  const changed = { attached: names(added), detached: names(removed) }
  if (added.length + removed.length > 0) {
    const reason = { fingerprint: null, cause: { kind: 'attachment' as const, ...changed } }
    await reevaluateForChange(write, environment, reason, true)
  }
  return changed
}

/** Replaces the policies of an environment, which is locked. */
export async function replacePolicies(
  write: UnitOfWork,
  environment: Target,
  policies: PolicyRow[],
) {
  const before = await listAttached(write.org, environment.id)
  const attachedIds = new Set(policies.map(({ id }) => id))
  const gone = before.filter(({ id }) => !attachedIds.has(id))
  return changePolicies(write, environment, { attach: policies, detach: gone })
}

/** Names of policies, and the hashes of an effect that was previewed. */
type Body = BodyOf<typeof attachPolicies>

/** Part of an audit entry about a previewed effect. */
const seen = ({ effect }: Body) => (effect ? { effect } : {})

/** Attaches policies. @throws Problem 404 for what is unknown, 400 if they cannot be attached */
export async function attachTo(write: UnitOfWork, name: string, body: Body): Promise<void> {
  const policies = await policiesNamed(write, body.policy_names ?? [])
  const environment = await lockActiveEnvironment(write, name)
  const { attached } = await changePolicies(write, environment, { attach: policies })
  if (attached.length === 0) return
  await auditEnvironment(write, 'policies_attached', name, { name, attached, ...seen(body) })
}

/** Detaches policies. @throws Problem 404 for what is unknown */
export async function detachFrom(write: UnitOfWork, name: string, body: Body): Promise<void> {
  const policies = await policiesNamed(write, body.policy_names ?? [])
  const environment = await lockActiveEnvironment(write, name)
  const { detached } = await changePolicies(write, environment, { detach: policies })
  if (detached.length === 0) return
  await auditEnvironment(write, 'policies_detached', name, { name, detached, ...seen(body) })
}
