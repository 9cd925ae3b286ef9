import type { Policy } from '#contract/policy.ts'
import type { PolicyRow, VersionRow } from './queries.ts'

/** A policy as it is read (wire.md 16). @param versions oldest first */
export function policyItem(
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

/** What people change of a policy: its entity tag stands for that, not for where it is attached. */
export const editedOf = ({ consuming_envs: _, ...policy }: Policy) => policy
