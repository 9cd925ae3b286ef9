import type { ComparedArtifact, ComparisonRow } from '#contract/snapshot/comparison.ts'
import type { Cell, Columns } from '#server/export/formats.ts'

/** A column for each side of a comparison. */
const both = (name: string, valueOf: (side: ComparedArtifact) => Cell): Columns<ComparisonRow> => ({
  [`${name}_before`]: ({ before }) => before && valueOf(before),
  [`${name}_after`]: ({ after }) => after && valueOf(after),
})

/** Columns of an exported comparison of two snapshots. */
export const comparisonColumns: Columns<ComparisonRow> = {
  change: ({ change }) => change,
  member: ({ before, after }) => (after ?? before)?.environment_name ?? null,
  ...both('artifact', ({ name }) => name),
  ...both('fingerprint', ({ fingerprint }) => fingerprint),
  ...both('instances', ({ instance_count }) => instance_count),
  ...both('compliant', ({ compliant }) => compliant),
  ...both('evidence_expired', ({ qualifiers }) => qualifiers.expired.join(' ')),
  ...both('overrides', ({ qualifiers }) => qualifiers.overridden),
  ...both('allow_listed', ({ qualifiers }) => qualifiers.allow_listed),
  ...both('exempt', ({ qualifiers }) => qualifiers.exempt),
  ...both('failing_policies', ({ failing_policies }) => failing_policies.join(' ')),
  ...both('flow', ({ flow_name }) => flow_name),
  ...both('commit', ({ git_commit }) => git_commit),
  commits_between: ({ diff_url }) => diff_url,
}
