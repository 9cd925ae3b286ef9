import type { BuildSummary } from '#contract/build.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Builds as CSV. */
export const buildColumns: Columns<BuildSummary> = {
  created_at: (build) => isoTime(build.created_at),
  state: (build) => build.state,
  filename: (build) => build.filename,
  fingerprint: (build) => build.fingerprint,
  flow_name: (build) => build.flow_name,
  trail_name: (build) => build.trail_name,
  repo_name: (build) => build.repo_info?.name ?? null,
  repo_id: (build) => build.repo_info?.repo_id ?? null,
  running_in: (build) => build.running_in.map((one) => one.environment_name).join(' '),
  artifact_id: (build) => build.artifact_id,
}
