import type { TrailSummary } from '#contract/trail.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Trails as CSV. */
export const trailColumns: Columns<TrailSummary> = {
  name: (trail) => trail.name,
  flow_name: (trail) => trail.flow_name,
  compliance_state: (trail) => trail.compliance_state,
  commit: (trail) => trail.git_commit_info?.sha1 ?? null,
  commit_author: (trail) => trail.git_commit_info?.author ?? null,
  commit_message: (trail) => trail.git_commit_info?.message ?? null,
  artifact_count: (trail) => trail.artifact_count,
  present_count: (trail) => trail.present_count,
  expected_count: (trail) => trail.expected_count,
  created_at: (trail) => isoTime(trail.created_at),
  last_modified_at: (trail) => isoTime(trail.last_modified_at),
  created_by: (trail) => trail.created_by,
  description: (trail) => trail.description,
  html_url: (trail) => trail.html_url,
  id: (trail) => trail.id,
}
