import type { Flow } from '#contract/flow.ts'

/** What a flow is read from: its row, and its template as it was written. */
export interface FlowRow {
  id: string
  name: string
  description: string
  visibility: Flow['visibility']
  tags: Record<string, string>
  archived_at: number | null
  /** Of the repository of its newest trail or artifact. */
  repo_url: string | null
  content: string | null
  names: string[] | null
}

/** A flow as it is read (wire.md 8). */
export function flowItem(org: string, row: FlowRow): Flow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    org,
    template: row.names ?? row.content ?? '',
    repo_url: row.repo_url,
    tags: row.tags,
    archived_at: row.archived_at,
  }
}
