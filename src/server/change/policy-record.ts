import type { ChangeKind } from '#contract/change.ts'
import type { Policy } from '#contract/policy.ts'
import { requireFresh } from '../entity-tag.ts'
import { listConsumers } from '../policy/attachment-queries.ts'
import { editedOf, policyItem } from '../policy/item.ts'
import { findPolicy, listVersionsOf, type PolicyRow } from '../policy/queries.ts'
import { notFound } from '../problem.ts'
import { leaveRecord } from './leave-record.ts'
import type { Place } from './path.ts'
import type { Write } from './write.ts'

/** Says that a policy that was looked for is there. @throws Problem 404 (wire.md 25) */
export function requirePolicy<Row>(
  { orgName }: Place,
  name: string,
  policy: Row | undefined,
): asserts policy is Row {
  if (!policy) throw notFound(`Policy '${name}' does not exist in organization '${orgName}'`)
}

/** The policy of a path, archived ones too. @throws Problem 404 */
export async function policyOfPath(place: Place, name: string): Promise<PolicyRow> {
  const policy = await findPolicy(place.org, name)
  requirePolicy(place, name, policy)
  return policy
}

/** Policies as GET answers them, with their versions and where they are attached: two queries. */
export async function policyRecords({ org }: Place, rows: readonly PolicyRow[]): Promise<Policy[]> {
  const ids = rows.map((row) => row.id)
  const [versions, consumers] = await Promise.all([
    listVersionsOf(org, ids),
    listConsumers(org, ids),
  ])
  return rows.map((row) =>
    policyItem(
      row,
      versions.filter((version) => version.policy_id === row.id),
      consumers.filter((one) => one.policy_id === row.id).map((one) => one.name),
    ),
  )
}

/** Refuses to change a policy that the caller read in another state. @throws Problem 412 */
export function requireFreshPolicy(write: Write, policy: PolicyRow | undefined): Promise<void> {
  const current = async () => (policy && (await policyRecords(write, [policy]))[0]) ?? null
  return requireFresh(write, current, editedOf)
}

/** Keeps what was accepted about a policy. */
export function recordPolicy(
  write: Write,
  kind: ChangeKind,
  policy_name: string,
  body: object,
  before?: object,
): Promise<void> {
  return leaveRecord(write, { kind, subject: { policy_name }, body, before })
}
