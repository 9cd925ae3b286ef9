import type { FlowSummary } from '#contract/flow.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Flows as CSV. */
export const flowColumns: Columns<FlowSummary> = {
  name: (flow) => flow.name,
  description: (flow) => flow.description,
  latest_state: (flow) => flow.latest_state,
  latest_activity_at: (flow) => isoTime(flow.latest_activity_at),
  non_compliant_count: (flow) => flow.non_compliant_count,
  incomplete_count: (flow) => flow.incomplete_count,
  visibility: (flow) => flow.visibility,
  tags: (flow) =>
    Object.entries(flow.tags)
      .map(([key, value]) => `${key}:${value}`)
      .join(' '),
  repo_url: (flow) => flow.repo_url,
  id: (flow) => flow.id,
}
