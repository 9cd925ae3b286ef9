import type { Environment } from '#contract/environment.ts'
import { type SilentMinutes, staleAt } from '#domain/stale-report.ts'
import type { StandingRow } from './standing-queries.ts'

/** An environment as it is read (wire.md 13), stale when its type is silent for too long. */
export function environmentItem(org: string, row: StandingRow, silent: SilentMinutes): Environment {
  return {
    org,
    name: row.name,
    type: row.type,
    description: row.description,
    last_modified_at: row.last_modified_at,
    include_scaling: row.include_scaling,
    require_provenance: row.require_provenance,
    tags: row.tags,
    last_reported_at: row.last_reported_at,
    last_changed_at: row.last_changed_at,
    state: row.state,
    since: row.since,
    stale_at: staleAt(row, silent),
    policies: row.policies,
    included_environments: row.members?.map((member) => member.name) ?? null,
    archived_at: row.archived_at,
  }
}

/** What people change of an environment: its entity tag stands for that, not for what is reported. */
export const settingsOf = ({
  last_reported_at: _reported,
  last_changed_at: _changed,
  state: _state,
  since: _since,
  stale_at: _stale,
  ...settings
}: Environment) => settings
