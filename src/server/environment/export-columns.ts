import type { EnvironmentSummary } from '#contract/environment.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Environments as CSV. */
export const environmentColumns: Columns<EnvironmentSummary> = {
  name: (environment) => environment.name,
  description: (environment) => environment.description,
  type: (environment) => environment.type,
  state: (environment) => environment.state,
  since: (environment) => isoTime(environment.since),
  running_count: (environment) => environment.running_count,
  running_compliant: (environment) => environment.running.compliant,
  running_non_compliant: (environment) => environment.running.non_compliant,
  running_unknown: (environment) => environment.running.unknown,
  last_changed_at: (environment) => isoTime(environment.last_changed_at),
  last_reported_at: (environment) => isoTime(environment.last_reported_at),
  stale_at: (environment) => isoTime(environment.stale_at),
  last_modified_at: (environment) => isoTime(environment.last_modified_at),
  included_environments: (environment) => environment.included_environments?.join(' ') ?? null,
  tags: (environment) =>
    Object.entries(environment.tags)
      .map(([key, value]) => `${key}:${value}`)
      .join(' '),
}
