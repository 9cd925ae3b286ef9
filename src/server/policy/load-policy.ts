import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Policy } from '#contract/policy/policy.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { countOutcomes } from '#domain/verdict/outcome-counts.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import { notFound } from '#server/platform/problem.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import type { OrgContext } from '#server/request/handler.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { readRunning } from '#server/verdict/read-running.ts'
import {
  findPolicy,
  listConsumers,
  listVersionsOf,
  type PolicyRow,
  type VersionRow,
} from './queries.ts'
import { listAttachments } from './summary-queries.ts'

/** Serializes a policy. @param versions oldest first */
function policyItem(
  row: PolicyRow,
  versions: readonly VersionRow[],
  consuming_envs: string[],
): Policy {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: 'env',
    created_at: row.created_at,
    consuming_envs,
    versions: versions.map((version) => ({
      version: version.version,
      policy_yaml: version.content,
      timestamp: version.created_at,
      created_by: version.created_by,
      comment: version.comment,
    })),
    archived_at: row.archived_at,
  }
}

/** Fields of a policy that people edit: its entity tag covers them, not its attachments. */
export const editedOf = ({ consuming_envs: _, ...policy }: Policy) => policy

/** Requires a policy to exist. @throws Problem 404 */
export function requirePolicy<Row>(
  { orgName }: OrgScope,
  name: string,
  policy: Row | undefined,
): asserts policy is Row {
  if (!policy) throw notFound(`Policy '${name}' does not exist in organization '${orgName}'`)
}

/** Finds the policy of a path, archived ones included. @throws Problem 404 */
export async function policyOfPath(scope: OrgScope, name: string): Promise<PolicyRow> {
  const policy = await findPolicy(scope.org, name)
  requirePolicy(scope, name, policy)
  return policy
}

/** Reads policies with versions and attachments by two queries. */
export async function policyRecords(
  { org }: OrgScope,
  rows: readonly PolicyRow[],
): Promise<Policy[]> {
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

/** Requires that the caller read the current policy. @throws Problem 412 */
export function requireFreshPolicy(
  write: UnitOfWork,
  policy: PolicyRow | undefined,
): Promise<void> {
  const current = async () => (policy && (await policyRecords(write, [policy]))[0]) ?? null
  return requireFresh(write, current, editedOf)
}

/** Appends the audit entry of an accepted write to a policy. */
export function auditPolicy(
  write: UnitOfWork,
  kind: AuditKind,
  policy_name: string,
  body: object,
  before?: object,
): Promise<void> {
  return appendAuditEntry(write, { kind, subject: { policy_name }, body, before })
}

/**
 * Reads where some policies are attached, or what is attached to one environment, with what each
 * policy comes to for what runs there, and from what that is counted.
 */
export async function readResults(
  { org, clock }: OrgContext,
  wanted: Parameters<typeof listAttachments>[1],
) {
  const limits = await freshnessAt(org, clock())
  const rows = await listAttachments(org, wanted, limits)
  const ids = new Set(rows.map(({ environment_id }) => environment_id))
  const policies = [...new Set(rows.map(({ policy_name }) => policy_name))]
  const runningIn = await readRunning(org, [...ids], { withFlows: false, limits, policies })
  return rows.map(({ environment_id, policy_name, carriers, ...row }) => {
    const environment = { hasRule: true, isStale: isStale(row.stale_at, limits.now) }
    const groups = runningIn(environment_id)
    const running = countOutcomes(groups, (rule) => rule.policy_name === policy_name, environment)
    const qualifiers = qualifiersOf(carriers, limits)
    return { ...row, qualifiers, running, evaluated: { groups, ...environment } }
  })
}
