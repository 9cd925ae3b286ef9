import type { ArtifactSummary } from '#contract/artifact.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Artifacts as CSV. */
export const artifactColumns: Columns<ArtifactSummary> = {
  created_at: (artifact) => isoTime(artifact.created_at),
  state: (artifact) => artifact.state,
  filename: (artifact) => artifact.filename,
  fingerprint: (artifact) => artifact.fingerprint,
  template_reference_name: (artifact) => artifact.template_reference_name,
  flow_name: (artifact) => artifact.flow_name,
  trail_name: (artifact) => artifact.trail_name,
  commit: (artifact) => artifact.git_commit,
  commit_author: (artifact) => artifact.git_commit_info?.author ?? null,
  commit_message: (artifact) => artifact.git_commit_info?.message ?? null,
  commit_url: (artifact) => artifact.commit_url,
  build_url: (artifact) => artifact.build_url,
  artifact_id: (artifact) => artifact.artifact_id,
}
