import type { Flow } from '#contract/flow.ts'
import { flowItem, type FlowRow } from '../flow/item.ts'
import { findRepoUrl } from '../flow/queries.ts'
import { findTemplate } from '../template/queries.ts'
import type { Place } from './path.ts'

/** A flow as GET answers it, with its template: what its entity tag stands for. */
export async function flowRecord(
  { org, orgName }: Place,
  flow: Omit<FlowRow, 'content' | 'names' | 'repo_url'> & { template_id: string },
): Promise<Flow> {
  const [{ content, names }, repo_url] = await Promise.all([
    findTemplate(org, flow.template_id),
    findRepoUrl(org, flow.id),
  ])
  return flowItem(orgName, { ...flow, content, names, repo_url })
}
