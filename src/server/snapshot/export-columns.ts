import type { RunningArtifact, SnapshotSummary } from '#contract/snapshot-page.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Snapshots as CSV. */
export const snapshotColumns: Columns<SnapshotSummary> = {
  index: (snapshot) => snapshot.index,
  state: (snapshot) => snapshot.state,
  from: (snapshot) => isoTime(snapshot.from),
  to: (snapshot) => isoTime(snapshot.to),
  duration: (snapshot) => snapshot.duration,
  running_count: (snapshot) => snapshot.running_count,
  started_count: (snapshot) => snapshot.started_count,
  exited_count: (snapshot) => snapshot.exited_count,
  reported_by: (snapshot) => snapshot.reported_by,
}

/** What runs as CSV. */
export const runningColumns: Columns<RunningArtifact> = {
  name: (artifact) => artifact.name,
  fingerprint: (artifact) => artifact.fingerprint,
  compliant: (artifact) => artifact.compliant,
  change: (artifact) => artifact.change,
  instances_before: (artifact) => artifact.was,
  instances: (artifact) => artifact.now,
  started_at: (artifact) => isoTime(artifact.started_at),
  started_index: (artifact) => artifact.started_index,
  flow_name: ({ provenance }) => provenance?.flow_name ?? null,
  trail_name: ({ provenance }) => provenance?.trail_name ?? null,
  commit: ({ provenance }) => provenance?.git_commit ?? null,
  commit_author: ({ provenance }) => provenance?.commit_author ?? null,
  commit_message: ({ provenance }) => provenance?.commit_message ?? null,
  environment_name: (artifact) => artifact.environment_name ?? null,
}
