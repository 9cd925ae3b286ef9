import type { RunningGroup } from '#domain/verdict/outcome-counts.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listRunningGroups, listTreeRules } from './queries.ts'

/**
 * Reads what runs in some environments with the rules of its verdicts, by environment id.
 * @param wanted.policies names of those whose rules are read; null for all
 */
export async function readRunning(
  org: OrgDatabase,
  environmentIds: readonly string[],
  {
    policies,
    ...wanted
  }: Parameters<typeof listRunningGroups>[2] & { policies: readonly string[] | null },
): Promise<(environmentId: string) => readonly RunningGroup[]> {
  const rows =
    environmentIds.length === 0 ? [] : await listRunningGroups(org, environmentIds, wanted)
  const hashesOf = (some: typeof rows) => [
    ...new Set(some.flatMap(({ tree_hash }) => tree_hash ?? [])),
  ]
  const detailed = hashesOf(
    rows.filter(({ places, expired }) => places !== null || expired !== null),
  )
  const hashes = hashesOf(rows)
  const rules = hashes.length === 0 ? [] : await listTreeRules(org, hashes, { detailed, policies })
  const rulesOf = grouped(rules, ({ hash }) => hash)
  const groups = rows.map(({ tree_hash, ...row }) => ({
    ...row,
    rules: tree_hash === null ? null : (rulesOf.get(tree_hash) ?? []),
  }))
  const groupsOf = grouped(groups, ({ environment_id }) => environment_id)
  return (environmentId) => groupsOf.get(environmentId) ?? []
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}
