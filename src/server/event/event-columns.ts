import type { LoggedEvent } from '#contract/event/event.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { qualifierColumns } from '#server/verdict/qualifier-columns.ts'

/** Columns of an exported event log. */
export const eventColumns: Columns<LoggedEvent> = {
  recorded_at: ({ recorded_at }) => isoTime(recorded_at),
  environment: ({ environment_name }) => environment_name,
  snapshot: ({ snapshot_index }) => snapshot_index,
  type: ({ type }) => type,
  artifact: ({ artifact_name }) => artifact_name,
  fingerprint: ({ fingerprint }) => fingerprint,
  instances_before: ({ was }) => was,
  instances: ({ now }) => now,
  compliant: ({ compliant }) => compliant,
  ...qualifierColumns<LoggedEvent>(({ qualifiers }) => qualifiers ?? noQualifiers),
  environment_compliant_before: ({ flip }) => flip && flip.from.state,
  environment_compliant: ({ flip }) => flip && flip.to.state,
  environment_stale: ({ flip }) => flip && flip.to.is_stale,
  replaced: ({ replaced }) => replaced && replaced.artifact_name,
  replaced_by: ({ replaced_by }) => replaced_by && replaced_by.artifact_name,
  cause: ({ cause }) => cause && cause.kind,
  cause_by: ({ cause }) => cause && cause.by,
  flow: ({ flow_name }) => flow_name,
  trail: ({ trail_name }) => trail_name,
  commit: ({ git_commit }) => git_commit,
  commit_author: ({ commit_author }) => commit_author,
}
