import type { Flow } from '#contract/flow/flow.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { requireFresh } from '#server/request/entity-tag.ts'
import { requireInView } from '#server/request/access.ts'
import { findTemplate } from '#server/template/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { findFlow, findRepoUrl, lockFlow } from './queries.ts'

/** A stored flow: its row, and its template as it was written. */
interface FlowRow {
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

/** Serializes a flow. */
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

/** Finds the flow of a path. @throws Problem 404 */
export async function flowOfPath(scope: OrgScope, name: string) {
  const flow = await findFlow(scope.org, name)
  requireInView(scope, 'Flow', name, flow)
  return flow
}

/** Reads a flow as GET answers it, with its template: the content of its entity tag. */
export async function flowRecord(
  { org, orgName }: OrgScope,
  flow: Omit<FlowRow, 'content' | 'names' | 'repo_url'> & { template_id: string },
): Promise<Flow> {
  const [{ content, names }, repo_url] = await Promise.all([
    findTemplate(org, flow.template_id),
    findRepoUrl(org, flow.id),
  ])
  return flowItem(orgName, { ...flow, content, names, repo_url })
}

/**
 * Locks a flow for a change and checks the caller's version.
 * @throws Problem 404 when unknown or archived, 412 when it changed since
 */
export async function lockActiveFlow(write: UnitOfWork, name: string) {
  const flow = await lockFlow(write.org, name, 'update')
  requireInView(write, 'Flow', name, flow)
  await requireFresh(write, () => flowRecord(write, flow))
  return flow
}
