import type { PolicySummary } from '#contract/policy-page.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Policies as CSV. */
export const policyColumns: Columns<PolicySummary> = {
  name: (policy) => policy.name,
  description: (policy) => policy.description,
  version: (policy) => policy.version,
  environments: (policy) => policy.environments.join(' '),
  running_compliant: (policy) => policy.running.compliant,
  running_non_compliant: (policy) => policy.running.non_compliant,
  running_unknown: (policy) => policy.running.unknown,
  rule_count: (policy) => policy.rule_count,
  last_modified_at: (policy) => isoTime(policy.last_modified_at),
  archived_at: (policy) => isoTime(policy.archived_at),
}
